// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.net.TlsOptions;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.sbe.admission.AdmissionOptions;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Options of a {@link SbeGateway}. {@link #conclude()} checks them when the gateway is made.
 */
public final class SbeGatewayContext
{
    /** Default {@link #gatewayId(int)}. */
    public static final int DEFAULT_GATEWAY_ID = 1;
    private static final int PARTITION_OF_CLIENT = -1;
    private static final int MIN_BUFFER_LENGTH = 1024;
    private static final int MAX_ANSWER_SEGMENT_LENGTH = 1 << 30;

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
    private TimestampOptions timestamps;
    private long engineWaitNs = TimeUnit.SECONDS.toNanos(1);
    private EpochNanoClock epochClock = SystemEpochNanoClock.INSTANCE;
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;
    private AdmissionOptions admission = AdmissionOptions.open();
    private TlsOptions tls;
    private InetSocketAddress recoveryAddress;
    private long retransmitDelayNs;
    private Path answerLogDirectory;
    private int answerSegmentLength = 64 * 1024 * 1024;
    private SocketWatch socketWatch;

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

    /** On what the thread of the gateway sleeps when it has rooms beside the gateway; null, the default, for none. */
    public SbeGatewayContext socketWatch(final SocketWatch value)
    {
        socketWatch = value;
        return this;
    }

    SocketWatch socketWatch()
    {
        return socketWatch;
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

    /** Connections open at the same time, on both ports together. */
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

    /**
     * How long requests wait for room in the engine when it takes none; then they are refused with
     * SystemIsUnavailable until it takes one. 0: they are refused at once.
     */
    public SbeGatewayContext engineWaitNs(final long value)
    {
        engineWaitNs = value;
        return this;
    }

    long engineWaitNs()
    {
        return engineWaitNs;
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

    /** Who may come in and how much he may bring; by default everyone and everything. */
    public SbeGatewayContext admission(final AdmissionOptions value)
    {
        admission = value;
        return this;
    }

    AdmissionOptions admission()
    {
        return admission;
    }

    /** Where to accept sessions that only ask for messages again (A.5.7); port 0 takes a free one; null: nowhere. */
    public SbeGatewayContext recoveryAddress(final InetSocketAddress value)
    {
        recoveryAddress = value;
        return this;
    }

    InetSocketAddress recoveryAddress()
    {
        return recoveryAddress;
    }

    /** Pause between a RetransmitRequest and its answer (A.5.7: the exchange takes about a second); 0: none. */
    public SbeGatewayContext retransmitDelayNs(final long value)
    {
        retransmitDelayNs = value;
        return this;
    }

    long retransmitDelayNs()
    {
        return retransmitDelayNs;
    }

    /**
     * Directory of the messages that clients may ask for again, some 80 bytes each. It belongs to this gateway alone;
     * what is in it is written again by every start. By default a temporary one.
     */
    public SbeGatewayContext answerLogDirectory(final Path value)
    {
        answerLogDirectory = value;
        return this;
    }

    Path answerLogDirectory()
    {
        return answerLogDirectory;
    }

    /** Length in bytes of a file in {@link #answerLogDirectory(Path)}, a multiple of 65536 up to 1 GiB. */
    public SbeGatewayContext answerSegmentLength(final int value)
    {
        answerSegmentLength = value;
        return this;
    }

    int answerSegmentLength()
    {
        return answerSegmentLength;
    }

    /** Where time stamps are recorded; null: nowhere. */
    public SbeGatewayContext timestamps(final TimestampOptions value)
    {
        timestamps = value;
        return this;
    }

    TimestampOptions timestamps()
    {
        return timestamps;
    }

    /** A second port for orders, under TLS; null: none. */
    public SbeGatewayContext tls(final TlsOptions value)
    {
        tls = value;
        return this;
    }

    TlsOptions tls()
    {
        return tls;
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
        if (null == admission)
        {
            throw new IllegalArgumentException("leave admission as it is or set it: admission=null");
        }
        if (PARTITION_OF_CLIENT == partition)
        {
            partition = engineClient.partition();
        }
        checkRange("partition", partition, engineClient.partition(), engineClient.partition());
        checkRange("gatewayId", gatewayId, 1, Principal.MAX_GATEWAY_ID);
        checkRange("maxSessions", maxSessions, 1, Integer.MAX_VALUE);
        checkRange("establishTimeoutNs", establishTimeoutNs, 1, Long.MAX_VALUE);
        checkRange("reconnectIntervalNs", reconnectIntervalNs, 0, Long.MAX_VALUE);
        checkRange("publicFirstTimeoutNs", publicFirstTimeoutNs, 0, Long.MAX_VALUE);
        checkRange("engineWaitNs", engineWaitNs, 0, Long.MAX_VALUE);
        checkRange("lingerTimeoutNs", lingerTimeoutNs, 1, Long.MAX_VALUE);
        checkRange("receiveBufferLength", receiveBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
        checkRange("sendBufferLength", sendBufferLength, MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
        checkRange("socketBufferLength", socketBufferLength, 0, Integer.MAX_VALUE);
        checkRange("retransmitDelayNs", retransmitDelayNs, 0, Long.MAX_VALUE);
        checkRange("answerSegmentLength", answerSegmentLength, AnswerLog.CHUNK_LENGTH, MAX_ANSWER_SEGMENT_LENGTH);
        if (0 != answerSegmentLength % AnswerLog.CHUNK_LENGTH)
        {
            throw new IllegalArgumentException("this option of the TWIME gateway must be a multiple of 65536: " +
                "answerSegmentLength=" + answerSegmentLength);
        }
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
