/**
 * The command line: parses what the user wants, assembles the rooms, shows progress.
 *
 * <p>May use every room; owns no logic that another room could own. Start reading at {@link dev.fovea.cli.Main}.
 */
@NullMarked
package dev.fovea.cli;

import org.jspecify.annotations.NullMarked;
