// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.Sum128;

import java.util.Collections;
import java.util.List;

/**
 * What the tables of a run add up to, by instrument ordinal, by posting code and by brokerage firm. Counted by the
 * checks while they go through the tables.
 */
public final class RunTotals
{
    private final InstrumentSums positions;
    private final TradeScan trades;
    private final LedgerSums ledger;

    RunTotals(final InstrumentSums positions, final TradeScan trades, final LedgerSums ledger)
    {
        this.positions = positions;
        this.trades = trades;
        this.ledger = ledger;
    }

    /**
     * A sum of the positions in an instrument, over all registers.
     *
     * @param sum of {@link InstrumentSums}, of lots.
     * @param instrument ordinal.
     * @return sum.
     */
    public long positions(final int sum, final int instrument)
    {
        return positions.lots(sum, instrument);
    }

    /**
     * Trades of the session in an instrument.
     *
     * @param instrument ordinal.
     * @return number of trades.
     */
    public long trades(final int instrument)
    {
        return trades.trades[instrument];
    }

    /**
     * Lots of the trades of the session in an instrument, each trade once.
     *
     * @param instrument ordinal.
     * @return lots.
     */
    public long lots(final int instrument)
    {
        return trades.lots[instrument];
    }

    /**
     * Number of postings.
     *
     * @param code of them.
     * @return from 0.
     */
    public long postings(final PostingCode code)
    {
        return ledger.postings[code.ordinal()];
    }

    /**
     * What registers have received by postings.
     *
     * @param code of them.
     * @return kopecks.
     */
    public Sum128 received(final PostingCode code)
    {
        return ledger.received[code.ordinal()];
    }

    /**
     * What registers have paid by postings.
     *
     * @param code of them.
     * @return kopecks.
     */
    public Sum128 paid(final PostingCode code)
    {
        return ledger.paid[code.ordinal()];
    }

    /**
     * What payments have brought to an account of the house.
     *
     * @param account of {@link HouseAccounts}, no transit account and none of fees.
     * @return kopecks, credits less debits.
     */
    public Sum128 house(final int account)
    {
        return ledger.house[-account];
    }

    /**
     * Brokerage firms that have registers with money or positions, in the order of their codes.
     *
     * @return read-only view.
     */
    public List<FirmTotal> firms()
    {
        return Collections.unmodifiableList(ledger.firms);
    }
}
