// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Relations between the options of a {@link FastPublisherContext}.
 */
final class FastContextChecks
{
    private static final int MAX_DEPTH = 100;

    private FastContextChecks()
    {
    }

    static void checkEndpoints(final FastPublisherContext ctx)
    {
        final Set<MulticastEndpoint> seen = new HashSet<>();
        Stream.concat(
                Stream.of(ctx.ordersLog(), ctx.trades(), ctx.futInfo(), ctx.optInfo(), ctx.index()),
                ctx.books().values().stream())
            .filter(Objects::nonNull)
            .flatMap(e -> Stream.of(e.incrementalA(), e.incrementalB(), e.snapshotA(), e.snapshotB()))
            .filter(Objects::nonNull)
            .forEach(endpoint ->
            {
                if (!seen.add(endpoint))
                {
                    throw new IllegalArgumentException("Two lines have one endpoint: endpoint=" + endpoint);
                }
            });
        if (seen.isEmpty())
        {
            throw new IllegalArgumentException("A publisher needs a feed, give endpoints of one: feeds=0");
        }
        ctx.books().keySet().forEach(depth -> OptionChecks.checkRange("depth", depth, 1, MAX_DEPTH));
        checkReplay("ordersLogReplay", ctx.ordersLogReplay(), ctx.ordersLog());
        checkReplay("tradesReplay", ctx.tradesReplay(), ctx.trades());
        checkReplay("indexReplay", ctx.indexReplay(), ctx.index());
    }

    private static void checkReplay(final String name, final InetSocketAddress address, final FastEndpoints feed)
    {
        if (null != address && null == feed)
        {
            throw new IllegalArgumentException("A replay needs its feed: " + name + '=' + address + " feed=null");
        }
    }
}
