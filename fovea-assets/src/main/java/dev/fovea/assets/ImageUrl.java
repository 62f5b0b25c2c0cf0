package dev.fovea.assets;

import dev.fovea.contract.error.ErrorCode;
import dev.fovea.contract.error.RequestException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * The grammar of image URLs at the way in: {@code data:image/<subtype>[;params];base64,} with the first marker splitting header
 * from payload, or {@code file://}. All matching is case sensitive. Everything else is refused; nothing is ever fetched.
 */
final class ImageUrl {

    /** More than any media type with parameters needs; what is longer is not a header. */
    static final int MAX_HEADER_BYTES = 512;

    /** Linux paths hold 4,096 bytes, each up to three characters when percent-encoded. */
    static final int MAX_FILE_URI_BYTES = 3 * 4096 + 16;

    static final String FILE_PREFIX = "file://";

    private static final String DATA_PREFIX = "data:image/";
    private static final String MARKER = ";base64,";
    private static final Pattern OTHER_MODALITY =
            Pattern.compile("data:(video|audio)/.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]{1,20}:.*", Pattern.DOTALL);

    private static final int SHOWN_CHARACTERS = 64;

    /** A text without a scheme may be a bare payload, so that less of it is shown: a file's magic, no picture. */
    private static final int SHOWN_WITHOUT_SCHEME = 12;

    private ImageUrl() {}

    /** Where the payload begins; empty while {@code url} holds no complete header of a data image. */
    static OptionalInt payloadStart(String url) {
        int marker = url.startsWith(DATA_PREFIX) ? url.indexOf(MARKER) : -1;
        return marker < 0 ? OptionalInt.empty() : OptionalInt.of(marker + MARKER.length());
    }

    /** The declared type of a URL whose header is complete. */
    static ImageMediaType mediaType(String url) {
        String header = url.substring(DATA_PREFIX.length(), url.indexOf(MARKER));
        int parameters = header.indexOf(';');
        return new ImageMediaType(parameters < 0 ? header : header.substring(0, parameters));
    }

    /** The refusal of a URL that is neither a data image nor a file. */
    static RequestException refused(String url) {
        if (OTHER_MODALITY.matcher(url).matches()) {
            return new RequestException(
                    ErrorCode.UNSUPPORTED_MODALITY,
                    "'" + shown(url) + "' is no image",
                    "send images only; video and audio are not carried");
        }
        return new RequestException(
                ErrorCode.UNSUPPORTED_IMAGE_SOURCE,
                "image source '" + shown(url) + "' is not supported",
                "send data:image/<type>;base64,<payload> or a file:/// URI inside the allowed roots; nothing is fetched");
    }

    /** The text before the first comma, query or user information, short enough to hold no payload and no secret. */
    private static String shown(String url) {
        String text = url.split("[,?#\\p{Cntrl}]", 2)[0].replaceFirst("://[^/]*@", "://");
        int limit = SCHEME.matcher(text).matches() ? SHOWN_CHARACTERS : SHOWN_WITHOUT_SCHEME;
        return text.length() <= limit ? text : text.substring(0, limit - 1) + "…";
    }
}
