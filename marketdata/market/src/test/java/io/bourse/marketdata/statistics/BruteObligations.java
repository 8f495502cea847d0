// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.BookOrderDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes down what every provider shows after every transaction, compares that with the state that the engine reports,
 * and adds all of it up in the end, in decimals and without any of the counters' shortcuts.
 */
final class BruteObligations extends EventListenerPair
{
    /** What a provider shows from a moment on: {1 for bids, price, lots} of each order. */
    private record Sample(long fromNs, boolean isMeasured, List<long[]> orders)
    {
    }

    private final MarketStatistics statistics;
    private final ObligationCounters counters;
    private final long seed;
    private final List<List<Sample>> samples = new ArrayList<>();
    private final Map<Integer, Phase> phases = new HashMap<>();
    private final Map<Integer, Map<Long, String>> reported = new HashMap<>();
    private final Map<Integer, Long> longLots = new HashMap<>();
    private boolean isOpen;
    private boolean isReported;
    private int comparedReports;
    private int reduced;
    private int restated;
    private long cursor;
    private long nowNs;

    BruteObligations(final List<ObligationSpec> specs, final long seed)
    {
        this(new MarketStatistics(new PriceIndices(List.of(), IndexListener.NONE)), new ObligationCounters(specs),
            seed);
    }

    private BruteObligations(final MarketStatistics statistics, final ObligationCounters counters, final long seed)
    {
        super(statistics, counters);
        this.statistics = statistics;
        this.counters = counters;
        this.seed = seed;
        counters.trackers().forEach(tracker -> samples.add(new ArrayList<>()));
    }

    ObligationCounters counters()
    {
        return counters;
    }

    int comparedReports()
    {
        return comparedReports;
    }

    /** Orders that self-trade prevention took lots off. */
    int reduced()
    {
        return reduced;
    }

    /** Orders that have come into a new session. */
    int restated()
    {
        return restated;
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        super.onOrderReduced(group, event);
        reduced++;
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        super.onOrderRestated(group, event);
        restated++;
    }

    long cursor()
    {
        return cursor;
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        super.onSessionOpened(group, event);
        isOpen = true;
        samples.forEach(List::clear);
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        super.onTradingSuspended(group, event);
        isOpen = false;
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        super.onTradingResumed(group, event);
        isOpen = true;
    }

    @Override
    public void onPosition(final EventGroup group, final PositionDecoder event)
    {
        longLots.merge(event.instrumentId(), Math.max(0, event.netLots()), Long::sum);
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        super.onPhaseChanged(group, event);
        phases.put(event.instrumentId(), event.phase());
    }

    @Override
    public void onBookOrder(final EventGroup group, final BookOrderDecoder event)
    {
        if (OrderPlace.BOOK == event.place() && 0 != event.shownLots())
        {
            for (int i = 0; i < samples.size(); i++)
            {
                final ObligationSpec spec = counters.trackers().get(i).spec();
                if (spec.instrumentId() == event.instrumentId() && counts(spec, event.loginId()))
                {
                    reported.computeIfAbsent(i, tracker -> new TreeMap<>()).put(event.orderId(),
                        line(Side.BUY == event.side(), event.priceE5(), event.shownLots()));
                }
            }
        }
    }

    private static boolean counts(final ObligationSpec spec, final int loginId)
    {
        return switch (spec.provider())
        {
            case "TWAA1" -> DemoReferenceData.TWAA1_LOGIN_ID == loginId;
            case "TWBB1" -> DemoReferenceData.TWBB1_LOGIN_ID == loginId;
            default -> DemoReferenceData.TWBB1_LOGIN_ID == loginId || DemoReferenceData.FIXBB1_LOGIN_ID == loginId;
        };
    }

    @Override
    public void onStateReported(final EventGroup group, final StateReportedDecoder event)
    {
        isReported = true;
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        super.onGroupEnd(group);
        cursor = group.cursor();
        nowNs = group.engineTimeNs();
        for (int i = 0; i < samples.size(); i++)
        {
            final ObligationTracker tracker = counters.trackers().get(i);
            final List<long[]> orders = new ArrayList<>();
            final Map<Long, String> lines = new TreeMap<>();
            final BookCursor book = new BookCursor().wrap(tracker.book());
            for (BookOrder order = book.next(); null != order; order = book.next())
            {
                orders.add(new long[]{order.isBid() ? 1 : 0, order.priceE5(), order.qtyLots()});
                lines.put(order.orderId(), line(order.isBid(), order.priceE5(), order.qtyLots()));
            }
            if (isReported)
            {
                assertEquals(reported.getOrDefault(i, Map.of()), lines, "seed=" + seed + " cursor=" + cursor);
                comparedReports++;
            }
            final Phase phase = phases.getOrDefault(tracker.spec().instrumentId(), Phase.CONTINUOUS);
            samples.get(i).add(new Sample(nowNs, isOpen && Phase.CONTINUOUS == phase, orders));
        }
        if (isReported)
        {
            isReported = false;
            reported.clear();
            for (final int instrumentId : List.of(DemoReferenceData.SI_ID, DemoReferenceData.RI_ID))
            {
                assertEquals(longLots.getOrDefault(instrumentId, 0L),
                    statistics.statistics(instrumentId).openInterestLots(), "seed=" + seed + " cursor=" + cursor);
            }
            longLots.clear();
        }
    }

    private static String line(final boolean isBid, final long priceE5, final long lots)
    {
        return (isBid ? "B " : "S ") + lots + '@' + priceE5;
    }

    /** The counters' numbers. */
    List<String> measured()
    {
        return counters.reports().stream().map(report -> report.continuousNs() + " " + report.absentNs() + ' ' +
            report.oneSideNs() + ' ' + report.sizeNs() + ' ' + report.spreadNs() + ' ' + report.presentNs() + ' ' +
            text(report.averageSpread()) + ' ' + report.averageBidLots() + ' ' + report.averageAskLots()).toList();
    }

    private static String text(final BigDecimal number)
    {
        return null == number ? null : number.toPlainString();
    }

    /** The same numbers from the samples. */
    List<String> expected()
    {
        final List<String> lines = new ArrayList<>();
        for (int i = 0; i < samples.size(); i++)
        {
            lines.add(expected(counters.trackers().get(i).spec(), samples.get(i)));
        }
        return lines;
    }

    private String expected(final ObligationSpec spec, final List<Sample> list)
    {
        final long[] ns = new long[QuoteState.values().length];
        BigDecimal spread = BigDecimal.ZERO;
        BigDecimal bidLots = BigDecimal.ZERO;
        BigDecimal askLots = BigDecimal.ZERO;
        long twoSidedNs = 0;
        for (int i = 0; i < list.size(); i++)
        {
            final Sample sample = list.get(i);
            final long elapsedNs = (i + 1 < list.size() ? list.get(i + 1).fromNs() : nowNs) - sample.fromNs();
            if (sample.isMeasured())
            {
                final List<long[]> bids = side(sample, true);
                final List<long[]> asks = side(sample, false);
                ns[state(spec, bids, asks).ordinal()] += elapsedNs;
                if (!bids.isEmpty() && !asks.isEmpty())
                {
                    final BigDecimal time = BigDecimal.valueOf(elapsedNs);
                    twoSidedNs += elapsedNs;
                    spread = spread.add(time.multiply(
                        BigDecimal.valueOf(asks.getFirst()[1] - bids.getFirst()[1], 5)));
                    bidLots = bidLots.add(time.multiply(BigDecimal.valueOf(lots(bids))));
                    askLots = askLots.add(time.multiply(BigDecimal.valueOf(lots(asks))));
                }
            }
        }
        return Arrays.stream(ns).sum() + " " + ns[0] + ' ' + ns[1] + ' ' + ns[2] + ' ' + ns[3] + ' ' + ns[4] +
            ' ' + average(spread, twoSidedNs, 5) + ' ' + average(bidLots, twoSidedNs, 0) + ' ' +
            average(askLots, twoSidedNs, 0);
    }

    private static String average(final BigDecimal sum, final long divisorNs, final int decimals)
    {
        if (0 == divisorNs)
        {
            return null;
        }
        final BigDecimal average =
            sum.divide(BigDecimal.valueOf(divisorNs), decimals, RoundingMode.HALF_UP).stripTrailingZeros();
        return average.toPlainString();
    }

    /** Orders of a side, best price first. */
    private static List<long[]> side(final Sample sample, final boolean isBid)
    {
        final Comparator<long[]> byPrice = Comparator.comparingLong(order -> isBid ? -order[1] : order[1]);
        return sample.orders().stream().filter(order -> isBid == (1 == order[0])).sorted(byPrice).toList();
    }

    private static long lots(final List<long[]> side)
    {
        return side.stream().mapToLong(order -> order[2]).sum();
    }

    private static QuoteState state(final ObligationSpec spec, final List<long[]> bids, final List<long[]> asks)
    {
        if (bids.isEmpty() || asks.isEmpty())
        {
            return bids.isEmpty() && asks.isEmpty() ? QuoteState.ABSENT : QuoteState.ONE_SIDE;
        }
        if (lots(bids) < spec.minLots() || lots(asks) < spec.minLots())
        {
            return QuoteState.SIZE;
        }
        final BigDecimal bid = BigDecimal.valueOf(worst(bids, spec.minLots()), 5);
        final BigDecimal ask = BigDecimal.valueOf(worst(asks, spec.minLots()), 5);
        final BigDecimal tick = BigDecimal.valueOf(DemoReferenceData.SI_ID == spec.instrumentId() ?
            DemoReferenceData.SI.priceTickE5() : DemoReferenceData.RI.priceTickE5(), 5);
        final BigDecimal widest = 0 != spec.maxSpreadTicks() ?
            tick.multiply(BigDecimal.valueOf(spec.maxSpreadTicks())) :
            bid.add(ask).multiply(BigDecimal.valueOf(spec.maxSpreadPermille())).movePointLeft(3)
                .divide(BigDecimal.TWO);
        return ask.subtract(bid).compareTo(widest) <= 0 ? QuoteState.MET : QuoteState.SPREAD;
    }

    /** Price of the order that completes the least size. */
    private static long worst(final List<long[]> side, final long minLots)
    {
        long lots = 0;
        for (final long[] order : side)
        {
            lots += order[2];
            if (lots >= minLots)
            {
                return order[1];
            }
        }
        throw new AssertionError("there was enough");
    }
}
