// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SbeGateway}. {@link #conclude()} checks them when the gateway is made.
 */
public final class SbeGatewayContext
{
    /** Default {@link #gatewayId(int)}. */
    public static final int DEFAULT_GATEWAY_ID = 1;
    private static final int PARTITION_OF_CLIENT = -1;
    private static final int MAX_GATEWAY_ID = 0xFFFF;
    private static final int MIN_BUFFER_LENGTH = 1024;
    private static final int MAX_RETRANSMIT_WINDOW = 1 << 20;

    private EngineClient engineClient;
    private InetSocketAddress bindAddress = new InetSocketAddress("127.0.0.1", 0);
    private int gatewayId = DEFAULT_GATEWAY_ID;
    private int partition = PARTITION_OF_CLIENT;
    private int maxSessions = 256;
    private long establishTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long reconnectIntervalNs = TimeUnit.SECONDS.toNanos(1);
    private long publicFirstTimeoutNs = TimeUnit.MILLISECONDS.toNanos(5);
    private long lingerTimeoutNs = TimeUnit.SECONDS.toNanos(1);
    private int receiveBufferLength = 64 * 1024;
    private int sendBufferLength = 256 * 1024;
    private int socketBufferLength = 0;
    private int retransmitWindow = 4096;
    private EpochNanoClock epochClock = SystemEpochNanoClock.INSTANCE;
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;

    /** Connection to the engine of the partition; the gateway does not close it. */
    public SbeGatewayContext engineClient(final EngineClient value)
    {
        engineClient = value;
        return this;
    }

    EngineClient engineClient()
    {
        return engineClient;
    }

    /** Where to accept connections; port 0 takes a free one. */
    public SbeGatewayContext bindAddress(final InetSocketAddress value)
    {
        bindAddress = value;
        return this;
    }

    InetSocketAddress bindAddress()
    {
        return bindAddress;
    }

    /** Identity in the exactly-once key, 1..65535. Two gateways of one venue must differ. */
    public SbeGatewayContext gatewayId(final int value)
    {
        gatewayId = value;
        return this;
    }

    int gatewayId()
    {
        return gatewayId;
    }

    /** Partition of the commands; by default that of the engine client. */
    public SbeGatewayContext partition(final int value)
    {
        partition = value;
        return this;
    }

    int partition()
    {
        return partition;
    }

    /** Connections open at the same time. */
    public SbeGatewayContext maxSessions(final int value)
    {
        maxSessions = value;
        return this;
    }

    int maxSessions()
    {
        return maxSessions;
    }

    /** Time a new connection has to establish its session (sheet A.5.1). */
    public SbeGatewayContext establishTimeoutNs(final long value)
    {
        establishTimeoutNs = value;
        return this;
    }

    long establishTimeoutNs()
    {
        return establishTimeoutNs;
    }

    /** Least time between two tries of one login to establish (A.5.1); 0: any rate. */
    public SbeGatewayContext reconnectIntervalNs(final long value)
    {
        reconnectIntervalNs = value;
        return this;
    }

    long reconnectIntervalNs()
    {
        return reconnectIntervalNs;
    }

    /** Longest wait of an answer for its market data; 0: no wait. */
    public SbeGatewayContext publicFirstTimeoutNs(final long value)
    {
        publicFirstTimeoutNs = value;
        return this;
    }

    long publicFirstTimeoutNs()
    {
        return publicFirstTimeoutNs;
    }

    /** How long a client may take to read the last words and close. */
    public SbeGatewayContext lingerTimeoutNs(final long value)
    {
        lingerTimeoutNs = value;
        return this;
    }

    long lingerTimeoutNs()
    {
        return lingerTimeoutNs;
    }

    /** Bytes read ahead per connection, at least 1024. */
    public SbeGatewayContext receiveBufferLength(final int value)
    {
        receiveBufferLength = value;
        return this;
    }

    int receiveBufferLength()
    {
        return receiveBufferLength;
    }

    /** Bytes held for a client that does not read, at least 1024; beyond, it is cut off. */
    public SbeGatewayContext sendBufferLength(final int value)
    {
        sendBufferLength = value;
        return this;
    }

    int sendBufferLength()
    {
        return sendBufferLength;
    }

    /** Size in bytes of the socket buffers of a connection; 0: what the system gives. */
    public SbeGatewayContext socketBufferLength(final int value)
    {
        socketBufferLength = value;
        return this;
    }

    int socketBufferLength()
    {
        return socketBufferLength;
    }

    /** Messages kept for retransmission per login, 10..1048576; rounded up to a power of two. */
    public SbeGatewayContext retransmitWindow(final int value)
    {
        retransmitWindow = value;
        return this;
    }

    int retransmitWindow()
    {
        return retransmitWindow;
    }

    /** Clock of time stamps. */
    public SbeGatewayContext epochClock(final EpochNanoClock value)
    {
        epochClock = value;
        return this;
    }

    EpochNanoClock epochClock()
    {
        return epochClock;
    }

    /** Clock of all timeouts. */
    public SbeGatewayContext nanoClock(final NanoClock value)
    {
        nanoClock = value;
        return this;
    }

    NanoClock nanoClock()
    {
        return nanoClock;
    }

    /**
     * Checks the options and fills in what follows from others.
     *
     * @throws IllegalArgumentException naming the option, its value and what it should be.
     */
    public void conclude()
    {
        if (null == engineClient || null == bindAddress || null == epochClock || null == nanoClock)
        {
            throw new IllegalArgumentException("set all of: engineClient=" + engineClient +
                " bindAddress=" + bindAddress + " epochClock=" + epochClock + " nanoClock=" + nanoClock);
        }
        if (PARTITION_OF_CLIENT == partition)
        {
            partition = engineClient.partition();
        }
        checkRange("partition", partition, engineClient.partition(), engineClient.partition());
        checkRange("gatewayId", gatewayId, 1, MAX_GATEWAY_ID);
        checkRange("maxSessions", maxSessions, 1, Integer.MAX_VALUE);
        checkRange("establishTimeoutNs", establishTimeoutNs, 1, Long.MAX_VALUE);
        checkRange("reconnectIntervalNs", reconnectIntervalNs, 0, Long.MAX_VALUE);
        checkRange("publicFirstTimeoutNs", publicFirstTimeoutNs, 0, Long.MAX_VALUE);
        checkRange("lingerTimeoutNs", lingerTimeoutNs, 1, Long.MAX_VALUE);
        checkRange("receiveBufferLength", receiveBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
        checkRange("sendBufferLength", sendBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
        checkRange("socketBufferLength", socketBufferLength, 0, Integer.MAX_VALUE);
        checkRange("retransmitWindow", retransmitWindow,
            SessionAdapter.MAX_RETRANSMIT_COUNT, MAX_RETRANSMIT_WINDOW);
    }

    private static void checkRange(final String name, final long value, final long least, final long most)
    {
        if (value < least || value > most)
        {
            throw new IllegalArgumentException("this option of the TWIME gateway is out of range: " +
                name + "=" + value + " least=" + least + " most=" + most);
        }
    }
}
