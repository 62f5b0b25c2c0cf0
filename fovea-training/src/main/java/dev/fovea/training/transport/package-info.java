/**
 * How steps travel: from the orchestrator to the packer as samples, from the packer to the ranks as packed rows.
 *
 * <p>Both legs share one pair of interfaces. A step is written item by item and becomes visible as a whole or not at all; a
 * reader gets it again and again until it says that the step was trained. Start reading at
 * {@link dev.fovea.training.transport.Transport}, then at the file system's, which is the plainest.
 */
@NullMarked
package dev.fovea.training.transport;

import org.jspecify.annotations.NullMarked;
