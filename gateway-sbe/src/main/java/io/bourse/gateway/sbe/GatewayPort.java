// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.telemetry.SessionClass;

import java.util.EnumSet;
import java.util.Set;

/**
 * The ports of the gateway (TWIME A.5.9). A login may have one session on each at the same time.
 */
enum GatewayPort
{
    /** Orders and their answers; repeats a few messages at a time. */
    TRADING(10, SessionClass.ORDER_ENTRY),
    /** Repeats many messages at a time; takes no orders and sends nothing live. */
    RECOVERY(1000, SessionClass.RECOVERY);

    /** Of all ports. */
    static final Set<SessionClass> SESSION_CLASSES = EnumSet.of(TRADING.sessionClass, RECOVERY.sessionClass);

    /** Most messages that one RetransmitRequest may ask for (A.5.7). */
    final int maxRetransmitCount;
    /** What its sessions are for. */
    final SessionClass sessionClass;

    GatewayPort(final int maxRetransmitCount, final SessionClass sessionClass)
    {
        this.maxRetransmitCount = maxRetransmitCount;
        this.sessionClass = sessionClass;
    }
}
