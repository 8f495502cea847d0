// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.TransportOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.agrona.concurrent.SystemNanoClock;

/**
 * Options of a {@link FixGateway}; made as {@link FixGateway.Context}.
 *
 * @param <T> the class that is made.
 */
public abstract class FixGatewayContext<T extends FixGatewayContext<T>>
{
    private boolean isConcluded;
    private EngineClient engineClient;
    private InetSocketAddress bindAddress = new InetSocketAddress("127.0.0.1", 0);
    private int gatewayId = 2;
    private String targetCompId = "BOURSE";
    private Path storeDirectory;
    private int minHeartbeatSeconds = 1;
    private int maxHeartbeatSeconds = 60;
    private long publicFirstTimeoutNs = TimeUnit.MILLISECONDS.toNanos(5);
    private long logonTimeoutNs = TimeUnit.SECONDS.toNanos(10);
    private long engineBusyTimeoutNs = TimeUnit.MILLISECONDS.toNanos(200);
    private int endedOrdersPerLogin = 20_000;
    private TransportOptions transport = new TransportOptions();
    private EpochNanoClock epochClock = new SystemEpochNanoClock();
    private NanoClock nanoClock = SystemNanoClock.INSTANCE;

    FixGatewayContext()
    {
    }

    abstract T self();

    /**
     * Connection to the engine; the gateway does not close it.
     *
     * @param value client of the partition served.
     * @return this.
     */
    public T engineClient(final EngineClient value)
    {
        engineClient = value;
        return self();
    }

    /**
     * Connection to the engine; the gateway does not close it.
     *
     * @return client of the partition served.
     */
    public EngineClient engineClient()
    {
        return engineClient;
    }

    /**
     * Where to listen; port 0 takes a free one. Default 127.0.0.1:0.
     *
     * @param value address.
     * @return this.
     */
    public T bindAddress(final InetSocketAddress value)
    {
        bindAddress = value;
        return self();
    }

    /**
     * Where to listen; port 0 takes a free one. Default 127.0.0.1:0.
     *
     * @return address.
     */
    public InetSocketAddress bindAddress()
    {
        return bindAddress;
    }

    /**
     * Name of this gateway in commands and events, the same after every restart. Default 2.
     *
     * @param value 1 to 65534.
     * @return this.
     */
    public T gatewayId(final int value)
    {
        gatewayId = value;
        return self();
    }

    /**
     * Name of this gateway in commands and events, the same after every restart. Default 2.
     *
     * @return 1 to 65534.
     */
    public int gatewayId()
    {
        return gatewayId;
    }

    /**
     * Our CompID: the TargetCompID of what clients send. Default BOURSE.
     *
     * @param value letters, digits, '_', '.' or '-'.
     * @return this.
     */
    public T targetCompId(final String value)
    {
        targetCompId = value;
        return self();
    }

    /**
     * Our CompID: the TargetCompID of what clients send. Default BOURSE.
     *
     * @return letters, digits, '_', '.' or '-'.
     */
    public String targetCompId()
    {
        return targetCompId;
    }

    /**
     * Directory of the session stores and of the handed mark. It belongs to one venue.
     *
     * @param value created if missing.
     * @return this.
     */
    public T storeDirectory(final Path value)
    {
        storeDirectory = value;
        return self();
    }

    /**
     * Directory of the session stores and of the handed mark. It belongs to one venue.
     *
     * @return created if missing.
     */
    public Path storeDirectory()
    {
        return storeDirectory;
    }

    /**
     * Smallest HeartBtInt a client may ask for. Default 1.
     *
     * @param value seconds, from 1.
     * @return this.
     */
    public T minHeartbeatSeconds(final int value)
    {
        minHeartbeatSeconds = value;
        return self();
    }

    /**
     * Smallest HeartBtInt a client may ask for. Default 1.
     *
     * @return seconds, from 1.
     */
    public int minHeartbeatSeconds()
    {
        return minHeartbeatSeconds;
    }

    /**
     * Largest HeartBtInt a client may ask for. Default 60.
     *
     * @param value seconds, not less than the smallest.
     * @return this.
     */
    public T maxHeartbeatSeconds(final int value)
    {
        maxHeartbeatSeconds = value;
        return self();
    }

    /**
     * Largest HeartBtInt a client may ask for. Default 60.
     *
     * @return seconds, not less than the smallest.
     */
    public int maxHeartbeatSeconds()
    {
        return maxHeartbeatSeconds;
    }

    /**
     * Longest wait of a report for the market data of its transaction. Default 5 ms.
     *
     * @param value nanoseconds; 0 does not wait.
     * @return this.
     */
    public T publicFirstTimeoutNs(final long value)
    {
        publicFirstTimeoutNs = value;
        return self();
    }

    /**
     * Longest wait of a report for the market data of its transaction. Default 5 ms.
     *
     * @return nanoseconds; 0 does not wait.
     */
    public long publicFirstTimeoutNs()
    {
        return publicFirstTimeoutNs;
    }

    /**
     * How long a connection may stay without sending a Logon. Default 10 s.
     *
     * @param value nanoseconds, at least one second.
     * @return this.
     */
    public T logonTimeoutNs(final long value)
    {
        logonTimeoutNs = value;
        return self();
    }

    /**
     * How long a connection may stay without sending a Logon. Default 10 s.
     *
     * @return nanoseconds, at least one second.
     */
    public long logonTimeoutNs()
    {
        return logonTimeoutNs;
    }

    /**
     * How long a request is offered to a full ring before it is refused. Default 200 ms.
     *
     * @param value nanoseconds.
     * @return this.
     */
    public T engineBusyTimeoutNs(final long value)
    {
        engineBusyTimeoutNs = value;
        return self();
    }

    /**
     * How long a request is offered to a full ring before it is refused. Default 200 ms.
     *
     * @return nanoseconds.
     */
    public long engineBusyTimeoutNs()
    {
        return engineBusyTimeoutNs;
    }

    /**
     * Ended orders remembered per login for status and repeated ClOrdIDs. Default 20 000.
     *
     * @param value count, from 1.
     * @return this.
     */
    public T endedOrdersPerLogin(final int value)
    {
        endedOrdersPerLogin = value;
        return self();
    }

    /**
     * Ended orders remembered per login for status and repeated ClOrdIDs. Default 20 000.
     *
     * @return count, from 1.
     */
    public int endedOrdersPerLogin()
    {
        return endedOrdersPerLogin;
    }

    /**
     * Limits of connections, options of sessions, who may log on, TLS.
     *
     * @param value options.
     * @return this.
     */
    public T transport(final TransportOptions value)
    {
        transport = value;
        return self();
    }

    /**
     * Limits of connections, options of sessions, who may log on, TLS.
     *
     * @return options, to be changed in place.
     */
    public TransportOptions transport()
    {
        return transport;
    }

    /**
     * What the configuration says of the sessions; the same as {@code transport().sessionOptions(value)}.
     *
     * @param value from the name of a login to its options; never null.
     * @return this.
     */
    public T sessionOptions(final Function<String, FixSessionOptions> value)
    {
        transport.sessionOptions(value);
        return self();
    }

    /**
     * Wall clock of receive times and of our own refusals.
     *
     * @param value clock.
     * @return this.
     */
    public T epochClock(final EpochNanoClock value)
    {
        epochClock = value;
        return self();
    }

    /**
     * Wall clock of receive times and of our own refusals.
     *
     * @return clock.
     */
    public EpochNanoClock epochClock()
    {
        return epochClock;
    }

    /**
     * Clock of bounded waits.
     *
     * @param value clock.
     * @return this.
     */
    public T nanoClock(final NanoClock value)
    {
        nanoClock = value;
        return self();
    }

    /**
     * Clock of bounded waits.
     *
     * @return clock.
     */
    public NanoClock nanoClock()
    {
        return nanoClock;
    }

    /**
     * Validates the options and creates the store directory. A context serves one gateway.
     *
     * @return this.
     * @throws IllegalArgumentException when an option is missing or contradicts another, with key and value.
     * @throws IllegalStateException when it was concluded before.
     */
    T conclude()
    {
        if (isConcluded)
        {
            throw new IllegalStateException("context was used for another gateway, make a new one: " + this);
        }
        require(null != engineClient, "engineClient", null);
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
        require(logonTimeoutNs >= TimeUnit.SECONDS.toNanos(1), "logonTimeoutNs", logonTimeoutNs);
        require(engineBusyTimeoutNs >= 0, "engineBusyTimeoutNs", engineBusyTimeoutNs);
        require(endedOrdersPerLogin >= 1, "endedOrdersPerLogin", endedOrdersPerLogin);
        require(null != transport, "transport", null);
        transport.conclude();
        require(null != epochClock, "epochClock", null);
        require(null != nanoClock, "nanoClock", null);
        isConcluded = true;
        try
        {
            Files.createDirectories(storeDirectory);
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException("store directory cannot be created: storeDirectory=" + storeDirectory, e);
        }
        return self();
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
        return "FixGateway.Context{bindAddress=" + bindAddress +
            ", gatewayId=" + gatewayId +
            ", targetCompId=" + targetCompId +
            ", storeDirectory=" + storeDirectory +
            ", minHeartbeatSeconds=" + minHeartbeatSeconds +
            ", maxHeartbeatSeconds=" + maxHeartbeatSeconds +
            ", publicFirstTimeoutNs=" + publicFirstTimeoutNs +
            ", logonTimeoutNs=" + logonTimeoutNs +
            ", engineBusyTimeoutNs=" + engineBusyTimeoutNs +
            ", endedOrdersPerLogin=" + endedOrdersPerLogin +
            ", " + transport + '}';
    }
}
