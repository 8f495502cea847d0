// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import java.net.NetworkInterface;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link SimbaInstrumentFeed}. Used once: {@link #conclude()} is called by the feed.
 */
public final class SimbaInstrumentFeedContext
{
    /** Default of {@link #maxPacketLength(int)}. */
    public static final int MAX_PACKET_LENGTH_DEFAULT = 1400;

    /** Default of {@link #heartbeatIntervalNs(long)}. */
    public static final long HEARTBEAT_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(30);

    /** Default of {@link #cycleNs(long)}. */
    public static final long CYCLE_DEFAULT_NS = TimeUnit.SECONDS.toNanos(5);

    /** Smallest {@link #maxPacketLength(int)}: the definition of a strategy of four legs. */
    public static final int MIN_PACKET_LENGTH = 640;

    /** Largest {@link #maxPacketLength(int)}: what fits an Ethernet frame (sheet B.1). */
    public static final int MAX_PACKET_LENGTH = 1472;

    private final InstrumentGroup group;
    private MulticastEndpoint replayA;
    private MulticastEndpoint replayB;
    private MulticastEndpoint incrementalA;
    private MulticastEndpoint incrementalB;
    private String interfaceName = "lo";
    private NetworkInterface networkInterface;
    private int timeToLive;
    private int partition;
    private int version = 8;
    private int maxPacketLength = MAX_PACKET_LENGTH_DEFAULT;
    private long heartbeatIntervalNs = HEARTBEAT_INTERVAL_DEFAULT_NS;
    private long cycleNs = CYCLE_DEFAULT_NS;
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private boolean isConcluded;

    /**
     * All defaults.
     *
     * @param group which instruments; decides the default endpoints too.
     */
    public SimbaInstrumentFeedContext(final InstrumentGroup group)
    {
        this.group = group;
        final boolean isFutures = InstrumentGroup.FUTURES == group;
        replayA = MulticastEndpoint.parse(isFutures ? "239.195.1.3:20083" : "239.195.1.5:20085");
        replayB = MulticastEndpoint.parse(isFutures ? "239.195.1.131:20083" : "239.195.1.133:20085");
        incrementalA = MulticastEndpoint.parse(isFutures ? "239.195.1.4:20084" : "239.195.1.6:20086");
        incrementalB = MulticastEndpoint.parse(isFutures ? "239.195.1.132:20084" : "239.195.1.134:20086");
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
        final Set<MulticastEndpoint> endpoints = new HashSet<>();
        int count = 0;
        for (final MulticastEndpoint endpoint : new MulticastEndpoint[]{replayA, replayB, incrementalA, incrementalB})
        {
            if (null != endpoint)
            {
                endpoints.add(endpoint);
                count++;
            }
        }
        if (count != endpoints.size() || (null == replayA && null == replayB) ||
            (null == incrementalA && null == incrementalB))
        {
            throw new IllegalArgumentException("Every feed must have an endpoint of its own: " + this);
        }
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, MAX_PACKET_LENGTH);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("cycleNs", cycleNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        networkInterface = OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Which instruments.
     *
     * @return group.
     */
    public InstrumentGroup group()
    {
        return group;
    }

    /**
     * Instrument replay feed A; null: this publisher does not send it.
     *
     * @param endpoint group:port, or null.
     * @return this.
     */
    public SimbaInstrumentFeedContext replayA(final String endpoint)
    {
        replayA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Instrument replay feed A; null: this publisher does not send it.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint replayA()
    {
        return replayA;
    }

    /**
     * Instrument replay feed B; null: this publisher does not send it.
     *
     * @param endpoint group:port, or null.
     * @return this.
     */
    public SimbaInstrumentFeedContext replayB(final String endpoint)
    {
        replayB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Instrument replay feed B; null: this publisher does not send it.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint replayB()
    {
        return replayB;
    }

    /**
     * Instrument incremental feed A; null: this publisher does not send it.
     *
     * @param endpoint group:port, or null.
     * @return this.
     */
    public SimbaInstrumentFeedContext incrementalA(final String endpoint)
    {
        incrementalA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Instrument incremental feed A; null: this publisher does not send it.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint incrementalA()
    {
        return incrementalA;
    }

    /**
     * Instrument incremental feed B; null: this publisher does not send it.
     *
     * @param endpoint group:port, or null.
     * @return this.
     */
    public SimbaInstrumentFeedContext incrementalB(final String endpoint)
    {
        incrementalB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Instrument incremental feed B; null: this publisher does not send it.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint incrementalB()
    {
        return incrementalB;
    }

    /**
     * Interface to send through; {@code lo} unless set.
     *
     * @param interfaceName as the system knows it.
     * @return this.
     */
    public SimbaInstrumentFeedContext interfaceName(final String interfaceName)
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
    public SimbaInstrumentFeedContext timeToLive(final int timeToLive)
    {
        this.timeToLive = timeToLive;
        return this;
    }

    /**
     * Hops the datagrams may take; 0, this machine only, unless set.
     *
     * @return 0 to 255.
     */
    public int timeToLive()
    {
        return timeToLive;
    }

    /**
     * Partition of the engine: odd ones send A first, even ones B.
     *
     * @param partition from 0.
     * @return this.
     */
    public SimbaInstrumentFeedContext partition(final int partition)
    {
        this.partition = partition;
        return this;
    }

    /**
     * Partition of the engine: odd ones send A first, even ones B.
     *
     * @return from 0.
     */
    public int partition()
    {
        return partition;
    }

    /**
     * Wire version of the messages; 8 unless set.
     *
     * @param version 8 or 9.
     * @return this.
     */
    public SimbaInstrumentFeedContext version(final int version)
    {
        this.version = version;
        return this;
    }

    /**
     * Wire version of the messages; 8 unless set.
     *
     * @return 8 or 9.
     */
    public int version()
    {
        return version;
    }

    /**
     * Longest packet.
     *
     * @param maxPacketLength bytes, {@link #MIN_PACKET_LENGTH} to {@link #MAX_PACKET_LENGTH}.
     * @return this.
     */
    public SimbaInstrumentFeedContext maxPacketLength(final int maxPacketLength)
    {
        this.maxPacketLength = maxPacketLength;
        return this;
    }

    /**
     * Longest packet.
     *
     * @return bytes, {@link #MIN_PACKET_LENGTH} to {@link #MAX_PACKET_LENGTH}.
     */
    public int maxPacketLength()
    {
        return maxPacketLength;
    }

    /**
     * Silence of the incremental feed after which a heartbeat is sent.
     *
     * @param heartbeatIntervalNs nanoseconds, above 0.
     * @return this.
     */
    public SimbaInstrumentFeedContext heartbeatIntervalNs(final long heartbeatIntervalNs)
    {
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        return this;
    }

    /**
     * Silence of the incremental feed after which a heartbeat is sent.
     *
     * @return nanoseconds, above 0.
     */
    public long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }

    /**
     * Time one replay cycle over all instruments takes; its packets are spread evenly over it.
     *
     * @param cycleNs nanoseconds, above 0.
     * @return this.
     */
    public SimbaInstrumentFeedContext cycleNs(final long cycleNs)
    {
        this.cycleNs = cycleNs;
        return this;
    }

    /**
     * Time one replay cycle over all instruments takes; its packets are spread evenly over it.
     *
     * @return nanoseconds, above 0.
     */
    public long cycleNs()
    {
        return cycleNs;
    }

    /**
     * Clock for SendingTime; the system's unless set.
     *
     * @param clock nanoseconds since the Unix epoch.
     * @return this.
     */
    public SimbaInstrumentFeedContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock for SendingTime; the system's unless set.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }

    @Override
    public String toString()
    {
        return "SimbaInstrumentFeedContext{group=" + group.feedName() + " replayA=" + replayA + " replayB=" + replayB +
            " incrementalA=" + incrementalA + " incrementalB=" + incrementalB + " interfaceName=" + interfaceName +
            " timeToLive=" + timeToLive + " partition=" + partition + " version=" + version + " maxPacketLength=" +
            maxPacketLength + " heartbeatIntervalNs=" + heartbeatIntervalNs + " cycleNs=" + cycleNs + '}';
    }
}
