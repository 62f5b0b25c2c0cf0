/**
 * The trainer's side: packed rows become batches with positions and pixels, made ahead within a budget of bytes and written where
 * a trainer of any language reads them.
 *
 * <p>Knows no model: a {@link dev.fovea.training.feed.FeedModel} says what a family does with images. Start reading at BatchMaker,
 * then Prefetch; BatchMaterializer is the short way for a learner in the same process.
 */
@NullMarked
package dev.fovea.training.feed;

import org.jspecify.annotations.NullMarked;
