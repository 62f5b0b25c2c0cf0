package dev.fovea.vision;

/** A fast way to inflate a whole zlib stream whose size is known. Thread safe. */
interface Inflation {

    /** Declines everything. */
    Inflation NONE = new Inflation() {
        @Override
        public String name() {
            return "the JDK's inflate";
        }

        @Override
        public boolean inflate(byte[] zlib, int offset, int length, byte[] target) {
            return false;
        }
    };

    /**
     * Most bytes that are inflated at once. A native call may work on Java's arrays in place and keep the whole process from
     * safepoints meanwhile; at libdeflate's 3 GB a second this bound is 5 ms.
     */
    int MOST_BYTES = 16 << 20;

    /** The library, for reports. */
    String name();

    /**
     * Inflates a stream that fills the target exactly and ends with the right checksum.
     *
     * @return false where the stream is anything else; the target then holds garbage
     */
    boolean inflate(byte[] zlib, int offset, int length, byte[] target);

    /** The same for an array that holds nothing else. */
    default boolean inflate(byte[] zlib, byte[] target) {
        return inflate(zlib, 0, zlib.length, target);
    }
}
