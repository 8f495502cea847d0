// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.ExecIds;
import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.Outbox;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * Turns what happened to an order into the report of its client and its copies for those who watch the firm. Numbers
 * everything that happens to any order in a transaction, visible or not, so that every report has an ExecID that is
 * the same whenever the transaction is replayed and however many copies are made.
 *
 * <p>The report of a new or replaced order waits for the event after it, which may have its other terms.
 */
final class ReportPublisher
{

    /** The writer of the reports, for what is written elsewhere and sent by {@link #add}. */
    final FixWriter writer = new FixWriter();
    private final FixText execId = new FixText();
    private final FixText execRefId = new FixText();
    private final ReportedFills fills;
    private final FixText pendingOrigClOrdId = new FixText();
    private final Outbox outbox;
    private final CounterSet<FixCounter> counters;
    private final CounterSet<RejectReason> engineRejects = new CounterSet<>(RejectReason.class);
    private final int[] sessionIds;
    private final int[] tradingDates;
    private int partition;
    private long commandPosition;
    private long timeNs;
    private int number;
    private boolean isWanted;
    private FixOrder pending;
    private char pendingType;
    private int pendingNumber;
    private int pendingRestatement;
    private String pendingText;

    /** Of one engine, whatever its number, or of several, whose numbers are below that of the partitions. */
    ReportPublisher(
        final Outbox outbox, final CounterSet<FixCounter> counters, final ReportedFills fills, final int partitions)
    {
        sessionIds = new int[partitions];
        tradingDates = new int[partitions];
        this.outbox = outbox;
        this.counters = counters;
        this.fills = fills;
    }

    void begin(final EventGroup group, final long position)
    {
        outbox.begin(group, position);
        partition = 1 == sessionIds.length ? 0 : group.partition();
        commandPosition = ExecIds.position(partition, group.commandPosition());
        timeNs = group.engineTimeNs();
        number = 0;
        isWanted = outbox.isWanted();
    }

    void end()
    {
        flush();
        outbox.end();
    }

    /** The order of an execution by its first id; the given one when it is not remembered. */
    long rootOrderId(final long tradeId, final int side, final long orderId)
    {
        final int fill = fills.find(tradeId, side);
        return ReportedFills.NONE == fill ? orderId : fills.rootOrderId(fill);
    }

    /** Executions of the session before are settled. */
    void forgetFills()
    {
        fills.clear();
    }

    void session(final int tradingSessionId, final int date)
    {
        sessionIds[partition] = tradingSessionId;
        tradingDates[partition] = date;
    }

    /** Without executions, which are forgotten when a session opens. */
    void state(final CheckpointState state)
    {
        for (int i = 0; i < sessionIds.length; i++)
        {
            sessionIds[i] = state.number(sessionIds[i]);
            tradingDates[i] = state.number(tradingDates[i]);
        }
    }

    int sessionId()
    {
        return sessionIds[partition];
    }

    int tradingDate()
    {
        return tradingDates[partition];
    }

    boolean isWanted()
    {
        return isWanted;
    }

    long timeNs()
    {
        return timeNs;
    }

    long commandPosition()
    {
        return commandPosition;
    }

    /** Something has happened to an order. To be called once for each event and order, reported or not. */
    void next()
    {
        flush();
        number++;
    }

    void accepted(final FixOrder order)
    {
        pend(order, ReportEncoder.EXEC_NEW, 0, null);
    }

    void replaced(final FixOrder order, final FixText origClOrdId)
    {
        pend(order, ReportEncoder.EXEC_REPLACED, 0, null);
        pendingOrigClOrdId.set(origClOrdId);
    }

    void restated(final FixOrder order, final int restatement, final String text)
    {
        pend(order, ReportEncoder.EXEC_RESTATED, restatement, text);
    }

    private void pend(final FixOrder order, final char execType, final int restatement, final String text)
    {
        pending = order;
        pendingType = execType;
        pendingNumber = number;
        pendingRestatement = restatement;
        pendingText = text;
        pendingOrigClOrdId.clear();
    }

    /** The order whose report waits for more of its terms; null for none. */
    FixOrder pending()
    {
        return pending;
    }

    /** Nothing more is to come for the report that waits. */
    void flush()
    {
        final FixOrder order = pending;
        if (null == order)
        {
            return;
        }
        pending = null;
        if (isWanted)
        {
            final FixText orig = pendingOrigClOrdId.isEmpty() ? null : pendingOrigClOrdId;
            execution(order, pendingType, pendingNumber, order.clOrdId, orig);
            if (0 != pendingRestatement)
            {
                writer.number(Tags.EXEC_RESTATEMENT_REASON, pendingRestatement);
            }
            if (null != pendingText)
            {
                writer.text(Tags.TEXT, pendingText);
            }
            deliver(order);
        }
    }

    void trade(
        final FixOrder order, final long tradeId, final long qtyLots, final long priceE5, final int liquidity)
    {
        fills.add(tradeId, order.side, order.rootOrderId, commandPosition, number);
        if (isWanted)
        {
            execution(order, ReportEncoder.EXEC_TRADE, number, order.clOrdId, null);
            fill(tradeId, qtyLots, priceE5);
            if (0 != liquidity)
            {
                writer.number(Tags.LAST_LIQUIDITY_IND, liquidity);
            }
            if (null != order.instrument && order.instrument.isStrategy())
            {
                writer.character(Tags.MULTI_LEG_REPORTING_TYPE, '3');
            }
            deliver(order);
        }
    }

    /** A leg of a trade in a strategy: the order is the strategy's, what was traded the leg's. */
    void leg(
        final FixOrder order,
        final FixInstrument leg,
        final int side,
        final long tradeId,
        final long qtyLots,
        final long priceE5)
    {
        fills.add(tradeId, side, order.rootOrderId, commandPosition, number);
        if (isWanted)
        {
            legExecution(order, leg, side, ReportEncoder.EXEC_TRADE);
            fill(tradeId, qtyLots, priceE5);
            writer.character(Tags.MULTI_LEG_REPORTING_TYPE, '2');
            deliver(order);
        }
    }

    private void legExecution(final FixOrder order, final FixInstrument leg, final int side, final char execType)
    {
        final FixInstrument strategy = order.instrument;
        final int sideOfStrategy = order.side;
        order.instrument = leg;
        order.side = side;
        execution(order, execType, number, order.clOrdId, null);
        order.instrument = strategy;
        order.side = sideOfStrategy;
    }

    /**
     * A trade was broken or corrected.
     *
     * @param order as it is then.
     * @param side of the trade.
     * @param instrument of the trade: of a leg not that of the order.
     */
    void corrected(
        final FixOrder order, final int side, final FixInstrument instrument, final TradeCorrectedDecoder event)
    {
        final boolean isBroken = 0 == event.newQtyLots();
        final int fill = fills.find(event.tradeId(), side);
        execRefId.clear();
        if (ReportedFills.NONE == fill)
        {
            execRefId.setUnsigned(event.tradeId());
        }
        else
        {
            ExecIds.ofEngine(execRefId, fills.commandPosition(fill), fills.number(fill));
        }
        if (!isBroken)
        {
            fills.add(event.newTradeId(), side, order.rootOrderId, commandPosition, number);
        }
        if (!isWanted)
        {
            return;
        }
        final boolean isLeg = TradeCorrectedDecoder.parentTradeIdNullValue() != event.parentTradeId();
        legExecution(
            order, instrument, side, isBroken ? ReportEncoder.EXEC_TRADE_CANCEL : ReportEncoder.EXEC_TRADE_CORRECT);
        ReportEncoder.text(writer, Tags.EXEC_REF_ID, execRefId);
        fill(
            isBroken ? event.tradeId() : event.newTradeId(),
            isBroken ? event.qtyLots() : event.newQtyLots(),
            event.newPriceE5());
        if (isLeg || null != instrument && instrument.isStrategy())
        {
            writer.character(Tags.MULTI_LEG_REPORTING_TYPE, isLeg ? '2' : '3');
        }
        writer.text(Tags.TEXT, event.reason());
        deliver(order);
    }

    private void fill(final long tradeId, final long qtyLots, final long priceE5)
    {
        writer.number(Tags.SECONDARY_EXEC_ID, tradeId).number(Tags.LAST_QTY, qtyLots).price(Tags.LAST_PX, priceE5);
    }

    void ended(
        final FixOrder order, final CancelReason reason, final FixText requestClOrdId, final FixText origClOrdId)
    {
        if (isWanted)
        {
            final char execType = EngineReasons.execType(reason);
            final FixText clOrdId = null == requestClOrdId ? order.clOrdId : requestClOrdId;
            execution(order, execType, number, clOrdId, origClOrdId);
            if (CancelReason.REQUESTED != reason)
            {
                writer.text(Tags.TEXT, reason.name());
            }
            deliver(order);
        }
    }

    void newRejected(final FixOrder order, final RejectReason reason, final String text)
    {
        if (isWanted)
        {
            counters.increment(FixCounter.ENGINE_REJECTS);
            engineRejects.increment(reason);
            execution(order, ReportEncoder.EXEC_REJECTED, number, order.clOrdId, null);
            writer.number(Tags.ORD_REJ_REASON, EngineReasons.ordRejReason(reason)).text(Tags.TEXT, text);
            deliver(order);
        }
    }

    void changeRejected(
        final FixLogin login,
        final FixOrder order,
        final FixText clOrdId,
        final FixText origClOrdId,
        final boolean isOfCancel,
        final RejectReason reason,
        final String text)
    {
        if (isWanted)
        {
            counters.increment(FixCounter.ENGINE_REJECTS);
            engineRejects.increment(reason);
            final FixText orig = null == origClOrdId && null != order ? order.clOrdId : origClOrdId;
            ReportEncoder.cancelReject(
                writer,
                order,
                clOrdId,
                orig,
                isOfCancel ? ReportEncoder.TO_CANCEL : ReportEncoder.TO_REPLACE,
                EngineReasons.cxlRejReason(reason, order),
                text,
                timeNs);
            outbox.add(login.session, writer);
        }
    }

    /** Adds what was written into {@link #writer} to the transaction. */
    void add(final FixSession session)
    {
        outbox.add(session, writer);
    }

    private void execution(
        final FixOrder order,
        final char execType,
        final int ofNumber,
        final FixText clOrdId,
        final FixText origClOrdId)
    {
        ExecIds.ofEngine(execId, commandPosition, ofNumber);
        ReportEncoder.execution(writer, order, execId, execType, clOrdId, origClOrdId, timeNs);
        ReportEncoder.session(writer, sessionId(), tradingDate());
    }

    /** To the client, and as a copy to every other session that watches. */
    private void deliver(final FixOrder order)
    {
        if (null != order.login)
        {
            outbox.add(order.login.session, writer);
        }
        final FixLogin[] copies = order.copies;
        if (copies.length > 0)
        {
            writer.flag(Tags.COPY_MSG_INDICATOR, true);
            for (final FixLogin copy : copies)
            {
                if (copy != order.login)
                {
                    outbox.add(copy.session, writer);
                }
            }
        }
    }
}
