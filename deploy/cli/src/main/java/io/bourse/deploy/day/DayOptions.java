// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import java.nio.file.Path;

/**
 * What the operator asked for.
 *
 * @param out where data, reports and {@code summary.json} go; must be empty or absent.
 * @param count new orders of the synthetic flow.
 * @param seed of the synthetic flow.
 * @param ordersFile recorded orders instead of the synthetic flow; null for none.
 * @param configFile venue file; null for the defaults.
 * @param ordersPerSecond new orders of the flow, at most; 0 sends as fast as the clients' windows allow.
 * @param hasConsole whether a console shows it in a browser: then who runs it says when it begins and ends.
 * @param percentBeforeIntraday new orders of the flow that are sent before the intraday run.
 */
public record DayOptions(
    Path out,
    long count,
    long seed,
    Path ordersFile,
    Path configFile,
    int ordersPerSecond,
    boolean hasConsole,
    int percentBeforeIntraday)
{
    /** Half of the orders before the intraday run. */
    public static final int HALF = 50;

    /** The same day for one market, in a directory of its own. */
    DayOptions of(final String market, final long ordersOfMarket, final int percent)
    {
        return new DayOptions(
            out.resolve(market), ordersOfMarket, seed, null, configFile, ordersPerSecond, false, percent);
    }
}
