// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.Image;
import io.aeron.Subscription;
import io.bourse.engine.client.DriverCounters;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.clock.ClockCounter;
import io.bourse.engine.host.clock.ClockLog;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.execution.CoreRecovery;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventStreamPublisher;
import io.bourse.engine.host.execution.RecoveryTimes;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.AeronFramePublication;
import io.bourse.engine.host.recording.FormerRecordings;
import io.bourse.engine.host.recording.JournalDamagedException;
import io.bourse.engine.host.recording.JournalInspector;
import io.bourse.engine.host.recording.JournalledQuarantines;
import io.bourse.engine.host.recording.RecordingSync;
import io.bourse.engine.host.recording.StreamRecorder;
import io.bourse.engine.host.retention.HistoryPurge;
import io.bourse.engine.host.retention.PurgeRunner;
import io.bourse.engine.host.snapshot.SnapshotCounters;
import io.bourse.engine.host.snapshot.SnapshotDirectory;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DataDirectoryOwner;
import io.bourse.engine.host.storage.DescriptorTable;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.OpenMark;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.host.storage.StorageSpace;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.status.CountersReader;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * Brings an engine from its files to live: inspect, repair, start the media, replay the journal, publish what is
 * missing, hand the agents to the engine's thread.
 */
final class EngineStart
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineStart.class);
    private static final String JOURNAL = "journal";
    private static final String EVENTS = "event stream";
    private static final long SNAPSHOT_MAX_WAIT_NS = TimeUnit.SECONDS.toNanos(1);

    private final HostClock clock;
    private final SoloOptions options;
    private final OpenResources resources;
    private final CounterSet<EngineCounter> counters;
    private final CommandRing ring;

    private OpenMark mark;
    private EngineMedia media;
    private StreamRecorder.Recorded journal;
    private StreamRecorder.Recorded events;
    private EngineDutyCycle.Live live;
    private PurgeRunner purge;
    private SnapshotTaker snapshots;
    private volatile RecoveryTimes recoveryTimes;

    EngineStart(
        final SoloOptions options,
        final OpenResources resources,
        final CounterSet<EngineCounter> counters,
        final CommandRing ring)
    {
        this.options = options;
        clock = new HostClock(options.host().clock());
        this.resources = resources;
        this.counters = counters;
        this.ring = ring;
    }

    RecoveryTimes recoveryTimes()
    {
        return recoveryTimes;
    }

    /** Runs the start to its end; everything opened is in the resources, also when it throws. */
    void run()
    {
        DescriptorTable.grow();
        resources.add(DataDirectoryLock.acquire(options.host().dataDir()));
        new DataDirectoryOwner("solo", options.host().partition()).claim(options.host().dataDir());
        final StorageSpace space = new StorageSpace(options.host().dataDir(), options.minFreeBytes());
        space.requireForStart();
        options.host().credentials().createMissing();
        mark = OpenMark.look(options.host().dataDir());
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        final long beginNs = System.nanoTime();
        final FormerRecordings former = FormerRecordings.inspect(archiveDir, mark.wasLeft());
        final JournalInspector.Inspection oldJournal = former.journal();
        final Quarantines quarantines = null == oldJournal ? Quarantines.NONE : JournalledQuarantines.load(
            options.host().dataDir(), options.host().partition(), oldJournal.recording(), oldJournal.endPosition());
        final JournalInspector.Inspection oldEvents =
            JournalledQuarantines.withoutUnfinished(former.events(), quarantines);
        final long inspectedNs = System.nanoTime();
        final SnapshotDirectory snapshotFiles = new SnapshotDirectory(options.host().dataDir());
        snapshotFiles.removeTemporaries();
        CoreRecovery.requireJournalCoversSnapshots(snapshotFiles, oldJournal);
        checkAndRepair(oldJournal, oldEvents);
        mark.set();

        media = EngineMedia.launch(options, this::onFailure, counters, resources);
        journal = open(JOURNAL, EngineStreams.JOURNAL_STREAM_ID, oldJournal, options.commandTermLength());
        events = open(EVENTS, EngineStreams.EVENTS_STREAM_ID, oldEvents, options.eventTermLength());
        media.closeArchiveClient();
        final Aeron aeron = media.aeron();
        final Image image = awaitImage(
            resources.add(aeron.addSubscription(EngineStreams.CHANNEL, EngineStreams.JOURNAL_STREAM_ID)));
        final Subscription commands =
            resources.add(aeron.addSubscription(EngineStreams.CHANNEL, EngineStreams.COMMANDS_STREAM_ID));

        final EventStreamPublisher publisher = new EventStreamPublisher(
            new AeronFramePublication(events.publication()), SystemEpochNanoClock.INSTANCE,
            media.dutyCycle()::awaitProgress, counters);
        final long launchedNs = System.nanoTime();
        final CoreRecovery recovery = resources.add(
            new CoreRecovery(options.host().partition(), oldJournal, oldEvents, publisher, counters, quarantines));
        recovery.run(snapshotFiles, options.host().capacityCheck());
        final MatchingEngine engine = recovery.engine();
        recoveryTimes =
            new RecoveryTimes(inspectedNs - beginNs, launchedNs - inspectedNs, System.nanoTime() - launchedNs);

        final Counter eventsEnd = addCounter(EngineStreams.EVENTS_END_TYPE_ID, "bourse-events-end");
        eventsEnd.setRelease(publisher.position());
        clock.showIn(ClockCounter.allocate(aeron, options.host().partition(), events.recordingId()));
        clock.start(recovery.lastStampedNs(), engine,
            null == oldEvents ? TimeConfirmation.NONE : oldEvents.confirmation());
        final DeadlineWatch deadlines = new DeadlineWatch(engine, image::position, options.host().partition());
        final CountersReader driverCounters = DriverCounters.map(aeron);
        live = new EngineDutyCycle.Live(
            new IngressAdapter(commands, ring, counters, options.host().credentials(), publishNonce()),
            new SequencerAgent(ring, new AeronFramePublication(journal.publication()), deadlines,
                new ClockWatch(clock, engine, image::position, options.host().partition()), counters),
            new MatcherAgent(engine, new ArchivedJournal(image, journal, driverCounters), publisher, eventsEnd,
                counters, snapshotTaker(recovery.snapshot(), driverCounters), options.host().messageTimeoutNs()));
        media.dutyCycle().live(live);
        addCounter(EngineStreams.PUBLISHED_WATERMARK_TYPE_ID, "bourse-published-watermark");
        resources.add(EngineWatch.start(options, space, media.recorder().isRecording(events), media.dutyCycle(),
            new ClockLog(clock, "partition=" + options.host().partition())));
    }

    private void onFailure(final String where, final Throwable cause)
    {
        ring.close();
        options.host().failStop().onFailure(where, cause);
    }

    private static void checkAndRepair(
        final JournalInspector.Inspection oldJournal, final JournalInspector.Inspection oldEvents)
    {
        if (null != oldEvents && oldEvents.lastCommandPosition() > 0)
        {
            if (null == oldJournal)
            {
                throw new JournalDamagedException(oldEvents.recording(), null, 0,
                    "events are recorded but there is no journal");
            }
            JournalInspector.requireJournalCoversEvents(oldJournal, oldEvents);
        }
        if (null != oldJournal)
        {
            JournalInspector.repair(oldJournal);
        }
        if (null != oldEvents)
        {
            JournalInspector.repair(oldEvents);
        }
    }

    private StreamRecorder.Recorded open(
        final String name, final int streamId, final JournalInspector.Inspection former, final int termLength)
    {
        return null == former ?
            media.open(name, streamId, null, 0, termLength) :
            media.open(name, streamId, former.recording(), former.endPosition(), termLength);
    }

    private Image awaitImage(final Subscription subscription)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + options.host().messageTimeoutNs();
        while (0 == subscription.imageCount())
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("the journal cannot be read back: streamId=" +
                    subscription.streamId() + " timeoutNs=" + options.host().messageTimeoutNs());
            }
            idle.idle();
        }
        return subscription.imageAtIndex(0);
    }

    private Counter addCounter(final int typeId, final String label)
    {
        return DriverCounters.add(media.aeron(), typeId, label, options.host().partition(), events.recordingId());
    }

    /** Nothing that was said to an earlier process of the engine is good for this one. */
    private long publishNonce()
    {
        final long nonce = new SecureRandom().nextLong();
        addCounter(EngineStreams.INGRESS_NONCE_TYPE_ID, "bourse-ingress-nonce").setRelease(nonce);
        return nonce;
    }

    private SnapshotTaker snapshotTaker(final SnapshotFile.Contents startedFrom, final CountersReader driverCounters)
    {
        final HistoryPurge history = new HistoryPurge(
            options.host().dataDir(), options.retention(), options.history(), media.aeron(),
            options.host().messageTimeoutNs(), options.host().archiveCredentials(Principal.ENGINE), counters);
        purge = resources.add(new PurgeRunner(history::run, PurgeRunner.RETRY_NS_DEFAULT, counters));
        final RecordingSync recordings = new RecordingSync(EngineDirectories.archiveDir(options.host().dataDir()),
            () -> driverCounters.getCounterValue(events.counterId()), options.host().messageTimeoutNs());
        final SnapshotCounters shared =
            new SnapshotCounters(media.aeron(), options.host().partition(), events.recordingId());
        if (null != startedFrom)
        {
            shared.completed(startedFrom.header().journalPosition(), startedFrom.records(), startedFrom.bytes());
        }
        snapshots = resources.add(new SnapshotTaker(options.host().dataDir(), SNAPSHOT_MAX_WAIT_NS,
            media.dutyCycle()::awaitProgress, counters, shared, recordings, purge::due));
        return snapshots;
    }

    SnapshotTaker snapshots()
    {
        return snapshots;
    }

    /** Lets the snapshot and the purge end that are under way, as long as there is an archive to do it with. */
    void finishSnapshots()
    {
        if (null != snapshots && media.isRunning())
        {
            snapshots.close();
            purge.close();
        }
    }

    OpenMark mark()
    {
        return mark;
    }

    EngineMedia media()
    {
        return media;
    }

    StreamRecorder.Recorded journal()
    {
        return journal;
    }

    StreamRecorder.Recorded events()
    {
        return events;
    }

    EngineDutyCycle.Live live()
    {
        return live;
    }
}
