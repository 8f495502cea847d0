// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import java.util.Arrays;

/**
 * Measures one obligation: a book of what the provider shows in the instrument, and how long it was in which state.
 * The state changes between transactions only, and the time up to a change belongs to the state before it.
 */
final class ObligationTracker
{
    private static final QuoteState[] QUOTE_STATES = QuoteState.values();
    private static final int STATES = QUOTE_STATES.length;
    private static final int PER_MILLE_OF_MIDDLE = 2 * ObligationSpec.PER_MILLE;

    private final ObligationSpec spec;
    private final MarketBook book;
    private final long[] stateNs = new long[STATES];
    private final WideSum spreadSum = new WideSum();
    private final WideSum bidLotsSum = new WideSum();
    private final WideSum askLotsSum = new WideSum();
    private long priceTickE5;
    private String symbol = "";
    private QuoteState state = QuoteState.ABSENT;
    private boolean isMeasured;
    private boolean isTouched;
    private long sinceNs;
    private long twoSidedNs;
    private long bestSpreadE5;
    private long bidLots;
    private long askLots;
    private long quotes;
    private long trades;
    private long tradedLots;

    ObligationTracker(final ObligationSpec spec, final BookPool pool)
    {
        this.spec = spec;
        book = new MarketBook(spec.instrumentId(), pool);
    }

    /** All but what is shown, between two transactions. */
    void state(final CheckpointState checkpoint)
    {
        for (int i = 0; i < STATES; i++)
        {
            stateNs[i] = checkpoint.number(stateNs[i]);
        }
        spreadSum.state(checkpoint);
        bidLotsSum.state(checkpoint);
        askLotsSum.state(checkpoint);
        priceTickE5 = checkpoint.number(priceTickE5);
        symbol = checkpoint.text(symbol);
        state = checkpoint.constant(state, QUOTE_STATES);
        isMeasured = checkpoint.flag(isMeasured);
        sinceNs = checkpoint.number(sinceNs);
        twoSidedNs = checkpoint.number(twoSidedNs);
        bestSpreadE5 = checkpoint.number(bestSpreadE5);
        bidLots = checkpoint.number(bidLots);
        askLots = checkpoint.number(askLots);
        quotes = checkpoint.number(quotes);
        trades = checkpoint.number(trades);
        tradedLots = checkpoint.number(tradedLots);
    }

    ObligationSpec spec()
    {
        return spec;
    }

    /** What the provider shows. */
    MarketBook book()
    {
        return book;
    }

    void instrument(final String newSymbol, final long newPriceTickE5)
    {
        symbol = newSymbol;
        priceTickE5 = newPriceTickE5;
    }

    void reset(final long nowNs)
    {
        Arrays.fill(stateNs, 0);
        spreadSum.clear();
        bidLotsSum.clear();
        askLotsSum.clear();
        twoSidedNs = 0;
        quotes = 0;
        trades = 0;
        tradedLots = 0;
        sinceNs = nowNs;
    }

    void onQuote()
    {
        quotes++;
    }

    void onTrade(final long qtyLots)
    {
        trades++;
        tradedLots += qtyLots;
    }

    /** A trade of the session was broken, when no lots are left, or corrected. */
    void onTradeCorrected(final long qtyLots, final long newQtyLots)
    {
        trades -= 0 == newQtyLots ? 1 : 0;
        tradedLots -= qtyLots - newQtyLots;
    }

    /** The transaction in hand changes what the provider shows; true for its first change. */
    boolean touch()
    {
        final boolean isFirst = !isTouched;
        isTouched = true;
        return isFirst;
    }

    /** A transaction has changed something: the time up to it is counted, and the state is what it is after it. */
    void onTransactionEnd(final long nowNs, final boolean isMeasuredNow)
    {
        isTouched = false;
        count(nowNs);
        isMeasured = isMeasuredNow;
        final MarketLevel bid = book.bestBid();
        final MarketLevel ask = book.bestAsk();
        if (null == bid || null == ask)
        {
            state = null == bid && null == ask ? QuoteState.ABSENT : QuoteState.ONE_SIDE;
            return;
        }
        bestSpreadE5 = ask.priceE5() - bid.priceE5();
        bidLots = totalLots(true);
        askLots = totalLots(false);
        if (bidLots < spec.minLots() || askLots < spec.minLots())
        {
            state = QuoteState.SIZE;
        }
        else
        {
            state = isWithinSpread(priceOfSize(true), priceOfSize(false)) ? QuoteState.MET : QuoteState.SPREAD;
        }
    }

    private void count(final long nowNs)
    {
        final long elapsedNs = nowNs - sinceNs;
        sinceNs = nowNs;
        if (!isMeasured || 0 == elapsedNs)
        {
            return;
        }
        stateNs[state.ordinal()] += elapsedNs;
        if (QuoteState.ABSENT != state && QuoteState.ONE_SIDE != state)
        {
            twoSidedNs += elapsedNs;
            spreadSum.add(bestSpreadE5, elapsedNs);
            bidLotsSum.add(bidLots, elapsedNs);
            askLotsSum.add(askLots, elapsedNs);
        }
    }

    private long totalLots(final boolean isBid)
    {
        long lots = 0;
        for (int depth = 0, count = book.levelCount(isBid); depth < count; depth++)
        {
            lots += book.level(isBid, depth).qtyLots();
        }
        return lots;
    }

    /** Price down to which the least size is shown; there is enough of it. */
    private long priceOfSize(final boolean isBid)
    {
        int depth = 0;
        MarketLevel level = book.level(isBid, depth);
        for (long lots = level.qtyLots(); lots < spec.minLots(); lots += level.qtyLots())
        {
            level = book.level(isBid, ++depth);
        }
        return level.priceE5();
    }

    private boolean isWithinSpread(final long bidE5, final long askE5)
    {
        final long spreadE5 = askE5 - bidE5;
        if (0 != spec.maxSpreadTicks())
        {
            return spreadE5 <= spec.maxSpreadTicks() * priceTickE5;
        }
        // Prices per mille of a middle below zero mean nothing: then there is no spread that would do.
        return spreadE5 <= Long.MAX_VALUE / PER_MILLE_OF_MIDDLE &&
            spreadE5 * PER_MILLE_OF_MIDDLE <= spec.maxSpreadPermille() * (bidE5 + askE5);
    }

    /** Immutable copy up to a moment, which is not before the last transaction. Allocates. */
    ObligationReport report(final int sessionId, final int tradingDate, final long nowNs)
    {
        count(nowNs);
        long continuousNs = 0;
        for (final long ns : stateNs)
        {
            continuousNs += ns;
        }
        final long presentNs = stateNs[QuoteState.MET.ordinal()];
        final boolean isTwoSided = 0 != twoSidedNs;
        return new ObligationReport(
            spec.provider(),
            spec.kind().name(),
            spec.instrumentId(),
            symbol,
            sessionId,
            tradingDate,
            nowNs,
            state,
            isMeasured,
            continuousNs,
            presentNs,
            0 == continuousNs ? 0 : (int)(presentNs * ObligationSpec.PER_MILLE / continuousNs),
            spec.presencePermille(),
            presentNs * ObligationSpec.PER_MILLE >= continuousNs * spec.presencePermille(),
            stateNs[QuoteState.ABSENT.ordinal()],
            stateNs[QuoteState.ONE_SIDE.ordinal()],
            stateNs[QuoteState.SIZE.ordinal()],
            stateNs[QuoteState.SPREAD.ordinal()],
            spec.maxSpreadTicks(),
            spec.maxSpreadPermille(),
            spec.minLots(),
            isTwoSided ? Decimals.priceE5(spreadSum.roundedQuotient(twoSidedNs)) : null,
            isTwoSided ? bidLotsSum.roundedQuotient(twoSidedNs) : null,
            isTwoSided ? askLotsSum.roundedQuotient(twoSidedNs) : null,
            quotes,
            trades,
            tradedLots);
    }
}
