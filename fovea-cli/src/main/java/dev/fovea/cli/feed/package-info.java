/** {@code fovea feed}: batches with pixels beside a trainer's rank. Start reading at FeedCommand. */
@NullMarked
package dev.fovea.cli.feed;

import org.jspecify.annotations.NullMarked;
