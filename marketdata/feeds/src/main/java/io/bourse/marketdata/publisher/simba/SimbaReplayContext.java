// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.net.PacketHistory;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SimbaReplayServer}. Used once: {@link #conclude()} is called by the server. Limits are those of
 * sheet B.7 item 4 unless set.
 */
public final class SimbaReplayContext
{
    /** Default of {@link #maxPackets(int)}. */
    public static final int MAX_PACKETS_DEFAULT = 1000;

    /** Default of {@link #maxConnections(int)}. */
    public static final int MAX_CONNECTIONS_DEFAULT = 64;

    /** Default of {@link #maxConnectionsPerAddress(int)}. */
    public static final int MAX_CONNECTIONS_PER_ADDRESS_DEFAULT = 2;

    /** Default of {@link #maxConnectionsPerAddressPerDay(int)}. */
    public static final int MAX_CONNECTIONS_PER_ADDRESS_PER_DAY_DEFAULT = 1000;

    /** Default of {@link #inactivityTimeoutNs(long)}. */
    public static final long INACTIVITY_TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Default of {@link #lifetimeNs(long)}. */
    public static final long LIFETIME_DEFAULT_NS = TimeUnit.SECONDS.toNanos(60);

    private PacketHistory history;
    private InetSocketAddress bindAddress = new InetSocketAddress("127.0.0.1", 0);
    private int version = 8;
    private int maxPackets = MAX_PACKETS_DEFAULT;
    private int maxConnections = MAX_CONNECTIONS_DEFAULT;
    private int maxConnectionsPerAddress = MAX_CONNECTIONS_PER_ADDRESS_DEFAULT;
    private int maxConnectionsPerAddressPerDay = MAX_CONNECTIONS_PER_ADDRESS_PER_DAY_DEFAULT;
    private long inactivityTimeoutNs = INACTIVITY_TIMEOUT_DEFAULT_NS;
    private long lifetimeNs = LIFETIME_DEFAULT_NS;
    private boolean isConcluded;

    /**
     * All defaults.
     */
    public SimbaReplayContext()
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
            throw new IllegalStateException("A replay context can be used once only, make a new one.");
        }
        isConcluded = true;
        if (null == history)
        {
            throw new IllegalArgumentException("A replay server needs a history of packets: history=null");
        }
        OptionChecks.checkRange("version", version, 8, 9);
        OptionChecks.checkRange("maxPackets", maxPackets, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnections", maxConnections, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddress", maxConnectionsPerAddress, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("maxConnectionsPerAddressPerDay", maxConnectionsPerAddressPerDay, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("inactivityTimeoutNs", inactivityTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("lifetimeNs", lifetimeNs, 1, Long.MAX_VALUE);
    }

    /**
     * Where the packets are; filled by the incremental feed on the same thread.
     *
     * @param history history, not closed by the server.
     * @return this.
     */
    public SimbaReplayContext history(final PacketHistory history)
    {
        this.history = history;
        return this;
    }

    /**
     * Where the packets are; filled by the incremental feed on the same thread.
     *
     * @return history, not closed by the server.
     */
    public PacketHistory history()
    {
        return history;
    }

    /**
     * Where to listen; a free port of 127.0.0.1 unless set.
     *
     * @param bindAddress address and port.
     * @return this.
     */
    public SimbaReplayContext bindAddress(final InetSocketAddress bindAddress)
    {
        this.bindAddress = bindAddress;
        return this;
    }

    /**
     * Where to listen; a free port of 127.0.0.1 unless set.
     *
     * @return address and port.
     */
    public InetSocketAddress bindAddress()
    {
        return bindAddress;
    }

    /**
     * Wire version in the headers of Logon and Logout.
     *
     * @param version 8 or 9.
     * @return this.
     */
    public SimbaReplayContext version(final int version)
    {
        this.version = version;
        return this;
    }

    /**
     * Wire version in the headers of Logon and Logout.
     *
     * @return 8 or 9.
     */
    public int version()
    {
        return version;
    }

    /**
     * Most packets of one request.
     *
     * @param maxPackets count, from 1.
     * @return this.
     */
    public SimbaReplayContext maxPackets(final int maxPackets)
    {
        this.maxPackets = maxPackets;
        return this;
    }

    /**
     * Most packets of one request.
     *
     * @return count, from 1.
     */
    public int maxPackets()
    {
        return maxPackets;
    }

    /**
     * Most connections at once, of all addresses.
     *
     * @param maxConnections count, from 1.
     * @return this.
     */
    public SimbaReplayContext maxConnections(final int maxConnections)
    {
        this.maxConnections = maxConnections;
        return this;
    }

    /**
     * Most connections at once, of all addresses.
     *
     * @return count, from 1.
     */
    public int maxConnections()
    {
        return maxConnections;
    }

    /**
     * Most connections of one address at once.
     *
     * @param maxConnectionsPerAddress count, from 1.
     * @return this.
     */
    public SimbaReplayContext maxConnectionsPerAddress(final int maxConnectionsPerAddress)
    {
        this.maxConnectionsPerAddress = maxConnectionsPerAddress;
        return this;
    }

    /**
     * Most connections of one address at once.
     *
     * @return count, from 1.
     */
    public int maxConnectionsPerAddress()
    {
        return maxConnectionsPerAddress;
    }

    /**
     * Most connections of one address in a day (UTC).
     *
     * @param maxConnectionsPerAddressPerDay count, from 1.
     * @return this.
     */
    public SimbaReplayContext maxConnectionsPerAddressPerDay(final int maxConnectionsPerAddressPerDay)
    {
        this.maxConnectionsPerAddressPerDay = maxConnectionsPerAddressPerDay;
        return this;
    }

    /**
     * Most connections of one address in a day (UTC).
     *
     * @return count, from 1.
     */
    public int maxConnectionsPerAddressPerDay()
    {
        return maxConnectionsPerAddressPerDay;
    }

    /**
     * Time in which a client must send something, or take something of what is sent to it.
     *
     * @param inactivityTimeoutNs nanoseconds, above 0.
     * @return this.
     */
    public SimbaReplayContext inactivityTimeoutNs(final long inactivityTimeoutNs)
    {
        this.inactivityTimeoutNs = inactivityTimeoutNs;
        return this;
    }

    /**
     * Time in which a client must send something, or take something of what is sent to it.
     *
     * @return nanoseconds, above 0.
     */
    public long inactivityTimeoutNs()
    {
        return inactivityTimeoutNs;
    }

    /**
     * Time after which a session ends, however slowly its client reads.
     *
     * @param lifetimeNs nanoseconds, above 0.
     * @return this.
     */
    public SimbaReplayContext lifetimeNs(final long lifetimeNs)
    {
        this.lifetimeNs = lifetimeNs;
        return this;
    }

    /**
     * Time after which a session ends, however slowly its client reads.
     *
     * @return nanoseconds, above 0.
     */
    public long lifetimeNs()
    {
        return lifetimeNs;
    }
}
