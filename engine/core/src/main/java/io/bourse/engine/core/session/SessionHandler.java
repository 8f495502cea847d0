// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.event.ContractEventPublisher;
import io.bourse.engine.core.event.SessionEventPublisher;
import io.bourse.engine.core.matching.PhaseChanges;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.reference.RangeUnits;
import io.bourse.engine.core.risk.HeldLots;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.trade.TradeRegister;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CompleteClearingDecoder;
import io.bourse.engine.protocol.MoveSessionDateDecoder;
import io.bourse.engine.protocol.OpenSessionDecoder;
import io.bourse.engine.protocol.PublishSettlementDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ResumeTradingDecoder;
import io.bourse.engine.protocol.SuspendTradingDecoder;
import io.bourse.engine.protocol.TradingDates;

/**
 * Executes the commands that move the session and its clearing runs.
 * <p>
 * Every method returns null when it has published its events, or the reason for which it changed nothing.
 */
public final class SessionHandler
{
    private final OpenSessionDecoder openSession = new OpenSessionDecoder();
    private final MoveSessionDateDecoder moveSessionDate = new MoveSessionDateDecoder();
    private final SuspendTradingDecoder suspendTrading = new SuspendTradingDecoder();
    private final PublishSettlementDecoder publishSettlement = new PublishSettlementDecoder();
    private final CompleteClearingDecoder completeClearing = new CompleteClearingDecoder();
    private final ResumeTradingDecoder resumeTrading = new ResumeTradingDecoder();
    private final SessionState state;
    private final FeatureLevel featureLevel;
    private final ReferenceData referenceData;
    private final SessionOrders sessionOrders;
    private final PriceLimitWatch priceLimits;
    private final PhaseChanges phaseChanges;
    private final RangeUnits rangeUnits;
    private final TradeRegister trades;
    private final SessionEventPublisher publisher;
    private final ContractEventPublisher contractPublisher;

    public SessionHandler(
        final SessionState state,
        final FeatureLevel featureLevel,
        final ReferenceData referenceData,
        final SessionOrders sessionOrders,
        final PriceLimitWatch priceLimits,
        final PhaseChanges phaseChanges,
        final RangeUnits rangeUnits,
        final TradeRegister trades,
        final SessionEventPublisher publisher,
        final ContractEventPublisher contractPublisher)
    {
        this.state = state;
        this.featureLevel = featureLevel;
        this.referenceData = referenceData;
        this.sessionOrders = sessionOrders;
        this.priceLimits = priceLimits;
        this.phaseChanges = phaseChanges;
        this.rangeUnits = rangeUnits;
        this.trades = trades;
        this.publisher = publisher;
        this.contractPublisher = contractPublisher;
    }

    /**
     * Enters the commands of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(OpenSessionDecoder.TEMPLATE_ID, this::onOpenSession));
        table.add(new CommandKind(MoveSessionDateDecoder.TEMPLATE_ID, this::onMoveSessionDate));
        table.add(new CommandKind(SuspendTradingDecoder.TEMPLATE_ID, this::onSuspendTrading));
        table.add(new CommandKind(PublishSettlementDecoder.TEMPLATE_ID, this::onPublishSettlement)
            .instrumentAt(PublishSettlementDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(CompleteClearingDecoder.TEMPLATE_ID, this::onCompleteClearing));
        table.add(new CommandKind(ResumeTradingDecoder.TEMPLATE_ID, this::onResumeTrading));
    }

    private RejectReason onOpenSession(final CommandEnvelope envelope)
    {
        final OpenSessionDecoder command = envelope.decode(openSession);
        if (command.sessionId() <= 0 || 0 == command.tradingDate())
        {
            return RejectReason.INVALID_FIELD;
        }
        if (featureLevel.isBounded() && !TradingDates.isDate(command.tradingDate()))
        {
            return RejectReason.NOT_A_TRADING_DATE;
        }
        if (!state.mayOpen(command.sessionId(), command.tradingDate()))
        {
            return RejectReason.WRONG_STATE;
        }
        state.open(command.sessionId(), command.tradingDate(), featureLevel.isBounded());
        publisher.sessionOpened(state);
        forgetTotals();
        rangeUnits.onSessionOpened();
        priceLimits.onSessionOpened();
        sessionOrders.openSession();
        sessionOrders.removeUncovered();
        phaseChanges.onSessionOpen();
        return null;
    }

    /**
     * Trades keep the date of their session. One that is no date, as histories of the first level may have, can be
     * neither cleared nor ended: such a session moves with its trades.
     */
    private RejectReason onMoveSessionDate(final CommandEnvelope envelope)
    {
        final MoveSessionDateDecoder command = envelope.decode(moveSessionDate);
        if (!TradingDates.isDate(command.newDate()))
        {
            return RejectReason.NOT_A_TRADING_DATE;
        }
        if (!state.mayMove(command.sessionId(), command.tradingDate(), command.newDate()))
        {
            return RejectReason.WRONG_STATE;
        }
        if (TradingDates.isDate(state.tradingDate()) && hasTrades())
        {
            return RejectReason.SESSION_HAS_TRADES;
        }
        state.move(command.newDate());
        publisher.sessionDateMoved(state, command.tradingDate());
        return null;
    }

    private boolean hasTrades()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            if (0 != referenceData.instrumentAt(i).sessionTrades)
            {
                return true;
            }
        }
        return false;
    }

    private RejectReason onSuspendTrading(final CommandEnvelope envelope)
    {
        final SuspendTradingDecoder command = envelope.decode(suspendTrading);
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
        publishTotals();
        if (ClearingKind.EVENING == kind)
        {
            publisher.bookCleared(state);
            sessionOrders.endSession();
        }
        return null;
    }

    private RejectReason onPublishSettlement(final CommandEnvelope envelope)
    {
        final PublishSettlementDecoder command = envelope.decode(publishSettlement);
        if (!state.mayPublish(command.runId()))
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
        instrument.setLimits(command.lowLimitE5(), command.highLimitE5());
        priceLimits.onLimitsPublished(instrument);
        publisher.settlementPublished(state, instrument);
        phaseChanges.onLimitsPublished(instrument);
        return null;
    }

    private RejectReason onCompleteClearing(final CommandEnvelope envelope)
    {
        final CompleteClearingDecoder command = envelope.decode(completeClearing);
        if (!isClearingKind(command.kindRaw()))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (!state.isRunning(command.runId()) || state.runKind() != command.kind())
        {
            return RejectReason.WRONG_STATE;
        }
        final RejectReason refusal = positionsRefusal();
        if (null == refusal)
        {
            state.completeRun();
            publisher.clearingCompleted(state);
        }
        return refusal;
    }

    private RejectReason onResumeTrading(final CommandEnvelope envelope)
    {
        final ResumeTradingDecoder command = envelope.decode(resumeTrading);
        if (!state.mayResume(command.runId()))
        {
            return RejectReason.WRONG_STATE;
        }
        state.resume();
        publisher.tradingResumed(state);
        sessionOrders.removeUncovered();
        phaseChanges.onSessionOpen();
        return null;
    }

    private void forgetTotals()
    {
        trades.clear();
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentAt(i).sessionTrades = 0;
            referenceData.instrumentAt(i).sessionLots = 0;
        }
    }

    private void publishTotals()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            contractPublisher.instrumentTotals(referenceData.instrumentById(i));
        }
    }

    /** Trades cannot unbalance positions nor open any in what has expired: movements of the run are missing then. */
    private RejectReason positionsRefusal()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentAt(i);
            final HeldLots held = instrument.exposures.held;
            if (held.longLots() != held.shortLots())
            {
                return RejectReason.UNBALANCED_POSITIONS;
            }
            if (instrument.isExpired && 0 != held.longLots())
            {
                return RejectReason.POSITION_OPEN;
            }
        }
        return null;
    }

    private static boolean isClearingKind(final int kind)
    {
        return ClearingKind.INTRADAY.value() == kind || ClearingKind.EVENING.value() == kind;
    }
}
