package dev.fovea.vision;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damage as it happens to files and as attackers make it: flipped bits, extreme bytes and lengths, cuts, repeats, splices. */
final class Mutations {

    private static final int[] EXTREMES = {0, 1, 0x7F, 0x80, 0xFE, 0xFF};

    private Mutations() {}

    static byte[] of(byte[] whole, List<byte[]> others, Random random) {
        byte[] bytes = whole.clone();
        for (int left = 1 + random.nextInt(4); left > 0 && bytes.length > 12; left--) {
            bytes = once(bytes, others.get(random.nextInt(others.size())), random);
        }
        return bytes;
    }

    private static byte[] once(byte[] bytes, byte[] other, Random random) {
        int at = random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(Math.min(96, bytes.length));
        switch (random.nextInt(8)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt();
            case 2 -> bytes[at] = (byte) EXTREMES[random.nextInt(EXTREMES.length)];
            case 3 -> Arrays.fill(bytes, at, Math.min(bytes.length, at + 4), (byte) (random.nextBoolean() ? 0 : 0xFF));
            case 4 -> {
                return Arrays.copyOf(bytes, at);
            }
            case 5 -> {
                return spliced(bytes, at, bytes, at, 1 + random.nextInt(32));
            }
            case 6 -> {
                return spliced(bytes, at, bytes, at + 1 + random.nextInt(16), bytes.length);
            }
            default -> {
                return spliced(bytes, at, other, random.nextInt(other.length), other.length);
            }
        }
        return bytes;
    }

    /** The beginning of one file, then up to {@code length} bytes of another, and the rest of the first where they end early. */
    private static byte[] spliced(byte[] first, int at, byte[] second, int from, int length) {
        int start = Math.min(from, second.length);
        int count = Math.min(length, second.length - start);
        int rest = count < second.length - start ? first.length - at : 0;
        byte[] result = Arrays.copyOf(first, at + count + rest);
        System.arraycopy(second, start, result, at, count);
        System.arraycopy(first, at, result, at + count, rest);
        return result;
    }
}
