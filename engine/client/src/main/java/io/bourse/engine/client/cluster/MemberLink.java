// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.client.AeronArchive;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EventStreamAccess;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connection to one member: its event stream, and a client of its media driver if the member is on this machine, else
 * of that of this process.
 */
final class MemberLink implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MemberLink.class);
    /** A dead driver is noticed so much later than its timeout at most. */
    private static final long KEEP_ALIVE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Of an answer of another machine: a member that takes longer is left for the next one. */
    private static final long REMOTE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private final String source;
    private final Aeron aeron;
    /** Of a member on another machine, else null. */
    private final AeronArchive archive;
    private final EventStreamAccess events;
    private volatile boolean isFailed;

    private MemberLink(
        final String source, final Aeron aeron, final AeronArchive archive, final EventStreamAccess events)
    {
        this.source = source;
        this.aeron = aeron;
        this.archive = archive;
        this.events = events;
    }

    /**
     * Tries to connect.
     *
     * @param options of the client.
     * @param source one of {@link ClusterClientOptions#sources()}.
     * @param onFailure called with the reason why a running member cannot be used.
     * @return link, or null when no such member runs at the moment.
     */
    static MemberLink tryConnect(
        final ClusterClientOptions options,
        final String source,
        final Consumer<RuntimeException> onFailure)
    {
        final boolean isRemote = !options.archiveEndpoints().isEmpty();
        final String aeronDirectoryName = isRemote ? options.aeronDirectoryNames().getFirst() : source;
        final long timeoutMs = options.memberTimeoutNs() / 1_000_000;
        if (!CommonContext.isDriverActive(new File(aeronDirectoryName), timeoutMs, LOGGER::debug))
        {
            return null;
        }
        Aeron aeron = null;
        AeronArchive archive = null;
        try
        {
            aeron = Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(aeronDirectoryName)
                .driverTimeoutMs(timeoutMs)
                .keepAliveIntervalNs(KEEP_ALIVE_INTERVAL_NS)
                // A follower may be reading when the client finds out that the driver is gone.
                .closeLingerDurationNs(CLOSE_LINGER_NS)
                .clientName("bourse-cluster-client-" + options.partition())
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .errorHandler((ex) -> LOGGER.info("link to {}: {}", source, ex.toString())));
            archive = isRemote ? AeronArchive.connect(remote(options, aeron, source)) : null;
            final EventStreamAccess events = isRemote ? remoteEvents(options, archive, source) :
                EventStreamAccess.tryFind(aeron, options.partition(), options.messageTimeoutNs(), reader(options));
            if (null != events)
            {
                return new MemberLink(source, aeron, archive, events);
            }
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("no link to {}", source, ex);
            onFailure.accept(ex);
        }
        CloseHelper.quietCloseAll(archive, aeron);
        return null;
    }

    private static EventStreamAccess remoteEvents(
        final ClusterClientOptions options, final AeronArchive archive, final String endpoint)
    {
        final Aeron aeron = archive.context().aeron();
        return EventStreamAccess.remote(archive, () -> remote(options, aeron, endpoint));
    }

    private static AeronArchive.Context remote(
        final ClusterClientOptions options, final Aeron aeron, final String endpoint)
    {
        return ArchiveAccess.remote(aeron, Math.min(REMOTE_TIMEOUT_NS, options.messageTimeoutNs()), reader(options),
            endpoint, options.egressEndpoint());
    }

    private static CredentialsSupplier reader(final ClusterClientOptions options)
    {
        return ChallengedCredentials.toArchive(options.credentials(), Principal.READER);
    }

    /**
     * A member on another machine that is gone is noticed by its silence, which the media driver of this process sees,
     * or by a request that fails.
     */
    boolean isAlive()
    {
        return !aeron.isClosed() && !isFailed &&
            (null == archive || archive.controlResponsePoller().subscription().isConnected());
    }

    /**
     * Reads what the archive of a member on another machine says all the time. The media driver keeps what is not read,
     * and a member that is dead would look as if it lived.
     */
    void doWork()
    {
        if (null != archive && archive.context().lock().tryLock())
        {
            try
            {
                // Nothing is being asked while the lock is free: all that is left are errors.
                final String error = archive.pollForErrorResponse();
                if (null != error)
                {
                    LOGGER.warn("the archive of a member reports an error: member={} error={}", source, error);
                }
            }
            finally
            {
                archive.context().lock().unlock();
            }
        }
    }

    /** A member on another machine has not done what it was asked for: the next one is taken. */
    void onFailure()
    {
        isFailed = null != archive;
    }

    Aeron aeron()
    {
        return aeron;
    }

    EventStreamAccess events()
    {
        return events;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(events::close);
        CloseHelper.quietCloseAll(archive, aeron);
    }

    @Override
    public String toString()
    {
        return source;
    }
}
