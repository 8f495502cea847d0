// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.MillisecondClusterClock;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.agrona.IoUtil;
import org.agrona.SemanticVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A third member that is not like the other two: it is refused or stops by name, and they go on. The two are the same
 * for every test, the third begins on an empty directory.
 */
@Tag("venue")
class MixedMembersTest
{
    private static final int ODD_ONE = 2;

    @TempDir
    private static Path dir;
    private static TestCluster cluster;

    @BeforeAll
    static void startTwo()
    {
        cluster = TestCluster.unstarted(dir, 3);
        cluster.startMember(0);
        cluster.startMember(1);
        try (ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
        {
            DemoReferenceData.define(TestCluster.operator(client));
        }
    }

    @AfterEach
    void removeTheThird()
    {
        if (null != cluster.member(ODD_ONE))
        {
            cluster.stopMember(ODD_ONE);
        }
        IoUtil.delete(cluster.memberDir(ODD_ONE).toFile(), true);
        // One test that fails does not fail the next.
        cluster.failures().clear();
    }

    @AfterAll
    static void stopAll()
    {
        cluster.close();
    }

    @Test
    void shouldRefuseMemberWhenItServesAnotherPartition()
    {
        assertRefused(cluster.options(ODD_ONE, (host) -> host.partition(1)),
            "memberId=2 partition=1", "memberId=0 itsPartition=0");
    }

    @Test
    void shouldRefuseMemberWhenItsEventTermsDiffer()
    {
        assertRefused(cluster.options(ODD_ONE).eventTermLength(2 * TestEngine.TERM_LENGTH),
            "eventTermLength=2097152", "memberId=1 itsPartition=0 itsEventTermLength=1048576");
    }

    @Test
    void shouldRefuseMemberWhenItsMembersListIsInAnotherOrder()
    {
        final List<MemberEndpoints> swapped = new ArrayList<>(cluster.endpoints());
        swapped.set(0, cluster.endpoints().get(1));
        swapped.set(1, cluster.endpoints().get(0));
        assertRefused(cluster.options(ODD_ONE).members(swapped),
            "memberId=0 whoMemberId=1, the members lists are not the same");
    }

    @Test
    void shouldRefuseMemberWhenItsDirectoryIsOfAnotherMember()
    {
        cluster.stopMember(1);
        final IllegalStateException refusal = assertThrows(IllegalStateException.class,
            () -> cluster.startMember(ODD_ONE, cluster.options(ODD_ONE, (host) -> host.dataDir(cluster.memberDir(1)))));
        assertTrue(refusal.getMessage().contains("owner.properties memberId=1 wanted=2"), refusal.getMessage());
        assertFalse(cluster.startMember(1).eventPosition() < 0);
        assertGoesOn();
    }

    @Test
    void shouldStopMemberWhenItsVersionIsOfAnotherMajor()
    {
        cluster.startMember(ODD_ONE, cluster.options(ODD_ONE).appVersion(SemanticVersion.compose(1, 0, 0)));
        assertStops("incompatible version: 1.0.0 log=0." + FeatureLevels.HIGHEST + ".0");
    }

    @Test
    void shouldStopMemberWhenItsClockCountsInAnotherUnit()
    {
        cluster.startMember(ODD_ONE, cluster.options(ODD_ONE).clusterClock(new MillisecondClusterClock()));
        assertStops("incompatible timestamp units: MILLISECONDS log=NANOSECONDS");
    }

    @Test
    void shouldWorkTogetherWhenVersionsAreOfOneMajor()
    {
        final int newer = SemanticVersion.compose(0, FeatureLevels.HIGHEST + 1, 0);
        cluster.startMember(ODD_ONE, cluster.options(ODD_ONE).appVersion(newer));
        TestEngine.await("the third is live", () -> cluster.member(ODD_ONE).isLive());
        assertGoesOn();
    }

    private static void assertRefused(final ClusterOptionsBuilder options, final String... facts)
    {
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> cluster.startMember(ODD_ONE, options));
        for (final String fact : facts)
        {
            assertTrue(refusal.getMessage().contains(fact), refusal.getMessage());
        }
        assertGoesOn();
    }

    private static void assertStops(final String fact)
    {
        // It says why after it has failed.
        TestEngine.await("the third one says why it stops", () -> !cluster.failures().isEmpty());
        assertFalse(cluster.member(ODD_ONE).isRunning());
        assertEquals(1, cluster.failures().size(), cluster.failures().toString());
        final String message = cluster.failures().getFirst().getMessage();
        assertTrue(message.contains(fact) && message.contains("memberId=2"), message);
        cluster.failures().clear();
        assertGoesOn();
    }

    /** The other two execute commands. */
    private static void assertGoesOn()
    {
        try (ClusterEngineClient client = cluster.connect(cluster.awaitLeader()))
        {
            TestCluster.operator(client).reportState();
        }
        assertTrue(cluster.member(0).isRunning() && cluster.member(1).isRunning());
        assertEquals(List.of(), cluster.failures());
    }
}
