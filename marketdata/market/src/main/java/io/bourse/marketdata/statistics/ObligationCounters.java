// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteStatus;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.marketdata.book.BookPool;
import org.agrona.collections.IntHashSet;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how quote providers keep their obligations, from the engine's events and in engine time alone, so that a
 * replay gives the same numbers.
 * <p>
 * All shown orders of the provider count, quotes and others, at their shown size. Time counts while the session is open
 * and the instrument trades continuously; auctions, halts and clearing runs do not count. A session that opens begins
 * anew. Not thread-safe.
 */
public class ObligationCounters extends CheckpointedListener
{
    /** Version of the state: one more for whatever is added to it. */
    public static final int STATE_VERSION = 1;

    private static final ObligationTracker[] NO_TRACKERS = {};

    private final List<ObligationTracker> trackers = new ArrayList<>();
    private final List<ObligationTracker> touched = new ArrayList<>();
    /** By login and instrument; what is not there owes nothing. */
    private final Long2ObjectHashMap<ObligationTracker[]> byLogin = new Long2ObjectHashMap<>();
    private final ProviderOrders orders = new ProviderOrders();
    /** Instruments in another phase than continuous trading, in which they begin. */
    private final IntHashSet interrupted = new IntHashSet();
    private List<ObligationReport> previous = List.of();
    private boolean isOpen;
    private int sessionId;
    private int tradingDate;
    private long engineTimeNs;

    /**
     * Counters at zero.
     *
     * @param specs what is owed, empty for nothing.
     */
    public ObligationCounters(final List<ObligationSpec> specs)
    {
        final BookPool pool = new BookPool();
        for (final ObligationSpec spec : specs)
        {
            trackers.add(new ObligationTracker(spec, pool));
        }
    }

    /**
     * How all obligations are kept in the session in hand, up to the last transaction. Allocates.
     *
     * @return in the order of reference data.
     */
    public List<ObligationReport> reports()
    {
        final List<ObligationReport> reports = new ArrayList<>(trackers.size());
        for (final ObligationTracker tracker : trackers)
        {
            reports.add(tracker.report(sessionId, tradingDate, engineTimeNs));
        }
        return List.copyOf(reports);
    }

    /** What is measured, in the order of reference data. */
    List<ObligationTracker> trackers()
    {
        return trackers;
    }

    /**
     * How all obligations were kept in the session before.
     *
     * @return in the order of reference data; empty before the second session.
     */
    public List<ObligationReport> previousReports()
    {
        return previous;
    }

    /**
     * Sets what {@link #previousReports} gives, after a state was read, which is without.
     *
     * @param reports of the session before.
     */
    public void previousReports(final List<ObligationReport> reports)
    {
        previous = List.copyOf(reports);
    }

    /** Before a session opens: reports of the session before the former one are left out. */
    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        for (final ObligationTracker tracker : trackers)
        {
            tracker.state(state);
        }
        final int count = state.count(byLogin.size());
        if (state.isReading())
        {
            for (int i = 0; i < count; i++)
            {
                byLogin.put(state.number(0L), ProviderOrders.trackers(state, NO_TRACKERS, trackers));
            }
        }
        else
        {
            byLogin.forEachLong((key, owed) ->
            {
                state.number(key);
                ProviderOrders.trackers(state, owed, trackers);
            });
        }
        orders.state(state, trackers);
        state.set(interrupted);
        isOpen = state.flag(isOpen);
        sessionId = state.number(sessionId);
        tradingDate = state.number(tradingDate);
        engineTimeNs = state.number(engineTimeNs);
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (OpenSessionDecoder.TEMPLATE_ID == group.commandTemplateId())
        {
            copyDay();
        }
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        final int loginId = event.loginId();
        final String name = event.name();
        final String firm = event.brokerageFirm();
        for (final ObligationTracker tracker : trackers)
        {
            final ObligationSpec spec = tracker.spec();
            if (spec.provider().equals(ObligationSpec.Kind.LOGIN == spec.kind() ? name : firm))
            {
                add(loginId, tracker);
            }
        }
    }

    /** A login that is defined again, which the engine allows, owes what it owes but once. */
    private void add(final int loginId, final ObligationTracker tracker)
    {
        final int instrumentId = tracker.spec().instrumentId();
        final ObligationTracker[] before = trackersOf(loginId, instrumentId);
        for (final ObligationTracker known : before)
        {
            if (known == tracker)
            {
                return;
            }
        }
        final ObligationTracker[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = tracker;
        byLogin.put(key(loginId, instrumentId), after);
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        for (final ObligationTracker tracker : trackers)
        {
            if (tracker.spec().instrumentId() == event.instrumentId())
            {
                tracker.instrument(event.symbol(), event.priceTickE5());
            }
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        if (0 != sessionId)
        {
            final List<ObligationReport> reports = new ArrayList<>(trackers.size());
            for (final ObligationTracker tracker : trackers)
            {
                reports.add(tracker.report(sessionId, tradingDate, group.engineTimeNs()));
            }
            previous = List.copyOf(reports);
        }
        for (final ObligationTracker tracker : trackers)
        {
            tracker.reset(group.engineTimeNs());
        }
        sessionId = event.sessionId();
        tradingDate = (int)event.tradingDate();
        open(true);
        beginDay();
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        tradingDate = (int)event.tradingDate();
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        open(false);
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        open(true);
    }

    private void open(final boolean isOpenNow)
    {
        isOpen = isOpenNow;
        for (final ObligationTracker tracker : trackers)
        {
            touch(tracker);
        }
    }

    @Override
    public void onPhaseChanged(final EventGroup group, final PhaseChangedDecoder event)
    {
        final int instrumentId = event.instrumentId();
        if (Phase.CONTINUOUS == event.phase())
        {
            interrupted.remove(instrumentId);
        }
        else
        {
            interrupted.add(instrumentId);
        }
        for (int i = 0; i < trackers.size(); i++)
        {
            if (trackers.get(i).spec().instrumentId() == instrumentId)
            {
                touch(trackers.get(i));
            }
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (0 != event.shown())
        {
            enter(event.loginId(), event.instrumentId(), event.orderId(), event.side(), event.priceE5(),
                event.qtyLots(), false);
        }
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        if (0 != event.shown())
        {
            enter(event.loginId(), event.instrumentId(), event.orderId(), event.side(), event.priceE5(),
                event.restLots(), false);
        }
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        if (0 != event.shown())
        {
            enter(event.loginId(), event.instrumentId(), event.orderId(), event.side(), event.priceE5(),
                event.restLots(), false);
        }
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        enter(event.loginId(), event.instrumentId(), event.orderId(), event.side(), event.priceE5(),
            event.shownLots(), true);
    }

    private void enter(
        final int loginId,
        final int instrumentId,
        final long orderId,
        final Side side,
        final long priceE5,
        final long shownLots,
        final boolean isSlice)
    {
        final ObligationTracker[] owed = trackersOf(loginId, instrumentId);
        if (0 != owed.length)
        {
            orders.enter(owed, orderId, Side.BUY == side, isSlice, priceE5, shownLots);
            touch(owed);
        }
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        final long orderId = event.orderId();
        final ProviderOrder before = orders.get(event.prevOrderId());
        if (orderId == event.prevOrderId())
        {
            // A slice stays, or its new size follows.
            if (null != before && !before.isSlice)
            {
                resize(orderId, before, event.qtyLots());
            }
            return;
        }
        if (null != before)
        {
            resize(event.prevOrderId(), before, 0);
        }
        if (0 != event.shown())
        {
            enter(event.loginId(), event.instrumentId(), orderId, event.side(), event.priceE5(), event.qtyLots(),
                false);
        }
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        final ProviderOrder order = orders.get(event.orderId());
        if (null != order)
        {
            resize(event.orderId(), order, order.shownLots - event.reducedLots());
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        final ProviderOrder order = orders.get(event.orderId());
        if (null != order)
        {
            resize(event.orderId(), order, 0);
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final Side aggressor = event.aggressorSide();
        execute(event, event.buy(), Side.BUY == aggressor);
        execute(event, event.sell(), Side.SELL == aggressor);
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        if (OffBookKind.NULL_VAL == event.offBookKind())
        {
            correct(event, event.buy().loginId());
            correct(event, event.sell().loginId());
        }
    }

    private void correct(final TradeCorrectedDecoder event, final int loginId)
    {
        for (final ObligationTracker tracker : trackersOf(loginId, event.instrumentId()))
        {
            tracker.onTradeCorrected(event.qtyLots(), event.newQtyLots());
        }
    }

    private void execute(final TradeDecoder event, final TradeSideDecoder side, final boolean isAggressor)
    {
        for (final ObligationTracker tracker : trackersOf(side.loginId(), event.instrumentId()))
        {
            tracker.onTrade(event.qtyLots());
        }
        final ProviderOrder order = orders.get(side.orderId());
        if (null == order)
        {
            return;
        }
        if (!order.isSlice)
        {
            resize(side.orderId(), order, side.restLots());
        }
        else if (!isAggressor)
        {
            // In an auction an iceberg trades more than its slice, which then just ends.
            resize(side.orderId(), order, order.shownLots - event.qtyLots());
        }
    }

    @Override
    public void onQuoteAcknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
    {
        if (QuoteStatus.ACCEPTED == event.status())
        {
            for (final ObligationTracker tracker : trackersOf(event.loginId(), event.instrumentId()))
            {
                tracker.onQuote();
            }
        }
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        orders.clear();
        for (final ObligationTracker tracker : trackers)
        {
            tracker.book().clear();
            touch(tracker);
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        engineTimeNs = group.engineTimeNs();
        for (int i = 0, size = touched.size(); i < size; i++)
        {
            final ObligationTracker tracker = touched.get(i);
            tracker.onTransactionEnd(engineTimeNs, isOpen && !interrupted.contains(tracker.spec().instrumentId()));
        }
        touched.clear();
        super.onGroupEnd(group);
    }

    private void resize(final long orderId, final ProviderOrder order, final long shownLots)
    {
        touch(order.trackers);
        orders.resize(orderId, order, shownLots);
    }

    private void touch(final ObligationTracker[] owed)
    {
        for (final ObligationTracker tracker : owed)
        {
            touch(tracker);
        }
    }

    private void touch(final ObligationTracker tracker)
    {
        if (tracker.touch())
        {
            touched.add(tracker);
        }
    }

    private ObligationTracker[] trackersOf(final int loginId, final int instrumentId)
    {
        final ObligationTracker[] owed = byLogin.get(key(loginId, instrumentId));
        return null == owed ? NO_TRACKERS : owed;
    }

    private static long key(final int loginId, final int instrumentId)
    {
        return (long)loginId << Integer.SIZE | instrumentId & 0xFFFF_FFFFL;
    }
}
