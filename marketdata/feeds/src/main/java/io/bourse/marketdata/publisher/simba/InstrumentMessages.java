// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MarketSegmentID;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportEncoder;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.TradSesEvent;
import io.bourse.marketdata.simba.TradSesStatus;
import io.bourse.marketdata.simba.TradingSessionID;
import io.bourse.marketdata.simba.TradingSessionStatusEncoder;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages of the instrument feeds (SIMBA B.4): here those that are the same in all versions. All return the
 * length with the message header.
 */
abstract class InstrumentMessages
{
    private final MessageHeaderEncoder headerEncoder = new MessageHeaderEncoder();
    private final HeartbeatEncoder heartbeatEncoder = new HeartbeatEncoder();
    private final SequenceResetEncoder sequenceResetEncoder = new SequenceResetEncoder();
    private final SecurityDefinitionUpdateReportEncoder updateEncoder = new SecurityDefinitionUpdateReportEncoder();
    private final TradingSessionStatusEncoder sessionEncoder = new TradingSessionStatusEncoder();
    private final int version;

    InstrumentMessages(final int version)
    {
        this.version = version;
    }

    static InstrumentMessages of(final int version)
    {
        return 8 == version ? new InstrumentMessages8() : new InstrumentMessages9();
    }

    /**
     * SecurityDefinition.
     *
     * @param settlementAtOpenE5 settlement price with which the session began.
     * @param totNumReports definitions of the cycle.
     */
    abstract int putDefinition(
        MutableDirectBuffer buffer,
        int offset,
        PublicInstrument instrument,
        PublicSession session,
        long settlementAtOpenE5,
        long totNumReports);

    /** SecurityStatus. */
    abstract int putStatus(
        MutableDirectBuffer buffer, int offset, PublicInstrument instrument, SecurityTradingStatus status);

    final int putHeartbeat(final MutableDirectBuffer buffer, final int offset)
    {
        heartbeatEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder);
        return end(offset, heartbeatEncoder.limit());
    }

    final int putSequenceReset(final MutableDirectBuffer buffer, final int offset, final long newSeqNo)
    {
        sequenceResetEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder).newSeqNo(newSeqNo);
        return end(offset, sequenceResetEncoder.limit());
    }

    final int putUpdate(final MutableDirectBuffer buffer, final int offset, final PublicInstrument instrument)
    {
        updateEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder).securityID(instrument.instrumentId());
        updateEncoder.volatility().mantissa(InstrumentTerms.NULL_DECIMAL);
        updateEncoder.theorPrice().mantissa(InstrumentTerms.theoreticalE5(instrument));
        updateEncoder.theorPriceLimit().mantissa(InstrumentTerms.NULL_DECIMAL);
        return end(offset, updateEncoder.limit());
    }

    /** TradingSessionStatus. Times that nobody has planned, or that have not come, are 0. */
    final int putSession(
        final MutableDirectBuffer buffer,
        final int offset,
        final PublicSession session,
        final TradSesStatus status,
        final TradSesEvent event)
    {
        final boolean hasSession = InstrumentTerms.hasSession(session);
        sessionEncoder.wrapAndApplyHeader(buffer, offset, headerEncoder)
            .tradSesOpenTime(session.openedNs())
            .tradSesCloseTime(session.isEvening() ? session.suspendedNs() : 0)
            .tradingSessionID(hasSession ? TradingSessionID.Day : TradingSessionID.NULL_VAL)
            .exchangeTradingSessionID(hasSession ?
                (int)session.sessionId() : TradingSessionStatusEncoder.exchangeTradingSessionIDNullValue())
            .tradSesStatus(status)
            .marketSegmentID(MarketSegmentID.Derivatives)
            .tradSesEvent(event)
            .tradePeriodID(0)
            .settlSessBegin(0)
            .clrSessBegin(session.suspendedNs());
        return end(offset, sessionEncoder.limit());
    }

    private int end(final int offset, final int limit)
    {
        headerEncoder.version(version);
        return limit - offset;
    }
}
