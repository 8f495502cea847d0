// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.RethrowingErrorHandler;
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
 * Connection to one member on this machine: its media driver and its event stream.
 */
final class MemberLink implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(MemberLink.class);
    /** A dead driver is noticed so much later than its timeout at most. */
    private static final long KEEP_ALIVE_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CLOSE_LINGER_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String aeronDirectoryName;
    private final Aeron aeron;
    private final EventStreamAccess events;

    private MemberLink(final String aeronDirectoryName, final Aeron aeron, final EventStreamAccess events)
    {
        this.aeronDirectoryName = aeronDirectoryName;
        this.aeron = aeron;
        this.events = events;
    }

    /**
     * Tries to connect.
     *
     * @param options of the client.
     * @param aeronDirectoryName of the member.
     * @param onFailure called with the reason why a running member cannot be used.
     * @return link, or null when no such member runs at the moment.
     */
    static MemberLink tryConnect(
        final ClusterClientOptions options,
        final String aeronDirectoryName,
        final Consumer<RuntimeException> onFailure)
    {
        final long timeoutMs = options.memberTimeoutNs() / 1_000_000;
        if (!CommonContext.isDriverActive(new File(aeronDirectoryName), timeoutMs, LOGGER::debug))
        {
            return null;
        }
        Aeron aeron = null;
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
                .errorHandler((ex) -> LOGGER.info("link to {}: {}", aeronDirectoryName, ex.toString())));
            final EventStreamAccess events =
                EventStreamAccess.tryFind(aeron, options.partition(), options.messageTimeoutNs(),
                    ChallengedCredentials.toArchive(options.credentials(), Principal.READER));
            if (null != events)
            {
                return new MemberLink(aeronDirectoryName, aeron, events);
            }
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("no link to {}", aeronDirectoryName, ex);
            onFailure.accept(ex);
        }
        CloseHelper.quietClose(aeron);
        return null;
    }

    boolean isAlive()
    {
        return !aeron.isClosed();
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
        CloseHelper.quietClose(aeron);
    }

    @Override
    public String toString()
    {
        return aeronDirectoryName;
    }
}
