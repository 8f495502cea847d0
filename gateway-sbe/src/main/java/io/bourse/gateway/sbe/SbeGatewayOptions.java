// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.net.MessageThrottle;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.TimestampOptions;
import io.bourse.gateway.sbe.admission.AccessPolicy;
import io.bourse.gateway.sbe.admission.FlowPolicy;
import io.bourse.gateway.sbe.admission.IdBudget;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Options of a {@link SbeGateway}.
 *
 * @param bindAddress where to accept connections; a free port of 127.0.0.1 by default.
 * @param gatewayId identity in the exactly-once key, 1 to 65000; 1 by default. Two gateways of one venue must differ.
 * @param partition of the commands, that of the engine client; -1, by default, takes it from there.
 * @param server connections: how many, how long they may take to establish a session (TWIME A.5.1), their buffers, and
 *     a second port for orders under TLS; begin with {@link #serverBuilder()}.
 * @param reconnectIntervalNs least time in nanoseconds between two tries of one login to establish (A.5.1), from 0, any
 *     rate; 1 s by default.
 * @param publicFirstTimeoutNs longest wait in nanoseconds of an answer for its market data, from 0, no wait; 5 ms by
 *     default.
 * @param leaseNs time in nanoseconds in which a sign of life is given four times, and after which a standby takes over;
 *     0, no signs, by default.
 * @param activationPhaseNs how long in nanoseconds a standby that was activated rejects orders and replaces, and takes
 *     sessions and cancels; 0, not at all; 60 s by default.
 * @param engineWaitNs how long in nanoseconds requests wait for space in the engine when it takes none, from 0; 1 s by
 *     default. Then they are refused with SystemIsUnavailable until it takes one.
 * @param flow how many trading messages a login may send; any number by default.
 * @param maxSessionMessagesPerSecond messages of a session that are no trading messages, in a second, {@link
 *     MessageThrottle#SESSION_WINDOW_SECONDS} times as many at once; one more ends the session; 20 by default; 0 for
 *     any number.
 * @param access who may establish a session; everyone by default.
 * @param recoveryAddress where to accept sessions that only ask for messages again (A.5.7); null, by default, nowhere.
 * @param retransmitDelayNs pause in nanoseconds between a RetransmitRequest and its answer (A.5.7: the exchange takes
 *     about a second); 0, by default, for none.
 * @param maxIdsPerLogin order ids of one login in a trading session, from 1; 5,000,000 by default. Beyond, orders and
 *     replaces are refused and cancels are not. An id takes up to {@value IdBudget#BYTES_PER_ID} bytes of the heap.
 * @param maxIds the same of all logins together; 5,000,000 by default.
 * @param answerLogDirectory directory of the messages that clients may ask for again, some 80 bytes each; a temporary
 *     one by default. It belongs to this gateway alone; what is in it is written again by every start.
 * @param answerSegmentLength bytes of a file in {@code answerLogDirectory}, a multiple of 65536 up to 1 GiB; 64 MiB by
 *     default.
 * @param timestamps where time stamps are recorded; null, by default, nowhere.
 * @param securityLog where logons, refusals and ends of sessions are logged; nowhere by default.
 * @param historyParts makes, for each part of the gateway that keeps checkpoints, what takes from where on that part
 *     needs the event stream; nothing takes it by default.
 * @param epochClock clock of time stamps; the system's by default.
 * @param nanoClock clock of all timeouts; the system's by default.
 */
@RecordBuilder
public record SbeGatewayOptions(
    InetSocketAddress bindAddress,
    int gatewayId,
    int partition,
    TcpServerOptions server,
    long reconnectIntervalNs,
    long publicFirstTimeoutNs,
    long leaseNs,
    long activationPhaseNs,
    long engineWaitNs,
    FlowPolicy flow,
    int maxSessionMessagesPerSecond,
    AccessPolicy access,
    InetSocketAddress recoveryAddress,
    long retransmitDelayNs,
    int maxIdsPerLogin,
    int maxIds,
    Path answerLogDirectory,
    int answerSegmentLength,
    TimestampOptions timestamps,
    SecuritySink securityLog,
    Supplier<Consumer<List<StreamPosition>>> historyParts,
    EpochNanoClock epochClock,
    NanoClock nanoClock)
{
    /** Default of {@link #gatewayId}. */
    public static final int DEFAULT_GATEWAY_ID = 1;
    static final int PARTITION_OF_CLIENT = -1;
    private static final int DEFAULT_IDS_PER_LOGIN = 5_000_000;
    private static final int DEFAULT_IDS = 5_000_000;
    private static final int MIN_BUFFER_LENGTH = 1024;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException naming the option, its value and what it should be.
     */
    public SbeGatewayOptions
    {
        if (null == bindAddress || null == server || null == flow || null == access || null == epochClock ||
            null == nanoClock || null == securityLog || null == historyParts)
        {
            throw new IllegalArgumentException("set all of: bindAddress=" + bindAddress + " server=" + server +
                " flow=" + flow + " access=" + access + " epochClock=" + epochClock + " nanoClock=" + nanoClock +
                " securityLog=" + securityLog + " historyParts=" + historyParts);
        }
        checkRange("gatewayId", gatewayId, 1, Principal.MAX_GATEWAY_ID);
        checkRange("reconnectIntervalNs", reconnectIntervalNs, 0, Long.MAX_VALUE);
        checkRange("publicFirstTimeoutNs", publicFirstTimeoutNs, 0, Long.MAX_VALUE);
        checkRange("leaseNs", leaseNs, 0, Long.MAX_VALUE);
        checkRange("activationPhaseNs", activationPhaseNs, 0, Long.MAX_VALUE);
        checkRange("engineWaitNs", engineWaitNs, 0, Long.MAX_VALUE);
        checkRange("maxSessionMessagesPerSecond", maxSessionMessagesPerSecond, 0, Integer.MAX_VALUE);
        checkRange("receiveBufferLength", server.receiveBufferLength(), MIN_BUFFER_LENGTH, Integer.MAX_VALUE);
        checkRange("retransmitDelayNs", retransmitDelayNs, 0, Long.MAX_VALUE);
        checkRange("maxIdsPerLogin", maxIdsPerLogin, 1, Integer.MAX_VALUE);
        checkRange("maxIds", maxIds, 1, Integer.MAX_VALUE);
        checkRange("answerSegmentLength", answerSegmentLength, AnswerLog.CHUNK_LENGTH, 1 << 30);
        if (0 != answerSegmentLength % AnswerLog.CHUNK_LENGTH)
        {
            throw new IllegalArgumentException("this option of the TWIME gateway must be a multiple of 65536: " +
                "answerSegmentLength=" + answerSegmentLength);
        }
    }

    /**
     * Whether only this machine can connect.
     *
     * @return false when any of the ports is on another address.
     */
    public boolean isOnLoopback()
    {
        return isLoopback(bindAddress) && (null == recoveryAddress || isLoopback(recoveryAddress)) &&
            (null == server.tls() || isLoopback(server.tls().address()));
    }

    private static boolean isLoopback(final InetSocketAddress address)
    {
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    }

    /** The partition of the client, which is the only one that can be given. */
    int checkedPartition(final int partitionOfClient)
    {
        if (PARTITION_OF_CLIENT != partition)
        {
            checkRange("partition", partition, partitionOfClient, partitionOfClient);
        }
        return partitionOfClient;
    }

    private static void checkRange(final String name, final long value, final long least, final long most)
    {
        if (value < least || value > most)
        {
            throw new IllegalArgumentException("this option of the TWIME gateway is out of range: " +
                name + "=" + value + " least=" + least + " most=" + most);
        }
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static SbeGatewayOptionsBuilder builder()
    {
        return SbeGatewayOptionsBuilder.builder()
            .bindAddress(new InetSocketAddress("127.0.0.1", 0))
            .gatewayId(DEFAULT_GATEWAY_ID)
            .partition(PARTITION_OF_CLIENT)
            .server(serverBuilder().build())
            .reconnectIntervalNs(TimeUnit.SECONDS.toNanos(1))
            .publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(5))
            .activationPhaseNs(TimeUnit.SECONDS.toNanos(60))
            .engineWaitNs(TimeUnit.SECONDS.toNanos(1))
            .flow(FlowPolicy.none())
            .maxSessionMessagesPerSecond(20)
            .access(AccessPolicy.open())
            .maxIdsPerLogin(DEFAULT_IDS_PER_LOGIN)
            .maxIds(DEFAULT_IDS)
            .answerSegmentLength(64 * 1024 * 1024)
            .securityLog(SecuritySink.NONE)
            .historyParts(() -> positions -> { })
            .epochClock(SystemEpochNanoClock.INSTANCE)
            .nanoClock(SystemNanoClock.INSTANCE);
    }

    /**
     * Begins with the defaults of {@link #server}: 512 connections that have 10 s to establish a session and 1 s to
     * read the last words and close, 64 KiB read ahead, and 256 KiB held for a client that does not read before it is
     * cut off.
     *
     * @return builder.
     */
    public static TcpServerOptionsBuilder serverBuilder()
    {
        return TcpServerOptions.builder()
            .name("twime")
            .backlog(1024)
            .maxConnections(512)
            .isOutstandingReplaced(true)
            .loginTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .receiveBufferLength(64 * 1024)
            .sendQueueLength(256 * 1024);
    }
}
