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
        openedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(SessionOpenedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .sessionId(state.sessionId())
            .tradingDate(state.tradingDate());
    }

    public void sessionDateMoved(final SessionState state, final long previousDate)
    {
        dateMovedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(SessionDateMovedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .sessionId(state.sessionId())
            .tradingDate(state.tradingDate())
            .previousDate(previousDate);
    }

    public void tradingSuspended(final SessionState state)
    {
        suspendedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(TradingSuspendedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .runId(state.runId())
            .sessionId(state.sessionId())
            .kind(state.runKind());
    }

    public void bookCleared(final SessionState state)
    {
        clearedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(BookClearedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .sessionId(state.sessionId());
    }

    public void settlementPublished(final SessionState state, final Instrument instrument)
    {
        settlementEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(SettlementPublishedEncoder.BLOCK_LENGTH), writer.headerEncoder())
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
        completedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(ClearingCompletedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .runId(state.runId())
            .sessionId(state.sessionId())
            .kind(state.runKind());
    }

    public void tradingResumed(final SessionState state)
    {
        resumedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(TradingResumedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .runId(state.runId())
            .sessionId(state.sessionId());
    }

    public void bookOrder(final Order order)
    {
        bookOrderEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(BookOrderEncoder.BLOCK_LENGTH), writer.headerEncoder())
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
        positionEncoder
            .wrapAndApplyHeader(writer.buffer(), writer.claim(PositionEncoder.BLOCK_LENGTH), writer.headerEncoder())
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
        stateEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(StateReportedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .requestId(requestId)
            .orderCount(orderCount)
            .positionCount(positionCount)
            .tradeCount(tradeCount)
            .stateHash(stateHash);
    }

    public void gatewayConnected(final long epoch, final int gatewayId)
    {
        connectedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(GatewayConnectedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .epoch(epoch)
            .gatewayId(gatewayId);
    }

    public void gatewayActivated(final int gatewayId)
    {
        activatedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(GatewayActivatedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .gatewayId(gatewayId);
    }

    public void featureLevelSet(final int level)
    {
        featureLevelEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(FeatureLevelSetEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .level(level);
    }

    public void orderEntryStopped(final long wallNs, final long stampNs)
    {
        entryStoppedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(OrderEntryStoppedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .wallNs(wallNs)
            .stampNs(stampNs);
    }

    public void timeConfirmed(final long wallNs)
    {
        timeConfirmedEncoder
            .wrapAndApplyHeader(
                writer.buffer(), writer.claim(TimeConfirmedEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .wallNs(wallNs);
    }

    public void snapshotDue(final long commandPosition, final long stateHash)
    {
        snapshotDueEncoder
            .wrapAndApplyHeader(writer.buffer(), writer.claim(SnapshotDueEncoder.BLOCK_LENGTH), writer.headerEncoder())
            .commandPosition(commandPosition)
            .stateHash(stateHash);
    }
}
