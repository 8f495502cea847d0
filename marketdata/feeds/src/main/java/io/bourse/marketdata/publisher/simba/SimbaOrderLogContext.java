// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.PacketHistory;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

    /** Default of {@link #version(int)}. */
    public static final int VERSION_DEFAULT = 8;

    /** Default of {@link #burstTimeoutNs(long)}. */
    public static final long BURST_TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Default of {@link #maxRepeatedPackets(int)}. */
    public static final int MAX_REPEATED_PACKETS_DEFAULT = 10_000;

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
    private int version = VERSION_DEFAULT;
    private boolean nightlyReset = true;
    private long burstTimeoutNs = BURST_TIMEOUT_DEFAULT_NS;
    private Path markFile;
    private int maxRepeatedPackets = MAX_REPEATED_PACKETS_DEFAULT;
    private PacketHistory history;
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
        final List<MulticastEndpoint> endpoints =
            Stream.of(incrementalA, incrementalB, snapshotA, snapshotB).filter(Objects::nonNull).toList();
        if (endpoints.size() != new HashSet<>(endpoints).size())
        {
            throw new IllegalArgumentException("The feeds must have endpoints of their own: " + this);
        }
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, MAX_PACKET_LENGTH);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("snapshotCycleNs", snapshotCycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("burstTimeoutNs", burstTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("maxRepeatedPackets", maxRepeatedPackets, 0, Integer.MAX_VALUE);
        networkInterface = OptionChecks.networkInterface(interfaceName);
        if (null == clock)
        {
            clock = SystemEpochNanoClock.INSTANCE;
        }
    }

    /**
     * Incremental feed A. Another publisher may send that side: the packets of both differ in SendingTime only.
     *
     * @param endpoint group:port; null if it is not sent from here.
     * @return this.
     */
    public SimbaOrderLogContext incrementalA(final String endpoint)
    {
        incrementalA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    MulticastEndpoint incrementalA()
    {
        return incrementalA;
    }

    /**
     * Incremental feed B. Another publisher may send that side: the packets of both differ in SendingTime only.
     *
     * @param endpoint group:port; null if it is not sent from here.
     * @return this.
     */
    public SimbaOrderLogContext incrementalB(final String endpoint)
    {
        incrementalB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    MulticastEndpoint incrementalB()
    {
        return incrementalB;
    }

    /**
     * Snapshot feed A. Another publisher may send that side: the packets of both differ in SendingTime only.
     *
     * @param endpoint group:port; null if it is not sent from here.
     * @return this.
     */
    public SimbaOrderLogContext snapshotA(final String endpoint)
    {
        snapshotA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    MulticastEndpoint snapshotA()
    {
        return snapshotA;
    }

    /**
     * Snapshot feed B. Another publisher may send that side: the packets of both differ in SendingTime only.
     *
     * @param endpoint group:port; null if it is not sent from here.
     * @return this.
     */
    public SimbaOrderLogContext snapshotB(final String endpoint)
    {
        snapshotB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    MulticastEndpoint snapshotB()
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

    NetworkInterface networkInterface()
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

    int timeToLive()
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

    int partition()
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

    int maxPacketLength()
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

    long heartbeatIntervalNs()
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

    long snapshotCycleNs()
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

    TimestampOptions timestamps()
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

    EpochNanoClock clock()
    {
        return clock;
    }

    /**
     * Version in the header of every message. The order log is the same in both.
     *
     * @param version 8 or 9.
     * @return this.
     */
    public SimbaOrderLogContext version(final int version)
    {
        this.version = version;
        return this;
    }

    int version()
    {
        return version;
    }

    /**
     * Whether numbers begin again with every trading date (sheet B.6); true unless set. All publishers of a feed, and
     * all lives of one, need the same.
     *
     * @param nightlyReset true for a reset with the first session of a date.
     * @return this.
     */
    public SimbaOrderLogContext nightlyReset(final boolean nightlyReset)
    {
        this.nightlyReset = nightlyReset;
        return this;
    }

    boolean nightlyReset()
    {
        return nightlyReset;
    }

    /**
     * How long a packet may wait for a transaction that the matcher had in hand: it comes unless the engine has died.
     * The end of a packet that leaves by this time does not follow from the event stream, so it has to be longer than
     * any pause of the engine. A publisher of one side waits for ever: that of the other side might not have waited
     * so long, and then their numbers would differ.
     *
     * @param burstTimeoutNs nanoseconds.
     * @return this.
     */
    public SimbaOrderLogContext burstTimeoutNs(final long burstTimeoutNs)
    {
        this.burstTimeoutNs = burstTimeoutNs;
        return this;
    }

    long burstTimeoutNs()
    {
        return burstTimeoutNs;
    }

    /**
     * Where the feed keeps what has left for certain, so that its next life sends the rest with PossDupFlag; none
     * unless set: then what was matched while no publisher ran is not sent.
     *
     * @param markFile file of this feed alone.
     * @return this.
     */
    public SimbaOrderLogContext markFile(final Path markFile)
    {
        this.markFile = markFile;
        return this;
    }

    Path markFile()
    {
        return markFile;
    }

    /**
     * How many packets behind the mark a start sends at most. If there are more, receivers recover as from any loss.
     *
     * @param maxRepeatedPackets 0 or more.
     * @return this.
     */
    public SimbaOrderLogContext maxRepeatedPackets(final int maxRepeatedPackets)
    {
        this.maxRepeatedPackets = maxRepeatedPackets;
        return this;
    }

    int maxRepeatedPackets()
    {
        return maxRepeatedPackets;
    }

    /**
     * Where every incremental packet is kept, sent or not, for those who ask again; none unless set.
     *
     * @param history used by the duty cycle of the feed, not closed by it.
     * @return this.
     */
    public SimbaOrderLogContext history(final PacketHistory history)
    {
        this.history = history;
        return this;
    }

    PacketHistory history()
    {
        return history;
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
