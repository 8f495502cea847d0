// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.admission.ClOrdIds;
import io.bourse.gateway.sbe.admission.IdBudget;
import org.agrona.concurrent.EpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.BooleanSupplier;

/**
 * Answers what never becomes a command (TWIME A.3): a request with a field that cannot have its value, with a parameter
 * outside the wire's range, of a service that is not given, or while the engine takes nothing.
 */
final class RequestRefusals
{
    /** For {@link #isRefused}: every field has a value that it may have. */
    static final int NOTHING_WRONG = 0;

    private static final Logger LOGGER = LoggerFactory.getLogger(RequestRefusals.class);

    private final SessionPublisher publisher;
    private final IdBudget idBudget;
    private final CounterSet<GatewayCounter> counters;
    private final EpochNanoClock epochClock;
    private final long engineWaitNs;
    private final BooleanSupplier isOrderEntryClosed;
    private long engineFullSinceNs;
    private boolean isEngineFull;

    RequestRefusals(
        final SessionPublisher publisher,
        final IdBudget idBudget,
        final CounterSet<GatewayCounter> counters,
        final EpochNanoClock epochClock,
        final long engineWaitNs,
        final BooleanSupplier isOrderEntryClosed)
    {
        this.isOrderEntryClosed = isOrderEntryClosed;
        this.idBudget = idBudget;
        this.counters = counters;
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
     * login (A.6), when no further one can be remembered, or when the gateway takes no orders yet.
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
        final ClOrdIds ids = connection.login().clOrdIds;
        if (ids.isTaken(clOrdId))
        {
            publisher.clOrdIdIsNotUnique(connection, clOrdId, nowNs);
            return true;
        }
        if (isOrderEntryClosed.getAsBoolean())
        {
            refuse(connection, clOrdId, RejectCodes.SESSION_HALTED, nowNs);
            return true;
        }
        if (ids.isFull())
        {
            counters.increment(GatewayCounter.ID_REFUSALS);
            refuse(connection, clOrdId, RejectCodes.TOO_MANY_TRANSACTIONS_OF_LOGIN, nowNs);
            return true;
        }
        return false;
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
    void orderUnlessTaken(final TwimeConnection connection, final long clOrdId, final boolean isTaken, final long nowNs)
    {
        if (isTaken)
        {
            final Login login = connection.login();
            login.clOrdIds.onRequest(clOrdId, login.commandSequence());
            if (login.clOrdIds.takeAlarm() | idBudget.takeAlarm())
            {
                onIdsNearLimit(login);
            }
        }
        unlessTaken(connection, clOrdId, isTaken, nowNs);
    }

    private void onIdsNearLimit(final Login login)
    {
        counters.increment(GatewayCounter.ID_ALARMS);
        LOGGER.warn("order ids of a trading session are near what the gateway remembers, orders and replaces will be" +
            " refused at it: see venue.twime.ids in bourse.conf: login={} ofLogin={} {}",
            login.name(), login.clOrdIds.size(), idBudget);
    }

    void refuse(final TwimeConnection connection, final long clOrdId, final int code, final long nowNs)
    {
        publisher.businessReject(connection, clOrdId, epochClock.nanoTime(), code, nowNs);
    }
}
