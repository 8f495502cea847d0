// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import org.agrona.BitUtil;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link FastPublisher}. A feed is sent when its endpoints are given. Used once: {@link #conclude()} is
 * called by the publisher.
 */
public final class FastPublisherContext
{
    /** Default of {@link #maxPacketLength(int)}. */
    public static final int MAX_PACKET_LENGTH_DEFAULT = 1400;

    /** Smallest {@link #maxPacketLength(int)}: a SecurityDefinition with some legs must fit. */
    public static final int MIN_PACKET_LENGTH = 1000;

    /** Largest {@link #maxPacketLength(int)}: what fits an Ethernet frame. */
    public static final int MAX_PACKET_LENGTH = 1472;

    /** Default of {@link #heartbeatIntervalNs(long)} (sheet C.3). */
    public static final long HEARTBEAT_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(30);

    /** Default of {@link #snapshotCycleNs(long)}. */
    public static final long SNAPSHOT_CYCLE_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Default of {@link #infoCycleNs(long)}. */
    public static final long INFO_CYCLE_DEFAULT_NS = TimeUnit.SECONDS.toNanos(10);

    /** Default of {@link #packingNs(long)}. */
    public static final long PACKING_DEFAULT_NS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Default of {@link #conflationNs(long)}. */
    public static final long CONFLATION_DEFAULT_NS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Default of {@link #historyLength(int)}. */
    public static final int HISTORY_LENGTH_DEFAULT = 16 * 1024 * 1024;

    private static final int MAX_TTL = 255;

    private final SortedMap<Integer, FastEndpoints> books = new TreeMap<>();
    private FastEndpoints ordersLog;
    private FastEndpoints trades;
    private FastEndpoints futInfo;
    private FastEndpoints optInfo;
    private FastEndpoints index;
    private InetSocketAddress ordersLogReplay;
    private InetSocketAddress tradesReplay;
    private InetSocketAddress indexReplay;
    private String interfaceName = "lo";
    private int timeToLive;
    private boolean isAFirst = true;
    private int maxPacketLength = MAX_PACKET_LENGTH_DEFAULT;
    private long heartbeatIntervalNs = HEARTBEAT_INTERVAL_DEFAULT_NS;
    private long snapshotCycleNs = SNAPSHOT_CYCLE_DEFAULT_NS;
    private long infoCycleNs = INFO_CYCLE_DEFAULT_NS;
    private long packingNs = PACKING_DEFAULT_NS;
    private long conflationNs = CONFLATION_DEFAULT_NS;
    private int historyLength = HISTORY_LENGTH_DEFAULT;
    private Path directory;
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private NetworkInterface networkInterface;
    private boolean isConcluded;

    /**
     * All defaults, and no feed.
     */
    public FastPublisherContext()
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
            throw new IllegalStateException("A context of FAST feeds can be used once only, make a new one.");
        }
        isConcluded = true;
        FastContextChecks.checkEndpoints(this);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, MAX_PACKET_LENGTH);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("snapshotCycleNs", snapshotCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("infoCycleNs", infoCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("packingNs", packingNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("conflationNs", conflationNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, MAX_TTL);
        if (!BitUtil.isPowerOfTwo(historyLength))
        {
            throw new IllegalArgumentException("Option must be a power of two: historyLength=" + historyLength);
        }
        networkInterface = OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Adds a feed of price levels.
     *
     * @param depth levels of each side, 1 to 100.
     * @param endpoints of the feed.
     * @return this.
     */
    public FastPublisherContext book(final int depth, final FastEndpoints endpoints)
    {
        books.put(depth, endpoints);
        return this;
    }

    SortedMap<Integer, FastEndpoints> books()
    {
        return books;
    }

    NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Sets endpoints of ORDERS-LOG; null leaves the feed out.
     *
     * @param ordersLog value.
     * @return this.
     */
    public FastPublisherContext ordersLog(final FastEndpoints ordersLog)
    {
        this.ordersLog = ordersLog;
        return this;
    }

    FastEndpoints ordersLog()
    {
        return ordersLog;
    }

    /**
     * Sets endpoints of FO-TRADES; null leaves the feed out.
     *
     * @param trades value.
     * @return this.
     */
    public FastPublisherContext trades(final FastEndpoints trades)
    {
        this.trades = trades;
        return this;
    }

    FastEndpoints trades()
    {
        return trades;
    }

    /**
     * Sets endpoints of FUT-INFO; snapshots are its replay of instruments; null leaves the feed out.
     *
     * @param futInfo value.
     * @return this.
     */
    public FastPublisherContext futInfo(final FastEndpoints futInfo)
    {
        this.futInfo = futInfo;
        return this;
    }

    FastEndpoints futInfo()
    {
        return futInfo;
    }

    /**
     * Sets endpoints of OPT-INFO; snapshots are its replay of instruments; null leaves the feed out.
     *
     * @param optInfo value.
     * @return this.
     */
    public FastPublisherContext optInfo(final FastEndpoints optInfo)
    {
        this.optInfo = optInfo;
        return this;
    }

    FastEndpoints optInfo()
    {
        return optInfo;
    }

    /**
     * Sets endpoints of INDEX; null leaves the feed out.
     *
     * @param index value.
     * @return this.
     */
    public FastPublisherContext index(final FastEndpoints index)
    {
        this.index = index;
        return this;
    }

    FastEndpoints index()
    {
        return index;
    }

    /**
     * Sets where ORDERS-LOG is asked for again over TCP; null for no such service.
     *
     * @param ordersLogReplay value.
     * @return this.
     */
    public FastPublisherContext ordersLogReplay(final InetSocketAddress ordersLogReplay)
    {
        this.ordersLogReplay = ordersLogReplay;
        return this;
    }

    InetSocketAddress ordersLogReplay()
    {
        return ordersLogReplay;
    }

    /**
     * Sets where FO-TRADES is asked for again over TCP; null for no such service.
     *
     * @param tradesReplay value.
     * @return this.
     */
    public FastPublisherContext tradesReplay(final InetSocketAddress tradesReplay)
    {
        this.tradesReplay = tradesReplay;
        return this;
    }

    InetSocketAddress tradesReplay()
    {
        return tradesReplay;
    }

    /**
     * Sets where INDEX is asked for again over TCP; null for no such service.
     *
     * @param indexReplay value.
     * @return this.
     */
    public FastPublisherContext indexReplay(final InetSocketAddress indexReplay)
    {
        this.indexReplay = indexReplay;
        return this;
    }

    InetSocketAddress indexReplay()
    {
        return indexReplay;
    }

    /**
     * Sets network interface to send through.
     *
     * @param interfaceName value.
     * @return this.
     */
    public FastPublisherContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    String interfaceName()
    {
        return interfaceName;
    }

    /**
     * Sets IP_MULTICAST_TTL, 0 to stay on this machine.
     *
     * @param timeToLive value.
     * @return this.
     */
    public FastPublisherContext timeToLive(final int timeToLive)
    {
        this.timeToLive = timeToLive;
        return this;
    }

    int timeToLive()
    {
        return timeToLive;
    }

    /**
     * Sets whether line A is sent before line B.
     *
     * @param isAFirst value.
     * @return this.
     */
    public FastPublisherContext isAFirst(final boolean isAFirst)
    {
        this.isAFirst = isAFirst;
        return this;
    }

    boolean isAFirst()
    {
        return isAFirst;
    }

    /**
     * Sets most bytes of a datagram.
     *
     * @param maxPacketLength value.
     * @return this.
     */
    public FastPublisherContext maxPacketLength(final int maxPacketLength)
    {
        this.maxPacketLength = maxPacketLength;
        return this;
    }

    int maxPacketLength()
    {
        return maxPacketLength;
    }

    /**
     * Sets silence before a heartbeat, nanoseconds.
     *
     * @param heartbeatIntervalNs value.
     * @return this.
     */
    public FastPublisherContext heartbeatIntervalNs(final long heartbeatIntervalNs)
    {
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        return this;
    }

    long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }

    /**
     * Sets time of one snapshot cycle over all instruments, nanoseconds.
     *
     * @param snapshotCycleNs value.
     * @return this.
     */
    public FastPublisherContext snapshotCycleNs(final long snapshotCycleNs)
    {
        this.snapshotCycleNs = snapshotCycleNs;
        return this;
    }

    long snapshotCycleNs()
    {
        return snapshotCycleNs;
    }

    /**
     * Sets time of one cycle over all definitions, nanoseconds.
     *
     * @param infoCycleNs value.
     * @return this.
     */
    public FastPublisherContext infoCycleNs(final long infoCycleNs)
    {
        this.infoCycleNs = infoCycleNs;
        return this;
    }

    long infoCycleNs()
    {
        return infoCycleNs;
    }

    /**
     * Sets most engine time from the first to the last transaction of a message, nanoseconds; 0 packs those of one
     * instant only.
     *
     * @param packingNs value.
     * @return this.
     */
    public FastPublisherContext packingNs(final long packingNs)
    {
        this.packingNs = packingNs;
        return this;
    }

    long packingNs()
    {
        return packingNs;
    }

    /**
     * Sets most engine time over which changes of levels are netted under load, nanoseconds; 0 sends every change.
     *
     * @param conflationNs value.
     * @return this.
     */
    public FastPublisherContext conflationNs(final long conflationNs)
    {
        this.conflationNs = conflationNs;
        return this;
    }

    long conflationNs()
    {
        return conflationNs;
    }

    /**
     * Sets bytes of messages kept for each replay service, a power of two.
     *
     * @param historyLength value.
     * @return this.
     */
    public FastPublisherContext historyLength(final int historyLength)
    {
        this.historyLength = historyLength;
        return this;
    }

    int historyLength()
    {
        return historyLength;
    }

    /**
     * Sets directory for the messages kept for replay, and for marks of what has been sent; null keeps messages in
     * memory, and what is matched while no publisher runs is not sent.
     *
     * @param directory value.
     * @return this.
     */
    public FastPublisherContext directory(final Path directory)
    {
        this.directory = directory;
        return this;
    }

    Path directory()
    {
        return directory;
    }

    /**
     * Sets clock for SendingTime.
     *
     * @param clock value.
     * @return this.
     */
    public FastPublisherContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    EpochNanoClock clock()
    {
        return clock;
    }
}
