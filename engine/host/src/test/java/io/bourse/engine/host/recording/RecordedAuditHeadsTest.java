// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.operator.AuditTrailOperator;
import io.bourse.engine.client.operator.AuditTrailOperator.Answer;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.SentCommand;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Heads of the audit trail go through the journal of an engine, and are found in its files. */
@Tag("venue")
class RecordedAuditHeadsTest
{
    private static final int DATE = 20_261_121;
    private static final long RUN = 2_026_112_101L;

    @TempDir
    private Path dir;

    @Test
    void shouldFindWhatTheEngineHasTaken()
    {
        assertNull(RecordedAuditHeads.read(dir.resolve("nowhere")));
        final long raisedAt = record();
        try (TestEngine again = TestEngine.start(dir))
        {
            assertEquals(Answer.REFUSED, record(again, 9, 5), "after a restart too");
        }
        final AuditHeads found = RecordedAuditHeads.read(dir);
        assertEquals(raisedAt, found.knownSince());
        assertEquals(List.of("10 " + "07".repeat(32), "10 " + "07".repeat(32), "12 " + "08".repeat(32)),
            found.heads().stream().map(head -> head.lines() + " " + head.sha256()).toList());
        assertTrue(found.heads().stream().allMatch(head -> RUN == head.runId() && DATE == head.tradingDate()));
        try (OfflineVenue venue = OfflineVenue.open(dir, OfflineVenue.ANY_PARTITION))
        {
            assertEquals(Verdict.WHOLE, venue.verify().verdict());
            final SentCommand last = venue.commands(ReplayTarget.end(), 1_000).stream()
                .filter(command -> RecordAuditTrailDecoder.TEMPLATE_ID == command.templateId()).toList().get(6);
            assertEquals("clearing", last.sender().principal());
            assertEquals("runId=" + RUN + " tradingDate=" + DATE + " lines=12 sha256=" + "08".repeat(32),
                last.facts());
        }
    }

    private long record()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            engine.operator().openSession(1, DATE);
            assertEquals(Answer.NOT_UNDERSTOOD, record(engine, 10, 7));
            assertEquals(AuditHeads.NEVER, RecordedAuditHeads.read(dir).knownSince());
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.BOUNDED);
            assertEquals(Answer.NOT_UNDERSTOOD, record(engine, 10, 7));
            new SessionOperator(engine.operator()).setFeatureLevel(FeatureLevels.AUDITED);
            final long raisedAt = engine.connect().endCursor();
            assertEquals(Answer.RECORDED, record(engine, 10, 7));
            assertEquals(Answer.RECORDED, record(engine, 10, 7));
            assertEquals(Answer.REFUSED, record(engine, 10, 8));
            assertEquals(Answer.REFUSED, record(engine, 9, 8));
            assertEquals(Answer.RECORDED, record(engine, 12, 8));
            assertEquals(3, RecordedAuditHeads.read(dir).heads().size(), "while the engine runs");
            return raisedAt;
        }
    }

    private static Answer record(final TestEngine engine, final long lines, final int digest)
    {
        final byte[] sha256 = new byte[32];
        Arrays.fill(sha256, (byte)digest);
        try (OperatorClient clearing =
            new OperatorClient(engine.connect(), TestEngine.TIMEOUT_NS, Principal.CLEARING))
        {
            return new AuditTrailOperator(clearing).record(RUN, DATE, lines, sha256);
        }
    }
}
