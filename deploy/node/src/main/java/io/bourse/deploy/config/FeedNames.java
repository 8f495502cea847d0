// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.deploy.config.MarketDataConfig.Feed;

import java.util.List;

/**
 * How people name feeds: by their name, by the beginning of it up to a dot, without the line at the end for both lines,
 * or by group and port.
 */
public final class FeedNames
{
    private FeedNames()
    {
    }

    /**
     * Chooses feeds.
     *
     * @param feeds to choose from.
     * @param wanted names such as {@code simba}, {@code simba.orders-log}, {@code simba.orders-log.incremental},
     *     {@code simba.orders-log.incremental-a} or {@code 239.195.1.1:20081}.
     * @return those that have one of the names, in their own order.
     */
    public static List<Feed> select(final List<Feed> feeds, final List<String> wanted)
    {
        return feeds.stream().filter(feed -> wanted.stream().anyMatch(name -> isNamed(feed, name))).toList();
    }

    /**
     * Whether a feed has a name.
     *
     * @param feed to look at.
     * @param name as for {@link #select}.
     * @return true if it has.
     */
    public static boolean isNamed(final Feed feed, final String name)
    {
        return feed.name().equals(name) || feed.name().startsWith(name + ".") ||
            feed.name().equals(name + "-a") || feed.name().equals(name + "-b") || address(feed).equals(name);
    }

    /**
     * Where a feed is sent to.
     *
     * @param feed to look at.
     * @return group:port.
     */
    public static String address(final Feed feed)
    {
        return feed.address().getAddress().getHostAddress() + ":" + feed.address().getPort();
    }
}
