// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.net.TlsOptions;

import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Limits and choices of the connections and sessions. Every setter returns the object itself.
 */
public final class TransportOptions
{
    private static final long MIN_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int MIN_UNSENT = 64 * 1024;
    private int maxConnections = 1_000;
    private int maxWithoutLogon = 200;
    private int maxWithoutLogonPerSource = Integer.MAX_VALUE;
    private int backlog = 256;
    private int maxUnsentBytes = 16 * 1024 * 1024;
    private int maxUnsentBytesOfAll = 256 * 1024 * 1024;
    private long slowClientTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private int maxMessageLength = 256 * 1024;
    private Function<String, FixSessionOptions> sessionOptions = (name) -> FixSessionOptions.DEFAULT;
    private LogonCheck logonCheck = LogonCheck.ACCEPT_ALL;
    private TlsOptions tls;
    private SocketWatch socketWatch;

    /** Defaults. */
    public TransportOptions()
    {
        // Each option has its own.
    }

    /**
     * On what the thread of the gateway sleeps when it has rooms beside the gateway; null, the default, for none.
     *
     * @param value watch of that thread.
     * @return this.
     */
    public TransportOptions socketWatch(final SocketWatch value)
    {
        socketWatch = value;
        return this;
    }

    SocketWatch socketWatch()
    {
        return socketWatch;
    }

    /**
     * Connections at a time; more are closed at once. Default 1000.
     *
     * @param value from 1.
     * @return this.
     */
    public TransportOptions maxConnections(final int value)
    {
        maxConnections = value;
        return this;
    }

    int maxConnections()
    {
        return maxConnections;
    }

    /**
     * Connections at a time that have not logged on; more are closed at once. Default 200.
     *
     * @param value from 1.
     * @return this.
     */
    public TransportOptions maxWithoutLogon(final int value)
    {
        maxWithoutLogon = value;
        return this;
    }

    int maxWithoutLogon()
    {
        return maxWithoutLogon;
    }

    /**
     * Connections at a time from one address that have not logged on; more are closed at once, so that a flood from one
     * address does not take the places of others. Default: no limit of its own.
     *
     * @param value from 1.
     * @return this.
     */
    public TransportOptions maxWithoutLogonPerSource(final int value)
    {
        maxWithoutLogonPerSource = value;
        return this;
    }

    int maxWithoutLogonPerSource()
    {
        return maxWithoutLogonPerSource;
    }

    /**
     * Connections that the system keeps for us until we accept them. Default 256.
     *
     * @param value from 1.
     * @return this.
     */
    public TransportOptions backlog(final int value)
    {
        backlog = value;
        return this;
    }

    int backlog()
    {
        return backlog;
    }

    /**
     * Bytes that may wait for a client that does not read; beyond it is disconnected, and asks for what it missed after
     * its next Logon. Default 16 MiB.
     *
     * @param value from 65536.
     * @return this.
     */
    public TransportOptions maxUnsentBytes(final int value)
    {
        maxUnsentBytes = value;
        return this;
    }

    /**
     * Bytes that may wait for a client that does not read.
     *
     * @return bytes.
     */
    public int maxUnsentBytes()
    {
        return maxUnsentBytes;
    }

    /**
     * Bytes that may wait for all clients together; beyond, the one with the most is disconnected. Default 256 MiB.
     *
     * @param value not less than for one.
     * @return this.
     */
    public TransportOptions maxUnsentBytesOfAll(final int value)
    {
        maxUnsentBytesOfAll = value;
        return this;
    }

    int maxUnsentBytesOfAll()
    {
        return maxUnsentBytesOfAll;
    }

    /**
     * How long a client for whom bytes wait may read nothing at all before it is disconnected. Default 10 s.
     *
     * @param value nanoseconds, from one millisecond.
     * @return this.
     */
    public TransportOptions slowClientTimeoutNs(final long value)
    {
        slowClientTimeoutNs = value;
        return this;
    }

    long slowClientTimeoutNs()
    {
        return slowClientTimeoutNs;
    }

    /**
     * Bytes that a client may send without a whole message in them. Default 256 KiB.
     *
     * @param value from 1024.
     * @return this.
     */
    public TransportOptions maxMessageLength(final int value)
    {
        maxMessageLength = value;
        return this;
    }

    int maxMessageLength()
    {
        return maxMessageLength;
    }

    /**
     * What the configuration says of the sessions. Default {@link FixSessionOptions#DEFAULT} for all.
     *
     * @param value from the name of a login to its options; never null.
     * @return this.
     */
    public TransportOptions sessionOptions(final Function<String, FixSessionOptions> value)
    {
        sessionOptions = value;
        return this;
    }

    Function<String, FixSessionOptions> sessionOptions()
    {
        return sessionOptions;
    }

    /**
     * Who may log on; closed with the gateway. Default {@link LogonCheck#ACCEPT_ALL}.
     *
     * @param value asked for every Logon.
     * @return this.
     */
    public TransportOptions logonCheck(final LogonCheck value)
    {
        logonCheck = value;
        return this;
    }

    LogonCheck logonCheck()
    {
        return logonCheck;
    }

    /**
     * A second port, under TLS. Default none.
     *
     * @param value its address and keys; null for none.
     * @return this.
     */
    public TransportOptions tls(final TlsOptions value)
    {
        tls = value;
        return this;
    }

    /**
     * A second port, under TLS.
     *
     * @return its address and keys; null for none.
     */
    public TlsOptions tls()
    {
        return tls;
    }

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming key and value.
     */
    public void conclude()
    {
        require(maxConnections >= 1, "maxConnections", maxConnections);
        require(maxWithoutLogon >= 1, "maxWithoutLogon", maxWithoutLogon);
        require(maxWithoutLogonPerSource >= 1, "maxWithoutLogonPerSource", maxWithoutLogonPerSource);
        require(backlog >= 1, "backlog", backlog);
        require(maxUnsentBytes >= MIN_UNSENT, "maxUnsentBytes", maxUnsentBytes);
        require(maxUnsentBytesOfAll >= maxUnsentBytes, "maxUnsentBytesOfAll", maxUnsentBytesOfAll);
        require(slowClientTimeoutNs >= MIN_TIMEOUT_NS, "slowClientTimeoutNs", slowClientTimeoutNs);
        require(maxMessageLength >= 1024, "maxMessageLength", maxMessageLength);
        require(null != sessionOptions, "sessionOptions", null);
        require(null != logonCheck, "logonCheck", null);
    }

    private static void require(final boolean isValid, final String key, final Object value)
    {
        if (!isValid)
        {
            throw new IllegalArgumentException("FIX gateway option is missing or out of range: " + key + "=" + value);
        }
    }

    @Override
    public String toString()
    {
        return "maxConnections=" + maxConnections +
            ", maxWithoutLogon=" + maxWithoutLogon +
            ", maxWithoutLogonPerSource=" + maxWithoutLogonPerSource +
            ", backlog=" + backlog +
            ", maxUnsentBytes=" + maxUnsentBytes +
            ", maxUnsentBytesOfAll=" + maxUnsentBytesOfAll +
            ", slowClientTimeoutNs=" + slowClientTimeoutNs +
            ", maxMessageLength=" + maxMessageLength +
            ", tls=" + tls;
    }
}
