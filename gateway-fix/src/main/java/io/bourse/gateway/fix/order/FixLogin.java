// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import java.util.ArrayDeque;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * One FIX login of the reference data: its session, its command sequence and its orders by ClOrdID.
 */
final class FixLogin
{
    private static final int REQUEST_IDS = 10_000;

    final int loginId;
    final FixSession session;
    /** Orders by every ClOrdID they answer to. */
    final NameTable names;
    /** Requests that the engine has not answered yet, by their sequence. */
    final Long2ObjectHashMap<OrderRequest> unanswered = new Long2ObjectHashMap<>();
    /** Requests that were sent or refused. */
    final RequestIds requestIds = new RequestIds(REQUEST_IDS);
    /** Orders at their end, oldest first, kept for status and for the detection of repeated ClOrdIDs. */
    FixOrder oldestEnded;
    FixOrder newestEnded;
    int endedCount;
    /** Working orders, quotes not among them; and live quotes. */
    final LiveOrders working = new LiveOrders();
    final LiveOrders quotes = new LiveOrders();
    /** Last sequence used. */
    long sequence;
    /** Of the last mark of its message numbers that was sent. */
    long markSequence;
    /** Whether this start has claimed its numbers. */
    boolean isClaimSent;
    /** Rights of the login, see LoginRights. */
    int rights;
    /** The engines that believed at the end of replay that it is connected: bit 0, of several a bit for each. */
    int connectedIn;
    /**
     * Requests that wait for the answer to an earlier one, in their order: the first needs it, the others follow.
     * Before all that wait for space in the ring.
     */
    final ArrayDeque<OrderRequest> awaiting = new ArrayDeque<>();
    /** Requests of it that wait for space in the ring, or for an answer. */
    int heldCount;

    FixLogin(final int loginId, final FixSession session, final NameTable names)
    {
        this.loginId = loginId;
        this.session = session;
        this.names = names;
    }

    boolean isConnectedInEngine()
    {
        return 0 != connectedIn;
    }

    /**
     * Whether it is to have a copy of an OrderCancelReject of another login: FIX 4.4 has no field that would
     * distinguish it from the answer to a request of its own.
     */
    boolean takesCancelRejectsOf(final FixLogin sender)
    {
        return this != sender && !may(Role.ORDER_ENTRY);
    }

    boolean may(final Role role)
    {
        return session.options().may(role);
    }
}
