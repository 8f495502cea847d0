// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;

/**
 * Executes the commands that move the session and its clearing runs.
 * <p>
 * Every method returns null when it has published its events, or the reason for which it changed nothing.
 */
final class SessionHandler
{
    private final SessionState state;
    private final ReferenceData referenceData;
    private final OrderHandler orderHandler;
    private final SessionEventPublisher publisher;

    SessionHandler(
        final SessionState state,
        final ReferenceData referenceData,
        final OrderHandler orderHandler,
        final SessionEventPublisher publisher)
    {
        this.state = state;
        this.referenceData = referenceData;
        this.orderHandler = orderHandler;
        this.publisher = publisher;
    }

    RejectReason onOpenSession(final OpenSessionDecoder command)
    {
        if (command.sessionId() <= 0 || 0 == command.tradingDate())
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!state.mayOpen(command.sessionId()))
        {
            return RejectReason.WRONG_STATE;
        }
        state.open(command.sessionId(), command.tradingDate());
        publisher.sessionOpened(state);
        return null;
    }

    RejectReason onSuspendTrading(final SuspendTradingDecoder command)
    {
        if (!isClearingKind(command.kindRaw()))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!state.maySuspend())
        {
            return RejectReason.WRONG_STATE;
        }
        final ClearingKind kind = command.kind();
        state.suspend(command.runId(), kind);
        publisher.tradingSuspended(state);
        if (ClearingKind.EVENING == kind)
        {
            publisher.bookCleared(state);
            for (int i = 0; i < referenceData.instrumentCount(); i++)
            {
                orderHandler.endSession(referenceData.instrumentById(i));
            }
        }
        return null;
    }

    RejectReason onPublishSettlement(final PublishSettlementDecoder command)
    {
        if (!state.isRunning(command.runId()))
        {
            return RejectReason.WRONG_STATE;
        }
        final Instrument instrument = referenceData.instrument(command.instrumentId());
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (command.tickValueE5() <= 0 || command.lowLimitE5() > command.highLimitE5())
        {
            return RejectReason.INVALID_FIELD;
        }
        instrument.settlementPriceE5 = command.settlementPriceE5();
        instrument.tickValueE5 = command.tickValueE5();
        instrument.lowLimitE5 = command.lowLimitE5();
        instrument.highLimitE5 = command.highLimitE5();
        publisher.settlementPublished(state, instrument);
        return null;
    }

    RejectReason onCompleteClearing(final CompleteClearingDecoder command)
    {
        if (!isClearingKind(command.kindRaw()))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!state.isRunning(command.runId()) || state.runKind() != command.kind())
        {
            return RejectReason.WRONG_STATE;
        }
        state.completeRun();
        publisher.clearingCompleted(state);
        return null;
    }

    RejectReason onResumeTrading(final ResumeTradingDecoder command)
    {
        if (!state.mayResume(command.runId()))
        {
            return RejectReason.WRONG_STATE;
        }
        state.resume();
        publisher.tradingResumed(state);
        return null;
    }

    private static boolean isClearingKind(final int kind)
    {
        return ClearingKind.INTRADAY.value() == kind || ClearingKind.EVENING.value() == kind;
    }
}
