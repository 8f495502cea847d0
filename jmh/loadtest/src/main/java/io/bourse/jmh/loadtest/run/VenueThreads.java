// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.deploy.config.ThreadLayout;
import io.bourse.jmh.loadtest.profile.ProfileStage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Which threads the venue of a stage has and how they wait, where neither the stage nor the command line says so. On a
 * machine with few processors one spinning thread answers soonest, but it wastes the processor that the generator does
 * not use up: a thread for every component, which give way to each other, carries more.
 */
final class VenueThreads
{
    private static final String LAYOUT = "venue.layout";
    private static final String IDLE = "venue.engine.idle";

    private VenueThreads()
    {
    }

    /**
     * Makes the choice.
     *
     * @param stage of a profile.
     * @param layout of the command line, or {@link LoadTestOptions#AUTO}.
     * @param idle of the command line, or {@link LoadTestOptions#AUTO}.
     * @param processors of this machine.
     * @return the stage with both among the options of its venue.
     */
    static ProfileStage choose(
        final ProfileStage stage, final String layout, final String idle, final int processors)
    {
        final int partitions = partitions(stage);
        final boolean isLarge = processors >= ThreadLayout.DEDICATED_PROCESSORS * partitions;
        // Partitions have a thread each already.
        final boolean isDedicated = isLarge || 1 == partitions && stage.plan().kind().isThroughput();
        final String chosen = LoadTestOptions.AUTO.equals(layout) ?
            isDedicated ? LoadTestOptions.DEDICATED : LoadTestOptions.COMPACT : layout;
        final Object effective = stage.venueOptions().getOrDefault(LAYOUT, chosen);
        final String waits = isLarge || LoadTestOptions.COMPACT.equals(effective) && partitions < processors ?
            LoadTestOptions.SPIN : LoadTestOptions.YIELD;
        return stage.withVenueDefaults(Map.of(LAYOUT, chosen, IDLE, LoadTestOptions.AUTO.equals(idle) ? waits : idle));
    }

    private static int partitions(final ProfileStage stage)
    {
        return Math.max(1, stage.parts().size());
    }

    /**
     * Those that continue have the venue of the stage before them.
     *
     * @param stages in their order, for which the choice has been made.
     * @return the same, with the options of the venue that they run on.
     */
    static List<ProfileStage> continued(final List<ProfileStage> stages)
    {
        final List<ProfileStage> all = new ArrayList<>();
        for (final ProfileStage stage : stages)
        {
            all.add(stage.continues() && !all.isEmpty() ?
                stage.withVenueOptions(all.getLast().venueOptions()) : stage);
        }
        return all;
    }

    /** The layout of a stage for which the choice has been made. */
    static String layout(final ProfileStage stage)
    {
        return stage.venueOptions().get(LAYOUT).toString();
    }

    /** How the threads wait in a stage for which the choice has been made. */
    static String idle(final ProfileStage stage)
    {
        return stage.venueOptions().get(IDLE).toString();
    }

    /** Whether the venue has more busy threads than the machine has processors, in a stage that has been chosen for. */
    static boolean isCrowded(final ProfileStage stage, final int processors)
    {
        return LoadTestOptions.DEDICATED.equals(layout(stage)) ?
            processors < ThreadLayout.DEDICATED_PROCESSORS * partitions(stage) :
            stage.parts().size() > 1 && partitions(stage) >= processors;
    }

    /** For readers of a report. */
    static String describe(final String layout)
    {
        return switch (layout)
        {
            case LoadTestOptions.COMPACT -> "compact: market data, TWIME and FIX on the engine's thread";
            case LoadTestOptions.DEDICATED -> "dedicated: a thread for every component";
            default -> "by the stage: compact where times are measured and in venues of several partitions, " +
                "dedicated where throughput is, on machines with fewer than " + ThreadLayout.DEDICATED_PROCESSORS +
                " processors for each partition; dedicated on others";
        };
    }
}
