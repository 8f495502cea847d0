// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who dies and when depends on the seed and nothing else, and nobody is spared.
 */
class KillScheduleTest
{
    private static final int DEATHS = 200;

    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"solo", "cluster"})
    void shouldDecideTheSameWhenTheSeedIsTheSame(final String host) throws IOException
    {
        try (DrillVenue one = venue(host, "one"); DrillVenue two = venue(host, "two"))
        {
            assertEquals(deaths(one, 7), deaths(two, 7));
            assertNotEquals(deaths(one, 7), deaths(one, 8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"solo", "cluster"})
    void shouldKillEverybodySoonerOrLaterAndSometimesTwoAtOnce(final String host) throws IOException
    {
        try (DrillVenue venue = venue(host, "venue"))
        {
            final KillSchedule schedule = new KillSchedule(1, venue, false);
            final TreeSet<String> victims = new TreeSet<>();
            boolean isPairSeen = false;
            boolean isEarlySeen = false;
            for (int i = 0; i < DEATHS; i++)
            {
                final KillSchedule.Death death = schedule.next();
                death.victims().forEach(victim -> victims.add(victim.name()));
                isPairSeen |= 2 == death.victims().size();
                isEarlySeen |= death.isEarly();
                assertTrue(death.receivedBefore() > 0);
            }
            assertEquals(new TreeSet<>(venue.all().stream().map(DrillProcess::name).toList()), victims);
            assertTrue(isPairSeen && isEarlySeen);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"solo", "cluster"})
    void shouldKillAnEngineWithBothGatewaysWhenTheyAreToDieTogether(final String host) throws IOException
    {
        try (DrillVenue venue = venue(host, "venue"))
        {
            final List<DrillProcess> victims = new KillSchedule(1, venue, true).next().victims();
            assertTrue(venue.engines().contains(victims.getFirst()));
            assertEquals(List.of("gateway-twime", "gateway-fix"),
                victims.stream().skip(1).map(DrillProcess::name).toList());
        }
    }

    private DrillVenue venue(final String host, final String name) throws IOException
    {
        return DrillVenue.create(new DrillOptions(DEATHS, 1, host, false, dir.resolve(name)));
    }

    private static List<String> deaths(final DrillVenue venue, final long seed)
    {
        final KillSchedule schedule = new KillSchedule(seed, venue, false);
        final List<String> deaths = new ArrayList<>();
        for (int i = 0; i < DEATHS; i++)
        {
            final KillSchedule.Death death = schedule.next();
            deaths.add(death.victims().stream().map(DrillProcess::name).toList() + " " + death.receivedBefore() + " " +
                death.isEarly());
        }
        return deaths;
    }
}
