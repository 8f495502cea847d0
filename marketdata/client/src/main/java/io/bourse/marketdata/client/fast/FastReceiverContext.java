// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.fast;

import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of a {@link FastReceiver}. Used once: {@link #conclude()} is called by the receiver.
 */
public final class FastReceiverContext
{
    private String incrementalA;
    private String incrementalB;
    private String snapshotA;
    private String snapshotB;
    private String interfaceName = "lo";
    private InetSocketAddress replay;
    private long gapTimeoutNs = TimeUnit.MILLISECONDS.toNanos(50);
    private long replayTimeoutNs = TimeUnit.SECONDS.toNanos(2);
    private boolean withSymbols;
    private FastListener listener = new FastListener()
    {
    };
    private NanoClock clock = SystemNanoClock.INSTANCE;
    private NetworkInterface networkInterface;
    private boolean isConcluded;

    /**
     * All defaults; lines must be given.
     */
    public FastReceiverContext()
    {
    }

    /**
     * Checks the options and their relations.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A receiver context can be used once only, make a new one.");
        }
        isConcluded = true;
        if (null == incrementalA && null == incrementalB)
        {
            throw new IllegalArgumentException("A receiver needs a line: incrementalA=null incrementalB=null");
        }
        if (gapTimeoutNs < 0)
        {
            throw new IllegalArgumentException("Option out of range: gapTimeoutNs=" + gapTimeoutNs + " min=0");
        }
        if (replayTimeoutNs < 1)
        {
            throw new IllegalArgumentException("Option out of range: replayTimeoutNs=" + replayTimeoutNs + " min=1");
        }
        networkInterface = OptionChecks.networkInterface(interfaceName);
    }

    NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Sets line A of the incremental feed, group:port; null if it is not heard.
     *
     * @param incrementalA value.
     * @return this.
     */
    public FastReceiverContext incrementalA(final String incrementalA)
    {
        this.incrementalA = incrementalA;
        return this;
    }

    String incrementalA()
    {
        return incrementalA;
    }

    /**
     * Sets line B of the incremental feed, group:port; null if it is not heard.
     *
     * @param incrementalB value.
     * @return this.
     */
    public FastReceiverContext incrementalB(final String incrementalB)
    {
        this.incrementalB = incrementalB;
        return this;
    }

    String incrementalB()
    {
        return incrementalB;
    }

    /**
     * Sets line A of the snapshots, group:port; null if it is not heard.
     *
     * @param snapshotA value.
     * @return this.
     */
    public FastReceiverContext snapshotA(final String snapshotA)
    {
        this.snapshotA = snapshotA;
        return this;
    }

    String snapshotA()
    {
        return snapshotA;
    }

    /**
     * Sets line B of the snapshots, group:port; null if it is not heard.
     *
     * @param snapshotB value.
     * @return this.
     */
    public FastReceiverContext snapshotB(final String snapshotB)
    {
        this.snapshotB = snapshotB;
        return this;
    }

    String snapshotB()
    {
        return snapshotB;
    }

    /**
     * Sets network interface to listen on.
     *
     * @param interfaceName value.
     * @return this.
     */
    public FastReceiverContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    String interfaceName()
    {
        return interfaceName;
    }

    /**
     * Sets where missing messages are asked for over TCP; null to use snapshots only.
     *
     * @param replay value.
     * @return this.
     */
    public FastReceiverContext replay(final InetSocketAddress replay)
    {
        this.replay = replay;
        return this;
    }

    InetSocketAddress replay()
    {
        return replay;
    }

    /**
     * Sets how long a missing message is waited for on the other line, nanoseconds.
     *
     * @param gapTimeoutNs value.
     * @return this.
     */
    public FastReceiverContext gapTimeoutNs(final long gapTimeoutNs)
    {
        this.gapTimeoutNs = gapTimeoutNs;
        return this;
    }

    long gapTimeoutNs()
    {
        return gapTimeoutNs;
    }

    /**
     * Sets how long a request over TCP may take before the books join by snapshots instead, nanoseconds.
     *
     * @param replayTimeoutNs value.
     * @return this.
     */
    public FastReceiverContext replayTimeoutNs(final long replayTimeoutNs)
    {
        this.replayTimeoutNs = replayTimeoutNs;
        return this;
    }

    long replayTimeoutNs()
    {
        return replayTimeoutNs;
    }

    /**
     * Sets whether entries have their Symbol, which takes an object each.
     *
     * @param withSymbols value.
     * @return this.
     */
    public FastReceiverContext withSymbols(final boolean withSymbols)
    {
        this.withSymbols = withSymbols;
        return this;
    }

    boolean withSymbols()
    {
        return withSymbols;
    }

    /**
     * Sets who is told what is heard.
     *
     * @param listener value.
     * @return this.
     */
    public FastReceiverContext listener(final FastListener listener)
    {
        this.listener = listener;
        return this;
    }

    FastListener listener()
    {
        return listener;
    }

    /**
     * Sets clock for timeouts.
     *
     * @param clock value.
     * @return this.
     */
    public FastReceiverContext clock(final NanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    NanoClock clock()
    {
        return clock;
    }
}
