// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
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
import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.HostMedia;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.ChallengeAuthenticator;
import io.bourse.engine.security.ClusterRights;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    private final ClusterOptions options;
    private final HostClock clock;
    private final MemberEndpoints endpoints;
    private final FailStop failStop;
    private final CounterSet<EngineCounter> counters;
    private final Map<String, Throwable> lastErrors = new ConcurrentHashMap<>();

    /**
     * Set-up of a member.
     *
     * @param options of the member.
     * @param clock of the member.
     * @param failStop called when a part has died.
     * @param counters to count in.
     */
    MemberMedia(
        final ClusterOptions options,
        final HostClock clock,
        final FailStop failStop,
        final CounterSet<EngineCounter> counters)
    {
        this.clock = clock;
        this.counters = counters;
        this.options = options;
        this.failStop = failStop;
        endpoints = options.members().get(options.memberId());
    }

    MediaDriver.Context driver()
    {
        return HostMedia.driver(options.host())
            .threadingMode(ThreadingMode.SHARED)
            .sharedThreadFactory(threads("driver"))
            .sharedIdleStrategy(options.host().idleStrategySupplier().get())
            .errorHandler(errorHandler("driver"));
    }

    Archive.Context archive()
    {
        return HostMedia.archive(options.host(), () -> counters.incrementShared(CONNECTIONS_REFUSED))
            .archiveId(options.memberId())
            .controlChannel(udp(endpoints.archivePort()))
            .controlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .archiveClientContext(new AeronArchive.Context()
                .controlResponseChannel(udp(0))
                .credentialsSupplier(options.host().archiveCredentials(Principal.MEMBER)))
            .replicationChannel(udp(0))
            .lowStorageSpaceThreshold(options.minFreeBytes())
            .threadFactory(threads("archive"))
            .threadingMode(ArchiveThreadingMode.SHARED)
            .idleStrategySupplier(options.host().idleStrategySupplier())
            .errorHandler(errorHandler("archive"));
    }

    Aeron.Context client()
    {
        return HostMedia.client(
            options.host(), "bourse-member-" + options.host().partition() + "-" + options.memberId())
            .errorHandler(errorHandler("client"));
    }

    ConsensusModule.Context consensusModule()
    {
        final long heartbeatTimeoutNs = options.leaderHeartbeatTimeoutNs();
        return new ConsensusModule.Context()
            .aeronDirectoryName(options.host().aeronDirectoryName())
            .clusterDir(EngineDirectories.clusterDir(options.host().dataDir()).toFile())
            .clusterId(options.host().partition())
            .clusterMemberId(options.memberId())
            .clusterMembers(MemberEndpoints.clusterMembers(options.members()))
            .appVersion(options.appVersion())
            .authenticatorSupplier(
                () -> ChallengeAuthenticator.ofCluster(options.host().credentials(), () ->
                    counters.incrementShared(CONNECTIONS_REFUSED)))
            .authorisationServiceSupplier(ClusterRights::new)
            .ingressChannel(sessionChannel())
            .logChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .termLength(options.commandTermLength())
                .build())
            .replicationChannel(udp(0))
            .archiveContext(HostMedia.ownArchive(options.host(), MODULE_RESPONSE_STREAM_ID))
            .clusterClock(null == options.clusterClock() ? new MemberClock(clock) : options.clusterClock())
            .timerServiceSupplier(new PriorityHeapTimerServiceSupplier())
            .leaderHeartbeatTimeoutNs(heartbeatTimeoutNs)
            .leaderHeartbeatIntervalNs(heartbeatTimeoutNs / HEARTBEATS_PER_TIMEOUT)
            .electionTimeoutNs(options.electionTimeoutNs())
            .electionStatusIntervalNs(heartbeatTimeoutNs / HEARTBEATS_PER_TIMEOUT)
            .startupCanvassTimeoutNs(CANVASS_HEARTBEAT_TIMEOUTS * heartbeatTimeoutNs)
            .terminationTimeoutNs(TimeUnit.SECONDS.toNanos(1))
            .sessionTimeoutNs(options.sessionTimeoutNs())
            .maxConcurrentSessions(options.maxSessions())
            .fileSyncLevel(HostMedia.syncLevel(options.host()))
            .idleStrategySupplier(options.host().idleStrategySupplier())
            .threadFactory(threads(MODULE))
            .terminationHook(() -> onTermination(MODULE))
            .errorHandler(errorHandler(MODULE));
    }

    ClusteredServiceContainer.Context container(final ClusteredService service)
    {
        return new ClusteredServiceContainer.Context()
            .aeronDirectoryName(options.host().aeronDirectoryName())
            .clusterDir(EngineDirectories.clusterDir(options.host().dataDir()).toFile())
            .clusterId(options.host().partition())
            .serviceName("bourse-engine-" + options.host().partition())
            .appVersion(options.appVersion())
            .archiveContext(HostMedia.ownArchive(options.host(), SERVICE_RESPONSE_STREAM_ID))
            // Answers are events; a session that is slow or gone must not matter to the leader.
            .isRespondingService(false)
            .idleStrategySupplier(options.host().idleStrategySupplier())
            .threadFactory(threads("service"))
            .terminationHook(() -> onTermination("service"))
            .errorHandler(errorHandler("service"))
            .clusteredService(service);
    }

    /** Archives that may need this member's log. */
    List<AeronArchive.Context> otherArchives()
    {
        final List<AeronArchive.Context> others = new ArrayList<>();
        for (final MemberEndpoints member : options.members())
        {
            if (member != endpoints)
            {
                others.add(otherArchive(member.host(), member.archivePort()));
            }
        }
        if (options.backupArchivePort() > 0)
        {
            others.add(otherArchive(options.backupHost(), options.backupArchivePort()));
        }
        return others;
    }

    private AeronArchive.Context otherArchive(final String host, final int port)
    {
        return HostMedia.otherArchive(
            options.host(), Principal.MEMBER, OTHER_TIMEOUT_NS, HostMedia.udp(host, port), endpoints.host());
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
        return HostMedia.udp(endpoints.host(), port);
    }

    private void onTermination(final String part)
    {
        // The consensus module ends the service, and has the reason.
        final Throwable reason = lastErrors.getOrDefault(part, lastErrors.get(MODULE));
        failStop.onFailure(part, new IllegalStateException("the " + part + " has ended by itself: memberId=" +
            options.memberId() + " dataDir=" + options.host().dataDir() + " reason=" +
            (null == reason ? "unknown" : reason.getMessage()), reason));
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
                LOGGER.debug("member {}: {} ends", options.memberId(), part);
            }
            else if (ex instanceof AeronException event && AeronException.Category.WARN == event.category())
            {
                LOGGER.info("member {}: {}: {}", options.memberId(), part, ex.getMessage());
            }
            else
            {
                lastErrors.put(part, ex);
                LOGGER.error("member {}: {}", options.memberId(), part, ex);
                if (!(ex instanceof Exception))
                {
                    failStop.onFailure(part, ex);
                }
            }
        };
    }
}
