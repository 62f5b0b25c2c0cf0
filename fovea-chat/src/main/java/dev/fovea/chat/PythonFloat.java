package dev.fovea.chat;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Python's {@code repr} of a float: the shortest digits that give the number back, an exponent below -4 and from 16 on. */
final class PythonFloat {

    private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_EVEN);

    private PythonFloat() {}

    static String repr(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        String sign = Math.copySign(1.0, value) < 0 ? "-" : "";
        if (Double.isInfinite(value)) {
            return sign + "Infinity";
        }
        return value == 0 ? sign + "0.0" : sign + positive(Math.abs(value));
    }

    private static String positive(double value) {
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (shortest.precision() == 2) {
            // Double.toString never gives a single digit, also where one would do: 4.9E-324 for 5e-324
            BigDecimal digit = shortest.round(ONE_DIGIT).stripTrailingZeros();
            shortest = digit.doubleValue() == value ? digit : shortest;
        }
        String digits = shortest.unscaledValue().toString();
        int exponent = digits.length() - shortest.scale() - 1;
        if (exponent >= -4 && exponent < 16) {
            String plain = shortest.toPlainString();
            return plain.indexOf('.') < 0 ? plain + ".0" : plain;
        }
        String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
        return mantissa + (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
