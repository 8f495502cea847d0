// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

/** What a session of a client is for: one of several purposes has the first of them. */
public enum SessionClass
{
    /** Orders and their answers. */
    ORDER_ENTRY,
    /** Copies of reports. */
    DROP_COPY,
    /** Trades of firms. */
    TRADE_CAPTURE,
    /** Books, states, news. */
    MARKET_DATA,
    /** Messages that were missed. */
    RECOVERY
}
