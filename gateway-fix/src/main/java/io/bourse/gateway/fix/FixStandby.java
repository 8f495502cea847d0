// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixTransport;
import io.bourse.gateway.fix.session.LogonCheck;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/**
 * A FIX gateway that waits to take over from another one: it answers each Logon with Logout. Message numbers are in the
 * stores of the active gateway, and in no event: so the standby has no sessions. When it is activated it sends
 * ConnectGateway, by which the active one gives up its sessions and its stores; a {@link FixGateway} then starts with
 * them.
 *
 * <p>Everything happens in the duty cycle; {@link #activate()}, {@link #isStandingBy()}, {@link #isActivated()},
 * {@link #localAddress()} and {@link #counters()} may be called from any thread.
 */
public final class FixStandby implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FixStandby.class);

    private final FixGatewayOptions options;
    private final FixTransport transport;
    private final GatewayCommands commands;
    private final long epoch;
    private final EventFollower follower;
    private final GatewayLease lease;
    private volatile InetSocketAddress localAddress;
    private volatile boolean isAsked;
    private volatile boolean isActivated;

    /**
     * A standby that does not listen yet.
     *
     * @param options of the gateway; the store directory is one for the standby alone.
     * @param client of the engine; not closed here.
     * @param isAutomatic whether it activates itself when the active gateway gives no sign of life for the lease.
     */
    public FixStandby(final FixGatewayOptions options, final EngineClient client, final boolean isAutomatic)
    {
        this.options = options;
        epoch = options.epochClock().nanoTime();
        commands = new GatewayCommands(client.newCommandPublisher(Principal.gateway(options.gatewayId())),
            options.gatewayId(), client.partition());
        transport = new FixTransport(options, LogonCheck.STANDBY, client.publishedWatermark());
        transport.counters().set(FixCounter.STANDBY, 1);
        lease = isAutomatic ? new GatewayLease(options.gatewayId(), options.leaseNs()) : null;
        follower = client.follow(client.endCursor(), new Listener());
    }

    @Override
    public int doWork()
    {
        if (null == localAddress)
        {
            listen();
        }
        if (isAsked && !isActivated)
        {
            isActivated = commands.connect(epoch, options.epochClock().nanoTime());
        }
        if (!isAsked)
        {
            follower.poll(EventFollower.FRAMES_OF_TURN);
            watchLease();
        }
        final long nowNs = options.nanoClock().nanoTime();
        return transport.poll(nowNs) + transport.drain(nowNs);
    }

    private void watchLease()
    {
        if (null == lease)
        {
            return;
        }
        final long nowNs = options.nanoClock().nanoTime();
        if (lease.isQuestionDue(nowNs) && commands.signOfLife(0))
        {
            lease.onAsked(nowNs);
        }
        if (lease.isOver(nowNs))
        {
            LOGGER.warn("the active FIX gateway gives no sign of life, its standby takes over: gatewayId={} leaseNs={}",
                options.gatewayId(), options.leaseNs());
            activate();
        }
    }

    private void listen()
    {
        try
        {
            transport.listen(options.bindAddress());
            localAddress = transport.localAddress(false);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("FIX standby cannot listen: address=" + options.bindAddress(), ex);
        }
    }

    /** Has the active gateway give up its sessions. */
    public void activate()
    {
        isAsked = true;
    }

    /**
     * Whether it has begun to take over.
     *
     * @return true when the command is on its way to the engine.
     */
    public boolean isActivated()
    {
        return isActivated;
    }

    /**
     * Whether it answers clients.
     *
     * @return true when it listens.
     */
    public boolean isStandingBy()
    {
        return null != localAddress;
    }

    /**
     * Where it listens.
     *
     * @return address with the port in use; null before {@link #isStandingBy()}.
     */
    public InetSocketAddress localAddress()
    {
        return localAddress;
    }

    /**
     * What was counted so far.
     *
     * @return live counters.
     */
    public CounterSet<FixCounter> counters()
    {
        return transport.counters();
    }

    @Override
    public void onClose()
    {
        CloseHelper.closeAll(follower, transport);
    }

    @Override
    public String roleName()
    {
        return "fix-standby";
    }

    private final class Listener implements EventListener
    {
        @Override
        public void onGroupBegin(final EventGroup group)
        {
            if (null != lease)
            {
                lease.onGroupBegin(group, options.nanoClock().nanoTime());
            }
        }

        @Override
        public void onGatewayActivated(final EventGroup group, final GatewayActivatedDecoder event)
        {
            if (options.gatewayId() == event.gatewayId())
            {
                LOGGER.info("an operator has the standby take over: gatewayId={}", options.gatewayId());
                activate();
            }
        }
    }
}
