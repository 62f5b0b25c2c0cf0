package dev.fovea.contract.wire;

import dev.fovea.contract.ImageRef;
import dev.fovea.contract.MmHash;
import dev.fovea.contract.PlaceholderRange;
import dev.fovea.contract.RawImageDescriptor;
import java.io.IOException;
import java.util.List;

/** {@code MMRefs}: an array of one member, the list of {@code [item, hash, uri, offset, length]}; nil where no image is. */
final class ImageRefCodec {

    private static final int FIELDS = 5;

    private ImageRefCodec() {}

    static void write(WireWriter out, List<ImageRef> images) throws IOException {
        if (images.isEmpty()) {
            out.nil();
            return;
        }
        out.struct(1);
        out.struct(images.size());
        for (ImageRef image : images) {
            writeOne(out, image);
        }
    }

    static void writeOne(WireWriter out, ImageRef image) throws IOException {
        out.struct(FIELDS);
        out.value(image.item().members());
        out.text(image.hash().hex());
        out.text(image.item().rawImageUri());
        out.number(image.placeholder().offset());
        out.number(image.placeholder().length());
    }

    static List<ImageRef> read(WireReader in) throws IOException {
        int fields = in.arrayHeader();
        if (fields < 1) {
            throw in.fault("holds image references without their list");
        }
        List<ImageRef> images = in.list(() -> readOne(in));
        in.skip(fields - 1);
        return images;
    }

    static ImageRef readOne(WireReader in) throws IOException {
        int fields = in.arrayHeader();
        if (fields < FIELDS) {
            throw in.fault("holds an image reference of " + fields + " members");
        }
        RawImageDescriptor item = new RawImageDescriptor(in.map());
        MmHash hash = new MmHash(in.text());
        if (!in.text().equals(item.rawImageUri())) {
            throw in.fault("names two places for one image");
        }
        PlaceholderRange range = new PlaceholderRange(in.index(), in.index());
        in.skip(fields - FIELDS);
        return new ImageRef(item, hash, range);
    }
}
