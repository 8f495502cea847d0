// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.EventGroup;

import java.util.concurrent.TimeUnit;

/**
 * Whether a gateway is lost, as the event stream shows it: its signs of life ({@link GatewayCommands#signOfLife}) are
 * commands, and the lease is the time without one. When nothing at all comes, the engine may be what stands still. So
 * at the end of the lease the owner asks, by a command of its own; any transaction is the answer, and the gateway has
 * half a lease more from then on, to find the next leader of a cluster.
 *
 * <p>A gateway that has never given a sign is never lost. Not thread-safe.
 */
public final class GatewayLease
{
    private static final long QUESTION_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int SIGNS_OF_LEASE = 4;

    private final int gatewayId;
    private final long leaseNs;
    private boolean hasSign;
    private boolean isAsked;
    private boolean isAnswered;
    private long lastSignNs;
    private long askedNs;
    private long answeredNs;

    /**
     * A lease that has not begun.
     *
     * @param leaseNs without a sign of life, in nanoseconds.
     */
    public GatewayLease(final int gatewayId, final long leaseNs)
    {
        this.gatewayId = gatewayId;
        this.leaseNs = leaseNs;
    }

    /**
     * It has given signs of life before; the last one is as old as this call.
     *
     * @param nowNs of a monotonic clock, as below.
     */
    public void onFormerSigns(final long nowNs)
    {
        hasSign = true;
        lastSignNs = nowNs;
    }

    /**
     * Whether a transaction is a sign of life.
     *
     * @param group that begins.
     * @return true for one of its own gateway.
     */
    public static boolean isSign(final EventGroup group)
    {
        // A question in the name of the gateway has no time of receipt.
        return 0 != group.receivedNs() && 0 == group.sequence() &&
            AdvanceTimeDecoder.TEMPLATE_ID == group.commandTemplateId();
    }

    /**
     * How often a gateway gives a sign of life.
     *
     * @param leaseNs in nanoseconds.
     * @return interval in nanoseconds.
     */
    public static long intervalNs(final long leaseNs)
    {
        return leaseNs / SIGNS_OF_LEASE;
    }

    /**
     * A transaction begins.
     *
     * @param group that begins.
     * @param nowNs of a monotonic clock, as below.
     */
    public void onGroupBegin(final EventGroup group, final long nowNs)
    {
        if (gatewayId == group.gatewayId() && 0 != group.receivedNs())
        {
            hasSign |= isSign(group);
            lastSignNs = nowNs;
            isAsked = false;
            isAnswered = false;
        }
        else if (isAsked && !isAnswered)
        {
            isAnswered = true;
            answeredNs = nowNs;
        }
    }

    /**
     * Whether the owner has to ask.
     *
     * @return true until {@link #onAsked}, and again when no transaction comes.
     */
    public boolean isQuestionDue(final long nowNs)
    {
        return hasSign && !isAnswered && nowNs - lastSignNs >= leaseNs &&
            (!isAsked || nowNs - askedNs >= QUESTION_INTERVAL_NS);
    }

    /** The owner's command is on its way. */
    public void onAsked(final long nowNs)
    {
        isAsked = true;
        askedNs = nowNs;
    }

    /**
     * Whether the gateway is lost.
     *
     * @return true until it gives a sign again.
     */
    public boolean isOver(final long nowNs)
    {
        return isAnswered && nowNs - answeredNs >= leaseNs / 2;
    }
}
