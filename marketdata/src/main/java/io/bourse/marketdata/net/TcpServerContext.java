// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link TcpServer}. Used once: {@link #conclude()} is called by the server.
 */
public final class TcpServerContext
{
    /** Default of {@link #maxConnections(int)} and {@link #maxConnectionsPerAddress(int)}. */
    public static final int MAX_CONNECTIONS_DEFAULT = 64;

    /** Default of {@link #inactivityTimeoutNs(long)}. */
    public static final long INACTIVITY_TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(5);

    /** Default of {@link #lifetimeNs(long)}: not limited. */
    public static final long LIFETIME_DEFAULT_NS = Long.MAX_VALUE;

    /** Default of {@link #lingerNs(long)}. */
    public static final long LINGER_DEFAULT_NS = TimeUnit.SECONDS.toNanos(1);

    /** Default of {@link #receiveBufferLength(int)}. */
    public static final int RECEIVE_BUFFER_LENGTH_DEFAULT = 4 * 1024;

    /** Default of {@link #sendQueueLength(int)}. */
    public static final int SEND_QUEUE_LENGTH_DEFAULT = 64 * 1024;

    /** Default of {@link #acceptsPerPoll(int)}. */
    public static final int ACCEPTS_PER_POLL_DEFAULT = 4;

    /** Default of {@link #pollIntervalNs(long)}: a look costs a system call, and the duty cycle has more to do. */
    public static final long POLL_INTERVAL_DEFAULT_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private static final int MIN_RECEIVE_BUFFER_LENGTH = 16;
    private static final int MIN_SEND_QUEUE_LENGTH = 1024;

    private String name = "tcp";
    private InetSocketAddress bindAddress = new InetSocketAddress("127.0.0.1", 0);
    private TcpConnectionHandlerFactory handlerFactory;
    private int maxConnections = MAX_CONNECTIONS_DEFAULT;
    private int maxConnectionsPerAddress = MAX_CONNECTIONS_DEFAULT;
    private int maxConnectionsPerAddressPerDay = Integer.MAX_VALUE;
    private long inactivityTimeoutNs = INACTIVITY_TIMEOUT_DEFAULT_NS;
    private boolean isSendingActivity = true;
    private long lifetimeNs = LIFETIME_DEFAULT_NS;
    private long lingerNs = LINGER_DEFAULT_NS;
    private int receiveBufferLength = RECEIVE_BUFFER_LENGTH_DEFAULT;
    private int sendQueueLength = SEND_QUEUE_LENGTH_DEFAULT;
    private int socketSendBufferLength;
    private int acceptsPerPoll = ACCEPTS_PER_POLL_DEFAULT;
    private long pollIntervalNs = POLL_INTERVAL_DEFAULT_NS;
    private boolean isConcluded;

    /**
     * All defaults; a handler factory must be given.
     */
    public TcpServerContext()
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
            throw new IllegalStateException("A TCP server context can be used once only, make a new one.");
        }
        isConcluded = true;
        if (null == handlerFactory)
        {
            throw new IllegalArgumentException(
                "A TCP server needs a handler factory: handlerFactory=null name=" + name);
        }
        checkMin("maxConnections", maxConnections, 1);
        checkMin("maxConnectionsPerAddress", maxConnectionsPerAddress, 1);
        checkMin("maxConnectionsPerAddressPerDay", maxConnectionsPerAddressPerDay, 1);
        checkMin("inactivityTimeoutNs", inactivityTimeoutNs, 1);
        checkMin("lifetimeNs", lifetimeNs, 1);
        checkMin("lingerNs", lingerNs, 1);
        checkMin("receiveBufferLength", receiveBufferLength, MIN_RECEIVE_BUFFER_LENGTH);
        checkMin("sendQueueLength", sendQueueLength, MIN_SEND_QUEUE_LENGTH);
        checkMin("socketSendBufferLength", socketSendBufferLength, 0);
        checkMin("acceptsPerPoll", acceptsPerPoll, 1);
        checkMin("pollIntervalNs", pollIntervalNs, 0);
    }

    private void checkMin(final String option, final long value, final long min)
    {
        if (value < min)
        {
            throw new IllegalArgumentException(
                "Option of a TCP server is too small: " + option + '=' + value + " min=" + min + " name=" + name);
        }
    }

    /**
     * What the server is called in logs and errors.
     *
     * @param name short.
     * @return this.
     */
    public TcpServerContext name(final String name)
    {
        this.name = name;
        return this;
    }

    /**
     * What the server is called in logs and errors.
     *
     * @return name.
     */
    public String name()
    {
        return name;
    }

    /**
     * Where to listen; port 0 takes a free one. A free port of 127.0.0.1 unless set.
     *
     * @param bindAddress address and port.
     * @return this.
     */
    public TcpServerContext bindAddress(final InetSocketAddress bindAddress)
    {
        this.bindAddress = bindAddress;
        return this;
    }

    /**
     * Where to listen.
     *
     * @return address and port.
     */
    public InetSocketAddress bindAddress()
    {
        return bindAddress;
    }

    /**
     * The protocol to speak.
     *
     * @param handlerFactory called for each connection.
     * @return this.
     */
    public TcpServerContext handlerFactory(final TcpConnectionHandlerFactory handlerFactory)
    {
        this.handlerFactory = handlerFactory;
        return this;
    }

    /**
     * The protocol to speak.
     *
     * @return factory.
     */
    public TcpConnectionHandlerFactory handlerFactory()
    {
        return handlerFactory;
    }

    /**
     * Most connections at once.
     *
     * @param maxConnections count, from 1.
     * @return this.
     */
    public TcpServerContext maxConnections(final int maxConnections)
    {
        this.maxConnections = maxConnections;
        return this;
    }

    /**
     * Most connections at once.
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
    public TcpServerContext maxConnectionsPerAddress(final int maxConnectionsPerAddress)
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
    public TcpServerContext maxConnectionsPerAddressPerDay(final int maxConnectionsPerAddressPerDay)
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
     * Time without a byte after which a connection is closed.
     *
     * @param inactivityTimeoutNs nanoseconds, above 0.
     * @return this.
     */
    public TcpServerContext inactivityTimeoutNs(final long inactivityTimeoutNs)
    {
        this.inactivityTimeoutNs = inactivityTimeoutNs;
        return this;
    }

    /**
     * Time without a byte after which a connection is closed.
     *
     * @return nanoseconds, above 0.
     */
    public long inactivityTimeoutNs()
    {
        return inactivityTimeoutNs;
    }

    /**
     * Whether bytes the peer takes count as activity, or only bytes it sends.
     *
     * @param isSendingActivity true if both count.
     * @return this.
     */
    public TcpServerContext isSendingActivity(final boolean isSendingActivity)
    {
        this.isSendingActivity = isSendingActivity;
        return this;
    }

    /**
     * Whether bytes the peer takes count as activity, or only bytes it sends.
     *
     * @return true if both count.
     */
    public boolean isSendingActivity()
    {
        return isSendingActivity;
    }

    /**
     * Time after which a connection is closed, whatever it does.
     *
     * @param lifetimeNs nanoseconds, above 0.
     * @return this.
     */
    public TcpServerContext lifetimeNs(final long lifetimeNs)
    {
        this.lifetimeNs = lifetimeNs;
        return this;
    }

    /**
     * Time after which a connection is closed, whatever it does.
     *
     * @return nanoseconds, above 0.
     */
    public long lifetimeNs()
    {
        return lifetimeNs;
    }

    /**
     * Time a peer has to close its side after the server closed its own.
     *
     * @param lingerNs nanoseconds, above 0.
     * @return this.
     */
    public TcpServerContext lingerNs(final long lingerNs)
    {
        this.lingerNs = lingerNs;
        return this;
    }

    /**
     * Time a peer has to close its side after the server closed its own.
     *
     * @return nanoseconds, above 0.
     */
    public long lingerNs()
    {
        return lingerNs;
    }

    /**
     * Bytes a connection may hold that are not a whole message yet.
     *
     * @param receiveBufferLength bytes, from 16.
     * @return this.
     */
    public TcpServerContext receiveBufferLength(final int receiveBufferLength)
    {
        this.receiveBufferLength = receiveBufferLength;
        return this;
    }

    /**
     * Bytes a connection may hold that are not a whole message yet.
     *
     * @return bytes, from 16.
     */
    public int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    /**
     * Bytes a connection may hold that its socket has not taken yet.
     *
     * @param sendQueueLength bytes, from 1024.
     * @return this.
     */
    public TcpServerContext sendQueueLength(final int sendQueueLength)
    {
        this.sendQueueLength = sendQueueLength;
        return this;
    }

    /**
     * Bytes a connection may hold that its socket has not taken yet.
     *
     * @return bytes, from 1024.
     */
    public int sendQueueLength()
    {
        return sendQueueLength;
    }

    /**
     * SO_SNDBUF of a connection.
     *
     * @param socketSendBufferLength bytes; 0 leaves it to the system.
     * @return this.
     */
    public TcpServerContext socketSendBufferLength(final int socketSendBufferLength)
    {
        this.socketSendBufferLength = socketSendBufferLength;
        return this;
    }

    /**
     * SO_SNDBUF of a connection.
     *
     * @return bytes; 0 leaves it to the system.
     */
    public int socketSendBufferLength()
    {
        return socketSendBufferLength;
    }

    /**
     * Most connections accepted in one poll: who is connected does not wait for all who come.
     *
     * @param acceptsPerPoll count, from 1.
     * @return this.
     */
    public TcpServerContext acceptsPerPoll(final int acceptsPerPoll)
    {
        this.acceptsPerPoll = acceptsPerPoll;
        return this;
    }

    /**
     * Most connections accepted in one poll: who is connected does not wait for all who come.
     *
     * @return count, from 1.
     */
    public int acceptsPerPoll()
    {
        return acceptsPerPoll;
    }

    /**
     * Least time between two looks at the sockets; polls in between do nothing.
     *
     * @param pollIntervalNs nanoseconds, from 0.
     * @return this.
     */
    public TcpServerContext pollIntervalNs(final long pollIntervalNs)
    {
        this.pollIntervalNs = pollIntervalNs;
        return this;
    }

    /**
     * Least time between two looks at the sockets; polls in between do nothing.
     *
     * @return nanoseconds, from 0.
     */
    public long pollIntervalNs()
    {
        return pollIntervalNs;
    }
}
