// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.archive.Archive;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterControl;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.bourse.engine.client.DriverCounters;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.clock.ClockCounter;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventRecording;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.snapshot.SnapshotCounters;
import io.bourse.engine.host.storage.ClockMark;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DataDirectoryOwner;
import io.bourse.engine.host.storage.DescriptorTable;
import io.bourse.engine.host.storage.DriverDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.host.storage.MappedFiles;
import io.bourse.engine.host.storage.OpenResources;
import io.bourse.engine.host.storage.ProcessMarks;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.host.storage.StorageSpace;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.CompositeAgent;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One member of a cluster in one process: media driver, archive, consensus module and the core as its service.
 * Launching it on the data directory of a former member continues that one.
 */
public final class ClusterMember implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterMember.class);
    private static final int WATCH_INTERVAL_MS = 20;
    private static final int PEERS_INTERVAL_MS = 10;
    private static final int RETENTION_INTERVAL_MS = 2_000;

    private final OpenResources resources = new OpenResources();
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    private final ClusterOptions options;
    private EventRecording events;
    private Quarantines quarantines;
    private EngineService service;
    private ConsensusModule consensusModule;
    private ModuleCounters moduleCounters;
    private ClusteredServiceContainer container;
    private AgentRunner peers;
    private AgentRunner watch;
    private AgentRunner clockStop;
    private HostClock clock;
    private Aeron aeron;
    private AgentRunner retention;
    private LogRetention logRetention;

    private ClusterMember(final ClusterOptions options)
    {
        this.options = options;
    }

    /**
     * Starts a member and returns when all its parts run. It takes part in elections from then on; see {@link #role()}
     * and {@link #isLive()}.
     *
     * @param options of the member.
     * @return running member, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when another member has the data directory or the ports.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when the event recording is damaged.
     */
    public static ClusterMember launch(final ClusterOptions options)
    {
        final ClusterMember member = new ClusterMember(options);
        try
        {
            member.start();
            return member;
        }
        catch (final IllegalStateException | UncheckedIOException ex)
        {
            member.close();
            throw ex;
        }
        catch (final RuntimeException ex)
        {
            member.close();
            throw new IllegalStateException("the member does not start: memberId=" + options.memberId() + " dataDir=" +
                options.host().dataDir() + " reason=" + ex.getMessage(), ex);
        }
        catch (final Error ex)
        {
            member.close();
            throw ex;
        }
    }

    private void start()
    {
        DescriptorTable.grow();
        resources.add(DataDirectoryLock.acquire(options.host().dataDir()));
        SiteTerm.requireVenue(options.host().dataDir());
        new DataDirectoryOwner("cluster", options.host().partition())
            .with(DataDirectoryOwner.MEMBER_KEY, options.memberId())
            .claim(options.host().dataDir());
        final StorageSpace space = new StorageSpace(options.host().dataDir(), options.minFreeBytes());
        space.requireForStart();
        makeCredentials();
        options.members().get(options.memberId()).requireFree();
        ProcessMarks.remove(options.host().dataDir());
        final Path archiveDir = EngineDirectories.archiveDir(options.host().dataDir());
        quarantines = new QuarantineDirectory(options.host().dataDir(), options.host().partition()).load(List.of());
        events = resources.add(EventRecording.inspect(new EventRecording.Options(archiveDir, options.memberId(),
            options.host().partition(), options.eventTermLength(), options.host().messageTimeoutNs()), quarantines));
        RefusedSnapshot.passOver(options.host().dataDir());
        LogInspection.inspect(archiveDir, EngineDirectories.clusterDir(options.host().dataDir()), events.wasClosed());
        final long ownLogEnd = LogInspection.endOf(archiveDir);
        clock = new HostClock(options.host().clock());

        final MemberMedia media = new MemberMedia(options, clock, this::onFailure, counters);
        final BeatingIdleStrategy archiveIdle = new BeatingIdleStrategy(options.host().idleStrategySupplier().get());
        resources.add(DriverDirectoryLock.acquire(options.host().aeronDirectoryName()));
        resources.add(MediaDriver.launch(media.driver()));
        resources.add(Archive.launch(media.archive().idleStrategySupplier(() -> archiveIdle)));
        aeron = resources.add(Aeron.connect(media.client()));
        openEvents();
        checkPeers(ownLogEnd);

        final ConsensusModule.Context moduleContext = media.consensusModule();
        consensusModule = ConsensusModule.launch(moduleContext);
        moduleCounters = new ModuleCounters(DriverCounters.map(aeron), moduleContext);
        container = ClusteredServiceContainer.launch(media.container(service));
        MappedFiles.allocate(archiveDir);
        MappedFiles.allocate(EngineDirectories.clusterDir(options.host().dataDir()));
        watch = run(WATCH_INTERVAL_MS, new CompositeAgent(
            new MemberWatch(service, new Vitals(space, archiveIdle), options.livenessTimeoutNs(), this::onFailure),
            new CatchUp(service, moduleCounters, this::openToClients)));
        startRetention(media);
        clockStop = run(WATCH_INTERVAL_MS, new ClockStop(
            clock, this::isLive, this::isLeader, this::connect, options.host().dataDir(), options.host().partition()));
        LOGGER.info("member launched: partition={} memberId={} members={} durability={} eventPosition={}",
            options.host().partition(), options.memberId(), options.members().size(), options.host().durability(),
            events.position());
    }

    private void openEvents()
    {
        try (AeronArchive archive = AeronArchive.connect(options.host().ownArchive(aeron)))
        {
            events.open(aeron, archive, () -> !isClosed.get() && service.awaitEvents(), counters);
        }
        final Counter eventsEnd = addCounter(EngineStreams.EVENTS_END_TYPE_ID, "bourse-events-end");
        eventsEnd.setRelease(events.position());
        clock.showIn(ClockCounter.allocate(aeron, options.host().partition(), events.recordingId()));
        clock.start(events.lastTimeNs(), !ClockMark.isSet(options.host().dataDir()), events.confirmation());
        final MemberSnapshots snapshots = new MemberSnapshots(
            new SnapshotCounters(aeron, options.host().partition(), events.recordingId()), this::requestSnapshot,
            this::snapshotCount);
        service = new EngineService(
            options.host().partition(), events, eventsEnd, counters,
            new LoggedSnapshots(options.host().capacityCheck()), clock, snapshots, quarantines, this::onFailure);
    }

    /** Secrets that two machines make are not the same: the first member makes them, the others are given copies. */
    private void makeCredentials()
    {
        final String firstHost = options.members().getFirst().host();
        if (firstHost.equals(options.members().get(options.memberId()).host()))
        {
            options.host().credentials().createMissing();
        }
        CredentialStore.STANDARD.forEach(options.host().credentials()::requireKey);
    }

    private ClusterEngineClient connect()
    {
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(List.of(options.host().aeronDirectoryName()))
            .credentials(options.host().credentials())
            .ingressEndpoints(ingressEndpoints())
            .egressEndpoint(options.members().get(options.memberId()).host() + ":0")
            .partition(options.host().partition())
            .build());
    }

    /** Clients need both counters: they find no event stream here before the second one is there. */
    private void openToClients()
    {
        addCounter(EngineStreams.PUBLISHED_WATERMARK_TYPE_ID, "bourse-published-watermark");
        LOGGER.info("event stream open to clients: partition={} memberId={} logPosition={} eventPosition={}",
            options.host().partition(), options.memberId(), service.logPosition(), events.position());
    }

    /** Those who cannot be reached within half a heartbeat timeout are asked again and again while the member runs. */
    private void checkPeers(final long ownLogEnd)
    {
        final PeerCheck check =
            new PeerCheck(options, ownLogEnd, aeron, (outvoted) -> onFailure("members", outvoted));
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + options.leaderHeartbeatTimeoutNs() / 2;
        while (!check.isComplete() && (System.nanoTime() - deadlineNs < 0 || check.isTalking()))
        {
            idle.idle(check.doWork());
        }
        try
        {
            check.requireAgreement();
        }
        catch (final IllegalStateException ex)
        {
            check.onClose();
            throw ex;
        }
        if (!check.isComplete())
        {
            peers = run(PEERS_INTERVAL_MS, check);
        }
    }

    private AgentRunner run(final int intervalMs, final Agent agent)
    {
        final AgentRunner runner = new AgentRunner(new SleepingMillisIdleStrategy(intervalMs),
            new DutyErrors("member " + options.memberId(), agent.roleName(), isClosed::get, this::onFailure), null,
            agent);
        AgentRunner.startOnThread(runner);
        return runner;
    }

    private void startRetention(final MemberMedia media)
    {
        if (options.snapshotsKept() > 0)
        {
            logRetention = new LogRetention(
                aeron, options, media.otherArchives(), moduleCounters::snapshotCount, counters);
            retention = run(RETENTION_INTERVAL_MS, logRetention);
        }
    }

    private Counter addCounter(final int typeId, final String label)
    {
        return DriverCounters.add(aeron, typeId, label, options.host().partition(), events.recordingId());
    }

    private void onFailure(final String where, final Throwable cause)
    {
        if (!isClosed.get() && hasFailed.compareAndSet(false, true))
        {
            try
            {
                RefusedSnapshot.onFailure(options.host().dataDir(), cause);
            }
            catch (final RuntimeException ex)
            {
                cause.addSuppressed(ex);
            }
            options.host().failStop().onFailure(where, cause);
        }
    }

    /**
     * Whether this member leads, follows or is being elected.
     *
     * @return role of the moment.
     */
    public Cluster.Role role()
    {
        return service.role();
    }

    /**
     * Whether this member leads.
     *
     * @return false while another one leads, and while there is no leader.
     */
    public boolean isLeader()
    {
        return isLive() && Cluster.Role.LEADER == role();
    }

    /**
     * Whether the member leads or follows a leader.
     *
     * @return false while one is being elected, and once the member has failed or was closed.
     */
    public boolean isLive()
    {
        return isRunning() && moduleCounters.isElectionClosed();
    }

    /**
     * Whether the member can still be trusted.
     *
     * @return false once it has failed or was closed.
     */
    public boolean isRunning()
    {
        return !isClosed.get() && !hasFailed.get();
    }

    /**
     * Asks for a snapshot on all members; only the leader can. It is taken at one log position, while trading waits.
     *
     * @return false when this member does not lead, or something else is going on; ask again later.
     */
    public boolean requestSnapshot()
    {
        return isLeader() &&
            ClusterControl.ToggleState.SNAPSHOT.toggle(consensusModule.context().controlToggleCounter());
    }

    /**
     * How many snapshots this member has taken.
     *
     * @return count since it was launched.
     */
    public long snapshotCount()
    {
        return consensusModule.context().snapshotCounter().get();
    }

    /** How often files of the log could have been deleted, but for another member or the backup. */
    long purgesPostponed()
    {
        return null == logRetention ? 0 : logRetention.postponed();
    }

    /**
     * Position of the replicated log that this member has executed.
     *
     * @return bytes.
     */
    public long logPosition()
    {
        return service.logPosition();
    }

    /**
     * Where this member's event stream ends; the same as on every other member at the same log position.
     *
     * @return cursor.
     */
    public long eventPosition()
    {
        return events.position();
    }

    /**
     * What the member has done since it started.
     *
     * @return live counters.
     */
    public CounterSet<EngineCounter> counters()
    {
        return counters;
    }

    /**
     * Secrets of those who connect.
     *
     * @return store.
     */
    public CredentialStore credentials()
    {
        return options.host().credentials();
    }

    /**
     * What a client on this machine connects to.
     *
     * @return directory of the media driver.
     */
    public String aeronDirectoryName()
    {
        return options.host().aeronDirectoryName();
    }

    /**
     * Where clients send commands.
     *
     * @return all members' ingress, in the form that cluster clients read.
     */
    public String ingressEndpoints()
    {
        return MemberEndpoints.ingressEndpoints(options.members());
    }

    /** Stops taking part and leaves nothing open but the data. The others elect a new leader if this one led. */
    @Override
    public void close()
    {
        if (!isClosed.compareAndSet(false, true))
        {
            return;
        }
        closeQuietly(clockStop);
        closeQuietly(watch);
        closeQuietly(peers);
        closeQuietly(retention);
        closeQuietly(consensusModule);
        closeQuietly(container);
        final long deadlineNs = System.nanoTime() + options.closeTimeoutNs();
        if (null != watch && !hasFailed.get())
        {
            if (events.awaitRecorded(deadlineNs))
            {
                events.ended();
            }
            else
            {
                LOGGER.warn("closed before all events were recorded: dataDir={} closeTimeoutNs={}",
                    options.host().dataDir(), options.closeTimeoutNs());
            }
        }
        resources.close();
    }

    private void closeQuietly(final AutoCloseable part)
    {
        try
        {
            if (null != part)
            {
                part.close();
            }
        }
        catch (final Exception ex)
        {
            LOGGER.error("cannot close a part of the member: memberId={} part={}", options.memberId(),
                part.getClass().getName(), ex);
        }
    }

    /**
     * The member's parts as its watch sees them.
     */
    private final class Vitals implements MemberVitals
    {
        private final StorageSpace space;
        private final BeatingIdleStrategy archiveIdle;

        Vitals(final StorageSpace space, final BeatingIdleStrategy archiveIdle)
        {
            this.space = space;
            this.archiveIdle = archiveIdle;
        }

        @Override
        public long commitPosition()
        {
            return moduleCounters.commitPosition();
        }

        @Override
        public boolean isRecording()
        {
            return events.isRecording();
        }

        @Override
        public long eventPosition()
        {
            return events.position();
        }

        @Override
        public long recordedPosition()
        {
            return events.recordedPosition();
        }

        @Override
        public long archiveBeats()
        {
            return archiveIdle.beats();
        }

        @Override
        public boolean isConnected()
        {
            return !aeron.isClosed();
        }

        @Override
        public void requireSpace()
        {
            space.requireToGoOn();
        }
    }

    @Override
    public String toString()
    {
        return "ClusterMember{memberId=" + options.memberId() + ", partition=" + options.host().partition() +
            ", dataDir=" + options.host().dataDir() + ", role=" + (null == service ? null : service.role()) + '}';
    }
}
