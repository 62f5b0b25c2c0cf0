package dev.fovea.families.kimik25;

/** A schema that has no form in TypeScript; the tools are then written as JSON. */
public final class UnprintableSchema extends RuntimeException {

    private static final long serialVersionUID = 1;

    UnprintableSchema(String what) {
        super(what, null, false, false);
    }
}
