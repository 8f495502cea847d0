// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.StoredFrames;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.RecordingListener;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class OneMemberTest
{
    private static final int ORDERS = 4_000;

    @TempDir
    private Path dir;

    @Test
    void shouldGiveTheEventsOfSoloHostWhenCommandsAreTheSame()
    {
        final List<byte[]> commands;
        final RecordingListener ofCluster;
        try (TestCluster cluster = TestCluster.start(dir.resolve("cluster"), 1);
            CapturingClient client = new CapturingClient(cluster.connect(0)))
        {
            final OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS);
            DemoReferenceData.define(operator);
            ClusterOrders.send(client, ORDERS);
            operator.reportState();
            ofCluster = collectToEnd(client);
            commands = List.copyOf(client.commands());
            assertEquals(List.of(), cluster.failures());
        }
        final Path member = TestCluster.memberDir(dir.resolve("cluster"), 0);
        assertCoreGives(StoredFrames.read(EngineDirectories.archiveDir(member)), commands);

        try (TestEngine solo = TestEngine.start(dir.resolve("solo")))
        {
            CapturingClient.replay(commands, solo.connect());
            final RecordingListener ofSolo =
                solo.collect(0, (listener) -> listener.transactions().size() >= commands.size());
            // The hash in the state report covers the time of the engine, which is that of the clock.
            final int report = commands.size() - 1;
            assertEquals(identities(ofSolo).subList(0, report), identities(ofCluster).subList(0, report));
            assertEquals(ofSolo.lines().subList(0, ofSolo.lines().size() - 1),
                ofCluster.lines().subList(0, ofCluster.lines().size() - 1));
        }
        assertCoreGives(StoredFrames.read(dir.resolve("solo").resolve("archive")), commands);
    }

    @Test
    void shouldNotStallWhenConsumerStopsReading()
    {
        final int orders = 20_000;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            DemoReferenceData.define(TestCluster.operator(client));
            final RecordingListener seen = new RecordingListener();
            try (EventFollower slow = client.follow(0, seen))
            {
                TestEngine.pollUntil(slow, () -> seen.contains("SESSION_OPENED"));
                ClusterOrders.send(client, 2);
                TestEngine.pollUntil(slow, () -> 2 == seen.count("ACCEPTED"));

                // Several terms of events, while nobody reads them.
                final long executed = cluster.member(0).counters().get(EngineCounter.COMMANDS_EXECUTED);
                ClusterOrders.sendFrom(client, orders, 1);
                TestEngine.await("orders executed",
                    () -> cluster.member(0).counters().get(EngineCounter.COMMANDS_EXECUTED) >= executed + orders);
                assertTrue(client.endCursor() > 3L * TestEngine.TERM_LENGTH, "endCursor=" + client.endCursor());

                TestEngine.pollUntil(slow, () -> seen.cursor() == client.endCursor());
                ClusterOrders.assertEachExecutedOnce(seen, orders + 2);
                assertEquals(List.of(), cluster.failures());
            }
        }
    }

    /** With the stamps and log positions that a host gave the commands, a bare core gives its frames byte for byte. */
    private static void assertCoreGives(final List<StoredFrames.Frame> recorded, final List<byte[]> commands)
    {
        final List<byte[]> frames = new ArrayList<>();
        final MatchingEngine core = new MatchingEngine(0, (frameSequence, buffer, offset, length) ->
        {
            final byte[] frame = new byte[length];
            buffer.getBytes(offset, frame);
            frames.add(frame);
        });
        final EventGroupDecoder group = new EventGroupDecoder();
        for (final byte[] command : commands)
        {
            group.wrapAndApplyHeader(
                new UnsafeBuffer(recorded.get(frames.size()).bytes()), 0, new MessageHeaderDecoder());
            core.onCommand(
                group.engineTimeNs(), group.commandPosition(), new UnsafeBuffer(command), 0, command.length);
        }
        assertEquals(recorded.size(), frames.size());
        for (int i = 0; i < frames.size(); i++)
        {
            assertArrayEquals(recorded.get(i).bytes(), frames.get(i), "frame " + i);
        }
    }

    @Test
    void shouldPublishNothingTwiceWhenRestarted()
    {
        final List<String> before;
        final StateReport reportBefore;
        final long eventPosition;
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            ClusterOrders.send(client, ORDERS);
            reportBefore = operator.reportState();
            before = collectToEnd(client).transactions();
            eventPosition = cluster.member(0).eventPosition();
        }

        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            assertEquals(eventPosition, cluster.member(0).eventPosition());
            assertEquals(0, cluster.member(0).counters().get(EngineCounter.EVENT_FRAMES_PUBLISHED));
            assertTrue(cluster.member(0).counters().get(EngineCounter.EVENT_FRAMES_SKIPPED) >= before.size());
            assertEquals(before, collectToEnd(client).transactions());

            final StateReport report = TestCluster.operator(client).reportState();
            assertEquals(reportBefore.orders(), report.orders());
            assertEquals(reportBefore.positions(), report.positions());
            assertEquals(reportBefore.tradeCount(), report.tradeCount());
            assertEquals(before, collectToEnd(client).transactions().subList(0, before.size()));
            assertEquals(List.of(), cluster.failures());
        }
    }

    private static RecordingListener collectToEnd(final EngineClient client)
    {
        final long endCursor = client.endCursor();
        return TestEngine.collect(client, 0, (listener) -> listener.cursor() >= endCursor);
    }

    /** What identifies a transaction on any host: not where it stands, but what it is and all that was before it. */
    private static List<String> identities(final RecordingListener listener)
    {
        return listener.transactions().stream().map((line) -> line.substring(line.indexOf('('))).toList();
    }
}
