// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;

import java.io.IOException;
import java.net.DatagramSocket;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of a venue whose market data shares nothing with that of another one on the same machine: its own groups on a
 * free port, and free ports for everything over TCP.
 */
public final class LoopbackFeeds
{
    private static final int MOST_GROUPS = 254;

    private LoopbackFeeds()
    {
    }

    /**
     * Makes the options.
     *
     * @param network first three numbers of the groups, such as {@code 239.195.2}.
     * @return full key to value, for the loader.
     * @throws IOException if there is no free port.
     */
    public static Map<String, Object> options(final String network) throws IOException
    {
        final Config defaults = ConfigFactory.parseResources(
            LoopbackFeeds.class.getClassLoader(), "bourse.conf",
            ConfigParseOptions.defaults().setAllowMissing(false)).resolve();
        final Map<String, Object> options = new LinkedHashMap<>();
        try (DatagramSocket held = new DatagramSocket())
        {
            int last = 0;
            for (final MarketDataConfig.Feed feed : new MarketDataLoader(defaults).marketData().allFeeds())
            {
                last++;
                if (last > MOST_GROUPS)
                {
                    throw new IllegalStateException("more feeds than groups in a network: network=" + network);
                }
                options.put(MarketDataLoader.ROOT + feed.name(), network + "." + last + ":" + held.getLocalPort());
            }
        }
        defaults.getConfig("venue.marketdata").entrySet().stream()
            .map(Map.Entry::getKey)
            .filter(key -> key.endsWith("port"))
            .sorted()
            .forEach(key -> options.put(MarketDataLoader.ROOT + key, 0));
        return options;
    }
}
