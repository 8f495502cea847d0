// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

/**
 * The duty cycles of a {@link TcpServer}, shared with its connections.
 */
final class TcpTurns
{
    /** Number of the present one. */
    int current;
    /** Time of its poll. */
    long nowNs;
    /** Connections that have input left which the selector knows nothing of. */
    int leftCount;
}
