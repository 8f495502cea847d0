// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.OptionChecks;
import io.bourse.marketdata.pitch.RecoveryWriter;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.util.concurrent.TimeUnit;

import org.agrona.BitUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

/**
 * Options of a {@link PitchReceiver}. Used once: {@link #conclude()} is called by the receiver.
 */
public final class PitchReceiverContext
{
    private static final int MAX_UNIT = 255;
    private static final int MAX_UINT16 = 65535;
    /** Whatever one datagram can hold must find a place. */
    private static final int MIN_WINDOW = 256;
    private static final int MAX_WINDOW = 1 << 24;
    private static final int MISSED_HEARTBEATS = 5;

    private MulticastEndpoint feedA = MulticastEndpoint.parse("239.195.3.1:30501");
    private MulticastEndpoint feedB = MulticastEndpoint.parse("239.195.3.129:30501");
    private MulticastEndpoint retransmission = MulticastEndpoint.parse("239.195.3.2:30502");
    private NetworkInterface networkInterface;
    private String sessionSubId = "";
    private String username = "";
    private String password = "";
    private boolean isConcluded;
    private int unit = 1;
    private InetSocketAddress gapServer;
    private InetSocketAddress spinServer;
    private String interfaceName = "lo";
    private int receiveBufferLength = 4 * 1024 * 1024;
    private int windowCapacity = 1 << 16;
    private long gapWaitNs = TimeUnit.MILLISECONDS.toNanos(50);
    private int maxGapMessages = 1000;
    private int maxRequestMessages = 100;
    private long requestTimeoutNs = TimeUnit.MILLISECONDS.toNanos(200);
    private long heartbeatIntervalNs = TimeUnit.SECONDS.toNanos(1);
    private PitchMarketListener listener = new PitchMarketListener()
    {
    };
    private EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;

    /**
     * All defaults: both feeds, no recovery servers.
     */
    public PitchReceiverContext()
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
        if (null == feedA && null == feedB)
        {
            throw new IllegalArgumentException("A receiver needs a feed: feedA=null feedB=null");
        }
        OptionChecks.checkRange("unit", unit, 1, MAX_UNIT);
        OptionChecks.checkRange("receiveBufferLength", receiveBufferLength, 1, Integer.MAX_VALUE);
        OptionChecks.checkRange("windowCapacity", windowCapacity, MIN_WINDOW, MAX_WINDOW);
        OptionChecks.checkRange("gapWaitNs", gapWaitNs, 0, Long.MAX_VALUE);
        OptionChecks.checkRange("maxGapMessages", maxGapMessages, 0, windowCapacity);
        OptionChecks.checkRange("maxRequestMessages", maxRequestMessages, 1, MAX_UINT16);
        OptionChecks.checkRange("requestTimeoutNs", requestTimeoutNs, 1, Long.MAX_VALUE);
        OptionChecks.checkRange("heartbeatIntervalNs", heartbeatIntervalNs, 1, Long.MAX_VALUE / MISSED_HEARTBEATS);
        if (!BitUtil.isPowerOfTwo(windowCapacity))
        {
            throw new IllegalArgumentException("Use a power of two: windowCapacity=" + windowCapacity);
        }
        if ((null != gapServer || null != spinServer) && username.isEmpty())
        {
            throw new IllegalArgumentException(
                "The recovery servers want a login: username= gapServer=" + gapServer + " spinServer=" + spinServer);
        }
        networkInterface = OptionChecks.networkInterface(interfaceName);
    }

    /**
     * Who this is at the recovery servers.
     *
     * @param newSessionSubId up to 4 characters.
     * @param newUsername up to 4 characters.
     * @param newPassword up to 10 characters.
     * @return this.
     */
    public PitchReceiverContext login(
        final String newSessionSubId, final String newUsername, final String newPassword)
    {
        sessionSubId = newSessionSubId;
        username = newUsername;
        password = newPassword;
        return this;
    }

    int putLogin(final MutableDirectBuffer buffer, final int offset)
    {
        return RecoveryWriter.login(buffer, offset, sessionSubId, username, password);
    }

    NetworkInterface networkInterface()
    {
        return networkInterface;
    }

    /**
     * Feed A.
     *
     * @param endpoint group:port, or null not to listen to it.
     * @return this.
     */
    public PitchReceiverContext feedA(final String endpoint)
    {
        feedA = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Feed A.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint feedA()
    {
        return feedA;
    }

    /**
     * Feed B.
     *
     * @param endpoint group:port, or null not to listen to it.
     * @return this.
     */
    public PitchReceiverContext feedB(final String endpoint)
    {
        feedB = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Feed B.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint feedB()
    {
        return feedB;
    }

    /**
     * Group that repeats what gap requests ask for.
     *
     * @param endpoint group:port, or null not to listen to it.
     * @return this.
     */
    public PitchReceiverContext retransmission(final String endpoint)
    {
        retransmission = null == endpoint ? null : MulticastEndpoint.parse(endpoint);
        return this;
    }

    /**
     * Group that repeats what gap requests ask for.
     *
     * @return endpoint, or null.
     */
    public MulticastEndpoint retransmission()
    {
        return retransmission;
    }

    /**
     * Unit to receive: partition + 1.
     *
     * @param unit 1 to 255.
     * @return this.
     */
    public PitchReceiverContext unit(final int unit)
    {
        this.unit = unit;
        return this;
    }

    /**
     * Unit to receive: partition + 1.
     *
     * @return 1 to 255.
     */
    public int unit()
    {
        return unit;
    }

    /**
     * Gap request server; null for none.
     *
     * @param gapServer address, or null.
     * @return this.
     */
    public PitchReceiverContext gapServer(final InetSocketAddress gapServer)
    {
        this.gapServer = gapServer;
        return this;
    }

    /**
     * Gap request server; null for none.
     *
     * @return address, or null.
     */
    public InetSocketAddress gapServer()
    {
        return gapServer;
    }

    /**
     * Spin server; null for none: then only who hears the first message can join.
     *
     * @param spinServer address, or null.
     * @return this.
     */
    public PitchReceiverContext spinServer(final InetSocketAddress spinServer)
    {
        this.spinServer = spinServer;
        return this;
    }

    /**
     * Spin server; null for none: then only who hears the first message can join.
     *
     * @return address, or null.
     */
    public InetSocketAddress spinServer()
    {
        return spinServer;
    }

    /**
     * Network interface to join on.
     *
     * @param interfaceName name.
     * @return this.
     */
    public PitchReceiverContext interfaceName(final String interfaceName)
    {
        this.interfaceName = interfaceName;
        return this;
    }

    /**
     * Network interface to join on.
     *
     * @return name.
     */
    public String interfaceName()
    {
        return interfaceName;
    }

    /**
     * SO_RCVBUF of each group.
     *
     * @param receiveBufferLength bytes.
     * @return this.
     */
    public PitchReceiverContext receiveBufferLength(final int receiveBufferLength)
    {
        this.receiveBufferLength = receiveBufferLength;
        return this;
    }

    /**
     * SO_RCVBUF of each group.
     *
     * @return bytes.
     */
    public int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    /**
     * Messages that are held while earlier ones are missing.
     *
     * @param windowCapacity count, a power of two.
     * @return this.
     */
    public PitchReceiverContext windowCapacity(final int windowCapacity)
    {
        this.windowCapacity = windowCapacity;
        return this;
    }

    /**
     * Messages that are held while earlier ones are missing.
     *
     * @return count, a power of two.
     */
    public int windowCapacity()
    {
        return windowCapacity;
    }

    /**
     * How long the other feed may take to bring a missing message.
     *
     * @param gapWaitNs nanoseconds.
     * @return this.
     */
    public PitchReceiverContext gapWaitNs(final long gapWaitNs)
    {
        this.gapWaitNs = gapWaitNs;
        return this;
    }

    /**
     * How long the other feed may take to bring a missing message.
     *
     * @return nanoseconds.
     */
    public long gapWaitNs()
    {
        return gapWaitNs;
    }

    /**
     * Largest hole that is asked for again; a larger one is a matter of a spin.
     *
     * @param maxGapMessages count.
     * @return this.
     */
    public PitchReceiverContext maxGapMessages(final int maxGapMessages)
    {
        this.maxGapMessages = maxGapMessages;
        return this;
    }

    /**
     * Largest hole that is asked for again; a larger one is a matter of a spin.
     *
     * @return count.
     */
    public int maxGapMessages()
    {
        return maxGapMessages;
    }

    /**
     * Most messages of one gap request: the server has its own limit.
     *
     * @param maxRequestMessages count, up to 65535.
     * @return this.
     */
    public PitchReceiverContext maxRequestMessages(final int maxRequestMessages)
    {
        this.maxRequestMessages = maxRequestMessages;
        return this;
    }

    /**
     * Most messages of one gap request: the server has its own limit.
     *
     * @return count, up to 65535.
     */
    public int maxRequestMessages()
    {
        return maxRequestMessages;
    }

    /**
     * Time for what was asked for to come before it is asked for again.
     *
     * @param requestTimeoutNs nanoseconds.
     * @return this.
     */
    public PitchReceiverContext requestTimeoutNs(final long requestTimeoutNs)
    {
        this.requestTimeoutNs = requestTimeoutNs;
        return this;
    }

    /**
     * Time for what was asked for to come before it is asked for again.
     *
     * @return nanoseconds.
     */
    public long requestTimeoutNs()
    {
        return requestTimeoutNs;
    }

    /**
     * Interval of heartbeats to and from the recovery servers.
     *
     * @param heartbeatIntervalNs nanoseconds.
     * @return this.
     */
    public PitchReceiverContext heartbeatIntervalNs(final long heartbeatIntervalNs)
    {
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        return this;
    }

    /**
     * Interval of heartbeats to and from the recovery servers.
     *
     * @return nanoseconds.
     */
    public long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }

    /**
     * Who hears of the market.
     *
     * @param listener listener.
     * @return this.
     */
    public PitchReceiverContext listener(final PitchMarketListener listener)
    {
        this.listener = listener;
        return this;
    }

    /**
     * Who hears of the market.
     *
     * @return listener.
     */
    public PitchMarketListener listener()
    {
        return listener;
    }

    /**
     * Clock of all waiting.
     *
     * @param clock clock.
     * @return this.
     */
    public PitchReceiverContext clock(final EpochNanoClock clock)
    {
        this.clock = clock;
        return this;
    }

    /**
     * Clock of all waiting.
     *
     * @return clock.
     */
    public EpochNanoClock clock()
    {
        return clock;
    }
}
