package dev.fovea.families.qwen35;

import java.util.Set;

/** What sets the three templates apart. */
enum Qwen35Variant {
    QWEN35("qwen3.5", Scalars.PYTHON, Inline.READ, NoQuery.NO_REASONING, EmptySystem.SHOWN, false),
    QWEN36("qwen3.6", Scalars.JSON, Inline.READ, NoQuery.NO_REASONING, EmptySystem.SHOWN, false),
    QWEN38("qwen3.8", Scalars.JSON, Inline.TEXT, NoQuery.REFUSED, EmptySystem.LEFT_OUT, true);

    /** How arguments are printed that are neither text nor containers: {@code True} or {@code true}. */
    enum Scalars {
        PYTHON,
        JSON
    }

    /** What a closing tag in an assistant's text is. */
    enum Inline {
        READ,
        TEXT
    }

    /** What a conversation without a question is. */
    enum NoQuery {
        NO_REASONING,
        REFUSED
    }

    /** What becomes of a system message without a word. */
    enum EmptySystem {
        SHOWN,
        LEFT_OUT
    }

    private final String family;
    private final Scalars scalars;
    private final Inline inline;
    private final NoQuery noQuery;
    private final EmptySystem emptySystem;
    private final boolean preserves;

    Qwen35Variant(
            String family,
            Scalars scalars,
            Inline inline,
            NoQuery noQuery,
            EmptySystem emptySystem,
            boolean preserves) {
        this.family = family;
        this.scalars = scalars;
        this.inline = inline;
        this.noQuery = noQuery;
        this.emptySystem = emptySystem;
        this.preserves = preserves;
    }

    String family() {
        return family;
    }

    /** Settings that it takes beside those of all three. */
    Set<String> switches() {
        return switch (this) {
            case QWEN35 -> Set.of();
            case QWEN36 -> Set.of("preserve_thinking");
            case QWEN38 -> Set.of("preserve_thinking", "reasoning_effort");
        };
    }

    Scalars scalars() {
        return scalars;
    }

    Inline inline() {
        return inline;
    }

    NoQuery noQuery() {
        return noQuery;
    }

    EmptySystem emptySystem() {
        return emptySystem;
    }

    /** Whether earlier turns keep their reasoning unless a setting says otherwise. */
    boolean preserves() {
        return preserves;
    }
}
