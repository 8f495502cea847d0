// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.nio.ByteBuffer;

/**
 * Options of a {@link TcpServer}. Every setter returns the object itself.
 */
public final class TcpServerOptions
{
    String name = "tcp";
    int backlog = 128;
    int acceptsPerPoll = 4;
    int maxConnections = 64;
    int maxConnectionsPerAddress = Integer.MAX_VALUE;
    int maxConnectionsPerAddressPerDay = Integer.MAX_VALUE;
    int maxOutstanding = Integer.MAX_VALUE;
    int maxOutstandingPerAddress = Integer.MAX_VALUE;
    boolean isOutstandingReplaced;
    long loginTimeoutNs = Long.MAX_VALUE;
    long inactivityTimeoutNs = Long.MAX_VALUE;
    boolean isSendingActivity = true;
    long lifetimeNs = Long.MAX_VALUE;
    long slowPeerTimeoutNs = Long.MAX_VALUE;
    long lingerNs = 1_000_000_000L;
    int receiveBufferLength = 4 * 1024;
    int sendQueueLength = 64 * 1024;
    int growingFromLength;
    long maxUnsentOfAll = Long.MAX_VALUE;
    int socketSendBufferLength;
    int socketReceiveBufferLength;
    SocketWatch socketWatch;
    TlsOptions tls;

    /** All defaults. */
    public TcpServerOptions()
    {
        // Each option has its own.
    }

    /** What the server is called in logs and errors. */
    public TcpServerOptions name(final String value)
    {
        name = value;
        return this;
    }

    /** Connections that the system keeps until they are accepted. From 1. */
    public TcpServerOptions backlog(final int value)
    {
        backlog = value;
        return this;
    }

    /** Most connections accepted in one poll: who is connected does not wait for all who come. From 1. */
    public TcpServerOptions acceptsPerPoll(final int value)
    {
        acceptsPerPoll = value;
        return this;
    }

    /** Most connections at once. From 1. */
    public TcpServerOptions maxConnections(final int value)
    {
        maxConnections = value;
        return this;
    }

    /** Most connections of one address at once. Not limited unless set. From 1. */
    public TcpServerOptions maxConnectionsPerAddress(final int value)
    {
        maxConnectionsPerAddress = value;
        return this;
    }

    /**
     * Most connections of one address in a day (UTC); needs polls with the time since the Unix epoch. Not limited
     * unless set. From 1.
    */
    public TcpServerOptions maxConnectionsPerAddressPerDay(final int value)
    {
        maxConnectionsPerAddressPerDay = value;
        return this;
    }

    /** Most connections at once that have not logged in. Not limited unless set. From 1. */
    public TcpServerOptions maxOutstanding(final int value)
    {
        maxOutstanding = value;
        return this;
    }

    /** The same of one address, so that it does not take the places of others. Not limited unless set. From 1. */
    public TcpServerOptions maxOutstandingPerAddress(final int value)
    {
        maxOutstandingPerAddress = value;
        return this;
    }

    /**
     * Whether the oldest connection without a login gives way to a new one that would be refused: of the same address
     * if that has no connection left, else of the address that has most. True to replace, false to refuse the new one.
    */
    public TcpServerOptions isOutstandingReplaced(final boolean value)
    {
        isOutstandingReplaced = value;
        return this;
    }

    /** Time to log in. Not limited unless set. Nanoseconds, above 0. */
    public TcpServerOptions loginTimeoutNs(final long value)
    {
        loginTimeoutNs = value;
        return this;
    }

    /** Time without a byte after which a connection is closed. Not limited unless set. Nanoseconds, above 0. */
    public TcpServerOptions inactivityTimeoutNs(final long value)
    {
        inactivityTimeoutNs = value;
        return this;
    }

    /** Whether bytes the peer takes count as activity, or only bytes it sends. */
    public TcpServerOptions isSendingActivity(final boolean value)
    {
        isSendingActivity = value;
        return this;
    }

    /** Time after which a connection is closed, whatever it does. Not limited unless set. Nanoseconds, above 0. */
    public TcpServerOptions lifetimeNs(final long value)
    {
        lifetimeNs = value;
        return this;
    }

    /** How long a peer for whom bytes wait may take none of them. Not limited unless set. Nanoseconds, above 0. */
    public TcpServerOptions slowPeerTimeoutNs(final long value)
    {
        slowPeerTimeoutNs = value;
        return this;
    }

    /**
     * Time for the end of a connection: to take the last bytes and to close the other side. With an inactivity timeout
     * it begins when the last bytes have left, else when the end begins. Nanoseconds, above 0.
    */
    public TcpServerOptions lingerNs(final long value)
    {
        lingerNs = value;
        return this;
    }

    /** Bytes a connection may hold that are not a whole message yet, from 16. */
    public TcpServerOptions receiveBufferLength(final int value)
    {
        receiveBufferLength = value;
        return this;
    }

    /** Bytes a connection may hold that its socket has not taken yet, from 1024. */
    public TcpServerOptions sendQueueLength(final int value)
    {
        sendQueueLength = value;
        return this;
    }

    /**
     * Bytes that both buffers begin with; they grow to their lengths on the heap. Unless set they have their lengths
     * from the beginning, off the heap. Bytes, from 1024; 0 for buffers that do not grow.
    */
    public TcpServerOptions growingFromLength(final int value)
    {
        growingFromLength = value;
        return this;
    }

    /**
     * Bytes that all connections together may hold unsent; see {@link TcpServer#slowestAboveLimit()}. Not limited
     * unless set. Bytes, from 1024.
    */
    public TcpServerOptions maxUnsentOfAll(final long value)
    {
        maxUnsentOfAll = value;
        return this;
    }

    /** SO_SNDBUF of a connection in bytes; 0, the default, leaves it to the system. */
    public TcpServerOptions socketSendBufferLength(final int value)
    {
        socketSendBufferLength = value;
        return this;
    }

    /** SO_RCVBUF of a connection in bytes; 0, the default, leaves it to the system. */
    public TcpServerOptions socketReceiveBufferLength(final int value)
    {
        socketReceiveBufferLength = value;
        return this;
    }

    /** On what the thread that polls sleeps; null, the default, for none. */
    public TcpServerOptions socketWatch(final SocketWatch value)
    {
        socketWatch = value;
        return this;
    }

    /** Port under TLS and its keys; null, the default, for none. */
    public TcpServerOptions tls(final TlsOptions value)
    {
        tls = value;
        return this;
    }

    /** Checks the numbers; the error names option and value. */
    void validate()
    {
        checkMin("backlog", backlog, 1);
        checkMin("acceptsPerPoll", acceptsPerPoll, 1);
        checkMin("maxConnections", maxConnections, 1);
        checkMin("maxConnectionsPerAddress", maxConnectionsPerAddress, 1);
        checkMin("maxConnectionsPerAddressPerDay", maxConnectionsPerAddressPerDay, 1);
        checkMin("maxOutstanding", maxOutstanding, 1);
        checkMin("maxOutstandingPerAddress", maxOutstandingPerAddress, 1);
        checkMin("loginTimeoutNs", loginTimeoutNs, 1);
        checkMin("inactivityTimeoutNs", inactivityTimeoutNs, 1);
        checkMin("lifetimeNs", lifetimeNs, 1);
        checkMin("slowPeerTimeoutNs", slowPeerTimeoutNs, 1);
        checkMin("lingerNs", lingerNs, 1);
        checkMin("receiveBufferLength", receiveBufferLength, 16);
        checkMin("sendQueueLength", sendQueueLength, 1024);
        checkMin("growingFromLength", growingFromLength, 0);
        checkMin("maxUnsentOfAll", maxUnsentOfAll, 1024);
        checkMin("socketSendBufferLength", socketSendBufferLength, 0);
        checkMin("socketReceiveBufferLength", socketReceiveBufferLength, 0);
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

    private void checkMin(final String option, final long value, final long min)
    {
        if (value < min)
        {
            throw new IllegalArgumentException(
                "Option of a TCP server is too small: " + option + '=' + value + " min=" + min + " name=" + name);
        }
    }
}
