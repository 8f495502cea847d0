// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.protocol.RejectReason;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the gateway has counted since it started. Written by the gateway's thread, read by any.
 */
public final class FixCounters
{
    private static final int LOGONS = 0;
    private static final int LOGOUTS = 1;
    private static final int REFUSED_LOGONS = 2;
    private static final int COMMANDS = 3;
    private static final int REPORTS = 4;
    private static final int REPORTS_NOT_REPEATED = 5;
    private static final int REQUESTS_NOT_REPEATED = 6;
    private static final int SESSION_REJECTS = 7;
    private static final int UNSUPPORTED_MESSAGES = 8;
    private static final int GARBAGE = 9;
    private static final int SESSION_ERRORS = 10;
    private static final int LATE_FOR_MARKET_DATA = 11;
    private static final int CONNECTIONS = 12;
    private static final int REFUSED_CONNECTIONS = 13;
    private static final int GARBLED_MESSAGES = 14;
    private static final int SLOW_CLIENTS = 15;
    private static final int RESENT_MESSAGES = 16;
    private static final int TLS_FAILURES = 17;
    private static final int THROTTLED_MESSAGES = 18;
    private static final int MESSAGES_BEHIND_LOGOUT = 19;
    private static final int UNANSWERED_LOGONS = 20;
    private static final int COUNTERS = UNANSWERED_LOGONS + UnansweredLogons.Reason.values().length;
    private static final int REASON_SLOTS = 256;
    private static final int REFUSAL_SLOTS = 128;

    private final SessionTimes sessionTimes = new SessionTimes();
    private final AtomicLongArray counts = new AtomicLongArray(COUNTERS);
    private final AtomicLongArray refusals = new AtomicLongArray(REFUSAL_SLOTS);
    private final AtomicLongArray engineRejects = new AtomicLongArray(REASON_SLOTS);

    /** A session has logged on. */
    public void onLogon()
    {
        increment(LOGONS);
    }

    /** A session that had logged on has ended. */
    public void onLogout()
    {
        increment(LOGOUTS);
    }

    /** A Logon was refused. */
    public void onRefusedLogon()
    {
        increment(REFUSED_LOGONS);
    }

    /** A request was taken for the engine. */
    public void onCommand()
    {
        increment(COMMANDS);
    }

    /** A report was handed to a session. */
    public void onReport()
    {
        increment(REPORTS);
    }

    /** A report was in the store of its session already. */
    public void onReportNotRepeated()
    {
        increment(REPORTS_NOT_REPEATED);
    }

    /** A request came again that had been taken. */
    public void onRequestNotRepeated()
    {
        increment(REQUESTS_NOT_REPEATED);
    }

    /** A Reject(3) was sent. */
    public void onSessionReject()
    {
        increment(SESSION_REJECTS);
    }

    /** A message of a type that is not served came. */
    public void onUnsupportedMessage()
    {
        increment(UNSUPPORTED_MESSAGES);
    }

    /** A connection was not FIX. */
    public void onGarbage()
    {
        increment(GARBAGE);
    }

    /** A session found an error. */
    public void onSessionError()
    {
        increment(SESSION_ERRORS);
    }

    /** A report did not wait for its market data any longer. */
    public void onLateForMarketData()
    {
        increment(LATE_FOR_MARKET_DATA);
    }

    /**
     * The gateway refused a request.
     *
     * @param refusal kind, of the one enumeration of the gateway's refusals.
     */
    public void onRefusal(final Enum<?> refusal)
    {
        increment(refusals, refusal.ordinal());
    }

    /**
     * The engine refused a request.
     *
     * @param reason of the engine.
     */
    public void onEngineReject(final RejectReason reason)
    {
        increment(engineRejects, reason.value());
    }

    /**
     * Sessions that logged on.
     *
     * @return count.
     */
    public long logons()
    {
        return counts.get(LOGONS);
    }

    /**
     * Sessions that logged out or were lost.
     *
     * @return count.
     */
    public long logouts()
    {
        return counts.get(LOGOUTS);
    }

    /**
     * First messages of unknown SenderCompIDs and logons with parameters out of bounds.
     *
     * @return count.
     */
    public long refusedLogons()
    {
        return counts.get(REFUSED_LOGONS);
    }

    /**
     * Order requests taken for the engine, those that wait for an earlier answer included.
     *
     * @return count.
     */
    public long commands()
    {
        return counts.get(COMMANDS);
    }

    /**
     * ExecutionReports and OrderCancelRejects handed to sessions, refusals of the gateway itself included.
     *
     * @return count.
     */
    public long reports()
    {
        return counts.get(REPORTS);
    }

    /**
     * Reports not sent again after a restart because the session's store had them already.
     *
     * @return count.
     */
    public long reportsNotRepeated()
    {
        return counts.get(REPORTS_NOT_REPEATED);
    }

    /**
     * Requests that a session sent again after a restart although they had been taken; they are answered once.
     *
     * @return count.
     */
    public long requestsNotRepeated()
    {
        return counts.get(REQUESTS_NOT_REPEATED);
    }

    /**
     * Session-level Reject(3) messages sent.
     *
     * @return count.
     */
    public long sessionRejects()
    {
        return counts.get(SESSION_REJECTS);
    }

    /**
     * Application messages answered with BusinessMessageReject because we do not take them.
     *
     * @return count.
     */
    public long unsupportedMessages()
    {
        return counts.get(UNSUPPORTED_MESSAGES);
    }

    /**
     * Connections that were not FIX: wrong beginning, bad framing, too long without a message, silent.
     *
     * @return count.
     */
    public long garbage()
    {
        return counts.get(GARBAGE);
    }

    /**
     * Errors within sessions: wrong checksum or sequence number, lost connection, a second connection of a session.
     *
     * @return count.
     */
    public long sessionErrors()
    {
        return counts.get(SESSION_ERRORS);
    }

    /**
     * Reports whose bounded wait for the published watermark ran out.
     *
     * @return count.
     */
    public long lateForMarketData()
    {
        return counts.get(LATE_FOR_MARKET_DATA);
    }

    /**
     * Requests refused by the gateway itself.
     *
     * @param refusal kind.
     * @return count.
     */
    public long refusals(final Enum<?> refusal)
    {
        return refusals.get(refusal.ordinal());
    }

    /**
     * All requests refused by the gateway itself.
     *
     * @return sum over all kinds.
     */
    public long refusals()
    {
        return sum(refusals);
    }

    /**
     * Requests refused by the engine.
     *
     * @param reason of the engine.
     * @return count.
     */
    public long engineRejects(final RejectReason reason)
    {
        return engineRejects.get(reason.value());
    }

    /**
     * All requests refused by the engine.
     *
     * @return sum over all reasons.
     */
    public long engineRejects()
    {
        return sum(engineRejects);
    }

    void onConnection()
    {
        increment(CONNECTIONS);
    }

    void onRefusedConnection()
    {
        increment(REFUSED_CONNECTIONS);
    }

    void onGarbledMessage()
    {
        increment(GARBLED_MESSAGES);
    }

    void onSlowClient()
    {
        increment(SLOW_CLIENTS);
    }

    void onResentMessage()
    {
        increment(RESENT_MESSAGES);
    }

    void onThrottledMessage()
    {
        increment(THROTTLED_MESSAGES);
    }

    void onMessageBehindLogout()
    {
        increment(MESSAGES_BEHIND_LOGOUT);
    }

    void onUnansweredLogon(final UnansweredLogons.Reason reason)
    {
        increment(UNANSWERED_LOGONS + reason.ordinal());
    }

    void onTlsFailure()
    {
        increment(TLS_FAILURES);
    }

    /**
     * The share of QuickFIX/J in the way of a message.
     *
     * @return live sums.
     */
    public SessionTimes sessionTimes()
    {
        return sessionTimes;
    }

    /**
     * TCP connections accepted.
     *
     * @return count.
     */
    public long connections()
    {
        return counts.get(CONNECTIONS);
    }

    /**
     * TCP connections closed at once because there were too many.
     *
     * @return count.
     */
    public long refusedConnections()
    {
        return counts.get(REFUSED_CONNECTIONS);
    }

    /**
     * Messages passed over because length, checksum or form were wrong.
     *
     * @return count.
     */
    public long garbledMessages()
    {
        return counts.get(GARBLED_MESSAGES);
    }

    /**
     * Connections closed because the client did not read.
     *
     * @return count.
     */
    public long slowClients()
    {
        return counts.get(SLOW_CLIENTS);
    }

    /**
     * Messages sent again because a client asked for them.
     *
     * @return count.
     */
    public long resentMessages()
    {
        return counts.get(RESENT_MESSAGES);
    }

    /**
     * Connections that broke the rules of TLS or showed no valid certificate.
     *
     * @return count.
     */
    public long tlsFailures()
    {
        return counts.get(TLS_FAILURES);
    }

    /**
     * Application messages rejected because their session sent more than it may in a second.
     *
     * @return count.
     */
    public long throttledMessages()
    {
        return counts.get(THROTTLED_MESSAGES);
    }

    /**
     * Application messages passed over because they came when our Logout had been sent.
     *
     * @return count.
     */
    public long messagesBehindLogout()
    {
        return counts.get(MESSAGES_BEHIND_LOGOUT);
    }

    /**
     * Logons whose connection was closed without an answer.
     *
     * @param reason why.
     * @return count.
     */
    public long unansweredLogons(final UnansweredLogons.Reason reason)
    {
        return counts.get(UNANSWERED_LOGONS + reason.ordinal());
    }

    private void increment(final int counter)
    {
        increment(counts, counter);
    }

    /** One thread writes: no locked instruction is needed. */
    private static void increment(final AtomicLongArray counts, final int index)
    {
        counts.setRelease(index, counts.getPlain(index) + 1);
    }

    private static long sum(final AtomicLongArray counts)
    {
        long sum = 0;
        for (int i = 0; i < counts.length(); i++)
        {
            sum += counts.get(i);
        }
        return sum;
    }

    @Override
    public String toString()
    {
        return "FixCounters{logons=" + logons() +
            ", logouts=" + logouts() +
            ", refusedLogons=" + refusedLogons() +
            ", commands=" + commands() +
            ", reports=" + reports() +
            ", reportsNotRepeated=" + reportsNotRepeated() +
            ", requestsNotRepeated=" + requestsNotRepeated() +
            ", refusals=" + refusals() +
            ", engineRejects=" + engineRejects() +
            ", sessionRejects=" + sessionRejects() +
            ", unsupportedMessages=" + unsupportedMessages() +
            ", garbage=" + garbage() +
            ", sessionErrors=" + sessionErrors() +
            ", lateForMarketData=" + lateForMarketData() +
            ", connections=" + connections() +
            ", refusedConnections=" + refusedConnections() +
            ", garbledMessages=" + garbledMessages() +
            ", slowClients=" + slowClients() +
            ", resentMessages=" + resentMessages() +
            ", tlsFailures=" + tlsFailures() +
            ", throttledMessages=" + throttledMessages() +
            ", messagesBehindLogout=" + messagesBehindLogout() +
            ", logonsOfUnknownSessions=" + unansweredLogons(UnansweredLogons.Reason.UNKNOWN_SESSION) +
            ", logonsOfSessionsInUse=" + unansweredLogons(UnansweredLogons.Reason.SESSION_IN_USE) + '}';
    }
}
