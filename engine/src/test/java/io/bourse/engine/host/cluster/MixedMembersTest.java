// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.MillisecondClusterClock;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import org.agrona.SemanticVersion;
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
 * A third member that is not like the other two: it is refused or stops by name, and they go on.
 */
class MixedMembersTest
{
    private static final int ODD_ONE = 2;

    @TempDir
    private Path dir;

    @Test
    void shouldRefuseMemberWhenItServesAnotherPartition()
    {
        try (TestCluster cluster = startTwo())
        {
            assertRefused(cluster, cluster.context(ODD_ONE).partition(1),
                "memberId=2 partition=1", "memberId=0 itsPartition=0");
        }
    }

    @Test
    void shouldRefuseMemberWhenItsEventTermsDiffer()
    {
        try (TestCluster cluster = startTwo())
        {
            assertRefused(cluster, cluster.context(ODD_ONE).eventTermLength(2 * TestEngine.TERM_LENGTH),
                "eventTermLength=2097152", "memberId=1 itsPartition=0 itsEventTermLength=1048576");
        }
    }

    @Test
    void shouldRefuseMemberWhenItsMembersListIsInAnotherOrder()
    {
        try (TestCluster cluster = startTwo())
        {
            final List<MemberEndpoints> swapped = new ArrayList<>(cluster.endpoints());
            swapped.set(0, cluster.endpoints().get(1));
            swapped.set(1, cluster.endpoints().get(0));
            assertRefused(cluster, cluster.context(ODD_ONE).members(swapped),
                "memberId=0 whoMemberId=1, the members lists are not the same");
        }
    }

    @Test
    void shouldRefuseMemberWhenItsDirectoryIsOfAnotherMember()
    {
        try (TestCluster cluster = startTwo())
        {
            cluster.stopMember(1);
            final IllegalStateException refusal = assertThrows(IllegalStateException.class,
                () -> cluster.startMember(ODD_ONE, cluster.context(ODD_ONE).dataDir(cluster.memberDir(1))));
            assertTrue(refusal.getMessage().contains("owner.properties memberId=1 wanted=2"), refusal.getMessage());
            assertFalse(cluster.startMember(1).eventPosition() < 0);
            assertGoesOn(cluster);
        }
    }

    @Test
    void shouldStopMemberWhenItsVersionIsOfAnotherMajor()
    {
        try (TestCluster cluster = startTwo())
        {
            cluster.startMember(ODD_ONE, cluster.context(ODD_ONE).appVersion(SemanticVersion.compose(1, 0, 0)));
            assertStops(cluster, "incompatible version: 1.0.0 log=0.1.0");
        }
    }

    @Test
    void shouldStopMemberWhenItsClockCountsInAnotherUnit()
    {
        try (TestCluster cluster = startTwo())
        {
            cluster.startMember(ODD_ONE, cluster.context(ODD_ONE).clusterClock(new MillisecondClusterClock()));
            assertStops(cluster, "incompatible timestamp units: MILLISECONDS log=NANOSECONDS");
        }
    }

    @Test
    void shouldWorkTogetherWhenVersionsAreOfOneMajor()
    {
        try (TestCluster cluster = startTwo())
        {
            cluster.startMember(ODD_ONE, cluster.context(ODD_ONE).appVersion(SemanticVersion.compose(0, 2, 0)));
            TestEngine.await("the third is live", () -> cluster.member(ODD_ONE).isLive());
            assertGoesOn(cluster);
        }
    }

    private TestCluster startTwo()
    {
        final TestCluster cluster = TestCluster.unstarted(dir, 3);
        cluster.startMember(0);
        cluster.startMember(1);
        cluster.awaitLeader();
        return cluster;
    }

    private static void assertRefused(final TestCluster cluster, final ClusterContext context, final String... facts)
    {
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> cluster.startMember(ODD_ONE, context));
        for (final String fact : facts)
        {
            assertTrue(refusal.getMessage().contains(fact), refusal.getMessage());
        }
        assertGoesOn(cluster);
    }

    private static void assertStops(final TestCluster cluster, final String fact)
    {
        TestEngine.await("the third one stops", () -> !cluster.member(ODD_ONE).isRunning());
        assertEquals(1, cluster.failures().size(), cluster.failures().toString());
        final String message = cluster.failures().getFirst().getMessage();
        assertTrue(message.contains(fact) && message.contains("memberId=2"), message);
        cluster.failures().clear();
        assertGoesOn(cluster);
    }

    /** The other two execute commands. */
    private static void assertGoesOn(final TestCluster cluster)
    {
        cluster.awaitLeader();
        try (ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
        }
        assertTrue(cluster.member(0).isRunning() && cluster.member(1).isRunning());
        assertEquals(List.of(), cluster.failures());
    }
}
