// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig.Feed;

import java.util.List;
import java.util.Set;

/**
 * Which packets of a capture are looked at.
 *
 * @param feeds names or addresses of feeds; none for all packets.
 * @param ports of receivers; none for all.
 */
public record PacketFilter(List<String> feeds, Set<Integer> ports)
{
    /**
     * Whether a packet is looked at.
     *
     * @param feed at its destination; null if none is known there.
     * @param destination address:port.
     * @param port of the destination.
     * @return true if it is.
     */
    boolean takes(final Feed feed, final String destination, final int port)
    {
        if (!ports.isEmpty() && !ports.contains(port))
        {
            return false;
        }
        return feeds.isEmpty() || feeds.stream().anyMatch(
            name -> destination.equals(name) || null != feed && FeedNames.isNamed(feed, name));
    }
}
