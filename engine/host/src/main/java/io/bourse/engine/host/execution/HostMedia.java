// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.Archive;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.security.ArchiveRights;
import io.bourse.engine.security.ChallengeAuthenticator;
import io.bourse.engine.security.Principal;

import java.util.concurrent.TimeUnit;

/**
 * How the parts of Aeron are set up in all hosts: what event streams need, and whose credentials count. Every host adds
 * what is its own.
 */
public final class HostMedia
{
    // How long a follower may hold the event stream back before it is dropped to its own replay:
    // the window is 3/4 used when the first timeout begins to run, so both must be short.
    private static final long TIMER_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long UNTETHERED_WINDOW_LIMIT_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long UNTETHERED_LINGER_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long UNTETHERED_RESTING_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int MAX_REPLAYS = 1000;

    private HostMedia()
    {
    }

    /**
     * The media driver of a host.
     *
     * @param options of the host.
     * @return without threads and error handler.
     */
    public static MediaDriver.Context driver(final HostOptions options)
    {
        return new MediaDriver.Context()
            .aeronDirectoryName(options.aeronDirectoryName())
            .dirDeleteOnStart(true)
            .dirDeleteOnShutdown(true)
            .warnIfDirectoryExists(false)
            .spiesSimulateConnection(true)
            .termBufferSparseFile(true)
            .timerIntervalNs(TIMER_INTERVAL_NS)
            .untetheredWindowLimitTimeoutNs(UNTETHERED_WINDOW_LIMIT_TIMEOUT_NS)
            .untetheredLingerTimeoutNs(UNTETHERED_LINGER_TIMEOUT_NS)
            .untetheredRestingTimeoutNs(UNTETHERED_RESTING_TIMEOUT_NS);
    }

    /**
     * The archive of a host.
     *
     * @param options of the host.
     * @param onRefused called when a connection has not proven who it is.
     * @return without its id, threads, error handler and channels to other processes.
     */
    public static Archive.Context archive(final HostOptions options, final Runnable onRefused)
    {
        return ArchiveErrors.countedIn(new Archive.Context())
            .aeronDirectoryName(options.aeronDirectoryName())
            .archiveDir(EngineDirectories.archiveDir(options.dataDir()).toFile())
            .recordingEventsEnabled(false)
            .recordChecksum(Checksums.crc32c())
            .replayChecksum(Checksums.crc32c())
            .maxConcurrentReplays(MAX_REPLAYS)
            .localControlChannel(EngineStreams.CHANNEL)
            .localControlStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .authenticatorSupplier(() -> ChallengeAuthenticator.ofArchive(options.credentials(), onRefused))
            .authorisationServiceSupplier(ArchiveRights::new)
            .segmentFileLength(options.segmentFileLength())
            .fileSyncLevel(syncLevel(options))
            .catalogFileSyncLevel(syncLevel(options));
    }

    /**
     * The client of a host's media driver.
     *
     * @param options of the host.
     * @param name of the client.
     * @return without error handler.
     */
    public static Aeron.Context client(final HostOptions options, final String name)
    {
        return new Aeron.Context()
            .aeronDirectoryName(options.aeronDirectoryName())
            .clientName(name)
            .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE);
    }

    /**
     * Requests of a part of a host to the archive of that host.
     *
     * @param options of the host.
     * @param responseStreamId of the part's own.
     * @return context of the connection.
     */
    public static AeronArchive.Context ownArchive(final HostOptions options, final int responseStreamId)
    {
        return new AeronArchive.Context()
            .credentialsSupplier(options.archiveCredentials(Principal.ENGINE))
            .controlRequestChannel(EngineStreams.CHANNEL)
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(EngineStreams.CHANNEL)
            .controlResponseStreamId(responseStreamId);
    }

    /**
     * Requests to the archive of another host.
     *
     * @param options of the host that asks.
     * @param principal as which it asks.
     * @param messageTimeoutNs how long it waits for an answer, in nanoseconds.
     * @param requestChannel of the other's archive.
     * @param responseHost address of this host.
     * @return context of the connection.
     */
    public static AeronArchive.Context otherArchive(
        final HostOptions options,
        final Principal principal,
        final long messageTimeoutNs,
        final String requestChannel,
        final String responseHost)
    {
        return new AeronArchive.Context()
            .messageTimeoutNs(messageTimeoutNs)
            .credentialsSupplier(options.archiveCredentials(principal))
            .controlRequestChannel(requestChannel)
            .controlRequestStreamId(EngineStreams.ARCHIVE_CONTROL_STREAM_ID)
            .controlResponseChannel(udp(responseHost, 0));
    }

    /**
     * A channel over UDP.
     *
     * @param host name or address.
     * @param port 0 for one that the system chooses.
     * @return channel.
     */
    public static String udp(final String host, final int port)
    {
        return new ChannelUriStringBuilder().media(CommonContext.UDP_MEDIA).endpoint(host + ":" + port).build();
    }

    /**
     * How files are written.
     *
     * @param options of the host.
     * @return 1 when they are forced to the disk, 0 when not.
     */
    public static int syncLevel(final HostOptions options)
    {
        return Durability.DISK == options.durability() ? 1 : 0;
    }
}
