// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

/**
 * The four multicast groups of a feed: every message once, and everything again and again, each on two lines.
 *
 * @param incrementalA line A of what changes, or null.
 * @param incrementalB line B of what changes, or null.
 * @param snapshotA line A of snapshots, or of the replay of instruments, or null.
 * @param snapshotB line B of snapshots, or of the replay of instruments, or null.
 */
public record FeedEndpoints(
    MulticastEndpoint incrementalA,
    MulticastEndpoint incrementalB,
    MulticastEndpoint snapshotA,
    MulticastEndpoint snapshotB)
{
    /**
     * Reads four endpoints.
     *
     * @param incrementalA group:port, or null.
     * @param incrementalB group:port, or null.
     * @param snapshotA group:port, or null.
     * @param snapshotB group:port, or null.
     * @return endpoints.
     * @throws IllegalArgumentException if one of them is not a multicast group and a port.
     */
    public static FeedEndpoints of(
        final String incrementalA, final String incrementalB, final String snapshotA, final String snapshotB)
    {
        return new FeedEndpoints(parse(incrementalA), parse(incrementalB), parse(snapshotA), parse(snapshotB));
    }

    private static MulticastEndpoint parse(final String text)
    {
        return null == text ? null : MulticastEndpoint.parse(text);
    }
}
