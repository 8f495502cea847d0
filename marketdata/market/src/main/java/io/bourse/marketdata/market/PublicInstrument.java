// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.BookPool;
import io.bourse.marketdata.book.MarketBook;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.statistics.DailyStatistics;

import java.util.ArrayList;
import java.util.List;

/**
 * What the public knows of one instrument: its terms, its state, its book.
 */
public final class PublicInstrument
{
    /** Change: the instrument was defined, or defined anew, or a leg was added. */
    public static final int DEFINITION = 1;

    /** Change: another phase of trading. */
    public static final int PHASE = 1 << 1;

    /** Change: other price limits. */
    public static final int LIMITS = 1 << 2;

    /** Change: a settlement price, with limits and tick value of the next session. */
    public static final int SETTLEMENT = 1 << 3;

    /** Change: other initial margins. */
    public static final int MARGIN = 1 << 4;

    /** Change: what the auction would give now. */
    public static final int INDICATION = 1 << 5;

    /** Change: an auction has ended, with {@link #uncrossedLots()} traded. */
    public static final int UNCROSSED = 1 << 6;

    private static final InstrumentKind[] KINDS = InstrumentKind.values();
    private static final Phase[] PHASES = Phase.values();
    private static final OptionRight[] RIGHTS = OptionRight.values();

    private final int instrumentId;
    private final int index;
    private final MarketBook book;
    private final ArrayList<PublicLeg> legs = new ArrayList<>();

    String symbol = "";
    String underlying = "";
    String currency = "";
    InstrumentKind kind = InstrumentKind.NULL_VAL;
    /** As in the engine, the default. */
    Phase phase = Phase.CONTINUOUS;
    Phase uncrossedPhase = Phase.NULL_VAL;
    int maturityDate;
    long priceTickE5;
    long tickValueE5;
    long lowLimitE5;
    long highLimitE5;
    long settlementPriceE5;
    long longMarginKopecks;
    long shortMarginKopecks;
    long phaseStartNs;
    long phaseEndNs;
    long indicativePriceE5;
    long indicativeLots;
    long imbalanceLots;
    long uncrossedPriceE5;
    long uncrossedLots;
    /** Whether it is among those that the transaction affects. */
    boolean isAffected;

    private OptionRight right = OptionRight.NONE;
    private long strikeE5;
    private DailyStatistics statistics;
    private int changes;
    private boolean isTouched;
    private long bidPriceE5;
    private long bidQtyLots;
    private long askPriceE5;
    private long askQtyLots;

    PublicInstrument(final int instrumentId, final int index, final BookPool pool)
    {
        this.instrumentId = instrumentId;
        this.index = index;
        book = new MarketBook(instrumentId, pool);
    }

    /**
     * Id of the engine; SecurityID of the feeds.
     *
     * @return id.
     */
    public int instrumentId()
    {
        return instrumentId;
    }

    /**
     * Place among all instruments of the market.
     *
     * @return from 0, in the order of definition; it never changes.
     */
    public int index()
    {
        return index;
    }

    /**
     * Short name.
     *
     * @return symbol, at most 25 characters.
     */
    public String symbol()
    {
        return symbol;
    }

    /**
     * What kind of contract it is.
     *
     * @return kind.
     */
    public InstrumentKind kind()
    {
        return kind;
    }

    /**
     * Code of what it is a contract on.
     *
     * @return code, empty for none.
     */
    public String underlying()
    {
        return underlying;
    }

    /**
     * Currency of the price.
     *
     * @return ISO 4217 code.
     */
    public String currency()
    {
        return currency;
    }

    /**
     * Last day of trading.
     *
     * @return YYYYMMDD, 0 for none.
     */
    public int maturityDate()
    {
        return maturityDate;
    }

    /**
     * What the holder of an option may do.
     *
     * @return right; {@code NONE} for what is no option, and until the contract is defined.
     */
    public OptionRight right()
    {
        return right;
    }

    /**
     * Strike of an option.
     *
     * @return price x 100 000; means nothing without a right.
     */
    public long strikeE5()
    {
        return strikeE5;
    }

    /**
     * Legs of a strategy, in order.
     *
     * @return legs, empty for all others.
     */
    public List<PublicLeg> legs()
    {
        return legs;
    }

    /**
     * Price step.
     *
     * @return price x 100 000.
     */
    public long priceTickE5()
    {
        return priceTickE5;
    }

    /**
     * Value of a price step of one lot.
     *
     * @return roubles x 100 000.
     */
    public long tickValueE5()
    {
        return tickValueE5;
    }

    /**
     * Lowest price of an order.
     *
     * @return price x 100 000.
     */
    public long lowLimitE5()
    {
        return lowLimitE5;
    }

    /**
     * Highest price of an order.
     *
     * @return price x 100 000.
     */
    public long highLimitE5()
    {
        return highLimitE5;
    }

    /**
     * Last settlement price.
     *
     * @return price x 100 000.
     */
    public long settlementPriceE5()
    {
        return settlementPriceE5;
    }

    /**
     * Initial margin of one lot bought.
     *
     * @return kopecks, 0 before it was set.
     */
    public long longMarginKopecks()
    {
        return longMarginKopecks;
    }

    /**
     * Initial margin of one lot sold.
     *
     * @return kopecks, 0 before it was set.
     */
    public long shortMarginKopecks()
    {
        return shortMarginKopecks;
    }

    /**
     * Open, high, low, volume and the like of the session.
     *
     * @return the same object always.
     */
    public DailyStatistics statistics()
    {
        return statistics;
    }

    /**
     * Phase of trading. Clearing halts are of the session: see {@link PublicSession#isSuspended()}.
     *
     * @return phase.
     */
    public Phase phase()
    {
        return phase;
    }

    /**
     * When the phase began.
     *
     * @return nanoseconds since the Unix epoch, 0 if it was never changed.
     */
    public long phaseStartNs()
    {
        return phaseStartNs;
    }

    /**
     * When the phase is to end, without its random part.
     *
     * @return nanoseconds since the Unix epoch, 0 for open.
     */
    public long phaseEndNs()
    {
        return phaseEndNs;
    }

    /**
     * Price the auction would give now.
     *
     * @return price x 100 000, with {@link #indicativeLots()} above 0.
     */
    public long indicativePriceE5()
    {
        return indicativePriceE5;
    }

    /**
     * What the auction would trade now.
     *
     * @return lots, 0 for nothing.
     */
    public long indicativeLots()
    {
        return indicativeLots;
    }

    /**
     * What would be left at that price.
     *
     * @return lots, above 0 to buy, below 0 to sell.
     */
    public long imbalanceLots()
    {
        return imbalanceLots;
    }

    /**
     * Price of the last auction.
     *
     * @return price x 100 000, with {@link #uncrossedLots()} above 0.
     */
    public long uncrossedPriceE5()
    {
        return uncrossedPriceE5;
    }

    /**
     * What the last auction has traded.
     *
     * @return lots, 0 for nothing.
     */
    public long uncrossedLots()
    {
        return uncrossedLots;
    }

    /**
     * The auction that {@link #uncrossedPriceE5()} is of.
     *
     * @return phase that ended, NULL_VAL before the first auction.
     */
    public Phase uncrossedPhase()
    {
        return uncrossedPhase;
    }

    /**
     * The public book, order by order.
     *
     * @return book, past the transaction that is shown.
     */
    public MarketBook book()
    {
        return book;
    }

    /**
     * Best bid as published.
     *
     * @return level; null for an empty side, and while the book is crossed as in an auction.
     */
    public MarketLevel bestBid()
    {
        return book.isCrossed() ? null : book.bestBid();
    }

    /**
     * Best offer as published.
     *
     * @return level; null for an empty side, and while the book is crossed as in an auction.
     */
    public MarketLevel bestAsk()
    {
        return book.isCrossed() ? null : book.bestAsk();
    }

    /**
     * What else than orders has changed in the transaction that is shown.
     *
     * @return bits {@link #DEFINITION} to {@link #UNCROSSED}.
     */
    public int changes()
    {
        return changes;
    }

    long nextRptSeq()
    {
        final long rptSeq = book.rptSeq() + 1;
        book.rptSeq(rptSeq);
        return rptSeq;
    }

    void define(final InstrumentDefinedDecoder event, final DailyStatistics newStatistics)
    {
        statistics = newStatistics;
        symbol = event.symbol();
        underlying = event.underlying();
        currency = event.currency();
        kind = event.kind();
        maturityDate = (int)event.maturityDate();
        priceTickE5 = event.priceTickE5();
        tickValueE5 = event.tickValueE5();
        lowLimitE5 = event.lowLimitE5();
        highLimitE5 = event.highLimitE5();
        settlementPriceE5 = event.settlementPriceE5();
    }

    void define(final ContractDefinedDecoder event)
    {
        right = event.right();
        strikeE5 = event.strikeE5();
    }

    void addLeg(final PublicLeg leg)
    {
        legs.add(leg);
    }

    /** What an auction would give is gone. */
    void endIndication()
    {
        indicativeLots = 0;
        imbalanceLots = 0;
    }

    /** Returns true if this is the first change of the transaction. */
    boolean addChange(final int change)
    {
        final boolean isFirst = 0 == changes;
        changes |= change;
        return isFirst;
    }

    void forgetChanges()
    {
        changes = 0;
    }

    /** Remembers the touch before the first change of a transaction; returns true if this is the first. */
    boolean touch()
    {
        if (isTouched)
        {
            return false;
        }
        isTouched = true;
        final MarketLevel bid = bestBid();
        final MarketLevel ask = bestAsk();
        bidPriceE5 = priceE5(bid);
        bidQtyLots = qtyLots(bid);
        askPriceE5 = priceE5(ask);
        askQtyLots = qtyLots(ask);
        return true;
    }

    /** Ends the transaction for this instrument; returns true if best price or its quantity is another than before. */
    boolean settleTouch()
    {
        isTouched = false;
        final MarketLevel bid = bestBid();
        final MarketLevel ask = bestAsk();
        return bidQtyLots != qtyLots(bid) || bidPriceE5 != priceE5(bid) ||
            askQtyLots != qtyLots(ask) || askPriceE5 != priceE5(ask);
    }

    private static long priceE5(final MarketLevel level)
    {
        return null == level ? 0 : level.priceE5();
    }

    private static long qtyLots(final MarketLevel level)
    {
        return null == level ? 0 : level.qtyLots();
    }

    /** Legs are not in it: the market knows them. */
    void state(final CheckpointState state, final DailyStatistics itsStatistics)
    {
        statistics = itsStatistics;
        symbol = state.text(symbol);
        underlying = state.text(underlying);
        currency = state.text(currency);
        kind = state.constant(kind, KINDS);
        phase = state.constant(phase, PHASES);
        uncrossedPhase = state.constant(uncrossedPhase, PHASES);
        right = state.constant(right, RIGHTS);
        maturityDate = state.number(maturityDate);
        priceTickE5 = state.number(priceTickE5);
        tickValueE5 = state.number(tickValueE5);
        lowLimitE5 = state.number(lowLimitE5);
        highLimitE5 = state.number(highLimitE5);
        settlementPriceE5 = state.number(settlementPriceE5);
        longMarginKopecks = state.number(longMarginKopecks);
        shortMarginKopecks = state.number(shortMarginKopecks);
        phaseStartNs = state.number(phaseStartNs);
        phaseEndNs = state.number(phaseEndNs);
        indicativePriceE5 = state.number(indicativePriceE5);
        indicativeLots = state.number(indicativeLots);
        imbalanceLots = state.number(imbalanceLots);
        uncrossedPriceE5 = state.number(uncrossedPriceE5);
        uncrossedLots = state.number(uncrossedLots);
        strikeE5 = state.number(strikeE5);
        book.rptSeq(state.number(book.rptSeq()));
        orders(state, true);
        orders(state, false);
    }

    private void orders(final CheckpointState state, final boolean isBid)
    {
        if (state.isReading())
        {
            while (state.flag(false))
            {
                book.add(state.number(0L), isBid, state.number(0L), state.number(0L), state.number(0L),
                    state.number(0L));
            }
            return;
        }
        for (int depth = 0, levels = book.levelCount(isBid); depth < levels; depth++)
        {
            for (BookOrder order = book.level(isBid, depth).oldest(); null != order; order = order.next())
            {
                state.flag(true);
                state.number(order.orderId());
                state.number(order.priceE5());
                state.number(order.qtyLots());
                state.number(order.entryTimeNs());
                state.number(order.mdFlags());
            }
        }
        state.flag(false);
    }
}
