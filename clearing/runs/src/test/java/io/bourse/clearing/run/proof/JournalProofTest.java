// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.run.ClearingFixture;
import io.bourse.clearing.run.ForwardingClient;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.engine.client.AuditHeads;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.host.recording.RecordedAuditHeads;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RecordAuditTrailDecoder;
import io.bourse.engine.security.Principal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The journal has the head of the audit trail: who has the venue's key can write everything anew but that. */
@Tag("venue")
class JournalProofTest
{
    private static final String A = "AA01001";
    private static final String B = "BB01001";
    private static final long INTRADAY = 2_026_112_301L;
    private static final List<String> RUNS = List.of("1-I", "2-E");

    @TempDir
    private Path dir;
    private ClearingFixture venue;
    private ClearingKeys keys;
    private final List<String> notes = new ArrayList<>();

    @BeforeEach
    void start() throws IOException
    {
        venue = new ClearingFixture(dir, List.of(A, B));
        keys = ClearingKeys.open(venue.keysDir);
        venue.trade(ClearingFixture.SI, 92_400, 3, A, B, true);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private void raise()
    {
        final SessionOperator session = new SessionOperator(venue.engine.operator());
        session.setFeatureLevel(FeatureLevels.BOUNDED);
        session.setFeatureLevel(FeatureLevels.AUDITED);
    }

    private ClearingContext context()
    {
        return venue.context().withProgress(new ClearingProgress()
        {
            @Override
            public void onStep(final ClearingStep step, final long elapsedNs)
            {
                // Times are of no concern here.
            }

            @Override
            public void onNote(final String text)
            {
                notes.add(text);
            }
        });
    }

    private ClearingContext resumed() throws IOException
    {
        return new RunControl(venue.baseDir, System::currentTimeMillis).resumeOptions(context(), INTRADAY);
    }

    private Path run(final String name)
    {
        return venue.baseDir.resolve(Integer.toString(ClearingFixture.DATE)).resolve(name);
    }

    private AuditHeads heads()
    {
        return RecordedAuditHeads.read(dir.resolve("engine"));
    }

    private ReportFinding finding(final String name) throws IOException
    {
        return JournalProof.of(heads()).finding(run(name));
    }

    private List<ReportFinding> bad(final String name) throws IOException
    {
        return RunManifestProof.verify(run(name), keys.trustedSigner()).stream()
            .filter(each -> !each.isOk()).toList();
    }

    private List<AuditRecord> trail() throws IOException
    {
        return new ClearingAuditTrail(venue.baseDir, () -> 0).read();
    }

    @Test
    void shouldFindATrailThatWasWrittenAnewWithManifestsAndSignatures() throws IOException
    {
        raise();
        ClearingFixture.intraday(context());
        ClearingFixture.evening(context());
        assertEquals(List.of(), notes);
        assertEquals(2, heads().heads().size());
        for (final String name : RUNS)
        {
            assertEquals(Status.OK, finding(name).status(), finding(name)::message);
        }
        forge();
        for (final String name : RUNS)
        {
            assertEquals(List.of(), bad(name), "everything that the key has signed fits together");
            assertEquals(Status.WRONG_TRAIL, finding(name).status(), finding(name)::message);
        }
        assertTrue(JournalProof.without("none").finding(run("1-I")).isOk());
    }

    /** Somebody else has begun the runs, says the trail; manifests and heads are signed with the venue's own key. */
    private void forge() throws IOException
    {
        final List<AuditRecord> records = trail();
        Files.delete(venue.baseDir.resolve(ClearingAuditTrail.FILE_NAME));
        for (final AuditRecord record : records)
        {
            final ClearingAuditTrail audit =
                new ClearingAuditTrail(venue.baseDir, () -> Instant.parse(record.time()).toEpochMilli());
            final Map<String, String> arguments = new TreeMap<>(record.arguments());
            if (RunManifest.COMMAND.equals(record.command()))
            {
                arguments.put(RunManifest.SHA256, signAgain(record.runId()));
            }
            audit.append("somebody", record.command(), record.runId(), arguments, record.result());
        }
    }

    private String signAgain(final long runId) throws IOException
    {
        final Path run = run(INTRADAY == runId ? "1-I" : "2-E");
        final byte[] head = Files.readAllBytes(run.resolve(AuditHead.FILE_NAME));
        sign(run, AuditHead.FILE_NAME,
            Json.bytes(trail().get((int)Json.read(head, AuditRecord.class).seq() - 1)));
        sign(run, RunManifest.FILE_NAME,
            Json.bytes(RunManifest.of(RunManifestProof.directory(run), trail().getLast())));
        return Digests.sha256Of(run.resolve(RunManifest.FILE_NAME));
    }

    private void sign(final Path run, final String name, final byte[] bytes) throws IOException
    {
        Files.write(run.resolve(name), bytes);
        Files.write(run.resolve(name + ".p7s"), keys.signer().sign(bytes));
    }

    @Test
    void shouldFindATrailThatLostItsEndAndARunThatWasSignedAgainWithOtherFiles() throws IOException
    {
        raise();
        ClearingFixture.intraday(context());
        final Path trail = venue.baseDir.resolve(ClearingAuditTrail.FILE_NAME);
        final List<String> lines = Files.readAllLines(trail);
        Files.write(trail, lines.subList(0, lines.size() - 2));
        assertEquals(Status.WRONG_TRAIL, finding("1-I").status(), finding("1-I")::message);
        Files.write(trail, lines);

        Files.writeString(run("1-I").resolve("calls.json"), "[]");
        final RunManifest now = RunManifest.of(RunManifestProof.directory(run("1-I")), trail().getLast());
        sign(run("1-I"), RunManifest.FILE_NAME, Json.bytes(now));
        new ClearingAuditTrail(venue.baseDir, () -> 0).append("somebody", RunManifest.COMMAND, INTRADAY, Map.of(
            RunManifest.SHA256, Digests.sha256Of(run("1-I").resolve(RunManifest.FILE_NAME)),
            RunManifest.FILES_SHA256, now.filesSha256()), "OK");
        assertEquals(Status.NOT_IN_JOURNAL, finding("1-I").status(), finding("1-I")::message);
        assertTrue(bad("1-I").stream().anyMatch(each -> each.message().startsWith(
            "the audit trail has other files that were signed with the run")), () -> "other files");
    }

    @Test
    void shouldSayThatTheHistoryDoesNotKnowTheCommand() throws IOException
    {
        ClearingFixture.intraday(context());
        assertEquals(1, notes.size());
        assertTrue(notes.getFirst().startsWith("the head of the audit trail is not in the journal: the history is at " +
            "a feature level that does not know it"), notes::getFirst);
        assertEquals(List.of(), bad("1-I"));
        assertEquals(AuditHeads.NEVER, heads().knownSince());
        raise();
        assertEquals(Status.OK, finding("1-I").status(), finding("1-I")::message);
        ClearingFixture.evening(context());
        assertEquals(1, notes.size());
        assertTrue(finding("1-I").message().startsWith("the audit trail is the one of the journal"));
    }

    @Test
    void shouldGoOnWithoutTheEngineAndRecordTheHeadLater() throws IOException
    {
        raise();
        ClearingFixture.intraday(context().withEngineClient(failing(new IllegalStateException("gone"), false)));
        assertTrue(notes.getFirst().contains("the engine does not answer"), notes::getFirst);
        assertEquals(List.of(), heads().heads());
        assertEquals(Status.NOT_IN_JOURNAL, finding("1-I").status(), finding("1-I")::message);
        new RunControl(venue.baseDir, System::currentTimeMillis).report(context(), INTRADAY);
        assertEquals(Status.OK, finding("1-I").status(), finding("1-I")::message);
        assertEquals(List.of(), bad("1-I"));
    }

    @Test
    void shouldRecordTheHeadOfARunThatDiesBeforeOrBehindIt() throws IOException
    {
        raise();
        assertThrows(KilledError.class, () ->
            ClearingFixture.intraday(context().withEngineClient(failing(new KilledError(), false))));
        assertEquals(List.of(), heads().heads());
        assertThrows(KilledError.class, () ->
            ClearingFixture.intraday(resumed().withEngineClient(failing(new KilledError(), true))));
        ClearingFixture.intraday(resumed());
        // The times of steps make another manifest of each attempt, with a line of its own.
        final List<AuditHeads.Head> heads = heads().heads();
        assertEquals(2, heads.size());
        assertEquals(RunTrailProof.signing(trail(), INTRADAY).seq(), heads.getLast().lines());
        assertEquals(Status.OK, finding("1-I").status(), finding("1-I")::message);
        assertEquals(List.of(), bad("1-I"));
        assertEquals(List.of(), notes);
    }

    private ForwardingClient failing(final Throwable failure, final boolean isSent)
    {
        return new ForwardingClient(venue.client)
        {
            @Override
            public CommandPublisher newCommandPublisher(final Principal sender)
            {
                final CommandPublisher publisher = super.newCommandPublisher(sender);
                return (buffer, offset, length) ->
                {
                    final boolean isDue = RecordAuditTrailDecoder.TEMPLATE_ID ==
                        new MessageHeaderDecoder().wrap(buffer, offset).templateId();
                    if (!isDue || isSent && !publisher.offer(buffer, offset, length))
                    {
                        return !isDue && publisher.offer(buffer, offset, length);
                    }
                    if (failure instanceof final IllegalStateException ex)
                    {
                        throw ex;
                    }
                    throw (Error)failure;
                };
            }
        };
    }

    /** Like a kill: nothing that the run does about failures is done. */
    private static final class KilledError extends Error
    {
        private static final long serialVersionUID = 1L;
    }
}
