// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.service.ClusterTerminationException;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class MemberFailureTest
{
    private static final long PRICE = 90_000_00000L;

    private final List<String> failures = new ArrayList<>();

    @TempDir
    private Path dir;

    @Test
    void shouldEndMemberWhenEventsAreNoLongerRecorded()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            try (Aeron aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(cluster.member(0).aeronDirectoryName()));
                AeronArchive archive = AeronArchive.connect(ArchiveAccess.context(
                    aeron, TestEngine.TIMEOUT_NS, TestEngine.owner(cluster.member(0).credentials()))))
            {
                archive.stopRecording(EngineStreams.CHANNEL, EngineStreams.EVENTS_STREAM_ID);
            }
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.BUY, PRICE, 1);
            TestEngine.await("fail stop", () -> !cluster.failures().isEmpty());
            assertFalse(cluster.member(0).isRunning());
            assertEquals(1, cluster.failures().size());
            assertTrue(cluster.failures().getFirst().getMessage()
                .startsWith("the archive no longer records the event stream"),
                cluster.failures().getFirst().getMessage());
        }
        // What was in the log is executed, and the event that was missing is published.
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            TestEngine.collect(client, 0, (listener) -> listener.contains("ACCEPTED"));
            assertEquals(List.of(), cluster.failures());
        }
    }

    @Test
    void shouldRefuseSecondMemberWhenDirectoryIsTaken()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1))
        {
            final IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> ClusterMember.launch(
                TestCluster.options(dir, MemberEndpoints.ephemeral(1), 0).build()));
            assertTrue(refusal.getMessage().startsWith("another engine runs on this data directory"),
                refusal.getMessage());
            assertTrue(cluster.member(0).isLive());
        }
    }

    @Test
    void shouldRefuseSecondMemberWhenAnotherHasItsIdentity()
    {
        final List<MemberEndpoints> endpoints = MemberEndpoints.ephemeral(1);
        try (ClusterMember first =
            ClusterMember.launch(TestCluster.options(dir.resolve("first"), endpoints, 0).build()))
        {
            final RuntimeException refusal = assertThrows(RuntimeException.class, () -> ClusterMember.launch(
                TestCluster.options(dir.resolve("second"), endpoints, 0,
                    (host) -> host.failStop((where, cause) -> failures.add(where + ": " + cause))).build()));
            assertTrue(refusal.getMessage().contains("is it running twice?"), refusal.getMessage());
            TestEngine.await("the first one is live", first::isLive);
            assertTrue(first.isRunning());
        }
    }

    @Test
    void shouldRefuseOtherTermLengthWhenEventsAreRecorded()
    {
        TestCluster.start(dir, 1).close();
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> ClusterMember.launch(
            TestCluster.options(dir, MemberEndpoints.ephemeral(1), 0)
                .eventTermLength(2 * TestEngine.TERM_LENGTH).build()));
        assertTrue(refusal.getMessage().contains("recordedTermLength=" + TestEngine.TERM_LENGTH),
            refusal.getMessage());
    }

    @Test
    void shouldRefuseDirectoryWhenItIsOfTheOtherHost()
    {
        final Path solo = TestCluster.memberDir(dir, 0);
        TestEngine.start(solo).withDemoReferenceData().close();
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> ClusterMember.launch(
            TestCluster.options(dir, MemberEndpoints.ephemeral(1), 0).build()));
        assertTrue(refusal.getMessage().startsWith("this data directory belongs to an engine of the solo host"),
            refusal.getMessage());
        TestEngine.start(solo).close();
    }

    @Test
    void shouldFailStopWhenLeaderCountsInAnotherUnit()
    {
        final EngineService service = service();
        assertThrows(ClusterTerminationException.class,
            () -> service.onNewLeadershipTermEvent(1, 0, 0, 0, 2, 0, TimeUnit.MILLISECONDS, 0));
        assertTrue(failures.getFirst().contains("timeUnit=MILLISECONDS leaderMemberId=2"), failures.getFirst());
    }

    @Test
    void shouldFailStopOnceWhenTimerIsUnknown()
    {
        final EngineService service = service();
        assertThrows(ClusterTerminationException.class, () -> service.onTimerEvent(99, 1));
        assertThrows(ClusterTerminationException.class, () -> service.onTimerEvent(99, 2));
        assertEquals(List.of("timer: a timer that this version does not know: correlationId=99"), failures);
    }

    @Test
    void shouldFailStopWhenClientHasLostItsDriver()
    {
        assertThrows(AgentTerminationException.class, watch(new TestVitals().connected(false))::doWork);
        assertTrue(failures.getFirst().startsWith("watch: the member's client and its media driver have lost"),
            failures.getFirst());
    }

    @Test
    void shouldStopBeforeTheDiskIsFull()
    {
        assertFails(new TestVitals().full(true), "watch: the disk is nearly full");
    }

    @Test
    void shouldNameTheDiskWhenArchiveStandsStill()
    {
        assertFails(new TestVitals().archiveAlive(false), "watch: the archive stands still, does the disk");
    }

    @Test
    void shouldNameTheDiskWhenEventsAreNotRecordedAnyFurther()
    {
        assertFails(new TestVitals().published(4096), "watch: the event stream is not recorded any further");
    }

    private void assertFails(final TestVitals vitals, final String message)
    {
        final MemberWatch watch = watch(vitals);
        assertThrows(AgentTerminationException.class, () ->
        {
            while (true)
            {
                watch.doWork();
            }
        });
        assertTrue(failures.getFirst().startsWith(message), failures.getFirst());
    }

    @Test
    void shouldFailStopWhenServiceStandsStill()
    {
        final MemberWatch watch = watch(true);
        assertThrows(AgentTerminationException.class, () ->
        {
            while (true)
            {
                watch.doWork();
            }
        });
        assertTrue(failures.getFirst().startsWith("watch: the service stands still: logPosition=0 commitPosition=4096"),
            failures.getFirst());
    }

    @Test
    void shouldFailStopWhenArchiveHasStopped()
    {
        assertThrows(AgentTerminationException.class, watch(false)::doWork);
        assertTrue(failures.getFirst().startsWith("watch: the archive no longer records"), failures.getFirst());
    }

    private MemberWatch watch(final boolean isRecording)
    {
        return watch(new TestVitals().recording(isRecording).committed(4096));
    }

    private MemberWatch watch(final MemberVitals vitals)
    {
        return new MemberWatch(
            service(), vitals, 1_000_000, (where, cause) -> failures.add(where + ": " + cause.getMessage()));
    }

    @Test
    void shouldMakeNoSecretsThatTheFirstMemberOnAnotherHostMakes()
    {
        final List<MemberEndpoints> members = MemberEndpoints.of(List.of("127.0.0.1", "127.0.0.2", "127.0.0.3"), 9_000);
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () ->
            ClusterMember.launch(TestCluster.options(dir, members, 1, UnaryOperator.identity()).build()));
        assertTrue(refusal.getMessage().contains("copy it here from the venue"), refusal.getMessage());
        assertFalse(Files.exists(CredentialStore.in(dir).directory()));
    }

    @Test
    void shouldNameTheOptionWhenOneIsWrong()
    {
        assertRefused("partition=-1", () -> options((host) -> host.partition(-1)));
        assertRefused("partition=256", () -> options((host) -> host.partition(256)));
        assertRefused("members=2", () -> options().members(MemberEndpoints.loopback(2, 9_000)));
        assertRefused("memberId=3", () -> options().members(MemberEndpoints.loopback(3, 9_000)).memberId(3));
        assertRefused("eventTermLength=100", () -> options().eventTermLength(100));
        assertRefused("commandTermLength=100", () -> options().commandTermLength(100));
        assertRefused("segmentFileLength=65536", () -> options((host) -> host.segmentFileLength(64 * 1024)));
        assertRefused("leaderHeartbeatTimeoutNs=1", () -> options().leaderHeartbeatTimeoutNs(1));
        assertRefused("sessionTimeoutNs=1", () -> options().sessionTimeoutNs(1));
        assertRefused("maxSessions=0", () -> options().maxSessions(0));
        assertRefused("livenessTimeoutNs=0", () -> options().livenessTimeoutNs(0));
        assertRefused("dataDir=null", () -> options((host) -> host.dataDir(null)));
        assertRefused("host=null", ClusterOptions::builder);
        assertThrows(IllegalArgumentException.class, () -> new MemberEndpoints("localhost", 1, 2, 3, 3));
        assertThrows(IllegalArgumentException.class, () -> new MemberEndpoints(" ", 1, 2, 3, 4));
        assertFalse(Files.exists(TestCluster.memberDir(dir, 0)));
    }

    private ClusterOptionsBuilder options()
    {
        return options(UnaryOperator.identity());
    }

    private ClusterOptionsBuilder options(final UnaryOperator<HostOptionsBuilder> host)
    {
        return TestCluster.options(dir, MemberEndpoints.loopback(1, 9_000), 0, host);
    }

    private EngineService service()
    {
        return new EngineService(0, null, null, new CounterSet<>(EngineCounter.class),
            new LoggedSnapshots(limits -> { }), new HostClock(ClockOptions.DEFAULT),
            new MemberSnapshots(null, () -> false, () -> 0), Quarantines.NONE,
            (where, cause) -> failures.add(where + ": " + cause.getMessage()));
    }

    private static void assertRefused(final String facts, final Supplier<ClusterOptionsBuilder> options)
    {
        final IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> ClusterMember.launch(options.get().build()));
        assertTrue(refusal.getMessage().contains(facts), refusal.getMessage());
    }
}
