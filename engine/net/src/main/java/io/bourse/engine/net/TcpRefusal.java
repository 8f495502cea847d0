// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.util.Locale;

/** Why a peer was not let in. */
public enum TcpRefusal
{
    /** As many connections as the server may have. */
    TOO_MANY_CONNECTIONS,

    /** As many connections as one address may have at once. */
    TOO_MANY_OF_ADDRESS,

    /** As many connections as one address may make in a day. */
    TOO_MANY_TODAY,

    /** As many connections as may be open without a login. */
    TOO_MANY_OUTSTANDING,

    /** As many connections as one address may have open without a login. */
    TOO_MANY_OUTSTANDING_OF_ADDRESS,

    /** No login may come from its address. */
    UNKNOWN_SOURCE,

    /** The server stands by for another one, which serves. */
    STANDING_BY;

    /**
     * The words of the security log.
     *
     * @return such as {@code too many today}.
     */
    public String reason()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
