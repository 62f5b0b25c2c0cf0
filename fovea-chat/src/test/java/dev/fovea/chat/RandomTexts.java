package dev.fovea.chat;

import java.util.List;
import java.util.random.RandomGenerator;

/** Texts of all scripts, code, and white space, mixed without mercy. */
final class RandomTexts {

    private static final List<String> PIECES = List.of(
            " ",
            "  ",
            "\n",
            "\r\n",
            "\n\n",
            "\t",
            "   \n",
            "\u00a0",
            "\u3000",
            "\u2028",
            "\u0085",
            "\u200b",
            "'s",
            "'S",
            "'\u017f",
            "'RE",
            "'ll",
            "don't",
            "I'D",
            "'",
            "''",
            "hello",
            "Hello World",
            "ALLCAPS",
            "snake_case",
            "camelCase",
            "x=1;",
            "{}",
            "{\"a\": [1, 2.5e-3]}",
            "def f(x):\n    return x\n",
            "</tag>",
            "https://e.org/?q=1&r=2",
            "C:\\tmp\\a",
            "1234567890",
            "3.14",
            "\u0664\u0662",
            "\u00bd",
            "\u2163",
            "...",
            "!?!",
            "--",
            "#",
            "$5",
            "naïve",
            "e\u0301",
            "A\u030a",
            "\u1100\u1161\u11a8",
            "\u212b",
            "\u0958",
            "\u0f43",
            "\ufb01",
            "\u4f60\u597d",
            "\u65e5\u672c\u8a9e",
            "カタカナ",
            "한국어",
            "Привет",
            "Ελλάδα",
            "שלום",
            "مرحبا",
            "नमस्ते",
            "สวัสดี",
            "አማርኛ",
            "ქართული",
            "\ud83d\ude00",
            "\ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67",
            "\ud83c\uddeb\ud83c\uddf7",
            "\ud842\udfb7",
            "\u0000",
            "\u0001",
            "\u007f",
            "\ufeff",
            "\ufffd",
            "<think",
            "<|im_end",
            "|>");

    /** Planes that hold assigned characters; private use and the unassigned rest differ between Unicode versions. */
    private static final int[][] RANGES = {
        {0x20, 0x7E},
        {0xA0, 0x24F},
        {0x250, 0x36F},
        {0x370, 0x52F},
        {0x530, 0x6FF},
        {0x900, 0x109F},
        {0x1100, 0x13FF},
        {0x1E00, 0x20CF},
        {0x2100, 0x2BFF},
        {0x3000, 0x30FF},
        {0x4E00, 0x9FFF},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFFEF},
        {0x10000, 0x10FFF},
        {0x1D400, 0x1D7FF},
        {0x1F300, 0x1FAFF},
        {0x20000, 0x2A6DF}
    };

    private RandomTexts() {}

    static String text(RandomGenerator random) {
        StringBuilder text = new StringBuilder();
        int pieces = 1 + random.nextInt(24);
        for (int i = 0; i < pieces; i++) {
            switch (random.nextInt(5)) {
                case 0 -> text.appendCodePoint(codePoint(random));
                case 1 -> text.append(" ".repeat(random.nextInt(9))).append("\n".repeat(random.nextInt(3)));
                case 2 -> text.append(PIECES.get(random.nextInt(PIECES.size())).repeat(1 + random.nextInt(3)));
                default -> text.append(PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        return text.toString();
    }

    private static int codePoint(RandomGenerator random) {
        while (true) {
            int[] range = RANGES[random.nextInt(RANGES.length)];
            int codePoint = range[0] + random.nextInt(range[1] - range[0] + 1);
            if (Character.isDefined(codePoint)) {
                return codePoint;
            }
        }
    }
}
