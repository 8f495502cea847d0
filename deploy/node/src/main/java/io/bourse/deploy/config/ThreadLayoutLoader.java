// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import static io.bourse.deploy.config.ThreadLayout.ARCHIVE;
import static io.bourse.deploy.config.ThreadLayout.AUTO;
import static io.bourse.deploy.config.ThreadLayout.COMPACT;
import static io.bourse.deploy.config.ThreadLayout.DEDICATED;
import static io.bourse.deploy.config.ThreadLayout.DEDICATED_PROCESSORS;
import static io.bourse.deploy.config.ThreadLayout.ENGINE;

import com.typesafe.config.Config;

import java.util.Map;
import java.util.TreeMap;

/**
 * Reads {@code layout} and {@code cores}.
 */
final class ThreadLayoutLoader
{
    private static final int HIGHEST_CORE = 1023;
    private static final String LAYOUT = "venue.layout";
    private static final String CORES = "venue.cores";

    private final SectionReader reader;
    private final boolean isCluster;
    private final int processors;

    /**
     * A loader for one file.
     *
     * @param config section of the venue.
     * @param isCluster whether a member of a cluster runs the matcher.
     * @param processors of this machine.
     */
    ThreadLayoutLoader(final Config config, final boolean isCluster, final int processors)
    {
        reader = new SectionReader(config);
        this.isCluster = isCluster;
        this.processors = processors;
    }

    /** Whether a key names the processor of a thread, which need not have a default. */
    static boolean isKeyOfCore(final String key)
    {
        return key.startsWith(CORES + ".");
    }

    ThreadLayout layout()
    {
        final boolean isCompact = switch (reader.read(LAYOUT, Config::getString))
        {
            case AUTO -> !isCluster && processors < DEDICATED_PROCESSORS;
            case COMPACT -> isCompactAllowed();
            case DEDICATED -> false;
            default -> throw reader.refused(LAYOUT, "must be one of auto, compact, dedicated");
        };
        return new ThreadLayout(isCompact, cores());
    }

    private boolean isCompactAllowed()
    {
        reader.rejectIf(isCluster, LAYOUT, "must be dedicated with host = cluster: its threads are Aeron's");
        return true;
    }

    private Map<String, Integer> cores()
    {
        final Map<String, Integer> cores = new TreeMap<>();
        for (final String path : reader.read(CORES, Config::getConfig).root().keySet())
        {
            final String key = CORES + "." + path;
            if (!ThreadLayout.THREADS.contains(path))
            {
                throw reader.refused(key, "is no thread, must be one of " + String.join(", ", ThreadLayout.THREADS));
            }
            if (isCluster && (ENGINE.equals(path) || ARCHIVE.equals(path)))
            {
                throw reader.refused(key, "must be left out with host = cluster: its threads are Aeron's");
            }
            final int core = reader.read(key, Config::getInt);
            if (core < 0 || core > HIGHEST_CORE)
            {
                throw reader.refused(key, "must be the number of a processor, from 0 to " + HIGHEST_CORE);
            }
            cores.put(path, core);
        }
        return Map.copyOf(cores);
    }
}
