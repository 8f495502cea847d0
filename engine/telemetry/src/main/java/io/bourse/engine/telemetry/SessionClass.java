// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import java.util.Locale;

/** What a session of a client is for: one of several purposes has the first of them. */
public enum SessionClass
{
    /** Not known: the client has not said yet which session it wants, or there is none of that name. */
    UNKNOWN,
    /** Orders and their answers. */
    ORDER_ENTRY,
    /** Copies of reports. */
    DROP_COPY,
    /** Trades of firms. */
    TRADE_CAPTURE,
    /** Books, states, news. */
    MARKET_DATA,
    /** Messages that were missed. */
    RECOVERY;

    /** Label of what is counted of one class. */
    public static final String LABEL = "class";

    /**
     * As labels have it.
     *
     * @return the name in lower case.
     */
    public String label()
    {
        return name().toLowerCase(Locale.ROOT);
    }
}
