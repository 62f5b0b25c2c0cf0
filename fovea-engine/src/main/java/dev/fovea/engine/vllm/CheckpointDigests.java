package dev.fovea.engine.vllm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * SHA-256 of a checkpoint's tensors as a server may hold them: in one of three types, queries, keys and values in one tensor, gates and
 * ups in one, vocabularies with rows of zeros up to a multiple of 64 (seen in vLLM 0.32).
 */
final class CheckpointDigests {

    private static final int VOCABULARY_ROWS = 64;

    /** A multiple of all sizes of values. */
    private static final int PIECE_BYTES = 1 << 20;

    private static final List<List<String>> FUSED =
            List.of(List.of("q_proj", "k_proj", "v_proj"), List.of("gate_proj", "up_proj"));

    private final StoredTensors tensors;

    CheckpointDigests(StoredTensors tensors) {
        this.tensors = tensors;
    }

    /** Digests of all tensors in one type, as lower-case hex. */
    Set<String> in(FloatType type) throws IOException {
        Set<String> digests = new HashSet<>();
        for (Map.Entry<String, StoredTensors.Tensor> tensor : tensors.byName().entrySet()) {
            MessageDigest digest = sha256();
            add(digest, tensor.getValue(), type);
            digests.add(hex(clone(digest)));
            if (isVocabulary(tensor.getKey()) && tensor.getValue().rows() % VOCABULARY_ROWS != 0) {
                pad(digest, tensor.getValue(), type);
                digests.add(hex(digest));
            }
        }
        for (List<StoredTensors.Tensor> parts : fused()) {
            MessageDigest digest = sha256();
            for (StoredTensors.Tensor part : parts) {
                add(digest, part, type);
            }
            digests.add(hex(digest));
        }
        return digests;
    }

    private static boolean isVocabulary(String name) {
        return name.endsWith("embed_tokens.weight") || name.endsWith("lm_head.weight");
    }

    private List<List<StoredTensors.Tensor>> fused() {
        Map<String, List<StoredTensors.Tensor>> groups = new LinkedHashMap<>();
        for (List<String> parts : FUSED) {
            for (String name : tensors.byName().keySet()) {
                String first = "." + parts.getFirst() + ".";
                if (name.contains(first)) {
                    List<StoredTensors.Tensor> group = new ArrayList<>();
                    for (String part : parts) {
                        StoredTensors.Tensor tensor = tensors.byName().get(name.replace(first, "." + part + "."));
                        if (tensor != null) {
                            group.add(tensor);
                        }
                    }
                    if (group.size() == parts.size()) {
                        groups.put(name, group);
                    }
                }
            }
        }
        return List.copyOf(groups.values());
    }

    private static void pad(MessageDigest digest, StoredTensors.Tensor tensor, FloatType type) {
        FloatType stored = FloatType.named(tensor.type()).orElse(type);
        long rowBytes = tensor.bytes() / stored.bytes() * type.bytes() / tensor.rows();
        long missing = VOCABULARY_ROWS - tensor.rows() % VOCABULARY_ROWS;
        byte[] row = new byte[(int) rowBytes];
        for (long i = 0; i < missing; i++) {
            digest.update(row);
        }
    }

    /** What is no plain float, a packed or a scaled type, goes in as it is. */
    private static void add(MessageDigest digest, StoredTensors.Tensor tensor, FloatType type) throws IOException {
        FloatType stored = FloatType.named(tensor.type()).orElse(type);
        ByteBuffer cast =
                ByteBuffer.allocate(PIECE_BYTES / stored.bytes() * type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(tensor.file(), StandardOpenOption.READ)) {
            for (long from = 0; from < tensor.bytes(); from += PIECE_BYTES) {
                ByteBuffer piece = tensor.read(channel, from, (int) Math.min(PIECE_BYTES, tensor.bytes() - from));
                if (stored == type) {
                    digest.update(piece);
                    continue;
                }
                cast.clear();
                while (piece.hasRemaining()) {
                    type.put(cast, stored.get(piece));
                }
                digest.update(cast.flip());
            }
        }
    }

    private static MessageDigest clone(MessageDigest digest) {
        try {
            return (MessageDigest) digest.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("every provider's SHA-256 can be cloned", e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
