// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.nio.ByteBuffer;

/**
 * Options of a {@link TcpServer}. Without a limit means the greatest value of the type.
 *
 * @param name of the server in logs and errors; tcp by default.
 * @param backlog connections that the system keeps until they are accepted, from 1; 128 by default.
 * @param acceptsPerPoll most connections accepted in one poll, from 1, so that those who are connected do not wait for
 *     all who come; 4 by default.
 * @param maxConnections most connections at once, on all ports together, from 1; 64 by default.
 * @param maxConnectionsPerAddress most connections of one address at once, from 1; without a limit by default.
 * @param maxConnectionsPerAddressPerDay most connections of one address in a day (UTC), from 1; needs polls with the
 *     time since the Unix epoch; without a limit by default.
 * @param maxOutstanding most connections at once that have not logged in, from 1; without a limit by default.
 * @param maxOutstandingPerAddress the same of one address, so that it does not take the places of others.
 * @param reservedOutstanding of the places of {@code maxOutstanding}, those that only {@link TcpSource#MEMBER} may
 *     take, from 0, the default, and fewer than all.
 * @param isOutstandingReplaced whether the oldest connection without a login gives way to a new one that would be
 *     refused: of the same address if that has no connection left, else of the address that has most without a login;
 *     by default the new one is refused.
 * @param loginTimeoutNs time to log in, nanoseconds above 0; without a limit by default.
 * @param inactivityTimeoutNs time without a byte after which a connection is closed, nanoseconds above 0; without a
 *     limit by default.
 * @param isSendingActivity whether bytes the peer takes count as activity, the default, or only bytes it sends.
 * @param lifetimeNs time after which a connection is closed, whatever it does, nanoseconds above 0; without a limit by
 *     default.
 * @param slowPeerTimeoutNs how long a peer for which bytes wait may take none of them, nanoseconds above 0; without a
 *     limit by default.
 * @param lingerNs time for the end of a connection, nanoseconds above 0: to take the last bytes and to close the other
 *     side; 1 s by default. With an inactivity timeout it begins when the last bytes have left, else when the end
 *     begins.
 * @param receiveBufferLength bytes a connection may hold that are not a whole message yet, from 16; 4 KiB by default.
 * @param sendQueueLength bytes a connection may hold that its socket has not taken yet, from 1024; 64 KiB by default.
 * @param maxMessagesPerTurn most messages that one connection gives its protocol in one turn of the duty cycle, from 1,
 *     see {@link TcpConnection#mayTake()}; 64 by default. What is left has its turn when all others have had theirs.
 * @param maxBytesPerTurn most bytes that are read of one connection in one turn, from 16; 64 KiB by default. What is
 *     left waits in the socket.
 * @param growingFromLength bytes that both buffers begin with, growing to their lengths on the heap; 0, by default, for
 *     buffers that have their lengths from the beginning, off the heap.
 * @param maxUnsentOfAll bytes that all connections together may hold unsent, from 1024, see
 *     {@link TcpServer#slowestAboveLimit()}; without a limit by default.
 * @param socketSendBufferLength SO_SNDBUF of a connection in bytes; 0, by default, leaves it to the system.
 * @param socketReceiveBufferLength SO_RCVBUF of a connection in bytes; 0, by default, leaves it to the system.
 * @param socketWatch on what the thread that polls sleeps; null, by default, for none.
 * @param tls port under TLS and its keys; null, by default, for none.
 */
@RecordBuilder
public record TcpServerOptions(
    String name,
    int backlog,
    int acceptsPerPoll,
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxConnectionsPerAddressPerDay,
    int maxOutstanding,
    int maxOutstandingPerAddress,
    int reservedOutstanding,
    boolean isOutstandingReplaced,
    long loginTimeoutNs,
    long inactivityTimeoutNs,
    boolean isSendingActivity,
    long lifetimeNs,
    long slowPeerTimeoutNs,
    long lingerNs,
    int receiveBufferLength,
    int sendQueueLength,
    int maxMessagesPerTurn,
    int maxBytesPerTurn,
    int growingFromLength,
    long maxUnsentOfAll,
    int socketSendBufferLength,
    int socketReceiveBufferLength,
    SocketWatch socketWatch,
    TlsOptions tls)
{
    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException naming option and value.
     */
    public TcpServerOptions
    {
        checkMin(name, "backlog", backlog, 1);
        checkMin(name, "acceptsPerPoll", acceptsPerPoll, 1);
        checkMin(name, "maxConnections", maxConnections, 1);
        checkMin(name, "maxConnectionsPerAddress", maxConnectionsPerAddress, 1);
        checkMin(name, "maxConnectionsPerAddressPerDay", maxConnectionsPerAddressPerDay, 1);
        checkMin(name, "maxOutstanding", maxOutstanding, 1);
        checkMin(name, "maxOutstandingPerAddress", maxOutstandingPerAddress, 1);
        checkMin(name, "reservedOutstanding", reservedOutstanding, 0);
        if (reservedOutstanding >= maxOutstanding)
        {
            throw new IllegalArgumentException("Places must be left that are not reserved: reservedOutstanding=" +
                reservedOutstanding + " maxOutstanding=" + maxOutstanding + " name=" + name);
        }
        checkMin(name, "loginTimeoutNs", loginTimeoutNs, 1);
        checkMin(name, "inactivityTimeoutNs", inactivityTimeoutNs, 1);
        checkMin(name, "lifetimeNs", lifetimeNs, 1);
        checkMin(name, "slowPeerTimeoutNs", slowPeerTimeoutNs, 1);
        checkMin(name, "lingerNs", lingerNs, 1);
        checkMin(name, "receiveBufferLength", receiveBufferLength, 16);
        checkMin(name, "sendQueueLength", sendQueueLength, 1024);
        checkMin(name, "maxMessagesPerTurn", maxMessagesPerTurn, 1);
        checkMin(name, "maxBytesPerTurn", maxBytesPerTurn, 16);
        checkMin(name, "growingFromLength", growingFromLength, 0);
        checkMin(name, "maxUnsentOfAll", maxUnsentOfAll, 1024);
        checkMin(name, "socketSendBufferLength", socketSendBufferLength, 0);
        checkMin(name, "socketReceiveBufferLength", socketReceiveBufferLength, 0);
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static TcpServerOptionsBuilder builder()
    {
        return TcpServerOptionsBuilder.builder()
            .name("tcp")
            .backlog(128)
            .acceptsPerPoll(4)
            .maxConnections(64)
            .maxConnectionsPerAddress(Integer.MAX_VALUE)
            .maxConnectionsPerAddressPerDay(Integer.MAX_VALUE)
            .maxOutstanding(Integer.MAX_VALUE)
            .maxOutstandingPerAddress(Integer.MAX_VALUE)
            .loginTimeoutNs(Long.MAX_VALUE)
            .inactivityTimeoutNs(Long.MAX_VALUE)
            .isSendingActivity(true)
            .lifetimeNs(Long.MAX_VALUE)
            .slowPeerTimeoutNs(Long.MAX_VALUE)
            .lingerNs(1_000_000_000L)
            .receiveBufferLength(4 * 1024)
            .sendQueueLength(64 * 1024)
            .maxMessagesPerTurn(64)
            .maxBytesPerTurn(64 * 1024)
            .maxUnsentOfAll(Long.MAX_VALUE);
    }

    InputBuffer newInput()
    {
        return 0 == growingFromLength ? new InputBuffer(receiveBufferLength) :
            new InputBuffer(ByteBuffer.allocate(growingFromLength), receiveBufferLength);
    }

    OutputBuffer newOutput()
    {
        return 0 == growingFromLength ? new OutputBuffer(sendQueueLength) :
            new OutputBuffer(ByteBuffer.allocate(growingFromLength), sendQueueLength);
    }

    private static void checkMin(final String name, final String option, final long value, final long min)
    {
        if (value < min)
        {
            throw new IllegalArgumentException(
                "Option of a TCP server is too small: " + option + '=' + value + " min=" + min + " name=" + name);
        }
    }
}
