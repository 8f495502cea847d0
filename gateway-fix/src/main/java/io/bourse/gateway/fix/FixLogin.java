// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.FixSession;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * One FIX login of the reference data: its session, its command sequence and its orders by ClOrdID. All but
 * the constants is guarded by the desk's lock.
 */
final class FixLogin
{
    final int loginId;
    final String name;
    final FixSession session;
    /** Orders by every ClOrdID they answer to. */
    final Map<String, FixOrder> byClOrdId = new HashMap<>();
    /** Requests that the engine has not answered yet, by their sequence. */
    final Long2ObjectHashMap<OrderRequest> unanswered = new Long2ObjectHashMap<>();
    /** Orders at their end, oldest first, kept for status and for the detection of repeated ClOrdIDs. */
    final ArrayDeque<FixOrder> ended = new ArrayDeque<>();
    /** Last sequence used. */
    long sequence;
    /** What the engine believed at the end of replay; only the event side looks at it. */
    boolean isConnectedInEngine;

    FixLogin(final int loginId, final String name, final FixSession session)
    {
        this.loginId = loginId;
        this.name = name;
        this.session = session;
    }
}
