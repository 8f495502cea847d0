// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.session.FixCounters;
import io.bourse.gateway.fix.wire.FixReader;

/**
 * Brings requests into the ring. When the engine has no room, a request waits, everything behind it waits too, and its
 * session is not read any further; when it has waited too long it is refused. Nothing ever blocks the gateway.
 */
final class Submissions
{
    private final OrderRooms rooms;
    private final FixCounters counters;
    /** Requests that wait for room, oldest first. */
    private OrderRequest firstHeld;
    private OrderRequest lastHeld;
    private final FixText repeatedId = new FixText();
    private long lastPlace;

    Submissions(final OrderRooms rooms, final FixCounters counters)
    {
        this.rooms = rooms;
        this.counters = counters;
    }

    /** Takes a request from its session; it belongs to this from now on. */
    void take(final OrderRequest request, final FixReader message)
    {
        if (mustWait())
        {
            hold(request);
            return;
        }
        String detail = null;
        FixRefusal refusal;
        try
        {
            refusal = rooms.desk.submit(request);
        }
        catch (final IllegalStateException e)
        {
            refusal = FixRefusal.ENGINE_BUSY;
            detail = e.getMessage();
        }
        if (FixRefusal.ENGINE_BUSY == refusal && null == detail && rooms.options.engineBusyTimeoutNs() > 0)
        {
            hold(request);
        }
        else
        {
            decided(request, message, refusal, detail);
        }
    }

    private boolean mustWait()
    {
        try
        {
            if (null == firstHeld)
            {
                rooms.connections.publish(Long.MAX_VALUE);
            }
            return null != firstHeld || rooms.connections.size() > 0;
        }
        catch (final IllegalStateException e)
        {
            // The engine is gone; the duty cycle finds out by itself.
            return true;
        }
    }

    /** The place of something that comes behind everything that waits now. */
    long nextPlace()
    {
        return ++lastPlace;
    }

    /** Offers again what waits, requests and changes of connections in their order; returns the number decided. */
    int retry()
    {
        int count = rooms.connections.publish(placeOfFirst());
        while (null != firstHeld && isDecided(firstHeld))
        {
            count += 1 + rooms.connections.publish(placeOfFirst());
        }
        return count;
    }

    private long placeOfFirst()
    {
        return null == firstHeld ? Long.MAX_VALUE : firstHeld.place;
    }

    private boolean isDecided(final OrderRequest request)
    {
        // Its link must be free before it is submitted: it may be parked with its order.
        final OrderRequest behind = request.next;
        request.next = null;
        String detail = null;
        FixRefusal refusal;
        try
        {
            refusal = rooms.connections.isBefore(request.place) ? FixRefusal.ENGINE_BUSY : rooms.desk.submit(request);
        }
        catch (final IllegalStateException e)
        {
            refusal = FixRefusal.ENGINE_BUSY;
            detail = e.getMessage();
        }
        if (FixRefusal.ENGINE_BUSY == refusal && null == detail &&
            rooms.options.nanoClock().nanoTime() - request.deadlineNs < 0)
        {
            request.next = behind;
            return false;
        }
        firstHeld = behind;
        if (null == behind)
        {
            lastHeld = null;
        }
        request.login.heldCount--;
        decided(request, null, refusal, detail);
        return true;
    }

    private void hold(final OrderRequest request)
    {
        request.deadlineNs = rooms.options.nanoClock().nanoTime() + rooms.options.engineBusyTimeoutNs();
        request.place = nextPlace();
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
            counters.onCommand();
            return;
        }
        final FixOrder known = isRepeated && request.isPossResend ? known(request) : null;
        if (isRepeated && request.isPossDup)
        {
            // Taken in a life that ended before the session could note its number; its reports have been stored, or
            // will be. To refuse the name now would tell the client that a live order does not exist.
            counters.onRequestNotRepeated();
        }
        else if (null != known)
        {
            counters.onRequestNotRepeated();
            rooms.statuses.report(request.login, known);
        }
        else
        {
            refuse(request, message, refusal, detail);
        }
        rooms.desk.discard(request);
    }

    /** The order that a repeated request made, or was to change; null if there is none. */
    private FixOrder known(final OrderRequest request)
    {
        final FixOrder named = request.login.names.get(request.clOrdId);
        return null == named && OrderRequest.Kind.NEW != request.kind ? rooms.desk.find(request) : named;
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
            counters.onRequestNotRepeated();
        }
        return isSeen;
    }

    private void refuse(
        final OrderRequest request, final FixReader message, final FixRefusal refusal, final String detail)
    {
        switch (request.kind)
        {
            case MASS_CANCEL -> rooms.massCancels.refuse(request, refusal, refusal.text());
            case MASS_QUOTE, QUOTE_REQUEST -> rooms.quotes.refuse(request, refusal);
            default -> rooms.refusals.refuse(request, message, refusal, detail);
        }
    }
}
