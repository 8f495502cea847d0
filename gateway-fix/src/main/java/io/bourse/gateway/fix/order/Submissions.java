// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.wire.FixReader;

import java.util.ArrayDeque;

/**
 * Brings requests into the ring, those of a session in the order in which they came. When the ring is full, a request
 * waits, everything after it waits too, and its session is not read any further; when it has waited too long it is
 * rejected. A request for an order whose id is not known yet waits for the answer with the id: its own session
 * waits after it, the others go on. Nothing ever blocks the gateway.
 */
final class Submissions
{
    private final OrderComponents parts;
    private final CounterSet<FixCounter> counters;
    /** Requests that wait for space in the ring, oldest first. */
    private OrderRequest firstHeld;
    private OrderRequest lastHeld;
    /** Logins with requests that wait for an answer. */
    private final ArrayDeque<FixLogin> awaiting = new ArrayDeque<>();
    private final FixText repeatedId = new FixText();
    private long lastPlace;

    Submissions(final OrderComponents parts, final CounterSet<FixCounter> counters)
    {
        this.parts = parts;
        this.counters = counters;
    }

    /** Takes a request from its session; it belongs to this from now on. */
    void take(final OrderRequest request, final FixReader message)
    {
        request.place = nextPlace();
        if (mustHold())
        {
            hold(request);
        }
        else if (mustAwait(request))
        {
            await(request);
        }
        else if (!isDecided(request, message))
        {
            hold(request);
        }
    }

    private boolean mustHold()
    {
        try
        {
            if (null == firstHeld)
            {
                parts.connections.publish(Long.MAX_VALUE);
            }
            return null != firstHeld;
        }
        catch (final IllegalStateException e)
        {
            // The engine is gone; the duty cycle finds out by itself.
            return true;
        }
    }

    private boolean mustAwait(final OrderRequest request)
    {
        return !request.login.awaiting.isEmpty() || parts.tracker.isUnnamed(request);
    }

    /** The place of something that comes after everything that has come so far. */
    long nextPlace()
    {
        return ++lastPlace;
    }

    /** Offers again what waits, requests and changes of connections in their order; returns the number decided. */
    int retry()
    {
        int count = awaiting.isEmpty() ? 0 : resume();
        count += parts.connections.publish(placeOfFirst());
        while (null != firstHeld && isTaken(firstHeld))
        {
            count += 1 + parts.connections.publish(placeOfFirst());
        }
        return count;
    }

    private long placeOfFirst()
    {
        return null == firstHeld ? Long.MAX_VALUE : firstHeld.place;
    }

    /** Goes on with the logins whose answers have come. */
    private int resume()
    {
        int count = 0;
        for (int i = awaiting.size(); i > 0; i--)
        {
            final FixLogin login = awaiting.removeFirst();
            OrderRequest request = login.awaiting.peekFirst();
            while (null != request && !parts.tracker.isUnnamed(request) && isDecided(request, null))
            {
                login.awaiting.removeFirst();
                login.heldCount--;
                count++;
                request = login.awaiting.peekFirst();
            }
            if (null != request)
            {
                awaiting.addLast(login);
            }
        }
        return count;
    }

    /** Whether the first request that waits for space has left its place there. */
    private boolean isTaken(final OrderRequest request)
    {
        final FixLogin login = request.login;
        final OrderRequest behind = request.next;
        if (mustAwait(request))
        {
            login.heldCount--;
            await(request);
        }
        else if (isDecided(request, null))
        {
            login.heldCount--;
        }
        else
        {
            return false;
        }
        firstHeld = behind;
        if (null == behind)
        {
            lastHeld = null;
        }
        return true;
    }

    /** Offers a request to the engine: sent, rejected, or, when the ring is full and time is left, neither. */
    private boolean isDecided(final OrderRequest request, final FixReader message)
    {
        String detail = null;
        FixRefusal refusal;
        try
        {
            refusal = parts.connections.isBefore(request) ? FixRefusal.ENGINE_BUSY : parts.tracker.submit(request);
        }
        catch (final IllegalStateException e)
        {
            refusal = FixRefusal.ENGINE_BUSY;
            detail = e.getMessage();
        }
        if (FixRefusal.ENGINE_BUSY == refusal && null == detail && !isOverdue(request))
        {
            return false;
        }
        decided(request, message, refusal, detail);
        return true;
    }

    /** Whether it has waited for space for too long. */
    private boolean isOverdue(final OrderRequest request)
    {
        final long nowNs = parts.options.nanoClock().nanoTime();
        if (0 == request.deadlineNs)
        {
            request.deadlineNs = nowNs + parts.options.engineBusyTimeoutNs();
        }
        return nowNs - request.deadlineNs >= 0;
    }

    private void hold(final OrderRequest request)
    {
        isOverdue(request);
        request.next = null;
        if (null == firstHeld)
        {
            firstHeld = request;
        }
        else
        {
            lastHeld.next = request;
        }
        lastHeld = request;
        request.login.heldCount++;
    }

    private void await(final OrderRequest request)
    {
        final FixLogin login = request.login;
        request.hasAwaited = true;
        request.deadlineNs = 0;
        if (login.awaiting.isEmpty())
        {
            awaiting.addLast(login);
        }
        login.awaiting.addLast(request);
        login.heldCount++;
    }

    private void decided(
        final OrderRequest request, final FixReader message, final FixRefusal refusal, final String detail)
    {
        final boolean isRepeated = FixRefusal.DUPLICATE_CL_ORD_ID == refusal;
        if (!isRepeated && OrderRequest.Kind.NEW != request.kind || null != refusal && !isRepeated)
        {
            request.login.requestIds.add(request.kind, request.clOrdId);
        }
        if (null == refusal)
        {
            counters.increment(FixCounter.COMMANDS);
            return;
        }
        final FixOrder known = isRepeated && request.isPossResend ? known(request) : null;
        if (isRepeated && request.isPossDup)
        {
            // Taken in a life that ended before the session could note its number; its reports have been stored, or
            // will be. To reject the name now would mean to the client that a live order does not exist.
            counters.increment(FixCounter.REQUESTS_NOT_REPEATED);
        }
        else if (null != known)
        {
            counters.increment(FixCounter.REQUESTS_NOT_REPEATED);
            parts.statuses.report(request.login, known);
        }
        else
        {
            refuse(request, message, refusal, detail);
        }
        parts.tracker.discard(request);
    }

    /** The order that a repeated request made, or was to change; null if there is none. */
    private FixOrder known(final OrderRequest request)
    {
        final FixOrder named = request.login.names.get(request.clOrdId);
        return null == named && OrderRequest.Kind.NEW != request.kind ? parts.tracker.find(request) : named;
    }

    /** Whether a message that says that it may have come before has; it is passed over then. */
    boolean isPassedOver(final FixLogin login, final OrderRequest.Kind kind, final FixReader message, final int idTag)
    {
        if ('Y' != message.character(message.find(Tags.POSS_DUP_FLAG)) &&
            'Y' != message.character(message.find(Tags.POSS_RESEND)))
        {
            return false;
        }
        final boolean isSeen = login.requestIds.contains(kind, repeatedId.set(message, message.find(idTag)));
        if (isSeen)
        {
            counters.increment(FixCounter.REQUESTS_NOT_REPEATED);
        }
        return isSeen;
    }

    /** A partition that is lost has not executed a request: it is rejected behind the reports of before. */
    void notExecuted(final FixLogin login, final long number)
    {
        final OrderRequest request = parts.tracker.notExecuted(login, number);
        if (null != request)
        {
            request.hasAwaited = true;
            refuse(request, null, FixRefusal.PARTITION_LOST, null);
            parts.tracker.release(request);
        }
    }

    private void refuse(
        final OrderRequest request, final FixReader message, final FixRefusal refusal, final String detail)
    {
        switch (request.kind)
        {
            case MASS_CANCEL -> parts.massCancels.refuse(request, refusal, refusal.text());
            case MASS_QUOTE, QUOTE_REQUEST -> parts.quotes.refuse(request, refusal);
            default -> parts.refusals.refuse(request, message, refusal, detail);
        }
    }
}
