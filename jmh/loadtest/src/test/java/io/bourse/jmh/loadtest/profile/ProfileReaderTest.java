// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.profile;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

final class ProfileReaderTest
{
    private static final List<String> NAMES = ProfileReader.NAMES;

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldNameStagesOfItsOwnWhenTablesAskForOurFigures(final String name)
    {
        final Profile profile = ProfileReader.read(name, 0, 1);
        final Set<String> stages =
            profile.stages().stream().map((stage) -> stage.plan().name()).collect(Collectors.toSet());
        assertEquals(profile.stages().size(), stages.size());
        for (final PublishedTable table : profile.tables())
        {
            assertFalse(table.source().isEmpty());
            for (final PublishedRow row : table.rows())
            {
                assertEquals(table.columns().size(), row.values().size(), row.name());
                if (null == row.ours())
                {
                    continue;
                }
                final String first = row.ours().substring(0, row.ours().indexOf('/'));
                assertTrue(
                    stages.contains(first) || "clearing".equals(first) && profile.stages().stream()
                        .anyMatch((stage) -> stage.plan().kind().isClearing()), row.ours());
            }
        }
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldHaveFiveFiguresForTheFirstPageAndPublishedOnesFirst(final String name)
    {
        final Profile profile = ProfileReader.read(name, 0, 1);
        assertEquals(5, Set.copyOf(profile.headline()).size());
        final Set<String> ours = new HashSet<>();
        final Set<String> published = new HashSet<>();
        profile.tables().stream().flatMap((table) -> table.rows().stream()).filter((row) -> null != row.ours())
            .forEach((row) -> (row.values().stream().allMatch(String::isEmpty) ? ours : published).add(row.ours()));
        final int ofPublished = (int)profile.headline().stream().filter(published::contains).count();
        assertEquals(Math.min(5, published.size()), ofPublished, profile.headline()::toString);
        ours.addAll(published);
        assertTrue(ours.containsAll(profile.headline()), profile.headline()::toString);
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldHangRatesOnEarlierStagesOnly(final String name)
    {
        final Set<String> earlier = new HashSet<>();
        for (final ProfileStage stage : ProfileReader.read(name, 0, 1).stages())
        {
            assertTrue(!stage.isDependent() || earlier.contains(stage.of()), stage.plan().name());
            earlier.add(stage.plan().name());
        }
    }

    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldGiveEveryGeneratorOfAVenueLoginsOfItsOwn(final String name)
    {
        final Profile profile = ProfileReader.read(name, 0, 1);
        final List<String> logins = profile.sessions().stream().map(SessionPlan::login).toList();
        assertEquals(logins.size(), new HashSet<>(logins).size());
    }

    @Test
    void shouldGiveEachMarketItsPartOfTheRatesAndOfTheSessions()
    {
        final ProfileStage production = stage(ProfileReader.read("markets", 1, 1), "production");
        assertEquals(List.of("derivatives", "currencies", "securities"), production.partNames());
        assertEquals(List.of(24_775, 11_682, 20_754), IntStream.range(0, 3)
            .mapToObj((part) -> production.ofPart(production.plan(), part).perSecond()).toList());
        assertEquals(58_000, production.plan().perSecond() + production.sessions().clientPerSecond());
        assertEquals(new SessionMix(34, 14, 9, 789, 0, 0), production.sessions());
        assertEquals(List.of("USD", "CNYRUB"), production.parts().get(1).underlyings());
        assertEquals(List.of(0.5, 0.0, 0.0),
            production.parts().stream().map((part) -> part.flow().missedShare()).toList());
        assertEquals(new SessionMix(3, 3, 3, 789, 0, 0),
            ProfileReader.read("markets", 1, 1).withSessions(6).stages().getFirst().sessions());
    }

    @Test
    void shouldShareOutTheInstrumentsOfOnePartitionWhenThereAreTwo()
    {
        final Profile profile = ProfileReader.read("partitions", 1, 1);
        final ProfileStage two = stage(profile, "two");
        assertEquals(profile.flow().instruments(),
            two.parts().stream().flatMap((part) -> part.flow().instruments().stream()).toList());
        assertEquals(stage(profile, "one").sessions(), two.sessions());
        assertEquals(List.of("partition 0", "partition 1"), two.partNames());
    }

    @Test
    void shouldScaleVolumesAndLengthsButNotRates()
    {
        final Profile full = ProfileReader.read("moex-derivatives-2025", 1, 1);
        final Profile small = ProfileReader.read("moex-derivatives-2025", 0.001, 1);
        assertAll(
            () -> assertEquals(20_000_000, full.accounts()),
            () -> assertEquals(20_000, small.accounts()),
            () -> assertEquals(525_487_657, plan(full, StageKind.DAY).count()),
            () -> assertEquals(525_488, plan(small, StageKind.DAY).count()),
            () -> assertEquals(300, plan(full, StageKind.SATURATE).seconds()),
            () -> assertEquals(5, plan(small, StageKind.SATURATE).seconds()),
            () -> assertEquals(25_000, plan(full, StageKind.CONSTANT).perSecond()),
            () -> assertEquals(25_000, plan(small, StageKind.CONSTANT).perSecond()));
    }

    private static StagePlan plan(final Profile profile, final StageKind kind)
    {
        return profile.stages().stream().map(ProfileStage::plan).filter((plan) -> kind == plan.kind()).findFirst()
            .orElseThrow();
    }

    @Test
    void shouldGiveAStageTheOptionsThatOnlyItsVenueHas()
    {
        final Profile ours = ProfileReader.read("ours", 1, 1);
        assertEquals(Map.of("venue.engine.idle", "park"), stage(ours, "idle").venueOptions());
        assertEquals(Map.of("venue.timestamps.enabled", false), stage(ours, "day").venueOptions());
        assertTrue(stage(ours, "day").isAlone());
        assertEquals(Map.of(), stage(ours, "sustained").venueOptions());
        assertEquals(new SessionMix(4, 0, 1, 50, 0, 0), stage(ours, "rtt-1000").sessions());
    }

    @Test
    void shouldResolveRatesFromWhatAnEarlierStageHasMeasured()
    {
        final ProfileStage bursts = stage(ProfileReader.read("ours", 1, 1), "bursts");
        assertEquals(List.of(10_000, 80_000), rates(bursts.resolved(80_000)));
        final ProfileStage limited = stage(ProfileReader.read("ours", 1, 1), "rtt-100000");
        assertEquals(List.of(64_000, 0), rates(limited.resolved(80_000)));
        assertEquals(List.of(100_000, 0), rates(limited.resolved(800_000)));
    }

    private static List<Integer> rates(final StagePlan plan)
    {
        return List.of(plan.perSecond(), plan.burstPerSecond());
    }

    private static ProfileStage stage(final Profile profile, final String name)
    {
        return profile.stages().stream().filter((stage) -> name.equals(stage.plan().name())).findFirst().orElseThrow();
    }

    @Test
    void shouldLimitTheLoginsOfAStageByWhatAnEarlierOneHasMeasured()
    {
        final Profile profile = ProfileReader.read("ours", 1, 1);
        final ProfileStage bursts = stage(profile, "bursts");
        final ProfileStage limited = bursts.limited(160_000);
        assertEquals(
            Map.of("venue.twime.flow.policy", "twime", "venue.twime.flow.units", 200,
                "venue.twime.flow.most-per-second", 6_000, "venue.fix.defaults.max-messages-per-second", 6_000),
            limited.sessions().limitOptions());
        assertEquals(List.of(6_000), limited.limits());
        assertEquals(Map.of(), bursts.sessions().limitOptions());
        assertEquals(List.of(0), bursts.limits());
        assertEquals(profile.sessions(bursts), profile.sessions(limited));
        final ProfileStage sustained = stage(profile, "sustained");
        assertEquals(sustained, sustained.limited(160_000));
        // At 400/s each of 16 logins may send 60/s, as its client does, and a warm-up of as many as come back would
        // cut all of them off.
        assertEquals(480, bursts.limited(400).warmup(profile.warmup()).perSecond());
        assertEquals(48_000, limited.warmup(profile.warmup()).perSecond());
        assertEquals(profile.warmup(), sustained.warmup(profile.warmup()));
    }

    /** Of every session, of members as well as of clients, at machines from the slowest to the fastest. */
    @ParameterizedTest
    @FieldSource("NAMES")
    void shouldAskNoSessionForMoreThanItsPaceWhateverAnEarlierStageHasMeasured(final String name)
    {
        for (final ProfileStage stage : ProfileReader.read(name, 0, 1).stages())
        {
            for (int measured = 100; stage.limitTimes() > 0 && measured <= 100_000_000; measured *= 10)
            {
                final ProfileStage limited = stage.limited(measured);
                final StagePlan plan = limited.resolved(measured);
                if (limited.parts().isEmpty())
                {
                    assertPaced(limited.sessions(), plan);
                }
                for (int i = 0; i < limited.parts().size(); i++)
                {
                    assertPaced(limited.parts().get(i).sessions(), limited.ofPart(plan, i));
                }
            }
        }
    }

    private static void assertPaced(final SessionMix mix, final StagePlan plan)
    {
        final double most = GeneratorPlan.PACE_TIMES * mix.limit() * (mix.twime() + mix.fix());
        assertTrue(plan.burstPerSecond() <= most, () -> plan + " most=" + most);
        assertTrue(plan.perSecond() <= most, () -> plan + " most=" + most);
        assertTrue(mix.clientPerSecond() <= mix.limit() * mix.clients(), mix::toString);
    }

    @Test
    void shouldLimitTheSessionsOfEachMarketByItsPartOfTheRate()
    {
        final ProfileStage bursts = stage(ProfileReader.read("markets", 1, 1), "bursts");
        final ProfileStage limited = bursts.limited(57_211);
        // 0.6 of 24,775 from 16 sessions, of 11,682 from 16, of 20,754 from 16, in units of 30.
        assertEquals(List.of(930, 450, 780), limited.limits());
        assertEquals(List.of(24_775, 11_682, 20_754), IntStream.range(0, 3)
            .mapToObj((part) -> limited.ofPart(limited.resolved(57_211), part).burstPerSecond()).toList());
        assertEquals(bursts.sessions(), limited.sessions());
    }

    @Test
    void shouldRefuseABurstThatTheLimitOfItsSessionsDoesNotLetThemSend()
    {
        final ProfileStage bursts = stage(ProfileReader.read("ours", 1, 1), "bursts");
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> bursts.withBurstTimes(1.2));
        assertEquals("a stage sends more than its limit lets a session send: stage=bursts burstTimes=1.2 " +
            "perSecondTimes=0.125 limitTimes=0.6; neither may be above 1.8 times the limit", refusal.getMessage());
    }

    @Test
    void shouldKeepTheMixWhenThereAreOtherNumbersOfSessions()
    {
        assertEquals(new SessionMix(75, 25, 1, 50, 7, 0), new SessionMix(12, 4, 1, 50, 7, 0).of(100));
        assertEquals(new SessionMix(0, 300, 3, 50, 0, 0), new SessionMix(0, 8, 1, 50, 0, 0).of(300));
        assertEquals(new SessionMix(1, 1, 0, 0, 0, 0), new SessionMix(12, 1, 0, 0, 0, 0).of(2));
    }

    @Test
    void shouldSayWhichProfilesThereAreWhenOneIsUnknown()
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> ProfileReader.read("nasdaq", 1, 1));
        assertEquals("there is no such profile: profile=nasdaq profiles=" + ProfileReader.NAMES, refusal.getMessage());
        assertThrows(IllegalArgumentException.class, () -> ProfileReader.read("ours", -1, 1));
    }
}
