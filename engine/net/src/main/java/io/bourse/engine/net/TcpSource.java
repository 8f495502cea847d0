// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

/** What an address says of a peer before the peer has said anything. */
public enum TcpSource
{
    /** No login may come from here. */
    UNKNOWN,

    /** Only logins without sources of their own may come from here, as from everywhere. */
    OPEN,

    /** A login has this address among its sources. */
    MEMBER
}
