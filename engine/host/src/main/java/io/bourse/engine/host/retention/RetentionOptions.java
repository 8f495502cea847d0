// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How much history is kept.
 *
 * @param snapshots number of snapshots from which the venue can always be started, at least 2.
 * @param minAgeNs history younger than this is kept whole, in nanoseconds; 0 for no such limit.
 * @param consumers of the event stream that are known. One that has not registered needs all of it.
 */
public record RetentionOptions(int snapshots, long minAgeNs, List<String> consumers)
{
    /** Least number of snapshots: the newest may turn out to be bad. */
    public static final int SNAPSHOTS_MIN = 2;
    /** Consumers that every venue has. */
    public static final List<String> CONSUMERS = List.of("venue", "twime", "fix", "market-data", "clearing");
    /** Two snapshots, seven days, the consumers that every venue has. */
    public static final RetentionOptions DEFAULT =
        new RetentionOptions(SNAPSHOTS_MIN, TimeUnit.DAYS.toNanos(7), CONSUMERS);

    /** Checks and copies. */
    public RetentionOptions
    {
        if (snapshots < SNAPSHOTS_MIN || minAgeNs < 0)
        {
            throw new IllegalArgumentException("at least two snapshots must be kept, and an age is not negative:" +
                " snapshots=" + snapshots + " minAgeNs=" + minAgeNs);
        }
        consumers.forEach(ConsumerRegistry::requireName);
        consumers = List.copyOf(consumers);
    }
}
