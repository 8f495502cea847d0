// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.table.Table;

import java.util.List;

/**
 * What a plan is made of.
 *
 * @param registers at the cut.
 * @param contracts by ordinal, with the settlement prices of the run.
 * @param ends by ordinal: contracts that this run ends, see {@link ExpiryPlanner#ends}.
 * @param ended by ordinal: contracts that an earlier run has ended. A future that an option makes in one of them ends
 * at once, at its last price. May be null.
 * @param underlyingE5 by ordinal: price that decides the exercise of an option whose underlying is no instrument of the
 * venue, null where unknown. May be null as a whole.
 * @param positions of the contracts that end, in the order of the registers' codes; their end counts.
 * @param instructions of the day.
 * @param carriedObligations RunTables.OBLIGATIONS of the last completed run, of this day or before; null when there is
 * none.
 * @param deliveries what becomes an obligation besides contracts that end; null for none.
 */
public record ExpiryInput(
    RegisterOrder registers,
    Contract[] contracts,
    boolean[] ends,
    boolean[] ended,
    Long[] underlyingE5,
    List<PositionRows> positions,
    Instructions instructions,
    Table carriedObligations,
    Deliveries deliveries)
{
    /**
     * A plan in which no option outlives its underlying, and nothing is delivered but contracts that end.
     *
     * @param registers at the cut.
     * @param contracts by ordinal, with the settlement prices of the run.
     * @param ends by ordinal: contracts that this run ends.
     * @param underlyingE5 by ordinal, or null.
     * @param positions of the contracts that end.
     * @param instructions of the day.
     * @param carriedObligations of the last completed run, or null.
     */
    public ExpiryInput(
        final RegisterOrder registers,
        final Contract[] contracts,
        final boolean[] ends,
        final Long[] underlyingE5,
        final List<PositionRows> positions,
        final Instructions instructions,
        final Table carriedObligations)
    {
        this(registers, contracts, ends, null, underlyingE5, positions, instructions, carriedObligations, null);
    }
}
