// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.agrona.BitUtil;

/**
 * Options of the gap request and spin servers of a {@link PitchFeed}. Used once.
 */
public final class PitchRecoveryContext
{
    /** Default of {@link #historyCapacity(int)}. */
    public static final int HISTORY_CAPACITY_DEFAULT = 1 << 20;

    /** Default of {@link #maxGapMessages(int)} (sheet E.2). */
    public static final int MAX_GAP_MESSAGES_DEFAULT = 100;

    /** Default of {@link #maxGapsPerSecond(int)} (sheet E.2). */
    public static final int MAX_GAPS_PER_SECOND_DEFAULT = 320;

    /** Default of {@link #maxGapsPerMinute(int)} (sheet E.2). */
    public static final int MAX_GAPS_PER_MINUTE_DEFAULT = 1500;

    /** Default of {@link #maxGapsPerDay(int)} (sheet E.2). */
    public static final int MAX_GAPS_PER_DAY_DEFAULT = 100_000;

    /** Default of {@link #maxConnections(int)}. */
    public static final int MAX_CONNECTIONS_DEFAULT = 32;

    /** Default of {@link #maxConnectionsPerAddress(int)}. */
    public static final int MAX_CONNECTIONS_PER_ADDRESS_DEFAULT = 8;

    /** Default of {@link #spinImageIntervalNs(long)}. */
    public static final long SPIN_IMAGE_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int MIN_HISTORY = 256;
    private static final int MAX_UINT16 = 65535;
    private static final int MAX_UNIT = 255;

    private final RecoveryLogins logins = new RecoveryLogins();
    private MulticastEndpoint retransmission = MulticastEndpoint.parse("239.195.2.2:20102");
    private InetSocketAddress gapServer;
    private InetSocketAddress spinServer;
    private int unitCount;
    private int historyCapacity = HISTORY_CAPACITY_DEFAULT;
    private int maxGapMessages = MAX_GAP_MESSAGES_DEFAULT;
    private int maxGapsPerSecond = MAX_GAPS_PER_SECOND_DEFAULT;
    private int maxGapsPerMinute = MAX_GAPS_PER_MINUTE_DEFAULT;
    private int maxGapsPerDay = MAX_GAPS_PER_DAY_DEFAULT;
    private int maxConnections = MAX_CONNECTIONS_DEFAULT;
    private int maxConnectionsPerAddress = MAX_CONNECTIONS_PER_ADDRESS_DEFAULT;
    private long spinImageIntervalNs = SPIN_IMAGE_INTERVAL_DEFAULT_NS;

    /**
     * All defaults: no server, no login.
     */
    public PitchRecoveryContext()
    {
    }

    void conclude()
    {
        OptionChecks.checkRange("unitCount", unitCount, 0, MAX_UNIT);
        OptionChecks.checkRange("historyCapacity", historyCapacity, MIN_HISTORY, MessageHistory.maxCapacity());
        OptionChecks.checkRange("maxGapMessages", maxGapMessages, 1, MAX_UINT16);
        OptionChecks.checkRange("maxGapsPerSecond", maxGapsPerSecond, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxGapsPerMinute", maxGapsPerMinute, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxGapsPerDay", maxGapsPerDay, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddress", maxConnectionsPerAddress, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("spinImageIntervalNs", spinImageIntervalNs, 1, Long.MAX_VALUE);
        if (!BitUtil.isPowerOfTwo(historyCapacity))
        {
            throw new IllegalArgumentException("Use a power of two: historyCapacity=" + historyCapacity);
        }
        if ((null != gapServer || null != spinServer) && logins.isEmpty())
        {
            throw new IllegalArgumentException("Recovery servers need a login: logins=0 gapServer=" + gapServer +
                " spinServer=" + spinServer);
        }
    }

    /**
     * Adds somebody who may log in to the recovery servers, once to each at a time.
     *
     * @param sessionSubId 1 to 4 characters.
     * @param username 1 to 4 characters.
     * @param password 1 to 10 characters; never logged.
     * @return this.
     */
    public PitchRecoveryContext login(final String sessionSubId, final String username, final String password)
    {
        logins.add(sessionSubId, username, password);
        return this;
    }

    RecoveryLogins logins()
    {
        return logins;
    }

    /**
     * Group that repeats what gap requests ask for.
     *
     * @param endpoint group:port.
     * @return this.
     */
    public PitchRecoveryContext retransmission(final String endpoint)
    {
        retransmission = MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Group that repeats what gap requests ask for.
     *
     * @return endpoint.
     */
    public MulticastEndpoint retransmission()
    {
        return retransmission;
    }

    /**
     * Address of the gap request server; null for none.
     *
     * @param gapServer address, or null.
     * @return this.
     */
    public PitchRecoveryContext gapServer(final InetSocketAddress gapServer)
    {
        this.gapServer = gapServer;
        return this;
    }

    /**
     * Address of the gap request server; null for none.
     *
     * @return address, or null.
     */
    public InetSocketAddress gapServer()
    {
        return gapServer;
    }

    /**
     * Address of the spin server; null for none.
     *
     * @param spinServer address, or null.
     * @return this.
     */
    public PitchRecoveryContext spinServer(final InetSocketAddress spinServer)
    {
        this.spinServer = spinServer;
        return this;
    }

    /**
     * Address of the spin server; null for none.
     *
     * @return address, or null.
     */
    public InetSocketAddress spinServer()
    {
        return spinServer;
    }

    /**
     * Units of the venue: a gap request for one that is not served here is answered as unavailable up to this, as
     * invalid beyond.
     *
     * @param unitCount count; 0 for just this one.
     * @return this.
     */
    public PitchRecoveryContext unitCount(final int unitCount)
    {
        this.unitCount = unitCount;
        return this;
    }

    /**
     * Units of the venue: a gap request for one that is not served here is answered as unavailable up to this, as
     * invalid beyond.
     *
     * @return count; 0 for just this one.
     */
    public int unitCount()
    {
        return unitCount;
    }

    /**
     * Messages that can be asked for again. Each takes 48 bytes of direct memory.
     *
     * @param historyCapacity count, a power of two.
     * @return this.
     */
    public PitchRecoveryContext historyCapacity(final int historyCapacity)
    {
        this.historyCapacity = historyCapacity;
        return this;
    }

    /**
     * Messages that can be asked for again. Each takes 48 bytes of direct memory.
     *
     * @return count, a power of two.
     */
    public int historyCapacity()
    {
        return historyCapacity;
    }

    /**
     * Most messages of one gap request.
     *
     * @param maxGapMessages count, up to 65535.
     * @return this.
     */
    public PitchRecoveryContext maxGapMessages(final int maxGapMessages)
    {
        this.maxGapMessages = maxGapMessages;
        return this;
    }

    /**
     * Most messages of one gap request.
     *
     * @return count, up to 65535.
     */
    public int maxGapMessages()
    {
        return maxGapMessages;
    }

    /**
     * Gap requests of a login in a second.
     *
     * @param maxGapsPerSecond count.
     * @return this.
     */
    public PitchRecoveryContext maxGapsPerSecond(final int maxGapsPerSecond)
    {
        this.maxGapsPerSecond = maxGapsPerSecond;
        return this;
    }

    /**
     * Gap requests of a login in a second.
     *
     * @return count.
     */
    public int maxGapsPerSecond()
    {
        return maxGapsPerSecond;
    }

    /**
     * Gap requests of a login in a minute.
     *
     * @param maxGapsPerMinute count.
     * @return this.
     */
    public PitchRecoveryContext maxGapsPerMinute(final int maxGapsPerMinute)
    {
        this.maxGapsPerMinute = maxGapsPerMinute;
        return this;
    }

    /**
     * Gap requests of a login in a minute.
     *
     * @return count.
     */
    public int maxGapsPerMinute()
    {
        return maxGapsPerMinute;
    }

    /**
     * Gap requests of a login in a day (UTC).
     *
     * @param maxGapsPerDay count.
     * @return this.
     */
    public PitchRecoveryContext maxGapsPerDay(final int maxGapsPerDay)
    {
        this.maxGapsPerDay = maxGapsPerDay;
        return this;
    }

    /**
     * Gap requests of a login in a day (UTC).
     *
     * @return count.
     */
    public int maxGapsPerDay()
    {
        return maxGapsPerDay;
    }

    /**
     * Connections to each of the two servers at once.
     *
     * @param maxConnections count.
     * @return this.
     */
    public PitchRecoveryContext maxConnections(final int maxConnections)
    {
        this.maxConnections = maxConnections;
        return this;
    }

    /**
     * Connections to each of the two servers at once.
     *
     * @return count.
     */
    public int maxConnections()
    {
        return maxConnections;
    }

    /**
     * Connections of one address to each server at a time, so that one host cannot take those of all.
     *
     * @param maxConnectionsPerAddress count.
     * @return this.
     */
    public PitchRecoveryContext maxConnectionsPerAddress(final int maxConnectionsPerAddress)
    {
        this.maxConnectionsPerAddress = maxConnectionsPerAddress;
        return this;
    }

    /**
     * Connections of one address to each server at a time.
     *
     * @return count.
     */
    public int maxConnectionsPerAddress()
    {
        return maxConnectionsPerAddress;
    }

    /**
     * Time from one spin image to the next while somebody is logged in.
     *
     * @param spinImageIntervalNs nanoseconds.
     * @return this.
     */
    public PitchRecoveryContext spinImageIntervalNs(final long spinImageIntervalNs)
    {
        this.spinImageIntervalNs = spinImageIntervalNs;
        return this;
    }

    /**
     * Time from one spin image to the next while somebody is logged in.
     *
     * @return nanoseconds.
     */
    public long spinImageIntervalNs()
    {
        return spinImageIntervalNs;
    }
}
