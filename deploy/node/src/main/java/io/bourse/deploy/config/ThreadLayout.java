// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import java.util.List;
import java.util.Map;

/**
 * Which threads a venue in one process has.
 *
 * @param isCompact true: engine, archive, market data, TWIME and FIX have their turns on one thread; false: each has
 *     its own.
 * @param cores processor to which a thread is bound, from 0, by the name of the thread; threads that are not named go
 *     where the system puts them.
 */
public record ThreadLayout(boolean isCompact, Map<String, Integer> cores)
{
    /** One thread for the engine and all components. */
    public static final String COMPACT = "compact";
    /** A thread for the engine, for the archive, and for each component. */
    public static final String DEDICATED = "dedicated";
    /** Compact on a machine with fewer than {@link #DEDICATED_PROCESSORS} processors. */
    public static final String AUTO = "auto";
    /** A thread for the engine and for each component, and one for everything else: the clients, the system. */
    public static final int DEDICATED_PROCESSORS = 6;

    /** Sequencer, matcher, media driver, and the archive when it has no thread of its own. */
    public static final String ENGINE = "engine";
    /** The archive; in a compact layout with durability disk, or when a processor is named for it. */
    public static final String ARCHIVE = "archive";
    /** Public market and SIMBA. */
    public static final String MARKET_DATA = "market-data";
    public static final String OTHER_FEEDS = "other-feeds";
    /** Binary order entry. */
    public static final String TWIME = "twime";
    /** FIX order entry. */
    public static final String FIX = "fix";

    /** All threads that can be bound to a processor. */
    public static final List<String> THREADS = List.of(ENGINE, ARCHIVE, MARKET_DATA, OTHER_FEEDS, TWIME, FIX);
    /** Those that a compact layout has not. */
    public static final List<String> COMPONENTS = List.of(MARKET_DATA, TWIME, FIX);

    /**
     * Whether the layout takes the archive off the engine's thread; durability disk does so in any.
     *
     * @return true when the archive has a thread of its own whatever the durability.
     */
    public boolean hasArchiveThread()
    {
        return !isCompact || cores.containsKey(ARCHIVE);
    }
}
