// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ingest.order.BestPrices;
import io.bourse.clearing.ingest.order.OrderTracker;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementType;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.EndMoveDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentExpiredDecoder;
import io.bourse.engine.protocol.InstrumentMovedDecoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.SessionDateMovedDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SettlementAccountDefinedDecoder;
import io.bourse.engine.protocol.SettlementPublishedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the event stream into the tables of the ingest, and checkpoints at every cut and session opening.
 * Needs neither engine nor Aeron: any source of events will do, beginning after {@link #cursor}. After an
 * exception it is of no use any more: close it and begin another, which goes back to the last checkpoint.
 */
public final class DayRecorder implements EventListener, AutoCloseable
{
    private final IngestLock lock;
    private final DayLog log;
    private final DaySession session;
    private final OrderTracker orders;
    private final TradeRows tradeRows = new TradeRows();
    private Checkpoint.Kind due;
    /** Partitions that have done what all do together; 0 when none is under way. */
    private int together;

    /**
     * Takes the directory and recovers from its last checkpoint.
     *
     * @param ctx with the directory; the engine is not needed.
     * @throws io.bourse.clearing.PreconditionException when another process writes the directory.
     * @throws io.bourse.clearing.ClearingException when files cannot be read or written.
     */
    public DayRecorder(final IngestContext ctx)
    {
        lock = IngestLock.acquire(ctx.directory());
        try
        {
            log = new DayLog(ctx);
        }
        catch (final RuntimeException ex)
        {
            lock.close();
            throw ex;
        }
        session = log.session();
        orders = log.orders();
    }

    /**
     * Where the recorder has got to; earlier events must not be recorded again.
     *
     * @return bytes in the event stream.
     */
    public long cursor()
    {
        return log.cursor();
    }

    /**
     * Place of the last checkpoint.
     *
     * @return bytes in the event stream; -1 before the first.
     */
    public long checkpointCursor()
    {
        return log.checkpointCursor();
    }

    List<StreamPosition> positions(final int partition)
    {
        return log.positions(partition);
    }

    /** Where each of several partitions has been read to; null at the beginning, or when there is one. */
    List<StreamPosition> vector()
    {
        return log.isUnion() && log.cursor() > 0 ? List.copyOf(log.positions()) : null;
    }

    boolean isTrading()
    {
        return session.isTrading();
    }

    /** Best prices of the books here. */
    BestPrices prices()
    {
        return orders;
    }

    /**
     * Makes everything so far readable and restartable. Between transactions only.
     *
     * @throws io.bourse.clearing.ClearingException when files cannot be written.
     */
    public void checkpoint()
    {
        log.checkpoint(Checkpoint.Kind.TIMED);
    }

    /**
     * All partitions of a market are about to do something together. A suspension stops the slices at its last time,
     * with the books as they were before the first: an evening run removes orders.
     *
     * @param engineTimeNs of the partition that does it last.
     */
    void onTogether(final long engineTimeNs)
    {
        if (session.isTrading())
        {
            session.slices().advance(engineTimeNs, orders);
        }
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        if (OpenSessionDecoder.TEMPLATE_ID == group.commandTemplateId() && null != log.files().trades() &&
            0 == together)
        {
            log.checkpoint(Checkpoint.Kind.END);
        }
        if (session.isTrading())
        {
            session.slices().advance(group.engineTimeNs(), orders);
        }
        orders.onGroup(group.engineTimeNs());
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        log.onGroupEnd(group);
        if (null != due)
        {
            log.checkpoint(due);
            due = null;
        }
    }

    /** What all partitions do together comes from all of them, one after the other: whether this is the last. */
    private boolean isLast()
    {
        together = (together + 1) % log.partitionCount();
        return 0 == together;
    }

    @Override
    public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
    {
        final long known = log.files().registers().rows();
        if (event.accountId() < known)
        {
            // The engine confirms a repeated definition with the same contents.
            requireSame(group, event);
            return;
        }
        if (event.accountId() > known)
        {
            throw new IllegalStateException("registers are not defined one after the other: accountId=" +
                event.accountId() + " expected=" + known + " cursor=" + group.cursor());
        }
        log.files().registers().set(DayTables.REGISTER_CODE, event.accountCode());
        log.files().registers().set(DayTables.REGISTER_CLIENT, event.clientId());
        log.files().registers().endRow();
    }

    /** Each partition defines all registers. */
    private void requireSame(final EventGroup group, final AccountDefinedDecoder event)
    {
        if (log.isUnion() && event.accountCode() !=
            log.files().registers().readLong(DayTables.REGISTER_CODE, event.accountId()))
        {
            throw new IllegalStateException("two partitions of a market give a number to different registers: " +
                "accountId=" + event.accountId() + " account=" + AccountCode.unpack(event.accountCode()) +
                " partition=" + group.partition());
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        if (!session.instruments().contains(event.instrumentId()))
        {
            final IngestedInstrument instrument =
                session.instruments().define(event).in(log.isUnion() ? group.partition() : 0);
            orders.onInstrument();
            session.slices().onInstrument(instrument.ordinal());
        }
        else if (log.isUnion() && group.partition() != session.instruments().byId(event.instrumentId()).partition())
        {
            throw new IllegalStateException("two partitions of a market trade the same instrument: instrumentId=" +
                event.instrumentId() + " partition=" + group.partition() + " otherPartition=" +
                session.instruments().byId(event.instrumentId()).partition());
        }
    }

    /** The union has had its orders and positions all the time: what the partitions say of them is nothing new. */
    @Override
    public void onInstrumentMoved(final EventGroup group, final InstrumentMovedDecoder event)
    {
        session.instruments().byId(event.instrumentId()).in(event.toPartition());
    }

    private static boolean isMove(final EventGroup group)
    {
        return EndMoveDecoder.TEMPLATE_ID == group.commandTemplateId();
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        session.instruments().byId(event.instrumentId()).onLegDefined(
            session.instruments().byId(event.legInstrumentId()), event.ratio(), group.cursor());
    }

    @Override
    public void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
    {
        session.instruments().byId(event.instrumentId()).onTerms(new ClearingTerms(
            ContractStyle.valueOf(event.style().name()),
            OptionRight.valueOf(event.right().name()),
            SettlementType.valueOf(event.settlement().name()),
            event.strikeE5(),
            event.lotUnits(),
            event.underlyingInstrumentId(),
            (int)event.expiryDate(),
            0 != event.expiresIntraday(),
            event.settlementDays(),
            event.asset()));
    }

    @Override
    public void onSettlementAccountDefined(final EventGroup group, final SettlementAccountDefinedDecoder event)
    {
        session.settlementAccounts().define(event.code());
    }

    @Override
    public void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
    {
        session.settlementAccounts().assign(event.brokerageFirm(), event.code());
    }

    @Override
    public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
        if (log.isUnion())
        {
            session.onCollateralPart(
                event.level(), event.registerCode(), group.partition(), event.collateralKopecks());
        }
        else
        {
            session.onCollateral(event.level(), event.registerCode(), event.collateralKopecks());
        }
    }

    @Override
    public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
        session.onMargin(event.instrumentId(), new Limits.Margin(event.longKopecks(), event.shortKopecks()));
    }

    @Override
    public void onExerciseInstructed(final EventGroup group, final ExerciseInstructedDecoder event)
    {
        session.onExercise(event.accountId(), event.instrumentId(), event.lots());
    }

    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        if (!isMove(group))
        {
            session.onMoved(event.runId());
        }
    }

    @Override
    public void onInstrumentExpired(final EventGroup group, final InstrumentExpiredDecoder event)
    {
        session.onExpired(event.runId(), event.instrumentId());
    }

    @Override
    public void onInstrumentTotals(final EventGroup group, final InstrumentTotalsDecoder event)
    {
        session.onTotals(
            event.instrumentId(),
            new EngineTotals(event.sessionTrades(), event.sessionLots(), event.openInterestLots(), event.trades()));
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (!isMove(group))
        {
            orders.onAccepted(session.ordinal(event.instrumentId()), event);
        }
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        orders.onReplaced(session.ordinal(event.instrumentId()), event);
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        if (!isMove(group))
        {
            orders.onCancelled(session.ordinal(event.instrumentId()), event);
        }
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        orders.onActivated(event);
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        orders.onRestated(event);
    }

    @Override
    public void onSliceShown(final EventGroup group, final SliceShownDecoder event)
    {
        orders.onSliceShown(event);
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        orders.onReduced(event);
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final IngestedInstrument instrument = session.instruments().byId(event.instrumentId());
        final int ordinal = instrument.ordinal();
        session.onTrade();
        tradeRows.onBookTrade(event);
        orders.onTrade(event.tradeId(), ordinal, event.priceE5(), event.qtyLots(), event.buy(), event.sell());
        session.slices().onTrade(ordinal, event.priceE5());
        if (!instrument.hasLegs())
        {
            // There are no positions in a strategy: its legs follow as trades of their own.
            tradeRows.add(log.files().trades(), group.engineTimeNs(), ordinal, event);
        }
    }

    /** Prices of trades outside the book are no prices of the market: they do not move the settlement price. */
    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final int ordinal = session.ordinal(event.instrumentId());
        session.onTrade();
        if (OffBookKind.SPREAD_LEG != event.kind())
        {
            orders.onTrade(event.tradeId(), ordinal, event.priceE5(), event.qtyLots(), event.buy(), event.sell());
        }
        tradeRows.add(log.files().trades(), group.engineTimeNs(), ordinal, event);
    }

    /**
     * A reversal is a trade of its own, and so is what stands in the place of a corrected trade. What the price had
     * shown of the market stays in the slices.
     */
    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        final IngestedInstrument instrument = session.instruments().byId(event.instrumentId());
        final boolean isBroken = 0 == event.newQtyLots();
        session.onTrade();
        if (!isBroken)
        {
            session.onTrade();
        }
        if (!instrument.hasLegs())
        {
            tradeRows.addReversal(log.files().trades(), group.engineTimeNs(), instrument.ordinal(), event);
            if (!isBroken)
            {
                tradeRows.addCorrected(log.files().trades(), group.engineTimeNs(), instrument.ordinal(), event);
            }
        }
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        if (0 == together)
        {
            final int tradingDate = (int)event.tradingDate();
            final String directory = session.directory(event.sessionId(), tradingDate);
            log.files().beginSession(directory);
            session.onOpened(event.sessionId(), tradingDate, directory, group.engineTimeNs());
            orders.onSession(log.files().segments());
        }
        due = isLast() ? Checkpoint.Kind.SESSION : null;
    }

    @Override
    public void onSessionDateMoved(final EventGroup group, final SessionDateMovedDecoder event)
    {
        session.onDateMoved((int)event.tradingDate());
        isLast();
    }

    @Override
    public void onTradingSuspended(final EventGroup group, final TradingSuspendedDecoder event)
    {
        final RunRecord.Cut cut = new RunRecord.Cut(
            group.cursor(),
            group.commandPosition(),
            group.engineTimeNs(),
            Math.toIntExact(log.files().trades().rows()),
            session.totalTrades(),
            Math.toIntExact(log.files().registers().rows()),
            session.instruments().size(),
            log.isUnion() ? places(group) : null);
        if (0 == together)
        {
            session.onSuspended(event.runId(), event.kind(), cut);
        }
        else
        {
            session.openRun().onCut(cut);
        }
        due = isLast() ? Checkpoint.Kind.CUT : null;
    }

    /** The vector as far as it is known: with the last partition it is whole. */
    private List<RunRecord.Place> places(final EventGroup group)
    {
        final List<RunRecord.Place> places =
            0 == together ? new ArrayList<>() : new ArrayList<>(session.openRun().cut().partitions());
        places.add(new RunRecord.Place(
            group.partition(), log.ownCursor(group), group.commandPosition(), group.engineTimeNs()));
        places.sort(Comparator.comparingInt(RunRecord.Place::partition));
        return List.copyOf(places);
    }

    @Override
    public void onSettlementPublished(final EventGroup group, final SettlementPublishedDecoder event)
    {
        final PriceBand band = new PriceBand(event.lowLimitE5(), event.highLimitE5());
        session.onPublished(
            event.runId(),
            event.instrumentId(),
            new RunRecord.Published(event.settlementPriceE5(), event.tickValueE5(), band));
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        if (isLast())
        {
            session.onCompleted(event.runId(), event.kind());
        }
    }

    @Override
    public void onTradingResumed(final EventGroup group, final TradingResumedDecoder event)
    {
        if (isLast())
        {
            session.onResumed(group.engineTimeNs());
        }
    }

    /** Gives the directory back. The next recorder reads again what came after the last checkpoint. */
    @Override
    public void close()
    {
        try
        {
            log.close();
        }
        finally
        {
            lock.close();
        }
    }
}
