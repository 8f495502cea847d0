// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

import static io.bourse.engine.testing.DemoReferenceData.SI_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWAA1_LOGIN_ID;
import static io.bourse.engine.testing.DemoReferenceData.TWBB1_LOGIN_ID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The directory of a member that does not run: its log is replayed like a journal, timers that fired included.
 */
@Tag("venue")
class OfflineMemberTest
{
    private static final long PRICE = 90_000_00000L;
    private static final long DELAY_NS = 5_000_000;

    @TempDir
    private Path dir;

    @Test
    void shouldReplayLogOfMemberToItsStateWhenItHasStopped()
    {
        final StateReport live = tradeBehindTimer();
        try (OfflineVenue venue = OfflineVenue.open(memberDir(), OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(List.of(), found.findings());
            assertEquals(Verdict.WHOLE, found.verdict());
            assertTrue(found.isMember());
            assertEquals(found.events().lastFrameSequence(), found.replay().framesIdentical());
            assertEquals(0, found.replay().framesMissing());
            assertEquals(live.tradeCount(), venue.replay(ReplayTarget.end()).report().tradeCount());
            assertEquals(live.stateHash(), venue.replay(ReplayTarget.end()).report().stateHash());
            assertEquals(List.of(), venue.plan(found));
        }
    }

    @Test
    void shouldReplayToTheMomentBeforeTheTimerWhenAskedByPosition()
    {
        tradeBehindTimer();
        try (OfflineVenue venue = OfflineVenue.open(memberDir(), OfflineVenue.ANY_PARTITION))
        {
            final long end = venue.verify().events().lastCommandPosition();
            int trades = 1;
            long position = end;
            while (trades > 0)
            {
                position = venue.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position - 1))
                    .point().journalPosition();
                trades = (int)venue.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position))
                    .report().tradeCount();
            }
            final long ordersBefore = venue.replay(new ReplayTarget(ReplayTarget.Unit.JOURNAL_POSITION, position))
                .report().orderCount();
            assertEquals(2, ordersBefore);
        }
    }

    @Test
    void shouldNameTheHoleWhenAByteOfTheLogWasChanged() throws IOException
    {
        tradeBehindTimer();
        final Path segment = memberDir().resolve("archive").resolve(logRecordingId() + "-0.rec");
        try (FileChannel file =
            FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            final ByteBuffer one = ByteBuffer.allocate(1);
            file.read(one, 2_000);
            one.put(0, (byte)(one.get(0) ^ 1));
            one.flip();
            file.write(one, 2_000);
        }
        try (OfflineVenue venue = OfflineVenue.open(memberDir(), OfflineVenue.ANY_PARTITION))
        {
            final Verification found = venue.verify();
            assertEquals(Verdict.DAMAGED, found.verdict());
            assertNull(found.replay());
            assertTrue(found.findings().stream().map(Finding::kind).anyMatch(kind ->
                FindingKind.HOLE == kind || FindingKind.CLOSED_BUT_SHORT == kind), found.findings().toString());
            assertTrue(found.findings().stream().anyMatch(finding -> "log".equals(finding.where())));
            assertThrows(IllegalStateException.class, () -> venue.repair(dir.resolve("kept")));
        }
    }

    private long logRecordingId()
    {
        try (OfflineVenue venue = OfflineVenue.open(memberDir(), OfflineVenue.ANY_PARTITION))
        {
            return venue.verify().journal().recordingId();
        }
    }

    private Path memberDir()
    {
        return TestCluster.memberDir(dir, 0);
    }

    private StateReport tradeBehindTimer()
    {
        try (TestCluster cluster = TestCluster.start(dir, 1); ClusterEngineClient client = cluster.connect(0))
        {
            final OperatorClient operator = TestCluster.operator(client);
            DemoReferenceData.define(operator);
            delay(client);
            new OrderSender(client, 1, TWAA1_LOGIN_ID, "AA01001").newOrder(SI_ID, Side.SELL, PRICE, 5);
            new OrderSender(client, 1, TWBB1_LOGIN_ID, "BB01001").newOrder(SI_ID, Side.BUY, PRICE, 3);
            TestEngine.collect(client, 0, (listener) -> listener.contains("TRADE"));
            return operator.reportState();
        }
    }

    private static void delay(final EngineClient client)
    {
        try (OperatorClient operator = new OperatorClient(client, TestEngine.TIMEOUT_NS))
        {
            new PhaseOperator(operator).setPriceControls(PriceControlsSpec.off(SI_ID).withPassiveDelay(DELAY_NS));
        }
    }
}
