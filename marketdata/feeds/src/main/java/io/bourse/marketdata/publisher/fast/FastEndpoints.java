// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.net.MulticastEndpoint;

/**
 * The four multicast groups of a feed: every message once, and everything again and again, each on two lines.
 *
 * @param incrementalA line A of what changes, or null.
 * @param incrementalB line B of what changes, or null.
 * @param snapshotA line A of snapshots, or of the replay of instruments, or null.
 * @param snapshotB line B of snapshots, or of the replay of instruments, or null.
 */
public record FastEndpoints(
    MulticastEndpoint incrementalA,
    MulticastEndpoint incrementalB,
    MulticastEndpoint snapshotA,
    MulticastEndpoint snapshotB)
{
    /**
     * Reads four endpoints.
     *
     * @param incrementalA group:port.
     * @param incrementalB group:port.
     * @param snapshotA group:port.
     * @param snapshotB group:port.
     * @return endpoints.
     * @throws IllegalArgumentException if one of them is not a multicast group and a port.
     */
    public static FastEndpoints of(
        final String incrementalA, final String incrementalB, final String snapshotA, final String snapshotB)
    {
        return new FastEndpoints(
            MulticastEndpoint.parse(incrementalA),
            MulticastEndpoint.parse(incrementalB),
            MulticastEndpoint.parse(snapshotA),
            MulticastEndpoint.parse(snapshotB));
    }
}
