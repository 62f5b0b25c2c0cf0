/**
 * The demonstration: assembles every room into one process, trains a small policy on the colour-codeword task and shows it.
 *
 * <p>Start reading at {@link dev.fovea.cli.demo.DemoCommand}, then {@link dev.fovea.cli.demo.DemoRun}.
 */
@NullMarked
package dev.fovea.cli.demo;

import org.jspecify.annotations.NullMarked;
