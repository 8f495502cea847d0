// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.pitch.PitchSymbol;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link PitchFeed}. Used once: {@link #conclude()} is called by the feed.
 */
public final class PitchFeedContext
{
    /** Default of {@link #maxPacketLength(int)}. */
    public static final int MAX_PACKET_LENGTH_DEFAULT = 1400;

    /** Default of {@link #heartbeatIntervalNs(long)}. */
    public static final long HEARTBEAT_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Default of {@link #utcOffsetSeconds(int)}: Moscow. */
    public static final int UTC_OFFSET_DEFAULT_SECONDS = 3 * 3600;

    private static final int MIN_PACKET_LENGTH = 64;
    private static final int MAX_PACKET_LENGTH = 1472;
    private static final int MAX_UNIT = 255;

    private final HashMap<String, String> symbols = new HashMap<>();
    private MulticastEndpoint feedA = MulticastEndpoint.parse("239.195.2.1:20101");
    private MulticastEndpoint feedB = MulticastEndpoint.parse("239.195.2.129:20101");
    private PitchRecoveryContext recovery;
    private NetworkInterface networkInterface;
    private boolean isConcluded;
    private int partition;
    private String interfaceName = "lo";
    private int timeToLive;
    private int maxPacketLength = MAX_PACKET_LENGTH_DEFAULT;
    private long heartbeatIntervalNs = HEARTBEAT_INTERVAL_DEFAULT_NS;
    private int utcOffsetSeconds = UTC_OFFSET_DEFAULT_SECONDS;
    private Path symbolFile;
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;

    /**
     * All defaults: the feed without recovery servers.
     */
    public PitchFeedContext()
    {
    }

    /**
     * Checks the options and their relations, those of {@link #recovery()} too.
     *
     * @throws IllegalArgumentException with the option and its value.
     * @throws IllegalStateException if the context was used before.
     */
    public void conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("A PITCH feed context can be used once only, make a new one.");
        }
        isConcluded = true;
        final MulticastEndpoint retransmission = null == recovery ? null : recovery.retransmission();
        final boolean isShared = null != retransmission &&
            (retransmission.equals(feedA) || retransmission.equals(feedB));
        if (null == feedA && null == feedB || null != feedA && feedA.equals(feedB) || isShared)
        {
            throw new IllegalArgumentException("The groups of a PITCH feed must have endpoints of their own: feedA=" +
                feedA + " feedB=" + feedB + " retransmission=" + retransmission);
        }
        OptionChecks.checkRange("partition", partition, 0, MAX_UNIT - 1);
        OptionChecks.checkRange("timeToLive", timeToLive, 0, 255);
        OptionChecks.checkRange("maxPacketLength", maxPacketLength, MIN_PACKET_LENGTH, MAX_PACKET_LENGTH);
        OptionChecks.checkRange(
            "heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE / RecoverySession.MISSED_HEARTBEATS);
        OptionChecks.checkRange("utcOffsetSeconds", utcOffsetSeconds, -12 * 3600, 14 * 3600);
        if (symbols.size() != new HashSet<>(symbols.values()).size())
        {
            throw new IllegalArgumentException("Two instruments have the same PITCH symbol: symbols=" + symbols);
        }
        lookUpInterface();
        if (null != recovery)
        {
            recovery.conclude();
        }
    }

    private void lookUpInterface()
    {
        networkInterface = OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Gives an instrument a symbol other than its own.
     *
     * @param venueSymbol up to 25 characters.
     * @param pitchSymbol up to 8 printable characters, not beginning with #.
     * @return this.
     */
    public PitchFeedContext symbol(final String venueSymbol, final String pitchSymbol)
    {
        if (!PitchSymbol.isValid(pitchSymbol) || PitchInstruments.ID_PREFIX == pitchSymbol.charAt(0))
        {
            throw new IllegalArgumentException("Not a PITCH symbol, use 1 to 8 printable characters, the first not " +
                "#: symbol=" + venueSymbol + " pitchSymbol=" + pitchSymbol);
        }
        symbols.put(venueSymbol, pitchSymbol);
        return this;
    }

    /**
     * Symbols other than the instruments' own.
     *
     * @return PITCH symbols by the venue's.
     */
    public Map<String, String> symbols()
    {
        return symbols;
    }

    NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Unit of the feed.
     *
     * @return partition + 1.
     */
    public int unit()
    {
        return partition + 1;
    }

    /**
     * Group A of the feed.
     *
     * @param endpoint group:port, or null if another publisher sends it.
     * @return this.
     */
    public PitchFeedContext feedA(final String endpoint)
    {
        feedA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Group A of the feed.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint feedA()
    {
        return feedA;
    }

    /**
     * Group B of the feed.
     *
     * @param endpoint group:port, or null if another publisher sends it.
     * @return this.
     */
    public PitchFeedContext feedB(final String endpoint)
    {
        feedB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Group B of the feed.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint feedB()
    {
        return feedB;
    }

    /**
     * How receivers recover.
     *
     * @param recovery options, or null for no servers.
     * @return this.
     */
    public PitchFeedContext recovery(final PitchRecoveryContext recovery)
    {
        this.recovery = recovery;
        return this;
    }

    /**
     * How receivers recover.
     *
     * @return options, or null for no servers.
     */
    public PitchRecoveryContext recovery()
    {
        return recovery;
    }

    /**
     * Partition of the engine whose market this is.
     *
     * @param partition partition, 0 to 254.
     * @return this.
     */
    public PitchFeedContext partition(final int partition)
    {
        this.partition = partition;
        return this;
    }

    /**
     * Partition of the engine whose market this is.
     *
     * @return partition, 0 to 254.
     */
    public int partition()
    {
        return partition;
    }

    /**
     * Network interface of all groups.
     *
     * @param interfaceName name.
     * @return this.
     */
    public PitchFeedContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    /**
     * Network interface of all groups.
     *
     * @return name.
     */
    public String interfaceName()
    {
        return interfaceName;
    }

    /**
     * IP_MULTICAST_TTL; 0 stays on this machine.
     *
     * @param timeToLive 0 to 255.
     * @return this.
     */
    public PitchFeedContext timeToLive(final int timeToLive)
    {
        this.timeToLive = timeToLive;
        return this;
    }

    /**
     * IP_MULTICAST_TTL; 0 stays on this machine.
     *
     * @return 0 to 255.
     */
    public int timeToLive()
    {
        return timeToLive;
    }

    /**
     * Longest datagram.
     *
     * @param maxPacketLength bytes, 64 to 1472.
     * @return this.
     */
    public PitchFeedContext maxPacketLength(final int maxPacketLength)
    {
        this.maxPacketLength = maxPacketLength;
        return this;
    }

    /**
     * Longest datagram.
     *
     * @return bytes, 64 to 1472.
     */
    public int maxPacketLength()
    {
        return maxPacketLength;
    }

    /**
     * Silence after which a heartbeat goes, by multicast and by TCP.
     *
     * @param heartbeatIntervalNs nanoseconds.
     * @return this.
     */
    public PitchFeedContext heartbeatIntervalNs(final long heartbeatIntervalNs)
    {
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        return this;
    }

    /**
     * Silence after which a heartbeat goes, by multicast and by TCP.
     *
     * @return nanoseconds.
     */
    public long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }

    /**
     * What the venue's clock shows more than UTC: seconds of the day count from its midnight.
     *
     * @param utcOffsetSeconds seconds, -43200 to 50400.
     * @return this.
     */
    public PitchFeedContext utcOffsetSeconds(final int utcOffsetSeconds)
    {
        this.utcOffsetSeconds = utcOffsetSeconds;
        return this;
    }

    /**
     * What the venue's clock shows more than UTC: seconds of the day count from its midnight.
     *
     * @return seconds, -43200 to 50400.
     */
    public int utcOffsetSeconds()
    {
        return utcOffsetSeconds;
    }

    /**
     * File that the symbols are written to whenever an instrument is new: PITCH symbol, instrument id, symbol of the
     * venue.
     *
     * @param symbolFile file, or null for none.
     * @return this.
     */
    public PitchFeedContext symbolFile(final Path symbolFile)
    {
        this.symbolFile = symbolFile;
        return this;
    }

    /**
     * File that the symbols are written to whenever an instrument is new: PITCH symbol, instrument id, symbol of the
     * venue.
     *
     * @return file, or null for none.
     */
    public Path symbolFile()
    {
        return symbolFile;
    }

    /**
     * Clock of heartbeats and quotas.
     *
     * @param clock clock.
     * @return this.
     */
    public PitchFeedContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock of heartbeats and quotas.
     *
     * @return clock.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }
}
