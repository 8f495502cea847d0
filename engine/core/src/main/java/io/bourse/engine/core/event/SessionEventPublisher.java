// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.event;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.BookClearedEncoder;
import io.bourse.engine.protocol.BookOrderEncoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.FeatureLevelSetEncoder;
import io.bourse.engine.protocol.GatewayActivatedEncoder;
import io.bourse.engine.protocol.GatewayConnectedEncoder;
import io.bourse.engine.protocol.OrderEntryStoppedEncoder;
import io.bourse.engine.protocol.PositionEncoder;
import io.bourse.engine.protocol.SessionDateMovedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.SnapshotDueEncoder;
import io.bourse.engine.protocol.StateReportedEncoder;
import io.bourse.engine.protocol.TimeConfirmedEncoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;

/**
 * Encodes the course of the session and of its clearing runs, and state reports.
 */
public final class SessionEventPublisher
{
    private final EventGroupWriter writer;
    private final SessionOpenedEncoder openedEncoder = new SessionOpenedEncoder();
    private final SessionDateMovedEncoder dateMovedEncoder = new SessionDateMovedEncoder();
    private final TradingSuspendedEncoder suspendedEncoder = new TradingSuspendedEncoder();
    private final BookClearedEncoder clearedEncoder = new BookClearedEncoder();
    private final SettlementPublishedEncoder settlementEncoder = new SettlementPublishedEncoder();
    private final ClearingCompletedEncoder completedEncoder = new ClearingCompletedEncoder();
    private final TradingResumedEncoder resumedEncoder = new TradingResumedEncoder();
    private final BookOrderEncoder bookOrderEncoder = new BookOrderEncoder();
    private final PositionEncoder positionEncoder = new PositionEncoder();
    private final StateReportedEncoder stateEncoder = new StateReportedEncoder();
    private final GatewayConnectedEncoder connectedEncoder = new GatewayConnectedEncoder();
    private final GatewayActivatedEncoder activatedEncoder = new GatewayActivatedEncoder();
    private final FeatureLevelSetEncoder featureLevelEncoder = new FeatureLevelSetEncoder();
    private final SnapshotDueEncoder snapshotDueEncoder = new SnapshotDueEncoder();
    private final OrderEntryStoppedEncoder entryStoppedEncoder = new OrderEntryStoppedEncoder();
    private final TimeConfirmedEncoder timeConfirmedEncoder = new TimeConfirmedEncoder();

    public SessionEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
    }

    public void sessionOpened(final SessionState state)
    {
        writer.next(openedEncoder).sessionId(state.sessionId()).tradingDate(state.tradingDate());
    }

    public void sessionDateMoved(final SessionState state, final long previousDate)
    {
        writer.next(dateMovedEncoder)
            .sessionId(state.sessionId())
            .tradingDate(state.tradingDate())
            .previousDate(previousDate);
    }

    public void tradingSuspended(final SessionState state)
    {
        writer.next(suspendedEncoder)
            .runId(state.runId())
            .sessionId(state.sessionId())
            .kind(state.runKind());
    }

    public void bookCleared(final SessionState state)
    {
        writer.next(clearedEncoder).sessionId(state.sessionId());
    }

    public void settlementPublished(final SessionState state, final Instrument instrument)
    {
        writer.next(settlementEncoder)
            .runId(state.runId())
            .settlementPriceE5(instrument.settlementPriceE5)
            .tickValueE5(instrument.tickValueE5)
            .lowLimitE5(instrument.lowLimitE5)
            .highLimitE5(instrument.highLimitE5)
            .instrumentId(instrument.instrumentId)
            .kind(state.runKind());
    }

    public void clearingCompleted(final SessionState state)
    {
        writer.next(completedEncoder)
            .runId(state.runId())
            .sessionId(state.sessionId())
            .kind(state.runKind());
    }

    public void tradingResumed(final SessionState state)
    {
        writer.next(resumedEncoder).runId(state.runId()).sessionId(state.sessionId());
    }

    public void bookOrder(final Order order)
    {
        writer.next(bookOrderEncoder)
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .priceE5(order.priceE5())
            .restLots(order.restLots)
            .accountCode(order.accountCode)
            .instrumentId(order.instrument.instrumentId)
            .loginId(order.login.loginId)
            .side(order.side)
            .place(order.place)
            .shownLots(order.shownLots)
            .displayOrderId(0 == order.displayOrderId ? order.orderId : order.displayOrderId);
    }

    public void position(final long netLots, final long accountCode, final int accountId, final int instrumentId)
    {
        writer.next(positionEncoder)
            .netLots(netLots)
            .accountCode(accountCode)
            .accountId(accountId)
            .instrumentId(instrumentId);
    }

    public void stateReported(
        final long requestId,
        final long orderCount,
        final long positionCount,
        final long tradeCount,
        final long stateHash)
    {
        writer.next(stateEncoder)
            .requestId(requestId)
            .orderCount(orderCount)
            .positionCount(positionCount)
            .tradeCount(tradeCount)
            .stateHash(stateHash);
    }

    public void gatewayConnected(final long epoch, final int gatewayId)
    {
        writer.next(connectedEncoder).epoch(epoch).gatewayId(gatewayId);
    }

    public void gatewayActivated(final int gatewayId)
    {
        writer.next(activatedEncoder).gatewayId(gatewayId);
    }

    public void featureLevelSet(final int level)
    {
        writer.next(featureLevelEncoder).level(level);
    }

    public void orderEntryStopped(final long wallNs, final long stampNs)
    {
        writer.next(entryStoppedEncoder).wallNs(wallNs).stampNs(stampNs);
    }

    public void timeConfirmed(final long wallNs)
    {
        writer.next(timeConfirmedEncoder).wallNs(wallNs);
    }

    public void snapshotDue(final long commandPosition, final long stateHash)
    {
        writer.next(snapshotDueEncoder).commandPosition(commandPosition).stateHash(stateHash);
    }
}
