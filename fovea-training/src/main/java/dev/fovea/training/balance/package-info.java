/**
 * What a row costs, and how rows are shared out so that no rank waits for another.
 *
 * <p>Start reading at {@link dev.fovea.training.balance.RowCost}, then {@link dev.fovea.training.balance.Partition}.
 */
@NullMarked
package dev.fovea.training.balance;

import org.jspecify.annotations.NullMarked;
