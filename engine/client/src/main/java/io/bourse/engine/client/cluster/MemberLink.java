// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ControlResponsePoller;
import io.aeron.archive.codecs.ControlResponseCode;
import io.aeron.exceptions.AeronException;
import io.aeron.exceptions.TimeoutException;
import io.aeron.security.CredentialsSupplier;
import io.bourse.engine.client.ArchiveAccess;
import io.bourse.engine.client.EventStreamAccess;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.File;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Connection to one member: its event stream, and a client of its media driver, which is the link's own, if the member
 * is on this machine; else one of the media driver of this process, which all links have together.
 */
final class MemberLink implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MemberLink.class);
    /** A dead driver is noticed so much later than its timeout at most. */
    private static final long KEEP_ALIVE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Of an answer of another machine: a member that takes longer is left for the next one. */
    private static final long REMOTE_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    /** Questions to a member on another machine in the time after which it counts as dead. */
    private static final int QUESTIONS_OF_TIMEOUT = 8;

    private final String source;
    private final Aeron aeron;
    /** Of a member on another machine, else null. */
    private final AeronArchive archive;
    private final EventStreamAccess events;
    private final long timeoutNs;
    private long askedNs;
    private volatile long answeredNs;
    private volatile boolean isFailed;

    private MemberLink(
        final String source,
        final Aeron aeron,
        final AeronArchive archive,
        final EventStreamAccess events,
        final long timeoutNs)
    {
        this.source = source;
        this.aeron = aeron;
        this.archive = archive;
        this.events = events;
        this.timeoutNs = timeoutNs;
        answeredNs = System.nanoTime();
        askedNs = answeredNs;
    }

    /**
     * Tries to connect.
     *
     * @param options of the client.
     * @param network client of the media driver of this process for members on other machines, used and not owned;
     *     null for those on this machine.
     * @param source one of {@link ClusterClientOptions#sources()}.
     * @param timeoutNs how long a member on another machine may take to answer, in nanoseconds.
     * @param onFailure called with the reason why a running member cannot be used.
     * @return link, or null when no such member runs at the moment.
     */
    static MemberLink tryConnect(
        final ClusterClientOptions options,
        final Aeron network,
        final String source,
        final long timeoutNs,
        final Consumer<RuntimeException> onFailure)
    {
        Aeron aeron = network;
        AeronArchive archive = null;
        try
        {
            aeron = null == network ? tryConnect(options, source, options.memberTimeoutNs()) : network;
            if (null == aeron)
            {
                return null;
            }
            archive = null == network ? null : connect(remote(options, aeron, source), timeoutNs);
            final EventStreamAccess events = null == network ?
                EventStreamAccess.tryFind(aeron, options.partition(), options.messageTimeoutNs(), reader(options)) :
                EventStreamAccess.remote(archive, () -> remote(options, network, source));
            if (null != events)
            {
                return new MemberLink(source, aeron, archive, events, options.memberTimeoutNs());
            }
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("no link to {}", source, ex);
            onFailure.accept(ex);
        }
        CloseHelper.quietClose(archive);
        CloseHelper.quietClose(null == network ? aeron : null);
        return null;
    }

    /**
     * Tries to connect to a media driver.
     *
     * @param options of the client.
     * @param aeronDirectoryName of the driver.
     * @param timeoutNs silence of the driver in nanoseconds after which it counts as dead.
     * @return client, or null when the driver does not run at the moment.
     */
    static Aeron tryConnect(final ClusterClientOptions options, final String aeronDirectoryName, final long timeoutNs)
    {
        final long timeoutMs = TimeUnit.NANOSECONDS.toMillis(timeoutNs);
        return !CommonContext.isDriverActive(new File(aeronDirectoryName), timeoutMs, LOGGER::debug) ? null :
            Aeron.connect(new Aeron.Context()
                .aeronDirectoryName(aeronDirectoryName)
                .driverTimeoutMs(timeoutMs)
                .keepAliveIntervalNs(KEEP_ALIVE_INTERVAL_NS)
                // A follower may be reading when the client finds out that the driver is gone.
                .closeLingerDurationNs(CLOSE_LINGER_NS)
                .clientName("bourse-cluster-client-" + options.partition())
                .subscriberErrorHandler(RethrowingErrorHandler.INSTANCE)
                .errorHandler((ex) -> LOGGER.info("media driver of {}: {}", aeronDirectoryName, ex.toString())));
    }

    private static AeronArchive connect(final AeronArchive.Context context, final long timeoutNs)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + timeoutNs;
        final AeronArchive.AsyncConnect connect = AeronArchive.asyncConnect(context);
        AeronArchive archive = null;
        try
        {
            while (null == archive && System.nanoTime() - deadlineNs < 0)
            {
                idle.idle();
                archive = connect.poll();
            }
        }
        finally
        {
            CloseHelper.quietClose(null == archive ? connect : null);
        }
        if (null == archive)
        {
            throw new TimeoutException("the member does not answer in time: archive=" +
                context.controlRequestChannel() + " timeoutNs=" + timeoutNs, AeronException.Category.WARN);
        }
        return archive;
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

    /** A member on another machine is gone when it does not answer for the timeout of members, or a request fails. */
    boolean isAlive()
    {
        return !aeron.isClosed() && !isFailed;
    }

    /**
     * Asks a member on another machine all the time whether it is there. That something comes from there says little:
     * its media driver speaks on when it hears nothing, and when the member stands still.
     */
    void doWork()
    {
        if (null == archive)
        {
            return;
        }
        final long nowNs = System.nanoTime();
        if (archive.context().lock().tryLock())
        {
            try
            {
                pollAnswer(nowNs);
                if (nowNs - askedNs > timeoutNs / QUESTIONS_OF_TIMEOUT)
                {
                    askedNs = nowNs;
                    archive.archiveProxy().archiveId(aeron.nextCorrelationId(), archive.controlSessionId());
                }
            }
            catch (final AeronException ex)
            {
                LOGGER.debug("a member cannot be asked: {}", source, ex);
                isFailed = true;
            }
            finally
            {
                archive.context().lock().unlock();
            }
        }
        if (nowNs - answeredNs > timeoutNs)
        {
            isFailed = true;
        }
    }

    /** Nothing else is being asked while the lock is free. */
    private void pollAnswer(final long nowNs)
    {
        final ControlResponsePoller poller = archive.controlResponsePoller();
        poller.poll();
        if (poller.isPollComplete())
        {
            answeredNs = nowNs;
            if (ControlResponseCode.ERROR == poller.code())
            {
                LOGGER.warn("the archive of a member reports an error: member={} error={}", source,
                    poller.errorMessage());
            }
        }
    }

    /**
     * Where the event stream of the member ends.
     *
     * @throws AeronException when a member on another machine does not answer.
     */
    long endCursor()
    {
        final long cursor = events.endCursor();
        answeredNs = System.nanoTime();
        return cursor;
    }

    /** A member on another machine has not done what it was asked for: the next one is taken. */
    void onFailure()
    {
        isFailed = null != archive;
    }

    /** Whether a request is under way, which closing would wait for. */
    boolean isBusy()
    {
        if (null == archive)
        {
            return false;
        }
        final boolean isFree = archive.context().lock().tryLock();
        if (isFree)
        {
            archive.context().lock().unlock();
        }
        return !isFree;
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
        CloseHelper.quietClose(null == archive ? aeron : archive);
    }

    @Override
    public String toString()
    {
        return source;
    }
}
