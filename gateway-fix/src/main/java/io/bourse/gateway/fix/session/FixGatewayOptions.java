// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TcpServerOptionsBuilder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.engine.telemetry.TimestampOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Options of the FIX gateway.
 *
 * @param bindAddress where to listen; port 0 takes a free one; a free port of 127.0.0.1 by default.
 * @param gatewayId name of this gateway in commands and events, 1 to 65000, the same after every restart; 2 by default.
 * @param targetCompId our CompID, the TargetCompID of what clients send: letters, digits, '_', '.' or '-'; BOURSE by
 *     default.
 * @param storeDirectory directory of the session stores and of the handed mark, created if missing. It belongs to one
 *     venue.
 * @param minHeartbeatSeconds smallest HeartBtInt a client may ask for, seconds from 1; 1 by default.
 * @param maxHeartbeatSeconds largest HeartBtInt a client may ask for, seconds; 60 by default.
 * @param publicFirstTimeoutNs longest wait in nanoseconds of a report for the market data of its transaction, from 0,
 *     no wait; 5 ms by default.
 * @param leaseNs time in nanoseconds in which a sign of life is given four times, and after which a standby takes over;
 *     0, no signs, by default.
 * @param activationPhaseNs how long in nanoseconds orders, replaces and quotes are refused at first, because this
 *     gateway is a standby that was activated; 0, not at all, by default.
 * @param engineBusyTimeoutNs how long in nanoseconds a request is offered to a full ring before it is refused; 200 ms
 *     by default.
 * @param endedOrdersPerLogin ended orders remembered per login for status and repeated ClOrdIDs, from 1; 20 000 by
 *     default.
 * @param tradesOfDay trades remembered for TradeCaptureReportRequests, from 1; 100 000 by default.
 * @param server connections: how many, how long they may stay without a Logon, what may wait for a client that does not
 *     read before it is disconnected, and a second port under TLS; begin with {@link #serverBuilder()}.
 * @param defaults options of a session that has none of its own.
 * @param sessions options of sessions, by the name of their login.
 * @param marketData whether it serves market data, and lists and states of instruments; it does by default.
 * @param elsewhere symbols and ids of instruments that other gateways of the venue serve, with the name of the gateway;
 *     none by default.
 * @param securityLog where refusals and ends of sessions are logged; nowhere by default.
 * @param timestamps where time stamps are recorded; null, by default, nowhere.
 * @param historyParts makes, for each part of the gateway that keeps checkpoints, what takes from where on that part
 *     needs the event stream; nothing takes it by default.
 * @param epochClock wall clock of receive times and of our own refusals; the system's by default.
 * @param nanoClock clock of bounded waits; the system's by default.
 */
@RecordBuilder
public record FixGatewayOptions(
    InetSocketAddress bindAddress,
    int gatewayId,
    String targetCompId,
    Path storeDirectory,
    int minHeartbeatSeconds,
    int maxHeartbeatSeconds,
    long publicFirstTimeoutNs,
    long leaseNs,
    long activationPhaseNs,
    long engineBusyTimeoutNs,
    int endedOrdersPerLogin,
    int tradesOfDay,
    TcpServerOptions server,
    FixSessionOptions defaults,
    Map<String, FixSessionOptions> sessions,
    boolean marketData,
    Map<String, String> elsewhere,
    SecuritySink securityLog,
    TimestampOptions timestamps,
    Supplier<Consumer<List<StreamPosition>>> historyParts,
    EpochNanoClock epochClock,
    NanoClock nanoClock)
{
    /** What one of {@link #endedOrdersPerLogin} takes in the heap when it has been replaced four times. */
    public static final int ENDED_ORDER_BYTES = 1_000;
    private static final int MIN_MESSAGE_LENGTH = 1024;
    private static final int MIN_UNSENT = 64 * 1024;

    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException when an option is missing or contradicts another, with key and value.
     */
    public FixGatewayOptions
    {
        require(null != storeDirectory, "storeDirectory", null);
        require(null != bindAddress && !bindAddress.isUnresolved(), "bindAddress", bindAddress);
        require(gatewayId > 0 && gatewayId <= Principal.MAX_GATEWAY_ID, "gatewayId", gatewayId);
        require(null != targetCompId && targetCompId.matches("[A-Za-z0-9_.-]+"), "targetCompId", targetCompId);
        require(minHeartbeatSeconds >= 1, "minHeartbeatSeconds", minHeartbeatSeconds);
        if (maxHeartbeatSeconds < minHeartbeatSeconds)
        {
            throw new IllegalArgumentException("maxHeartbeatSeconds must not be less than minHeartbeatSeconds: " +
                "maxHeartbeatSeconds=" + maxHeartbeatSeconds + " minHeartbeatSeconds=" + minHeartbeatSeconds);
        }
        require(publicFirstTimeoutNs >= 0, "publicFirstTimeoutNs", publicFirstTimeoutNs);
        require(leaseNs >= 0, "leaseNs", leaseNs);
        require(activationPhaseNs >= 0, "activationPhaseNs", activationPhaseNs);
        require(engineBusyTimeoutNs >= 0, "engineBusyTimeoutNs", engineBusyTimeoutNs);
        require(endedOrdersPerLogin >= 1, "endedOrdersPerLogin", endedOrdersPerLogin);
        require(tradesOfDay >= 1, "tradesOfDay", tradesOfDay);
        require(null != server, "server", null);
        require(server.loginTimeoutNs() >= TimeUnit.SECONDS.toNanos(1), "loginTimeoutNs", server.loginTimeoutNs());
        require(server.slowPeerTimeoutNs() >= TimeUnit.MILLISECONDS.toNanos(1), "slowPeerTimeoutNs",
            server.slowPeerTimeoutNs());
        require(
            server.receiveBufferLength() >= MIN_MESSAGE_LENGTH, "receiveBufferLength", server.receiveBufferLength());
        // Messages are read and written as arrays, which buffers off the heap do not have.
        require(server.growingFromLength() > 0, "growingFromLength", server.growingFromLength());
        require(server.sendQueueLength() >= MIN_UNSENT, "sendQueueLength", server.sendQueueLength());
        require(server.maxUnsentOfAll() >= server.sendQueueLength(), "maxUnsentOfAll", server.maxUnsentOfAll());
        require(null != defaults, "defaults", null);
        require(null != sessions, "sessions", null);
        sessions = Map.copyOf(sessions);
        require(null != elsewhere, "elsewhere", null);
        elsewhere = Map.copyOf(elsewhere);
        require(null != securityLog, "securityLog", null);
        require(null != historyParts, "historyParts", null);
        require(null != epochClock, "epochClock", null);
        require(null != nanoClock, "nanoClock", null);
    }

    /**
     * Options of a session.
     *
     * @param name of its login.
     * @return its own or the defaults.
     */
    public FixSessionOptions session(final String name)
    {
        return sessions.getOrDefault(name, defaults);
    }

    /**
     * Begins with the defaults; the store directory has none.
     *
     * @return builder.
     */
    public static FixGatewayOptionsBuilder builder()
    {
        return FixGatewayOptionsBuilder.builder()
            .bindAddress(new InetSocketAddress("127.0.0.1", 0))
            .gatewayId(2)
            .targetCompId("BOURSE")
            .minHeartbeatSeconds(1)
            .maxHeartbeatSeconds(60)
            .publicFirstTimeoutNs(TimeUnit.MILLISECONDS.toNanos(5))
            .engineBusyTimeoutNs(TimeUnit.MILLISECONDS.toNanos(200))
            .endedOrdersPerLogin(20_000)
            .tradesOfDay(100_000)
            .server(serverBuilder().build())
            .defaults(FixSessionOptions.DEFAULT)
            .sessions(Map.of())
            .marketData(true)
            .elsewhere(Map.of())
            .securityLog(SecuritySink.NONE)
            .historyParts(() -> positions -> { })
            .epochClock(SystemEpochNanoClock.INSTANCE)
            .nanoClock(SystemNanoClock.INSTANCE);
    }

    /**
     * Begins with the defaults of {@link #server}: 1000 connections, 200 of them without a Logon, which may take 10 s;
     * messages of 256 KiB; 16 MiB that wait for one client, 256 MiB for all, and 10 s in which a client reads nothing;
     * 2 s to read the last words.
     *
     * @return builder.
     */
    public static TcpServerOptionsBuilder serverBuilder()
    {
        return TcpServerOptions.builder()
            .name("fix")
            .backlog(256)
            .acceptsPerPoll(16)
            .maxConnections(1_000)
            .maxOutstanding(200)
            .isOutstandingReplaced(true)
            .loginTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .slowPeerTimeoutNs(TimeUnit.SECONDS.toNanos(10))
            .lingerNs(TimeUnit.SECONDS.toNanos(2))
            .receiveBufferLength(256 * 1024)
            .sendQueueLength(16 * 1024 * 1024)
            .growingFromLength(8 * 1024)
            .maxUnsentOfAll(256 * 1024 * 1024);
    }

    private static void require(final boolean isValid, final String key, final Object value)
    {
        if (!isValid)
        {
            throw new IllegalArgumentException("FIX gateway option is missing or out of range: " + key + "=" + value);
        }
    }
}
