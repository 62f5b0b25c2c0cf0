package dev.fovea.flight;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/** A tensor's column as a reader without Fovea sees it. */
record TensorColumn(FieldVector values, List<?> shape, boolean isNull) {

    static TensorColumn of(VectorSchemaRoot root, String name) {
        StructVector column = (StructVector) root.getVector(name);
        ListVector data = column.getChild("data", ListVector.class);
        FixedSizeListVector shape = column.getChild("shape", FixedSizeListVector.class);
        return new TensorColumn(data.getDataVector(), shape.getObject(0), column.isNull(0));
    }
}
