// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Phase;

import java.util.List;

/**
 * State of a venue at one point of its journal.
 *
 * @param partition of the venue.
 * @param point where it is.
 * @param session of trading.
 * @param instruments ascending by id.
 * @param gateways ascending by id.
 * @param report orders, positions, counts and hash.
 * @param quarantined commands before this point that were not executed.
 */
public record VenueState(
    int partition,
    Point point,
    SessionState session,
    List<InstrumentState> instruments,
    List<GatewayState> gateways,
    StateReport report,
    List<Quarantine> quarantined)
{
    /** A cursor that is not known, because the events are not recorded. */
    public static final long UNKNOWN = -1;
    /** Phase of a session in which orders may be entered. */
    public static final String OPEN = "OPEN";

    /**
     * Where a replay came to stand.
     *
     * @param journalPosition after the last command.
     * @param cursor event stream position after its events, or {@link #UNKNOWN}.
     * @param commands executed.
     * @param frameSequence of the last event frame.
     * @param framesNotRecorded event frames that the recording does not hold.
     * @param stampedNs of the last command, nanoseconds since the Unix epoch; 0 when there is none.
     * @param rollingHash over all events so far.
     */
    public record Point(
        long journalPosition,
        long cursor,
        long commands,
        long frameSequence,
        long framesNotRecorded,
        long stampedNs,
        long rollingHash)
    {
    }

    /**
     * Session of trading.
     *
     * @param sessionId 0 before the first.
     * @param tradingDate YYYYMMDD.
     * @param status {@code OPEN}, or SUSPENDED_ or CLEARED_ with the kind of the clearing run.
     * @param clearingRunId the last run of this session, 0 for none.
     */
    public record SessionState(int sessionId, long tradingDate, String status, long clearingRunId)
    {
        static final SessionState NONE = new SessionState(0, 0, "NONE", 0);

        SessionState on(final long newTradingDate)
        {
            return new SessionState(sessionId, newTradingDate, status, clearingRunId);
        }

        SessionState with(final String newStatus, final long runId)
        {
            return new SessionState(sessionId, tradingDate, newStatus, runId);
        }
    }

    /**
     * One instrument.
     *
     * @param symbol of the instrument.
     * @param phase last one that was announced, or null.
     */
    public record InstrumentState(int instrumentId, String symbol, Phase phase)
    {
    }

    /**
     * Last start of a gateway.
     *
     * @param gatewayId as in its commands.
     * @param epoch of the start.
     * @param journalPosition where it asked to be connected: all commands of its earlier process come before.
     */
    public record GatewayState(int gatewayId, long epoch, long journalPosition)
    {
    }
}
