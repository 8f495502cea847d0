// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.PriorityHeapTimerServiceSupplier;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventRecording;
import io.bourse.engine.security.ArchiveRights;
import io.bourse.engine.security.ChallengeAuthenticator;
import io.bourse.engine.security.ClusterRights;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import static io.bourse.engine.host.execution.EngineCounter.CONNECTIONS_REFUSED;

/**
 * How the parts of Aeron are set up in one member: driver, archive, consensus module and service container, each on one
 * thread that waits politely. Members talk over UDP; everything inside the member is shared memory.
 */
final class MemberMedia
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MemberMedia.class);
    private static final String MODULE = "consensus module";
    private static final int MODULE_RESPONSE_STREAM_ID = 1012;
    private static final int SERVICE_RESPONSE_STREAM_ID = 1013;
    private static final int SESSION_TERM_LENGTH = 1024 * 1024;
    private static final long OTHER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int HEARTBEATS_PER_TIMEOUT = 10;
    private static final int CANVASS_HEARTBEAT_TIMEOUTS = 5;

    private final ClusterContext context;
    private final MemberEndpoints endpoints;
    private final FailStop failStop;
    private final CounterSet<EngineCounter> counters;
    private final Map<String, Throwable> lastErrors = new ConcurrentHashMap<>();

    /**
     * Set-up of a member.
     *
     * @param context concluded.
     * @param failStop called when a part has died.
     * @param counters to count in.
     */
    MemberMedia(final ClusterContext context, final FailStop failStop, final CounterSet<EngineCounter> counters)
    {
        this.counters = counters;
        this.context = context;
        this.failStop = failStop;
        endpoints = context.members().get(context.memberId());
    }

    static Path archiveDir(final Path dataDir)
    {
        return dataDir.resolve("archive");
    }

    static Path clusterDir(final Path dataDir)
    {
        return dataDir.resolve("cluster");
    }

    MediaDriver.Context driver()
    {
        return EventRecording.prepare(new MediaDriver.Context())
            .aeronDirectoryName(context.aeronDirectoryName())
            .threadingMode(ThreadingMode.SHARED)
            .sharedThreadFactory(threads("driver"))
            .sharedIdleStrategy(context.idleStrategySupplier().get())
            .errorHandler(errorHandler("driver"));
    }

    Archive.Context archive()
    {
        final int syncLevel = syncLevel();
        return EventRecording.prepare(new Archive.Context())
            .aeronDirectoryName(context.aeronDirectoryName())
            .archiveDir(archiveDir(context.dataDir()).toFile())
            .archiveId(context.memberId())
            .controlChannel(udp(endpoints.archivePort()))
            .controlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .localControlChannel(EngineStreams.CHANNEL)
            .localControlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .authenticatorSupplier(
                () -> ChallengeAuthenticator.ofArchive(context.credentials(), () ->
                    counters.incrementShared(CONNECTIONS_REFUSED)))
            .authorisationServiceSupplier(ArchiveRights::new)
            .archiveClientContext(new AeronArchive.Context()
                .controlResponseChannel(udp(0))
                .credentialsSupplier(context.memberCredentials()))
            .replicationChannel(udp(0))
            .segmentFileLength(context.segmentFileLength())
            .lowStorageSpaceThreshold(context.minFreeBytes())
            .threadFactory(threads("archive"))
            .threadingMode(ArchiveThreadingMode.SHARED)
            .idleStrategySupplier(context.idleStrategySupplier())
            .fileSyncLevel(syncLevel)
            .catalogFileSyncLevel(syncLevel)
            .errorHandler(errorHandler("archive"));
    }

    Aeron.Context client()
    {
        return new Aeron.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .clientName("bourse-member-" + context.partition() + "-" + context.memberId())
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
            .errorHandler(errorHandler("client"));
    }

    ConsensusModule.Context consensusModule()
    {
        final long heartbeatTimeoutNs = context.leaderHeartbeatTimeoutNs();
        return new ConsensusModule.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .clusterDir(clusterDir(context.dataDir()).toFile())
            .clusterId(context.partition())
            .clusterMemberId(context.memberId())
            .clusterMembers(MemberEndpoints.clusterMembers(context.members()))
            .appVersion(context.appVersion())
            .authenticatorSupplier(
                () -> ChallengeAuthenticator.ofCluster(context.credentials(), () ->
                    counters.incrementShared(CONNECTIONS_REFUSED)))
            .authorisationServiceSupplier(ClusterRights::new)
            .ingressChannel(sessionChannel())
            .logChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .termLength(context.commandTermLength())
                .build())
            .replicationChannel(udp(0))
            .archiveContext(archiveClient(MODULE_RESPONSE_STREAM_ID))
            .clusterClock(context.clusterClock())
            .timerServiceSupplier(new PriorityHeapTimerServiceSupplier())
            .leaderHeartbeatTimeoutNs(heartbeatTimeoutNs)
            .leaderHeartbeatIntervalNs(heartbeatTimeoutNs / HEARTBEATS_PER_TIMEOUT)
            .electionTimeoutNs(context.electionTimeoutNs())
            .electionStatusIntervalNs(heartbeatTimeoutNs / HEARTBEATS_PER_TIMEOUT)
            .startupCanvassTimeoutNs(CANVASS_HEARTBEAT_TIMEOUTS * heartbeatTimeoutNs)
            .terminationTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .sessionTimeoutNs(context.sessionTimeoutNs())
            .maxConcurrentSessions(context.maxSessions())
            .fileSyncLevel(syncLevel())
            .idleStrategySupplier(context.idleStrategySupplier())
            .threadFactory(threads(MODULE))
            .terminationHook(() -> onTermination(MODULE))
            .errorHandler(errorHandler(MODULE));
    }

    ClusteredServiceContainer.Context container(final ClusteredService service)
    {
        return new ClusteredServiceContainer.Context()
            .aeronDirectoryName(context.aeronDirectoryName())
            .clusterDir(clusterDir(context.dataDir()).toFile())
            .clusterId(context.partition())
            .serviceName("bourse-engine-" + context.partition())
            .appVersion(context.appVersion())
            .archiveContext(archiveClient(SERVICE_RESPONSE_STREAM_ID))
            // Answers are events; a session that is slow or gone must not matter to the leader.
            .isRespondingService(false)
            .idleStrategySupplier(context.idleStrategySupplier())
            .threadFactory(threads("service"))
            .terminationHook(() -> onTermination("service"))
            .errorHandler(errorHandler("service"))
            .clusteredService(service);
    }

    /** Archives of everybody who may need this member's log. */
    List<AeronArchive.Context> otherArchives()
    {
        final List<AeronArchive.Context> others = new ArrayList<>();
        for (final MemberEndpoints member : context.members())
        {
            if (member != endpoints)
            {
                others.add(otherArchive(member.host() + ":" + member.archivePort()));
            }
        }
        if (context.backupArchivePort() > 0)
        {
            others.add(otherArchive("127.0.0.1:" + context.backupArchivePort()));
        }
        return others;
    }

    private AeronArchive.Context otherArchive(final String endpoint)
    {
        return new AeronArchive.Context()
            .messageTimeoutNs(OTHER_TIMEOUT_NS)
            .credentialsSupplier(context.memberCredentials())
            .controlRequestChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .endpoint(endpoint)
                .build())
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(udp(0));
    }

    private AeronArchive.Context archiveClient(final int responseStreamId)
    {
        return new AeronArchive.Context()
            .controlRequestChannel(EngineStreams.CHANNEL)
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(EngineStreams.CHANNEL)
            .controlResponseStreamId(responseStreamId)
            .credentialsSupplier(context.ownerCredentials());
    }

    private static String sessionChannel()
    {
        return new ChannelUriStringBuilder()
            .media(CommonContext.UDP_MEDIA)
            .termLength(SESSION_TERM_LENGTH)
            .build();
    }

    private String udp(final int port)
    {
        return new ChannelUriStringBuilder()
            .media(CommonContext.UDP_MEDIA)
            .endpoint(endpoints.host() + ":" + port)
            .build();
    }

    private int syncLevel()
    {
        return Durability.DISK == context.durability() ? 1 : 0;
    }

    private void onTermination(final String part)
    {
        // The service is told to end by the consensus module, which is the one that knows why.
        final Throwable reason = lastErrors.getOrDefault(part, lastErrors.get(MODULE));
        failStop.onFailure(part, new IllegalStateException("the " + part + " has ended by itself: memberId=" +
            context.memberId() + " dataDir=" + context.dataDir() + " reason=" +
            (null == reason ? "not told" : reason.getMessage()), reason));
    }

    /** An error would end its thread and leave the rest of the member running. */
    private ThreadFactory threads(final String part)
    {
        return (task) ->
        {
            final Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((dead, ex) -> failStop.onFailure(part, ex));
            return thread;
        };
    }

    private ErrorHandler errorHandler(final String part)
    {
        return (ex) ->
        {
            if (ex instanceof AgentTerminationException)
            {
                LOGGER.debug("member {}: {} ends", context.memberId(), part);
            }
            else if (ex instanceof AeronException event && AeronException.Category.WARN == event.category())
            {
                LOGGER.info("member {}: {}: {}", context.memberId(), part, ex.getMessage());
            }
            else
            {
                lastErrors.put(part, ex);
                LOGGER.error("member {}: {}", context.memberId(), part, ex);
                if (!(ex instanceof Exception))
                {
                    failStop.onFailure(part, ex);
                }
            }
        };
    }
}
