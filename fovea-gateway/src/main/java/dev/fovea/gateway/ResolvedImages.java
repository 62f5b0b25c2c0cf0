package dev.fovea.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.fovea.assets.StoredImage;
import dev.fovea.contract.ImageHash;
import dev.fovea.contract.ResolvedImage;
import dev.fovea.vision.ImageResolver;
import org.jspecify.annotations.Nullable;

/**
 * Layouts of images. One that this gateway has just stored is remembered by the hash of its bytes, so that a history of a hundred
 * screenshots is not read again on every turn; a file that somebody else named is read each time.
 */
final class ResolvedImages {

    private static final int REMEMBERED = 16_384;

    /** One picture may stand under two names with two declared types. */
    private record Key(ImageHash hash, String uri) {}

    private final ImageResolver resolver;
    private final Cache<Key, ResolvedImage> remembered =
            Caffeine.newBuilder().maximumSize(REMEMBERED).build();

    ResolvedImages(ImageResolver resolver) {
        this.resolver = resolver;
    }

    ResolvedImage resolve(String uri, @Nullable StoredImage stored) {
        return stored == null
                ? resolver.resolve(uri)
                : remembered.get(new Key(stored.hash(), uri), key -> resolver.resolve(key.uri()));
    }
}
