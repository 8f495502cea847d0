// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link ReplayClient}. Used once: {@link #conclude()} is called by the client.
 */
public final class ReplayClientContext
{
    /** Default of {@link #timeoutNs(long)}. */
    public static final long TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(2);

    private InetSocketAddress server;
    private int version = 8;
    private long timeoutNs = TIMEOUT_DEFAULT_NS;
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private boolean isConcluded;

    /**
     * All defaults.
     */
    public ReplayClientContext()
    {
    }

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A replay client context can be used once only, make a new one.");
        }
        isConcluded = true;
        if (null == server || server.isUnresolved())
        {
            throw new IllegalArgumentException("A replay client needs the address of a server: server=" + server);
        }
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("timeoutNs", timeoutNs, 1, Long.MAX_VALUE);
    }

    /**
     * The replay server of the feed.
     *
     * @param server address and port.
     * @return this.
     */
    public ReplayClientContext server(final InetSocketAddress server)
    {
        this.server = server;
        return this;
    }

    /**
     * The replay server of the feed.
     *
     * @return address and port.
     */
    public InetSocketAddress server()
    {
        return server;
    }

    /**
     * Wire version in the headers of what is sent.
     *
     * @param version 8 or 9.
     * @return this.
     */
    public ReplayClientContext version(final int version)
    {
        this.version = version;
        return this;
    }

    /**
     * Wire version in the headers of what is sent.
     *
     * @return 8 or 9.
     */
    public int version()
    {
        return version;
    }

    /**
     * Time without progress after which a request has failed.
     *
     * @param timeoutNs nanoseconds, above 0.
     * @return this.
     */
    public ReplayClientContext timeoutNs(final long timeoutNs)
    {
        this.timeoutNs = timeoutNs;
        return this;
    }

    /**
     * Time without progress after which a request has failed.
     *
     * @return nanoseconds, above 0.
     */
    public long timeoutNs()
    {
        return timeoutNs;
    }

    /**
     * Clock for SendingTime and the timeout; the system's unless set.
     *
     * @param clock nanoseconds since the Unix epoch.
     * @return this.
     */
    public ReplayClientContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock for SendingTime and the timeout; the system's unless set.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }
}
