// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.client.EngineClient;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.ObligationSpec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of {@link ObligationService}.
 */
public final class ObligationServiceContext
{
    private static final long DEFAULT_SNAPSHOT_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(250);

    private EngineClient engineClient;
    private List<IndexSpec> indices = List.of();
    private List<ObligationSpec> obligations = List.of();
    private InetSocketAddress bindAddress = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private long snapshotIntervalNs = DEFAULT_SNAPSHOT_INTERVAL_NS;
    private Path addressFile;
    private NanoClock clock = SystemNanoClock.INSTANCE;

    /**
     * Options with their defaults.
     */
    public ObligationServiceContext()
    {
    }

    /**
     * Checks the options against each other.
     *
     * @return this.
     * @throws IllegalArgumentException when one is missing or wrong.
     */
    public ObligationServiceContext conclude()
    {
        if (null == engineClient)
        {
            throw new IllegalArgumentException("the service needs an engine to follow: engineClient=null");
        }
        if (bindAddress.isUnresolved() || !bindAddress.getAddress().isLoopbackAddress())
        {
            throw new IllegalArgumentException("the service asks nobody who he is, so it listens on loopback only:" +
                " bindAddress=" + bindAddress);
        }
        if (snapshotIntervalNs < 0)
        {
            throw new IllegalArgumentException(
                "the interval must not be negative: snapshotIntervalNs=" + snapshotIntervalNs);
        }
        return this;
    }

    /**
     * The engine.
     *
     * @param newEngineClient to follow; its owner closes it.
     * @return this.
     */
    public ObligationServiceContext engineClient(final EngineClient newEngineClient)
    {
        engineClient = newEngineClient;
        return this;
    }

    /**
     * The engine.
     *
     * @return to follow.
     */
    public EngineClient engineClient()
    {
        return engineClient;
    }

    /**
     * Indices of reference data.
     *
     * @param newIndices none by default.
     * @return this.
     */
    public ObligationServiceContext indices(final List<IndexSpec> newIndices)
    {
        indices = List.copyOf(newIndices);
        return this;
    }

    /**
     * Indices of reference data.
     *
     * @return none by default.
     */
    public List<IndexSpec> indices()
    {
        return indices;
    }

    /**
     * Obligations of reference data.
     *
     * @param newObligations none by default.
     * @return this.
     */
    public ObligationServiceContext obligations(final List<ObligationSpec> newObligations)
    {
        obligations = List.copyOf(newObligations);
        return this;
    }

    /**
     * Obligations of reference data.
     *
     * @return none by default.
     */
    public List<ObligationSpec> obligations()
    {
        return obligations;
    }

    /**
     * Where HTTP is answered.
     *
     * @param newBindAddress on loopback; port 0, the default, takes a free one.
     * @return this.
     */
    public ObligationServiceContext bindAddress(final InetSocketAddress newBindAddress)
    {
        bindAddress = newBindAddress;
        return this;
    }

    /**
     * Where HTTP is answered.
     *
     * @return on loopback.
     */
    public InetSocketAddress bindAddress()
    {
        return bindAddress;
    }

    /**
     * How old answers may be.
     *
     * @param newSnapshotIntervalNs least time from one copy of the numbers to the next.
     * @return this.
     */
    public ObligationServiceContext snapshotIntervalNs(final long newSnapshotIntervalNs)
    {
        snapshotIntervalNs = newSnapshotIntervalNs;
        return this;
    }

    /**
     * How old answers may be.
     *
     * @return nanoseconds.
     */
    public long snapshotIntervalNs()
    {
        return snapshotIntervalNs;
    }

    /**
     * File that says where HTTP is answered, for command lines.
     *
     * @param newAddressFile written at the start and deleted at the end, or null for none.
     * @return this.
     */
    public ObligationServiceContext addressFile(final Path newAddressFile)
    {
        addressFile = newAddressFile;
        return this;
    }

    /**
     * File that says where HTTP is answered.
     *
     * @return null for none.
     */
    public Path addressFile()
    {
        return addressFile;
    }

    /**
     * Clock of the snapshot interval; nothing is measured with it.
     *
     * @param newClock monotonic.
     * @return this.
     */
    public ObligationServiceContext clock(final NanoClock newClock)
    {
        clock = newClock;
        return this;
    }

    /**
     * Clock of the snapshot interval.
     *
     * @return monotonic.
     */
    public NanoClock clock()
    {
        return clock;
    }
}
