/**
 * Runs recorded answers of the references through the rooms that must give the same ones, and counts what differs.
 *
 * <p>May use contract, assets, vision, chat and families; reads a corpus folder and writes nothing. A record is equal, differs, or
 * is set apart under the name of a documented difference. Start reading at {@link dev.fovea.conform.ConformReport}.
 */
@NullMarked
package dev.fovea.conform;

import org.jspecify.annotations.NullMarked;
