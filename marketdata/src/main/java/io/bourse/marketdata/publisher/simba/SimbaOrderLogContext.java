// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.timestamps.TimestampOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link SimbaOrderLog}. Used once: {@link #conclude()} is called by the feed.
 */
public final class SimbaOrderLogContext
{
    /** Default of {@link #maxPacketLength(int)}. */
    public static final int MAX_PACKET_LENGTH_DEFAULT = 1400;

    /** Default of {@link #heartbeatIntervalNs(long)}. */
    public static final long HEARTBEAT_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(30);

    /** Default of {@link #snapshotCycleNs(long)}. */
    public static final long SNAPSHOT_CYCLE_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Smallest {@link #maxPacketLength(int)}: headers, and a snapshot or BestPrices of one entry. */
    public static final int MIN_PACKET_LENGTH = 128;

    /** Largest {@link #maxPacketLength(int)}: what fits an Ethernet frame (sheet B.1). */
    public static final int MAX_PACKET_LENGTH = 1472;

    private MulticastEndpoint incrementalA = MulticastEndpoint.parse("239.195.1.1:20081");
    private MulticastEndpoint incrementalB = MulticastEndpoint.parse("239.195.1.129:20081");
    private MulticastEndpoint snapshotA = MulticastEndpoint.parse("239.195.1.2:20082");
    private MulticastEndpoint snapshotB = MulticastEndpoint.parse("239.195.1.130:20082");
    private String interfaceName = "lo";
    private NetworkInterface networkInterface;
    private int timeToLive;
    private int partition;
    private int maxPacketLength = MAX_PACKET_LENGTH_DEFAULT;
    private long heartbeatIntervalNs = HEARTBEAT_INTERVAL_DEFAULT_NS;
    private long snapshotCycleNs = SNAPSHOT_CYCLE_DEFAULT_NS;
    private TimestampOptions timestamps;
    private EpochNanoClock clock;
    private boolean isConcluded;

    /**
     * All defaults.
     */
    public SimbaOrderLogContext()
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
            throw new IllegalStateException("A context of a feed can be used once only, make a new one.");
        }
        isConcluded = true;
        if (4 != new HashSet<>(List.of(incrementalA, incrementalB, snapshotA, snapshotB)).size())
        {
            throw new IllegalArgumentException("The four feeds must have four endpoints: " + this);
        }
        checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, MAX_PACKET_LENGTH);
        checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        checkRange("snapshotCycleNs", snapshotCycleNs, 1, Long.MAX_VALUE);
        checkRange("timeToLive", timeToLive, 0, 255);
        try
        {
            networkInterface = NetworkInterface.getByName(interfaceName);
        }
        catch (final SocketException ex)
        {
            throw new IllegalArgumentException("Cannot look up network interface: interfaceName=" + interfaceName, ex);
        }
        if (null == networkInterface)
        {
            throw new IllegalArgumentException("No such network interface: interfaceName=" + interfaceName);
        }
        if (null == clock)
        {
            clock = SystemEpochNanoClock.INSTANCE;
        }
    }

    private static void checkRange(final String name, final long value, final long min, final long max)
    {
        if (value < min || value > max)
        {
            throw new IllegalArgumentException(
                "Option out of range: " + name + '=' + value + " min=" + min + " max=" + max);
        }
    }

    /**
     * Incremental feed A.
     *
     * @param endpoint group:port.
     * @return this.
     */
    public SimbaOrderLogContext incrementalA(final String endpoint)
    {
        incrementalA = MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Incremental feed A.
     *
     * @return endpoint.
     */
    public MulticastEndpoint incrementalA()
    {
        return incrementalA;
    }

    /**
     * Incremental feed B.
     *
     * @param endpoint group:port.
     * @return this.
     */
    public SimbaOrderLogContext incrementalB(final String endpoint)
    {
        incrementalB = MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Incremental feed B.
     *
     * @return endpoint.
     */
    public MulticastEndpoint incrementalB()
    {
        return incrementalB;
    }

    /**
     * Snapshot feed A.
     *
     * @param endpoint group:port.
     * @return this.
     */
    public SimbaOrderLogContext snapshotA(final String endpoint)
    {
        snapshotA = MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Snapshot feed A.
     *
     * @return endpoint.
     */
    public MulticastEndpoint snapshotA()
    {
        return snapshotA;
    }

    /**
     * Snapshot feed B.
     *
     * @param endpoint group:port.
     * @return this.
     */
    public SimbaOrderLogContext snapshotB(final String endpoint)
    {
        snapshotB = MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Snapshot feed B.
     *
     * @return endpoint.
     */
    public MulticastEndpoint snapshotB()
    {
        return snapshotB;
    }

    /**
     * Interface to send through; {@code lo} unless set.
     *
     * @param interfaceName as the system knows it.
     * @return this.
     */
    public SimbaOrderLogContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    /**
     * Interface to send through.
     *
     * @return interface, after {@link #conclude()}.
     */
    public NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Hops the datagrams may take; 0, this machine only, unless set.
     *
     * @param timeToLive 0 to 255.
     * @return this.
     */
    public SimbaOrderLogContext timeToLive(final int timeToLive)
    {
        this.timeToLive = timeToLive;
        return this;
    }

    /**
     * Hops the datagrams may take.
     *
     * @return 0 to 255.
     */
    public int timeToLive()
    {
        return timeToLive;
    }

    /**
     * Partition of the engine.
     *
     * @param partition from 0.
     * @return this.
     */
    public SimbaOrderLogContext partition(final int partition)
    {
        this.partition = partition;
        return this;
    }

    /**
     * Partition of the engine.
     *
     * @return from 0.
     */
    public int partition()
    {
        return partition;
    }

    /**
     * Longest packet. It decides how a transaction is cut into packets and so how packets are numbered: a restarted
     * publisher continues the numbers of its former life only if this has not changed.
     *
     * @param maxPacketLength bytes, {@link #MIN_PACKET_LENGTH} to {@link #MAX_PACKET_LENGTH}.
     * @return this.
     */
    public SimbaOrderLogContext maxPacketLength(final int maxPacketLength)
    {
        this.maxPacketLength = maxPacketLength;
        return this;
    }

    /**
     * Longest packet.
     *
     * @return bytes.
     */
    public int maxPacketLength()
    {
        return maxPacketLength;
    }

    /**
     * Silence after which a heartbeat is sent.
     *
     * @param heartbeatIntervalNs above 0.
     * @return this.
     */
    public SimbaOrderLogContext heartbeatIntervalNs(final long heartbeatIntervalNs)
    {
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        return this;
    }

    /**
     * Silence after which a heartbeat is sent.
     *
     * @return nanoseconds.
     */
    public long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }

    /**
     * Time one snapshot cycle over all instruments takes; its packets are spread evenly over it.
     *
     * @param snapshotCycleNs above 0.
     * @return this.
     */
    public SimbaOrderLogContext snapshotCycleNs(final long snapshotCycleNs)
    {
        this.snapshotCycleNs = snapshotCycleNs;
        return this;
    }

    /**
     * Time one snapshot cycle takes.
     *
     * @return nanoseconds.
     */
    public long snapshotCycleNs()
    {
        return snapshotCycleNs;
    }

    /**
     * Where the times of sending are recorded; nowhere unless set.
     *
     * @param timestamps options, or null.
     * @return this.
     */
    public SimbaOrderLogContext timestamps(final TimestampOptions timestamps)
    {
        this.timestamps = timestamps;
        return this;
    }

    /**
     * Where the times of sending are recorded.
     *
     * @return options, or null.
     */
    public TimestampOptions timestamps()
    {
        return timestamps;
    }

    /**
     * Clock for SendingTime and intervals; the system's unless set.
     *
     * @param clock nanoseconds since the Unix epoch.
     * @return this.
     */
    public SimbaOrderLogContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock for SendingTime and intervals.
     *
     * @return clock, after {@link #conclude()}.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }

    @Override
    public String toString()
    {
        return "SimbaOrderLogContext{incrementalA=" + incrementalA + " incrementalB=" + incrementalB +
            " snapshotA=" + snapshotA + " snapshotB=" + snapshotB + " interfaceName=" + interfaceName +
            " timeToLive=" + timeToLive + " partition=" + partition + " maxPacketLength=" + maxPacketLength +
            " heartbeatIntervalNs=" + heartbeatIntervalNs + " snapshotCycleNs=" + snapshotCycleNs + '}';
    }
}
