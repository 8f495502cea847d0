// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ClusterBackup;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.execution.HostMedia;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How the parts of Aeron are set up in a copy: driver, archive and {@code ClusterBackup}. Everything listens at one
 * address; the archive takes requests through shared memory, and at a port only if members are to ask it.
 */
final class BackupMedia
{
    private static final Logger LOGGER = LoggerFactory.getLogger(BackupMedia.class);
    private static final int RESPONSE_STREAM_ID = 1014;
    private static final int CONSENSUS_TERM_LENGTH = 64 * 1024;
    private static final int NO_MEMBER = 1_000;

    private final BackupOptions options;

    BackupMedia(final BackupOptions options)
    {
        this.options = options;
    }

    MediaDriver.Context driver()
    {
        return HostMedia.driver(options.host())
            .threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(options.host().idleStrategySupplier().get())
            // A source that has died is noticed by its silence.
            .imageLivenessTimeoutNs(options.sourceTimeoutNs())
            .errorHandler(errorHandler("driver"));
    }

    Archive.Context archive()
    {
        final Archive.Context archive = HostMedia.archive(options.host(), () -> LOGGER.info(
            "copy in {}: a connection to the archive has not proven who it is", options.host().dataDir()));
        if (options.archivePort() > 0)
        {
            archive.controlChannel(HostMedia.udp(options.ownHost(), options.archivePort()))
                .controlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID);
        }
        else
        {
            archive.controlChannelEnabled(false);
        }
        return archive
            .archiveId(NO_MEMBER)
            .archiveClientContext(new AeronArchive.Context()
                .credentialsSupplier(options.host().archiveCredentials(Principal.BACKUP))
                .controlResponseChannel(HostMedia.udp(options.ownHost(), 0))
                .messageTimeoutNs(options.sourceTimeoutNs()))
            .replicationChannel(HostMedia.udp(options.ownHost(), 0))
            .threadingMode(ArchiveThreadingMode.SHARED)
            .idleStrategySupplier(options.host().idleStrategySupplier())
            .errorHandler(errorHandler("archive"));
    }

    Aeron.Context client()
    {
        return HostMedia.client(options.host(), "bourse-copy-" + options.host().partition())
            .errorHandler(errorHandler("client"));
    }

    /** Requests to the archive of a member. */
    AeronArchive.Context member(final Aeron aeron, final String host, final int archivePort)
    {
        return source(HostMedia.udp(host, archivePort))
            .aeron(aeron)
            .ownsAeronClient(false)
            .errorHandler(errorHandler("archive of a member"));
    }

    ClusterBackup.Context clusterBackup(final ClusterBackup.SourceType sourceType)
    {
        return new ClusterBackup.Context()
            .aeronDirectoryName(options.host().aeronDirectoryName())
            .clusterDir(EngineDirectories.clusterDir(options.host().dataDir()).toFile())
            .clusterId(options.host().partition())
            .credentialsSupplier(ChallengedCredentials.toCluster(options.host().credentials(), Principal.BACKUP))
            .clusterConsensusEndpoints(IntStream.range(0, options.members().size())
                .filter((i) -> i != options.ownMember())
                .mapToObj((i) -> options.members().get(i))
                .map((member) -> member.host() + ":" + member.consensusPort())
                .collect(Collectors.joining(",")))
            .consensusChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA)
                .termLength(CONSENSUS_TERM_LENGTH)
                .endpoint(options.ownHost() + ":" + options.port())
                .build())
            .catchupEndpoint(options.ownHost() + ":0")
            .catchupChannel(new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).build())
            .archiveContext(HostMedia.ownArchive(options.host(), RESPONSE_STREAM_ID)
                .messageTimeoutNs(options.host().messageTimeoutNs()))
            .clusterArchiveContext(source(new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).build()))
            .sourceType(sourceType)
            .initialReplayStart(ClusterBackup.Configuration.ReplayStart.LATEST_SNAPSHOT)
            .clusterBackupIntervalNs(options.queryIntervalNs())
            .clusterBackupResponseTimeoutNs(options.coolDownNs())
            .clusterBackupCoolDownIntervalNs(options.coolDownNs())
            .clusterBackupProgressTimeoutNs(options.sourceTimeoutNs())
            .replicationProgressTimeoutNs(options.sourceTimeoutNs())
            .idleStrategySupplier(options.host().idleStrategySupplier())
            .terminationHook(() -> options.host().failStop().onFailure("cluster backup", new IllegalStateException(
                "the copying of the log has ended by itself: dataDir=" + options.host().dataDir())))
            .errorHandler(errorHandler("cluster backup"));
    }

    private AeronArchive.Context source(final String requestChannel)
    {
        return HostMedia.otherArchive(
            options.host(), Principal.BACKUP, options.sourceTimeoutNs(), requestChannel, options.ownHost());
    }

    /** Members come and go, so what fails is tried again; only what ends a part for good is an error. */
    private ErrorHandler errorHandler(final String part)
    {
        return (ex) ->
        {
            if (ex instanceof AgentTerminationException)
            {
                LOGGER.debug("copy in {}: {} ends", options.host().dataDir(), part);
            }
            else if (ex instanceof AeronException event && AeronException.Category.FATAL != event.category())
            {
                LOGGER.info("copy in {}: {}: {}", options.host().dataDir(), part, ex.getMessage());
            }
            else
            {
                LOGGER.error("copy in {}: {}", options.host().dataDir(), part, ex);
                if (!(ex instanceof Exception))
                {
                    options.host().failStop().onFailure(part, ex);
                }
            }
        };
    }
}
