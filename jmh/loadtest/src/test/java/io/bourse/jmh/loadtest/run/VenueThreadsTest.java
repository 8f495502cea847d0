// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.run;

import io.bourse.jmh.loadtest.profile.ProfileReader;
import io.bourse.jmh.loadtest.profile.ProfileStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Which threads a stage has: by its own options, then by the command line, then what suits it. */
class VenueThreadsTest
{
    @ParameterizedTest
    @CsvSource({
        "rtt-1000,        auto,      auto,  2, compact,   spin",
        "sustained,       auto,      auto,  2, dedicated, yield",
        "bursts,          auto,      auto,  5, dedicated, yield",
        "ring,            auto,      auto,  2, dedicated, yield",
        "day,             auto,      auto,  2, dedicated, yield",
        "rtt-1000,        auto,      auto,  6, dedicated, spin",
        "sustained,       auto,      auto,  6, dedicated, spin",
        "sustained,       compact,   auto,  2, compact,   spin",
        "rtt-1000,        dedicated, auto,  2, dedicated, yield",
        "sustained,       auto,      park,  2, dedicated, park",
        "rtt-1000-parked, auto,      auto,  2, compact,   park",
        "rtt-1000-parked, dedicated, spin,  8, dedicated, park"})
    void shouldChooseWhatSuitsTheStageWhereNobodySaysOtherwise(
        final String stage, final String layout, final String idle, final int processors,
        final String chosenLayout, final String chosenIdle)
    {
        final ProfileStage chosen = VenueThreads.choose(stage(stage), layout, idle, processors);
        assertEquals(chosenLayout, VenueThreads.layout(chosen));
        assertEquals(chosenIdle, VenueThreads.idle(chosen));
        assertEquals("dedicated".equals(chosenLayout) && processors < 6, VenueThreads.isCrowded(chosen, processors));
    }

    @ParameterizedTest
    @CsvSource({
        "2,  compact,   yield, true",
        "4,  compact,   spin,  false",
        "12, dedicated, spin,  false"})
    void shouldGiveEveryPartitionOneThreadWhenProcessorsAreFew(
        final int processors, final String layout, final String idle, final boolean isCrowded)
    {
        final ProfileStage chosen = VenueThreads.choose(ProfileReader.read("partitions", 1, 1).stages().getLast(),
            LoadTestOptions.AUTO, LoadTestOptions.AUTO, processors);
        assertEquals(layout, VenueThreads.layout(chosen));
        assertEquals(idle, VenueThreads.idle(chosen));
        assertEquals(isCrowded, VenueThreads.isCrowded(chosen, processors));
    }

    @Test
    void shouldKeepTheVenueOfTheStageBeforeWhenAStageContinues()
    {
        final ProfileStage day = VenueThreads.choose(stage("day"), "auto", "auto", 2);
        final ProfileStage own = VenueThreads.choose(stage("rtt-1000"), "auto", "auto", 2);
        final List<ProfileStage> all = VenueThreads.continued(List.of(day, own.withContinues(true), own));
        assertEquals(day.venueOptions(), all.get(1).venueOptions());
        assertEquals(own, all.get(2));
    }

    private static ProfileStage stage(final String name)
    {
        return ProfileReader.read("ours", 1, 1).stages().stream()
            .filter((stage) -> name.equals(stage.plan().name())).findFirst().orElseThrow();
    }
}
