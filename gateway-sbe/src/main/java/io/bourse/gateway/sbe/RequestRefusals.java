// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import org.agrona.concurrent.EpochNanoClock;

/**
 * Answers what never becomes a command (TWIME A.3): a request with a field that cannot have its value, with a parameter
 * outside the wire's range, of a service that is not given, or while the engine takes nothing.
 */
final class RequestRefusals
{
    /** For {@link #isRefused}: every field has a value that it may have. */
    static final int NOTHING_WRONG = 0;

    private final SessionPublisher publisher;
    private final EpochNanoClock epochClock;
    private final long engineWaitNs;
    private long engineFullSinceNs;
    private boolean isEngineFull;

    RequestRefusals(final SessionPublisher publisher, final EpochNanoClock epochClock, final long engineWaitNs)
    {
        this.engineWaitNs = engineWaitNs;
        this.publisher = publisher;
        this.epochClock = epochClock;
    }

    /**
     * Refuses a request that cannot be expressed in the engine's language.
     *
     * @param connection that sent it.
     * @param clOrdId of the request.
     * @param wrongTag of its first field with an impossible value, or {@link #NOTHING_WRONG}.
     * @param hasBadParameter whether a quantity or an account is none.
     * @param nowNs for the session's clock.
     * @return false when nothing is wrong: nothing has been sent then.
     */
    boolean isRefused(
        final TwimeConnection connection,
        final long clOrdId,
        final int wrongTag,
        final boolean hasBadParameter,
        final long nowNs)
    {
        if (NOTHING_WRONG != wrongTag)
        {
            publisher.valueIsIncorrect(connection, clOrdId, wrongTag, nowNs);
        }
        else if (hasBadParameter)
        {
            refuse(connection, clOrdId, RejectCodes.BAD_PARAMETER, nowNs);
        }
        return NOTHING_WRONG != wrongTag || hasBadParameter;
    }

    /**
     * Holds a request that the engine could not take, so that it is offered again; refuses it when the engine has taken
     * no request for too long.
     *
     * @param connection that sent it.
     * @param clOrdId of the request.
     * @param isTaken whether it did after all: nothing is sent then.
     * @param nowNs for the session's clock.
     */
    void unlessTaken(final TwimeConnection connection, final long clOrdId, final boolean isTaken, final long nowNs)
    {
        if (isTaken)
        {
            isEngineFull = false;
        }
        else if (isSpaceAwaited(nowNs))
        {
            connection.hold();
        }
        else
        {
            publisher.systemIsUnavailable(connection, clOrdId, nowNs);
        }
    }

    /** No request waits for space any more: when the ring is full again, the wait begins anew. */
    void onNothingHeld()
    {
        isEngineFull = false;
    }

    private boolean isSpaceAwaited(final long nowNs)
    {
        if (!isEngineFull)
        {
            isEngineFull = true;
            engineFullSinceNs = nowNs;
        }
        return nowNs - engineFullSinceNs < engineWaitNs;
    }

    /**
     * Refuses a request that is to give an order its id, also when the id would not be unique among the orders of its
     * login (A.6).
     *
     * @param connection that sent it.
     * @param clOrdId of the request, which an order is to carry.
     * @param wrongTag tag of a field that is wrong, or {@link #NOTHING_WRONG}.
     * @param hasBadParameter whether a value is out of the range of the protocol.
     * @param nowNs for the session's clock.
     * @return false when nothing is wrong and the id is free: nothing has been sent then.
     */
    boolean isOrderRefused(
        final TwimeConnection connection,
        final long clOrdId,
        final int wrongTag,
        final boolean hasBadParameter,
        final long nowNs)
    {
        if (isRefused(connection, clOrdId, wrongTag, hasBadParameter, nowNs))
        {
            return true;
        }
        final boolean isTaken = connection.login().clOrdIds.isTaken(clOrdId);
        if (isTaken)
        {
            publisher.clOrdIdIsNotUnique(connection, clOrdId, nowNs);
        }
        return isTaken;
    }

    /**
     * As {@link #unlessTaken}, for a request whose id an order is to carry: the id is taken as long as the request is
     * under way.
     *
     * @param connection that sent it.
     * @param clOrdId of the request.
     * @param isTaken whether the engine took it.
     * @param nowNs for the session's clock.
     */
    void orderUnlessTaken(
        final TwimeConnection connection, final long clOrdId, final boolean isTaken, final long nowNs)
    {
        if (isTaken)
        {
            final Login login = connection.login();
            login.clOrdIds.onRequest(clOrdId, login.commandSequence());
        }
        unlessTaken(connection, clOrdId, isTaken, nowNs);
    }

    void refuse(final TwimeConnection connection, final long clOrdId, final int code, final long nowNs)
    {
        publisher.businessReject(connection, clOrdId, epochClock.nanoTime(), code, nowNs);
    }
}
