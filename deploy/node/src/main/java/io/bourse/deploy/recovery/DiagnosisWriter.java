// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.recovery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.engine.host.offline.CheckedSnapshot;
import io.bourse.engine.host.offline.EventFacts;
import io.bourse.engine.host.offline.Finding;
import io.bourse.engine.host.offline.FindingKind;
import io.bourse.engine.host.offline.PersonFacts;
import io.bourse.engine.host.offline.ReplayFacts;
import io.bourse.engine.host.offline.SenderFacts;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.host.offline.Verification;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.RecordingFacts;
import io.bourse.engine.protocol.FeatureLevels;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a diagnosis for people and for programs.
 */
public final class DiagnosisWriter
{
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private DiagnosisWriter()
    {
    }

    /**
     * Prints it as text.
     *
     * @param diagnosis to print.
     * @param out to print to.
     */
    public static void print(final Diagnosis diagnosis, final PrintWriter out)
    {
        final Verification found = diagnosis.verification();
        out.println("data directory  " + found.dataDir() + "  partition " + found.partition());
        print(found.isMember() ? "log" : "journal", found.isMember() ? "messages" : "commands", found.journal(), out);
        printSenders(found.senders(), out);
        print("event stream", "frames", found.eventStream(), out);
        final EventFacts events = found.events();
        if (null != events)
        {
            out.println("  transactions  " + events.transactions() + "  up to cursor " + events.transactionCursor() +
                "  last command at " + events.lastCommandPosition());
            out.println("  frames        up to frameSequence " + events.lastFrameSequence() + "  rolling hash " +
                Texts.hash(events.rollingHash()));
        }
        print(found.snapshots(), out);
        print(found, out);
        printQuarantines(found, out);
        out.println("consumers");
        for (final ConsumerStand consumer : diagnosis.consumers())
        {
            out.println("  " + consumer.name() + (ConsumerStand.NONE == consumer.journalPosition() ? "" :
                "  up to journal position " + consumer.journalPosition()) + "  " + consumer.facts());
        }
        out.println(diagnosis.findings().isEmpty() ? "findings        none" : "findings");
        for (final Finding finding : diagnosis.findings())
        {
            out.println("  " + finding.kind().verdict() + " " + finding);
            out.println("    what helps: " + finding.kind().remedy());
        }
        out.println("verdict         " + Texts.verdict(diagnosis.verdict()));
    }

    private static void printQuarantines(final Verification found, final PrintWriter out)
    {
        final boolean isInHistory =
            null == found.replay() || found.replay().featureLevel() >= FeatureLevels.BOUNDED;
        found.quarantines().approved().forEach(quarantine -> out.println("quarantined: " +
            Quarantines.describe(quarantine) + (isInHistory ? "" :
            "  (by the signed file alone: the feature level of this history knows no quarantine)")));
        found.quarantines().requested().forEach(request -> out.println("quarantine asked for: " +
            Quarantines.describe(request) + "  (a second person: bourse recover --approve " + request.position() +
            ")"));
    }

    private static void print(
        final String name, final String unit, final RecordingFacts facts, final PrintWriter out)
    {
        if (null == facts)
        {
            out.println(name + ": there is none, or it cannot be read");
            return;
        }
        out.println(name + "  recording " + facts.recordingId() + ", " + facts.segmentFiles() + " files of " +
            facts.segmentLength() + " bytes, " + (facts.isClosed() ? "closed" : "not closed"));
        out.println("  positions     " + facts.startPosition() + " to " + facts.endPosition());
        out.println("  " + String.format("%-14s", unit) + facts.messages() + "  first " +
            Texts.time(facts.firstTimeNs()) + "  last " + Texts.time(facts.lastTimeNs()));
    }

    private static void printSenders(final List<SenderFacts> senders, final PrintWriter out)
    {
        for (final SenderFacts facts : senders)
        {
            out.println("  from          " + facts.sender().principal() + "  " + facts.commands() +
                (facts.sender().isAuthenticated() ? "" : "  claimed, not authenticated"));
        }
    }

    private static void print(final List<CheckedSnapshot> snapshots, final PrintWriter out)
    {
        out.println(snapshots.isEmpty() ? "snapshots       none" : "snapshots");
        for (final CheckedSnapshot snapshot : snapshots)
        {
            out.println("  at " + snapshot.header().journalPosition() + "  cursor " + snapshot.header().eventCursor() +
                "  " + Texts.time(snapshot.header().engineTimeNs()) + "  records " + snapshot.records() + "  state " +
                Texts.hash(snapshot.header().stateHash()));
        }
    }

    private static void print(final Verification found, final PrintWriter out)
    {
        final ReplayFacts replay = found.replay();
        if (null == replay)
        {
            out.println(found.isMember() && Verdict.DAMAGED != found.verdict() ?
                "replay: not done, the beginning of the log is gone and no snapshot of the cluster stands for it" :
                "replay: not done, see findings");
            return;
        }
        out.println("replay  " + (0 == replay.fromPosition() ? "" : "from the snapshot at " + replay.fromPosition() +
            ": ") + replay.commands() + " commands give " +
            (replay.framesIdentical() + replay.framesMissing()) + " frames: " + replay.framesIdentical() +
            " recorded byte for byte, " + replay.framesMissing() + " missing");
        out.println("  hashes        events " + Texts.hash(replay.rollingHash()) + "  state " +
            Texts.hash(replay.stateHash()));
        for (final PersonFacts person : replay.persons())
        {
            out.println("  signed by     " + person.text() + "  " + person.commands() + " commands" +
                (0 == person.approvals() ? "" : "  " + person.approvals() + " approvals"));
        }
        if (replay.refusedSignatures() > 0)
        {
            out.println("  refused       " + replay.refusedSignatures() + " commands whose signature does not verify");
        }
        out.println("  session       " + replay.session().sessionId() + "  date " + replay.session().tradingDate() +
            "  " + replay.session().status());
    }

    /**
     * Prints it as JSON.
     *
     * @param diagnosis to print.
     * @param done what was done about it, one sentence per step; empty when nothing was.
     * @param out to print to.
     * @throws IOException when it cannot be written.
     */
    public static void printJson(final Diagnosis diagnosis, final List<String> done, final PrintWriter out)
        throws IOException
    {
        final Verification found = diagnosis.verification();
        final Map<String, Object> json = new LinkedHashMap<>();
        json.put("dataDir", found.dataDir().toString());
        json.put("partition", found.partition());
        json.put("verdict", diagnosis.verdict());
        json.put("member", found.isMember());
        json.put("journal", found.journal());
        json.put("senders", found.senders().stream().map(facts -> Map.of(
            "principal", facts.sender().principal(),
            "authenticated", facts.sender().isAuthenticated(),
            "commands", facts.commands())).toList());
        json.put("eventStream", found.eventStream());
        json.put("events", null == found.events() ? null : Map.of(
            "transactions", found.events().transactions(),
            "transactionCursor", found.events().transactionCursor(),
            "lastFrameSequence", found.events().lastFrameSequence(),
            "lastCommandPosition", found.events().lastCommandPosition(),
            "rollingHash", Texts.hash(found.events().rollingHash())));
        json.put("snapshots", found.snapshots().stream().map(snapshot -> Map.of(
            "file", snapshot.file().toString(),
            "journalPosition", snapshot.header().journalPosition(),
            "eventCursor", snapshot.header().eventCursor(),
            "records", snapshot.records(),
            "bytes", snapshot.bytes(),
            "stateHash", Texts.hash(snapshot.header().stateHash()))).toList());
        json.put("replay", null == found.replay() ? null : Map.of(
            "fromPosition", found.replay().fromPosition(),
            "commands", found.replay().commands(),
            "framesIdentical", found.replay().framesIdentical(),
            "framesMissing", found.replay().framesMissing(),
            "rollingHash", Texts.hash(found.replay().rollingHash()),
            "stateHash", Texts.hash(found.replay().stateHash()),
            "session", found.replay().session(),
            "persons", found.replay().persons(),
            "refusedSignatures", found.replay().refusedSignatures()));
        json.put("quarantined", found.quarantines().approved());
        json.put("quarantineRequests", found.quarantines().requested());
        json.put("failedCommand", found.failed());
        json.put("consumers", diagnosis.consumers());
        json.put("findings", diagnosis.findings().stream().map(FoundJson::new).toList());
        json.put("plan", diagnosis.plan());
        json.put("done", done);
        out.println(MAPPER.writeValueAsString(json));
    }

    private record FoundJson(
        FindingKind name, Verdict verdict, String where, long position, String file, String facts, String remedy)
    {
        private FoundJson(final Finding finding)
        {
            this(finding.kind(), finding.kind().verdict(), finding.where(), finding.position(),
                null == finding.file() ? null : finding.file().toString(), finding.facts(), finding.kind().remedy());
        }
    }
}
