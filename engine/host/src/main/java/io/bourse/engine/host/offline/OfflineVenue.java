// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.CoreFailedException;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.FailedCommand;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.quarantine.QuarantineException;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.ClusterLogFrames;
import io.bourse.engine.host.recording.JournalInspector;
import io.bourse.engine.host.recording.JournalledQuarantines;
import io.bourse.engine.host.recording.KeptBytes;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.ClusterSnapshot;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The data directory of an engine that does not run: checks it, repairs it and replays it. Nothing is journalled, no
 * deadline fires, no port is opened; while it is open no engine can start on the directory.
 */
public final class OfflineVenue implements AutoCloseable
{
    private static final String JOURNAL = "journal";
    private static final String LOG = "log";
    private static final String EVENTS = "event stream";
    /** Any partition will do. */
    public static final int ANY_PARTITION = -1;

    private final Path dataDir;
    private final Path archiveDir;
    private final int expectedPartition;
    private final DataDirectoryLock lock;
    private OfflineSurvey lastSurvey;
    private OfflineSurvey repairable;
    private FailedCommand failed;
    private Verification lastVerification;

    private OfflineVenue(final Path dataDir, final int expectedPartition, final DataDirectoryLock lock)
    {
        this.dataDir = dataDir;
        this.expectedPartition = expectedPartition;
        this.lock = lock;
        archiveDir = EngineDirectories.archiveDir(dataDir);
    }

    /**
     * Takes a data directory.
     *
     * @param dataDir of an engine.
     * @param expectedPartition that it must be of, or {@link #ANY_PARTITION}.
     * @return the directory, locked.
     * @throws IllegalStateException when an engine runs on it, or none ever did.
     */
    public static OfflineVenue open(final Path dataDir, final int expectedPartition)
    {
        final Path directory = dataDir.toAbsolutePath().normalize();
        if (!Files.isDirectory(EngineDirectories.archiveDir(directory)))
        {
            throw new IllegalStateException("no venue was ever started on this data directory: dataDir=" + directory +
                " missing=" + EngineDirectories.archiveDir(directory));
        }
        return new OfflineVenue(directory, expectedPartition, DataDirectoryLock.acquire(directory));
    }

    /**
     * Reads everything and changes nothing.
     *
     * @return what was found.
     */
    public Verification verify()
    {
        lastSurvey = survey(true);
        final OfflineSurvey survey = lastSurvey.isArchiveDamaged() ? liveSurvey(lastSurvey) : lastSurvey;
        repairable = survey;
        failed = null;
        final boolean isDamaged = Verdict.DAMAGED == Verification.worstOfLive(survey.findings());
        final ReplayFacts replay = isDamaged || null == survey.journal() ? null : replayAll(survey);
        if (survey.findings().stream().anyMatch(finding ->
            FindingKind.CORE_FAILED == finding.kind() || FindingKind.DIVERGENCE == finding.kind()))
        {
            findMissingQuarantines(survey);
        }
        lastVerification = new Verification(dataDir, survey.partition(), survey.isMember(),
            null == survey.journal() ? null : survey.journal().facts(),
            survey.senders(),
            null == survey.events() ? null : survey.events().facts(),
            survey.facts(), null == survey.snapshots() ? List.of() : survey.snapshots().good(), replay,
            survey.quarantines(), failed, List.copyOf(survey.findings()));
        return lastVerification;
    }

    /**
     * Says from where this program would go on. Reads the live recordings and all snapshots, and changes nothing.
     *
     * @return the last state.
     * @throws IllegalStateException when the directory is that of a member of a cluster.
     */
    public LastState lastState()
    {
        final OfflineSurvey survey = survey(false);
        if (survey.isMember())
        {
            throw new IllegalStateException("the directory is that of a member of a cluster: dataDir=" + dataDir);
        }
        return new LastState(
            null == survey.snapshots() ? null : survey.snapshots().newestUpTo(Long.MAX_VALUE),
            null == survey.journal() ? 0 : survey.journal().recording().startPosition(),
            null == survey.journal() ? 0 : survey.journal().facts().endPosition(),
            List.copyOf(survey.findings()));
    }

    private void findMissingQuarantines(final OfflineSurvey survey)
    {
        JournalledQuarantines.missing(survey.partition(), survey.journal().recording(),
            survey.journal().facts().endPosition(), survey.quarantines()).forEach(quarantine -> survey.findings().add(
            unfit(new QuarantineException("the history has a quarantine whose signed approval is not there: " +
            Quarantines.describe(quarantine)))));
    }

    /** What is left for a start, and for a repair: neither needs what was archived. */
    private OfflineSurvey liveSurvey(final OfflineSurvey whole)
    {
        final OfflineSurvey survey = survey(false);
        survey.findings().addAll(0,
            whole.findings().stream().filter(finding -> finding.kind().isOfArchive()).toList());
        return survey;
    }

    private OfflineSurvey survey(final boolean withHistory)
    {
        final List<Finding> findings = new ArrayList<>();
        final boolean isReadable = CatalogCheck.isReadable(archiveDir, findings);
        if (!isReadable || findings.stream().anyMatch(finding -> finding.facts().startsWith("there is another")))
        {
            return new OfflineSurvey(
                null, null, null, Math.max(0, expectedPartition), null, Quarantines.NONE, List.of(), findings);
        }
        final RecordedStream liveEvents = RecordedStream.find(archiveDir, EVENTS, EngineStreams.EVENTS_STREAM_ID);
        final RecordedStream liveJournal = findCommands();
        RecordedStream journal = liveJournal;
        RecordedStream events = liveEvents;
        try
        {
            final HistoryArchive history = withHistory ? HistoryArchive.find(dataDir) : null;
            journal = null == liveJournal ? null : liveJournal.withHistory(history);
            events = null == liveEvents ? null : liveEvents.withHistory(history);
        }
        catch (final HistoryException ex)
        {
            findings.add(new Finding(FindingKind.HISTORY_UNREADABLE, HistoryArchive.NAME, Finding.NOWHERE,
                dataDir.resolve(HistoryArchive.NAME), ex.getMessage()));
        }
        final CommandCheck commandCheck = null == journal ? null : new CommandCheck(journal, findings);
        final EventCheck eventCheck = null == events ? null : new EventCheck(events, findings);
        final RecordingSurvey journalSurvey =
            null == journal ? null : RecordingSurvey.of(journal, commandCheck, findings);
        final RecordingSurvey allEvents = null == events ? null : RecordingSurvey.of(events, eventCheck, findings);
        final int journalPartition = null == commandCheck ? 0 : commandCheck.partitionOr(0);
        final int partition = null == eventCheck ? journalPartition : eventCheck.partitionOr(journalPartition);
        final Quarantines quarantines = quarantines(partition, journalSurvey, findings);
        final RecordingSurvey eventSurvey =
            null == allEvents ? null : allEvents.withoutUnfinished(quarantines, findings);

        final SnapshotSurvey snapshots =
            SnapshotSurvey.of(dataDir, partition, journalSurvey, eventSurvey, findings);
        final OfflineSurvey survey = new OfflineSurvey(journalSurvey, eventSurvey, snapshots, partition,
            null == eventCheck ? null : eventCheck.facts(), quarantines,
            null == commandCheck ? List.of() : commandCheck.senders(), findings);
        checkTogether(survey);
        checkBeginning(survey);
        if (ANY_PARTITION != expectedPartition && expectedPartition != partition)
        {
            findings.add(new Finding(FindingKind.WRONG_PARTITION, EVENTS, Finding.NOWHERE, archiveDir,
                "partition=" + partition + " expectedPartition=" + expectedPartition));
        }
        return survey;
    }

    private Quarantines quarantines(
        final int partition, final RecordingSurvey journal, final List<Finding> findings)
    {
        try
        {
            return JournalledQuarantines.load(dataDir, partition, null == journal ? null : journal.recording(),
                null == journal ? 0 : journal.facts().endPosition());
        }
        catch (final QuarantineException ex)
        {
            findings.add(unfit(ex));
            return Quarantines.NONE;
        }
    }

    private Finding unfit(final QuarantineException ex)
    {
        return new Finding(FindingKind.QUARANTINE_UNFIT, QuarantineDirectory.NAME, Finding.NOWHERE,
            dataDir.resolve(QuarantineDirectory.NAME), ex.getMessage());
    }

    /** The journal, or what a member of a cluster has instead. */
    private RecordedStream findCommands()
    {
        final RecordedStream journal = RecordedStream.find(archiveDir, JOURNAL, EngineStreams.JOURNAL_STREAM_ID);
        return null == journal ? RecordedStream.find(archiveDir, LOG, ClusterLogFrames.STREAM_ID) : journal;
    }

    private void checkTogether(final OfflineSurvey survey)
    {
        final long journalEnd = null == survey.journal() ? 0 : survey.journal().facts().endPosition();
        final long published = null == survey.facts() ? 0 : survey.facts().lastCommandPosition();
        if (published > journalEnd)
        {
            final Path file = null == survey.journal() ? null : fileAt(survey.journal().recording(), journalEnd);
            survey.findings().add(new Finding(
                null != file && !Files.exists(file) ? FindingKind.MISSING_SEGMENT : FindingKind.JOURNAL_SHORT,
                JOURNAL, journalEnd, null == file ? archiveDir : file,
                "events are recorded of commands up to commandPosition=" + published + " endPosition=" + journalEnd));
        }
        requireFiles(survey.journal(), survey.findings());
        requireFiles(survey.events(), survey.findings());
    }

    /** Of a recording whose beginning is gone the rest is good for something only after a snapshot. */
    private static void checkBeginning(final OfflineSurvey survey)
    {
        if (survey.isMember())
        {
            return;
        }
        final CheckedSnapshot newest = survey.snapshots().newestUpTo(Long.MAX_VALUE);
        final long journalStart = null == survey.journal() ? 0 : survey.journal().recording().startPosition();
        if (journalStart > 0 && null == newest)
        {
            survey.findings().add(missingBeginning(survey.journal().recording()));
        }
        final RecordedStream events = survey.eventRecording();
        if (null != events && events.startPosition() > 0 &&
            (null == newest || newest.header().eventCursor() < events.startPosition()))
        {
            survey.findings().add(missingBeginning(events));
        }
    }

    private static Finding missingBeginning(final RecordedStream recording)
    {
        return new Finding(FindingKind.BEGINNING_MISSING, recording.name(), recording.startPosition(),
            fileAt(recording, recording.startPosition()), "startPosition=" + recording.startPosition() +
            " and no good snapshot stands for what was before");
    }

    /** A recording has its first file from the moment at which it begins. */
    private static void requireFiles(final RecordingSurvey survey, final List<Finding> findings)
    {
        if (null != survey && 0 == survey.facts().segmentFiles() && findings.stream().noneMatch(finding ->
            FindingKind.MISSING_SEGMENT == finding.kind() && survey.recording().name().equals(finding.where())))
        {
            final RecordedStream recording = survey.recording();
            findings.add(new Finding(FindingKind.MISSING_SEGMENT, recording.name(), recording.startPosition(),
                fileAt(recording, recording.startPosition()), "there is not one segment file"));
        }
    }

    private static Path fileAt(final RecordedStream recording, final long position)
    {
        return recording.segmentFile(recording.segmentBase(position));
    }

    private ReplayFacts replayAll(final OfflineSurvey survey)
    {
        final RecordedStream journal = survey.journal().recording();
        final ClusterSnapshot memberSnapshot = memberBase(survey);
        if (survey.isMember() && journal.startPosition() > 0 && null == memberSnapshot)
        {
            return null;
        }
        try (CoreReplay replay = coreReplay(survey, memberSnapshot, survey.base()))
        {
            replay.run(journal, survey.journal().facts().endPosition()).finish();
            if (!survey.isMember())
            {
                replay.requireAllReached();
            }
            compareSnapshots(survey, replay);
            // The end of a member's log may not be agreed yet.
            if (replay.missingFrames() > 0 && !survey.isMember())
            {
                survey.findings().add(new Finding(FindingKind.EVENTS_BEHIND, EVENTS, survey.eventsEnd(), null,
                    "framesMissing=" + replay.missingFrames() + " lastFrameSequence=" +
                    replay.collector().frameSequence()));
            }
            final long rollingHash = replay.rollingHash();
            return new ReplayFacts(replay.fromPosition(), replay.commands(), replay.identicalFrames(),
                replay.missingFrames(), rollingHash,
                replay.report().stateHash(), replay.featureLevel(), replay.collector().session(),
                replay.collector().gateways(), replay.collector().operators().persons(),
                replay.collector().operators().refusedSignatures());
        }
        catch (final DivergenceException ex)
        {
            survey.findings().add(new Finding(FindingKind.DIVERGENCE, EVENTS, ex.position(),
                fileAt(survey.eventRecording(), Math.max(0, ex.position() - 1)), ex.getMessage()));
        }
        catch (final QuarantineException ex)
        {
            survey.findings().add(unfit(ex));
        }
        catch (final CoreFailedException ex)
        {
            failed = ex.command();
            survey.findings().add(new Finding(FindingKind.CORE_FAILED, JOURNAL, failed.position(),
                fileAt(journal, Math.max(0, failed.position() - 1)), failed.toString()));
        }
        catch (final RuntimeException ex)
        {
            survey.findings().add(new Finding(FindingKind.CORE_FAILED, JOURNAL, Finding.NOWHERE, null,
                ex.getClass().getSimpleName() + ": " + ex.getMessage()));
        }
        return null;
    }

    /** What stands for the beginning of a member's log when that is gone; else null. */
    private ClusterSnapshot memberBase(final OfflineSurvey survey)
    {
        return survey.isMember() && survey.journal().recording().startPosition() > 0 ?
            ClusterSnapshot.newest(dataDir, archiveDir) : null;
    }

    private static CoreReplay coreReplay(
        final OfflineSurvey survey, final ClusterSnapshot memberSnapshot, final CheckedSnapshot base)
    {
        return null != memberSnapshot ?
            new CoreReplay(survey.partition(), survey.eventRecording(), survey.eventsEnd(), memberSnapshot,
                survey.quarantines()) :
            new CoreReplay(survey.partition(), survey.eventRecording(), survey.eventsEnd(), base, survey.quarantines());
    }

    /** Every snapshot was due at a command that has the state hash there. */
    private static void compareSnapshots(final OfflineSurvey survey, final CoreReplay replay)
    {
        for (final CheckedSnapshot snapshot : survey.snapshots().good())
        {
            final long position = snapshot.header().journalPosition();
            final Long expected = replay.collector().dueHashes().get(position);
            final boolean isReplayed = position > replay.fromPosition();
            if (isReplayed && null == expected || null != expected && expected != snapshot.header().stateHash())
            {
                survey.findings().add(new Finding(FindingKind.SNAPSHOT_DIVERGENCE, SnapshotSurvey.SNAPSHOTS, position,
                    snapshot.file(), "stateHash=" + Long.toHexString(snapshot.header().stateHash()) +
                    " replayedStateHash=" + (null == expected ? "none, no snapshot was due there" :
                    Long.toHexString(expected))));
            }
        }
    }

    /**
     * What a repair would do.
     *
     * @param verification of this directory.
     * @return one sentence per step, in order; empty when nothing is to be done or nothing can be done.
     */
    public List<String> plan(final Verification verification)
    {
        final List<String> steps = new ArrayList<>();
        if (Verdict.REPAIRABLE != Verification.worstOfLive(verification.findings()))
        {
            return steps;
        }
        if (verification.isMember())
        {
            steps.add("start the member: it cuts off what is torn and gets what it lacks from the others");
            return steps;
        }
        for (final Finding finding : verification.findings())
        {
            switch (finding.kind())
            {
                case HISTORY_DAMAGED, HISTORY_UNREADABLE ->
                {
                    // Nothing is repaired there, and nothing here needs it.
                }
                case TORN_TAIL -> steps.add("cut the " + finding.where() + " off at position=" + finding.position() +
                    ", keep what is cut: " + finding.facts());
                case NOT_CLOSED -> steps.add("write the end of the " + finding.where() +
                    " into the catalog: position=" + finding.position());
                case CATALOG_BEHIND -> steps.add("write the true end of the " + finding.where() +
                    " into the catalog: " + finding.facts());
                case SNAPSHOT_DAMAGED -> steps.add("set the snapshot aside: file=" + finding.file());
                case EVENTS_BEHIND -> steps.add("make the missing frames of the " + finding.where() +
                    " again from the journal: " + finding.facts());
                default -> throw new IllegalStateException("no rule to repair this: " + finding);
            }
        }
        return steps;
    }

    /**
     * Does what {@link #plan} says, after keeping a copy of what it changes.
     *
     * @param keepDir new directory for the catalog as it was and for the bytes that are cut off.
     * @return what was found afterwards; whole, unless something new came up.
     * @throws IllegalStateException when the directory is not repairable.
     */
    public Verification repair(final Path keepDir)
    {
        // The lock is held since: what was found then is so still.
        final Verification before = null == lastVerification ? verify() : lastVerification;
        if (Verdict.REPAIRABLE != Verification.worstOfLive(before.findings()))
        {
            throw new IllegalStateException("nothing here can be repaired by rule: dataDir=" + dataDir + " verdict=" +
                before.verdict() + " findings=" + before.findings());
        }
        final OfflineSurvey survey = repairable;
        if (survey.isMember())
        {
            throw new IllegalStateException("a member of a cluster repairs itself when it is started: dataDir=" +
                dataDir + " findings=" + before.findings());
        }
        if (null != survey.journal())
        {
            // When this fails nothing has been changed.
            KeptBytes.keep(keepDir, archiveDir, survey.journal().inspection(),
                null == survey.events() ? null : survey.events().inspection());
        }
        survey.findings().stream().filter(finding -> FindingKind.SNAPSHOT_DAMAGED == finding.kind())
            .forEach(finding -> new SnapshotDirectory(dataDir).setAside(finding.file()));
        if (null != survey.journal())
        {
            repairRecordings(survey, before);
        }
        return verify();
    }

    private void repairRecordings(final OfflineSurvey survey, final Verification before)
    {
        JournalInspector.repair(survey.journal().inspection());
        if (null != survey.events())
        {
            JournalInspector.repair(survey.events().inspection());
        }
        if (before.replay().framesMissing() > 0)
        {
            final RecordedStream events =
                RecordedStream.find(archiveDir, EVENTS, EngineStreams.EVENTS_STREAM_ID);
            EventsCompletion.complete(
                dataDir, survey.partition(), survey.journal().recording(), survey.journal().facts().endPosition(),
                events,
                survey.base(), survey.quarantines());
        }
    }

    /**
     * Replays the journal up to a point and returns the state there. The journal need only be good so far, so this also
     * shows what was there before a damage.
     *
     * @param target how far.
     * @return state after the last command that does not lie beyond the target.
     * @throws IllegalStateException when the journal cannot be read so far.
     */
    public VenueState replay(final ReplayTarget target)
    {
        final OfflineSurvey survey = surveyWithJournal();
        final RecordedStream journal = survey.journal().recording();
        final long endPosition = new ReplayEnd(journal, survey.eventRecording(), survey.eventsEnd()).find(target);
        final CheckedSnapshot base =
            0 == journal.startPosition() ? null : survey.snapshots().newestUpTo(endPosition);
        final ClusterSnapshot memberSnapshot = memberBase(survey);
        try (CoreReplay replay = coreReplay(survey,
            null != memberSnapshot && memberSnapshot.logPosition() <= endPosition ? memberSnapshot : null, base))
        {
            replay.run(journal, endPosition);
            final VenueState.Point point = new VenueState.Point(endPosition, replay.cursor(), replay.commands(),
                replay.collector().frameSequence(), replay.missingFrames(), replay.lastStampedNs(),
                replay.rollingHash());
            final StateReport report = replay.report();
            return new VenueState(survey.partition(), point, replay.collector().session(),
                replay.collector().instruments(), replay.collector().gateways(), report,
                survey.quarantines().approved().stream()
                    .filter(quarantine -> quarantine.position() <= endPosition).toList());
        }
    }

    /**
     * The last commands before a point and who sent them. Nothing is executed.
     *
     * @param target how far.
     * @param limit most of them.
     * @return in the order of the journal; for a cluster without what had no effect.
     * @throws IllegalStateException when the journal cannot be read so far.
     */
    public List<SentCommand> commands(final ReplayTarget target, final int limit)
    {
        final OfflineSurvey survey = surveyWithJournal();
        final RecordedStream journal = survey.journal().recording();
        final long endPosition = new ReplayEnd(journal, survey.eventRecording(), survey.eventsEnd()).find(target);
        final LoggedCommands commands = LoggedCommands.of(journal, survey.partition());
        final CommandHeaderDecoder header = new CommandHeaderDecoder();
        final OperatorCensus operators = operators(survey);
        final ArrayDeque<SentCommand> last = new ArrayDeque<>();
        try (RecordingWalker walker = new RecordingWalker(journal, endPosition))
        {
            while (walker.nextData())
            {
                if (LoggedCommands.Kind.COMMAND == commands.read(walker))
                {
                    last.addLast(SentCommand.of(commands, walker.position(), header, operators));
                    if (last.size() > limit)
                    {
                        last.removeFirst();
                    }
                }
            }
        }
        return List.copyOf(last);
    }

    /** From the recorded events, and the oldest snapshot where their beginning is gone. */
    private static OperatorCensus operators(final OfflineSurvey survey)
    {
        final StateCollector collector = new StateCollector();
        final RecordedStream events = survey.eventRecording();
        if (null != survey.base())
        {
            final SnapshotContents contents = new SnapshotContents();
            SnapshotFile.read(survey.base().file(), contents);
            contents.operatorNames().forEach(collector.operators()::named);
        }
        if (null != events)
        {
            final MessageHeaderDecoder header = new MessageHeaderDecoder();
            final EventGroupDecoder frame = new EventGroupDecoder();
            try (RecordingWalker walker = new RecordingWalker(events, survey.eventsEnd()))
            {
                while (walker.nextData())
                {
                    frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header);
                    collector.onFrame(
                        frame.frameSequence(), walker.buffer(), walker.payloadOffset(), walker.payloadLength());
                }
            }
        }
        return collector.operators();
    }

    private OfflineSurvey surveyWithJournal()
    {
        final OfflineSurvey survey = null == lastSurvey ? survey(true) : lastSurvey;
        if (null == survey.journal())
        {
            throw new IllegalStateException("there is no journal to replay: dataDir=" + dataDir + " findings=" +
                survey.findings());
        }
        return survey;
    }

    @Override
    public void close()
    {
        lock.close();
    }
}
