// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

import java.util.Map;

/**
 * Which flow control the logins have, and their limits.
 *
 * @param kind of flow control.
 * @param defaultLimit of a login that has no other: performance units for {@link Kind#TWIME}, messages a second for
 * {@link Kind#T7}; not looked at for {@link Kind#NONE}.
 * @param limits the same by login.
 * @param mostPerSecond highest limit of a login in messages a second; the protocol's is {@link #PROTOCOL_MOST}, a load
 * test may allow more.
 * @param isDisasterRecovery whether T7 cuts off after {@value #DISASTER_RECOVERY_REFUSALS} refusals in a row rather
 * than after three times the limit.
 */
public record FlowPolicy(
    Kind kind, int defaultLimit, Map<String, Integer> limits, int mostPerSecond, boolean isDisasterRecovery)
{
    /** Kinds of flow control. */
    public enum Kind
    {
        /** None. */
        NONE,
        /** {@link WindowFlowControl}. */
        TWIME,
        /** {@link SlidingFlowControl}. */
        T7
    }

    /** Messages a second that one performance unit gives (TWIME A.6). */
    public static final int MESSAGES_PER_UNIT = 30;
    /** Most messages a second of one login that the protocol knows of: a hundred units. */
    public static final int PROTOCOL_MOST = 3_000;
    private static final int DISASTER_RECOVERY_REFUSALS = 30;
    private static final int REFUSALS_PER_MESSAGE = 3;

    /**
     * Everything passes.
     *
     * @return policy without limits.
     */
    public static FlowPolicy none()
    {
        return new FlowPolicy(Kind.NONE, 1, Map.of(), PROTOCOL_MOST, false);
    }

    /**
     * Windows of the protocol.
     *
     * @param defaultUnits performance units of a login that has no other number.
     * @param units by login.
     * @return policy whose limits end at {@link #PROTOCOL_MOST}.
     */
    public static FlowPolicy twime(final int defaultUnits, final Map<String, Integer> units)
    {
        return new FlowPolicy(Kind.TWIME, defaultUnits, units, PROTOCOL_MOST, false);
    }

    /**
     * Throttles of T7.
     *
     * @param defaultLimit messages a second of a login that has no other number: 50 or 150 there.
     * @param limits by login.
     * @param isDisasterRecovery whether the session ends sooner.
     * @return policy whose limits end at {@link #PROTOCOL_MOST}.
     */
    public static FlowPolicy t7(
        final int defaultLimit, final Map<String, Integer> limits, final boolean isDisasterRecovery)
    {
        return new FlowPolicy(Kind.T7, defaultLimit, limits, PROTOCOL_MOST, isDisasterRecovery);
    }

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException naming the login and the limit that is none or too high.
     */
    public FlowPolicy
    {
        limits = Map.copyOf(limits);
        if (Kind.NONE != kind)
        {
            check(kind, "(default)", defaultLimit, mostPerSecond);
            for (final Map.Entry<String, Integer> limit : limits.entrySet())
            {
                check(kind, limit.getKey(), limit.getValue(), mostPerSecond);
            }
        }
    }

    /**
     * Makes the flow control of a login.
     *
     * @param login name.
     * @param nowNs time at which it begins.
     * @return flow control of its own.
     */
    public FlowControl newFlowControl(final String login, final long nowNs)
    {
        final int limit = limits.getOrDefault(login, defaultLimit);
        return switch (kind)
        {
            case NONE -> UnlimitedFlow.INSTANCE;
            case TWIME -> new WindowFlowControl(limit * MESSAGES_PER_UNIT, nowNs);
            case T7 -> new SlidingFlowControl(
                limit, isDisasterRecovery ? DISASTER_RECOVERY_REFUSALS : REFUSALS_PER_MESSAGE * limit);
        };
    }

    private static void check(final Kind kind, final String login, final int limit, final int mostPerSecond)
    {
        final long perSecond = Kind.TWIME == kind ? (long)limit * MESSAGES_PER_UNIT : limit;
        if (perSecond < 1 || perSecond > mostPerSecond)
        {
            throw new IllegalArgumentException("the limit of a login must be from 1 to the highest one: login=" +
                login + " limit=" + limit + " messagesPerSecond=" + perSecond + " mostPerSecond=" + mostPerSecond);
        }
    }
}
