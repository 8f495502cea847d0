// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.sbe.SbeGatewayOptions;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Speaks for gateways that have died in processes of their own. A gateway itself reports to the engine when a login
 * loses its connection, and one that comes back says so of all logins of its earlier process; but one that stays dead
 * says nothing, and no grace of cancel on disconnect would ever begin. So the process of the engine looks after the
 * process ids in the gateways' descriptors, and when one is gone it says for each login that was connected there that
 * it has lost its connection. A gateway needs many times longer to start than this takes.
 */
final class GatewayWatch implements Agent, EventListener
{
    private static final Logger LOGGER = LoggerFactory.getLogger(GatewayWatch.class);
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long REPEAT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME_LIMIT = 64;
    private static final int NO_GATEWAY = -1;

    private final UnsafeBuffer buffer =
        new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + LoginDisconnectedEncoder.BLOCK_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final LoginDisconnectedEncoder loginDisconnected = new LoginDisconnectedEncoder();
    /** Gateway of each login that is connected. */
    private final Map<Integer, Integer> connected = new TreeMap<>();
    private final Path dataDir;
    private final int partition;
    private final CommandPublisher commands;
    private final EventFollower follower;
    private final EngineClient client;
    private long nextNs = System.nanoTime();

    /**
     * A watch.
     *
     * @param dataDir where the gateways put their descriptors.
     * @param client of the engine; not owned.
     */
    GatewayWatch(final Path dataDir, final EngineClient client)
    {
        this.dataDir = dataDir;
        this.client = client;
        partition = client.partition();
        commands = client.newCommandPublisher(Principal.OPERATOR);
        follower = client.follow(EngineClient.FROM_START, this);
    }

    @Override
    public int doWork()
    {
        final int work = follower.poll(FRAME_LIMIT);
        final long nowNs = System.nanoTime();
        // Only who knows all that has happened may say what has not.
        if (nowNs - nextNs < 0 || follower.cursor() < client.endCursor())
        {
            return work;
        }
        nextNs = nowNs + INTERVAL_NS;
        for (final ComponentKind kind : ComponentKind.values())
        {
            final int gatewayId = gatewayId(kind);
            if (connected.containsValue(gatewayId) && isDead(kind))
            {
                disconnectAll(kind, gatewayId);
            }
        }
        return work;
    }

    private static int gatewayId(final ComponentKind kind)
    {
        return switch (kind)
        {
            case TWIME -> SbeGatewayOptions.DEFAULT_GATEWAY_ID;
            case FIX -> 2;
            case MARKET_DATA -> NO_GATEWAY;
        };
    }

    private boolean isDead(final ComponentKind kind)
    {
        final ComponentDescriptor descriptor = ComponentDescriptor.find(dataDir, kind);
        return null != descriptor && ProcessHandle.of(descriptor.pid()).isEmpty();
    }

    private void disconnectAll(final ComponentKind kind, final int gatewayId)
    {
        final List<Integer> logins = new ArrayList<>();
        connected.forEach((loginId, ofGateway) ->
        {
            if (gatewayId == ofGateway)
            {
                logins.add(loginId);
            }
        });
        for (final int loginId : logins)
        {
            loginDisconnected.wrapAndApplyHeader(buffer, 0, header).header()
                .stampedNs(0)
                .receivedNs(0)
                .sequence(0)
                .sessionId(loginId)
                .gatewayId(0)
                .partition(partition);
            if (!commands.offer(buffer, 0, buffer.capacity()))
            {
                // The rest is said next time.
                return;
            }
        }
        // A login counts as connected until the stream says otherwise: what is said may be lost with a leader.
        nextNs += REPEAT_INTERVAL_NS;
        LOGGER.info("a gateway has died, its logins have lost their connections: gateway={} logins={}",
            kind.id(), logins);
    }

    @Override
    public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
        if (0 == event.connected())
        {
            connected.remove(event.loginId());
        }
        else
        {
            connected.put(event.loginId(), group.gatewayId());
        }
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietClose(follower);
    }

    @Override
    public String roleName()
    {
        return "gateway-watch";
    }
}
