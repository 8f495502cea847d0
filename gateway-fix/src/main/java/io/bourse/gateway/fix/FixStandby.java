// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixTransport;
import io.bourse.gateway.fix.session.LogonCheck;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

/**
 * A FIX gateway that waits to take over from another one: it answers each Logon with Logout. Message numbers are in the
 * stores of the active gateway, and in no event: so the standby has no sessions. When it is activated it tells the
 * active one by ConnectGateway, which gives up its sessions and its stores; a {@link FixGateway} then starts with them.
 *
 * <p>Everything happens in the duty cycle; {@link #activate()}, {@link #isStandingBy()}, {@link #isActivated()},
 * {@link #localAddress()} and {@link #counters()} may be called from any thread.
 */
public final class FixStandby implements Agent
{
    private final FixGatewayOptions options;
    private final FixTransport transport;
    private final GatewayCommands commands;
    private final long epoch;
    private volatile InetSocketAddress localAddress;
    private volatile boolean isAsked;
    private volatile boolean isActivated;

    /**
     * A standby that does not listen yet.
     *
     * @param options of the gateway; the store directory is one for the standby alone.
     * @param client of the engine; not closed here.
     */
    public FixStandby(final FixGatewayOptions options, final EngineClient client)
    {
        this.options = options;
        epoch = options.epochClock().nanoTime();
        commands = new GatewayCommands(client.newCommandPublisher(Principal.gateway(options.gatewayId())),
            options.gatewayId(), client.partition());
        transport = new FixTransport(options, LogonCheck.STANDBY, client.publishedWatermark());
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
        final long nowNs = options.nanoClock().nanoTime();
        return transport.poll(nowNs) + transport.drain(nowNs);
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
     * Whether the active gateway has been asked to give up its sessions.
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
        CloseHelper.close(transport);
    }

    @Override
    public String roleName()
    {
        return "fix-standby";
    }
}
