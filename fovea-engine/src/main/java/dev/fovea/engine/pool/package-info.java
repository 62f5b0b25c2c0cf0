/**
 * Several replicas of one engine behind the same interface: who gets a request, who is left alone for a while, who has which weights.
 *
 * <p>Replicas may be of any kind; affinity is a preference and never needed for a right answer.
 */
@NullMarked
package dev.fovea.engine.pool;

import org.jspecify.annotations.NullMarked;
