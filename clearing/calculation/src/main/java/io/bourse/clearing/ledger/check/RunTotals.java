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
     * Lots and money of the positions in an instrument.
     *
     * @param instrument ordinal.
     * @return totals.
     */
    public OfInstrument positions(final int instrument)
    {
        return new OfInstrument(
            positions.rows[instrument],
            positions.begin[instrument],
            positions.buys[instrument],
            positions.sells[instrument],
            positions.moved[instrument],
            positions.end[instrument],
            positions.longBegin[instrument],
            positions.longTraded[instrument],
            positions.longEnd[instrument]);
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

    /**
     * Positions in one instrument, added up over all registers.
     *
     * @param rows of positions.
     * @param begin bought less sold positions at the opening; 0 if all is well.
     * @param buys lots bought.
     * @param sells lots sold.
     * @param moved lots moved; 0 if all is well.
     * @param end bought less sold positions at the end; 0 if all is well.
     * @param longBegin bought positions at the opening.
     * @param longTraded bought positions after the trades: the open interest of the matcher.
     * @param longEnd bought positions at the end.
     */
    public record OfInstrument(
        long rows,
        long begin,
        long buys,
        long sells,
        long moved,
        long end,
        long longBegin,
        long longTraded,
        long longEnd)
    {
    }
}
