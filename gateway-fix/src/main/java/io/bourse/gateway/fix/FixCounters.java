// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.RejectReason;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the gateway has counted since it started. Written by several threads, read by any.
 */
public final class FixCounters
{
    private static final int REASON_SLOTS = 256;
    private final AtomicLong logons = new AtomicLong();
    private final AtomicLong logouts = new AtomicLong();
    private final AtomicLong refusedLogons = new AtomicLong();
    private final AtomicLong commands = new AtomicLong();
    private final AtomicLong reports = new AtomicLong();
    private final AtomicLong reportsNotRepeated = new AtomicLong();
    private final AtomicLong requestsNotRepeated = new AtomicLong();
    private final AtomicLong sessionRejects = new AtomicLong();
    private final AtomicLong unsupportedMessages = new AtomicLong();
    private final AtomicLong garbage = new AtomicLong();
    private final AtomicLong sessionErrors = new AtomicLong();
    private final AtomicLong lateForMarketData = new AtomicLong();
    private final AtomicLongArray refusals = new AtomicLongArray(FixRefusal.values().length);
    private final AtomicLongArray engineRejects = new AtomicLongArray(REASON_SLOTS);

    void onLogon()
    {
        logons.incrementAndGet();
    }

    void onLogout()
    {
        logouts.incrementAndGet();
    }

    void onRefusedLogon()
    {
        refusedLogons.incrementAndGet();
    }

    void onCommand()
    {
        commands.incrementAndGet();
    }

    void onReport()
    {
        reports.incrementAndGet();
    }

    void onReportNotRepeated()
    {
        reportsNotRepeated.incrementAndGet();
    }

    void onRequestNotRepeated()
    {
        requestsNotRepeated.incrementAndGet();
    }

    void onSessionReject()
    {
        sessionRejects.incrementAndGet();
    }

    void onUnsupportedMessage()
    {
        unsupportedMessages.incrementAndGet();
    }

    void onGarbage()
    {
        garbage.incrementAndGet();
    }

    void onSessionError()
    {
        sessionErrors.incrementAndGet();
    }

    void onLateForMarketData()
    {
        lateForMarketData.incrementAndGet();
    }

    void onRefusal(final FixRefusal refusal)
    {
        refusals.incrementAndGet(refusal.ordinal());
    }

    void onEngineReject(final RejectReason reason)
    {
        engineRejects.incrementAndGet(reason.value());
    }

    /**
     * Sessions that logged on.
     *
     * @return count.
     */
    public long logons()
    {
        return logons.get();
    }

    /**
     * Sessions that logged out or were lost.
     *
     * @return count.
     */
    public long logouts()
    {
        return logouts.get();
    }

    /**
     * First messages of unknown SenderCompIDs and logons with parameters out of bounds.
     *
     * @return count.
     */
    public long refusedLogons()
    {
        return refusedLogons.get();
    }

    /**
     * Order requests taken for the engine, those that wait for an earlier answer included.
     *
     * @return count.
     */
    public long commands()
    {
        return commands.get();
    }

    /**
     * ExecutionReports and OrderCancelRejects handed to sessions, refusals of the gateway itself included.
     *
     * @return count.
     */
    public long reports()
    {
        return reports.get();
    }

    /**
     * Reports not sent again after a restart because the session's store had them already.
     *
     * @return count.
     */
    public long reportsNotRepeated()
    {
        return reportsNotRepeated.get();
    }

    /**
     * Requests that a session sent again after a restart although they had been taken; they are answered once.
     *
     * @return count.
     */
    public long requestsNotRepeated()
    {
        return requestsNotRepeated.get();
    }

    /**
     * Session-level Reject(3) messages sent.
     *
     * @return count.
     */
    public long sessionRejects()
    {
        return sessionRejects.get();
    }

    /**
     * Application messages answered with BusinessMessageReject because we do not take them.
     *
     * @return count.
     */
    public long unsupportedMessages()
    {
        return unsupportedMessages.get();
    }

    /**
     * Connections that were not FIX: wrong beginning, bad framing, too long without a message, silent.
     *
     * @return count.
     */
    public long garbage()
    {
        return garbage.get();
    }

    /**
     * Errors within sessions: wrong checksum or sequence number, lost connection, a second connection of a session.
     *
     * @return count.
     */
    public long sessionErrors()
    {
        return sessionErrors.get();
    }

    /**
     * Reports whose bounded wait for the published watermark ran out.
     *
     * @return count.
     */
    public long lateForMarketData()
    {
        return lateForMarketData.get();
    }

    /**
     * Requests refused by the gateway itself.
     *
     * @param refusal kind.
     * @return count.
     */
    public long refusals(final FixRefusal refusal)
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
            ", lateForMarketData=" + lateForMarketData() + '}';
    }
}
