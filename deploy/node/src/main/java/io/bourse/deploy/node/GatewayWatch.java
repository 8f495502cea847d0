// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.client.GatewayLease;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.protocol.GatewayConnectedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedEncoder;
import io.bourse.engine.protocol.LoginGateways;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.security.Principal;
import io.bourse.gateway.sbe.SbeGatewayOptions;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Speaks for gateways that are lost. A gateway itself reports to the engine when a login loses its connection, and one
 * that comes back says so of all logins of its earlier process; but one that stays dead says nothing, and no grace of
 * cancel on disconnect would ever begin. So a process of the engine looks after them: at the process ids in the
 * descriptors of its own data directory, and, with a lease, at the signs of life in the event stream, wherever a
 * gateway runs. When one is lost it says for each login that was connected there that it has lost that connection. With
 * a lease the member of a cluster does so that leads.
 */
final class GatewayWatch implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(GatewayWatch.class);
    /** How long its thread may sleep. */
    static final long POLL_MS = 10;
    private static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long REPEAT_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int FRAME_LIMIT = 64;

    /** A gateway, as this process knows it. */
    private static final class Watched
    {
        private final ComponentKind kind;
        private final int gatewayId;
        private final GatewayLease lease;

        private Watched(final ComponentKind kind, final int gatewayId, final long leaseNs)
        {
            this.kind = kind;
            this.gatewayId = gatewayId;
            lease = new GatewayLease(gatewayId, leaseNs);
        }
    }

    /** What the event stream says of gateways: it is kept in checkpoints. */
    static final class Connections implements EventListener
    {
        /** State of before had one gateway of each login. */
        private static final int SINCE_GATEWAYS = 2;

        /** Gateways of each login that is connected, see {@link LoginGateways}. */
        private final Map<Integer, Long> connected = new TreeMap<>();
        /** Of the last start of each gateway. */
        private final Map<Integer, Long> epochs = new TreeMap<>();
        /** Gateways that have given signs of life. */
        private final Set<Integer> signs = new TreeSet<>();

        @Override
        public void onGroupBegin(final EventGroup group)
        {
            if (GatewayLease.isSign(group))
            {
                signs.add(group.gatewayId());
            }
        }

        @Override
        public void onGatewayConnected(final EventGroup group, final GatewayConnectedDecoder event)
        {
            epochs.put(event.gatewayId(), event.epoch());
        }

        @Override
        public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
        {
            final long gateways = LoginGateways.after(group, event);
            if (LoginGateways.NONE == gateways)
            {
                connected.remove(event.loginId());
            }
            else
            {
                connected.put(event.loginId(), gateways);
            }
        }

        /** Logins that are connected with a gateway. */
        List<Integer> logins(final int gatewayId)
        {
            return connected.entrySet().stream()
                .filter((login) -> LoginGateways.contains(login.getValue(), gatewayId)).map(Map.Entry::getKey).toList();
        }

        /** Logins that are connected. */
        Set<Integer> logins()
        {
            return connected.keySet();
        }

        void state(final CheckpointState state)
        {
            state.map(connected, 0, state::number, 0L, (gateways) ->
                state.version() < SINCE_GATEWAYS ? LoginGateways.of(state.number(0)) : state.number(gateways));
            state.map(epochs, 0, state::number, 0L, state::number);
            state.collection(signs, 0, state::number);
        }
    }

    /** Signs of life as they come. */
    private final class Leases implements EventListener
    {
        @Override
        public void onGroupBegin(final EventGroup group)
        {
            final long nowNs = System.nanoTime();
            for (final Watched gateway : gateways)
            {
                gateway.lease.onGroupBegin(group, nowNs);
            }
        }
    }

    private final UnsafeBuffer buffer =
        new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + LoginDisconnectedEncoder.BLOCK_LENGTH]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final LoginDisconnectedEncoder loginDisconnected = new LoginDisconnectedEncoder();
    private final AdvanceTimeEncoder advanceTime = new AdvanceTimeEncoder();
    private final Path dataDir;
    private final long leaseNs;
    private final Supplier<EngineClient> connector;
    private final BooleanSupplier isInCharge;
    private List<Watched> gateways = List.of();
    private Connections known;
    private CommandPublisher commands;
    private EventFollower follower;
    private EngineClient client;
    private long nextNs = System.nanoTime();

    /**
     * A watch.
     *
     * @param dataDir where gateways that run beside this process put their descriptors.
     * @param leaseNs time without a sign of life in nanoseconds after which a gateway is lost; 0 for none.
     * @param connector makes clients of the engine, which are closed here.
     * @param isInCharge whether this process judges leases: of the members of a cluster the one that leads.
     */
    GatewayWatch(
        final Path dataDir,
        final long leaseNs,
        final Supplier<EngineClient> connector,
        final BooleanSupplier isInCharge)
    {
        this.isInCharge = isInCharge;
        this.dataDir = dataDir;
        this.leaseNs = leaseNs;
        this.connector = connector;
    }

    @Override
    public int doWork()
    {
        try
        {
            return null == follower ? connect() : watch();
        }
        catch (final RuntimeException ex)
        {
            // A member without a majority, for instance: it must not stop for that.
            LOGGER.warn("the watch of gateways begins anew: reason=\"{}\"", ex.toString());
            onClose();
            nextNs = System.nanoTime() + REPEAT_INTERVAL_NS;
            return 0;
        }
    }

    private int connect()
    {
        if (System.nanoTime() - nextNs < 0)
        {
            return 0;
        }
        gateways = List.of(
            new Watched(ComponentKind.TWIME, SbeGatewayOptions.DEFAULT_GATEWAY_ID, leaseNs),
            new Watched(ComponentKind.FIX, 2, leaseNs),
            new Watched(ComponentKind.LOW_FREQUENCY, VenueConfig.LowFrequency.GATEWAY_ID, leaseNs),
            new Watched(ComponentKind.LOW_FREQUENCY_FIX, VenueConfig.LowFrequency.FIX_GATEWAY_ID, leaseNs));
        client = connector.get();
        commands = client.newCommandPublisher(Principal.OPERATOR);
        final VenueHistory history = VenueHistory.restore(dataDir, client);
        known = history.connections();
        final long nowNs = System.nanoTime();
        gateways.stream().filter((gateway) -> known.signs.contains(gateway.gatewayId))
            .forEach((gateway) -> gateway.lease.onFormerSigns(nowNs));
        final EventListener listener = new EventListenerPair(known, new Leases());
        follower = client.follow(VenueHistory.readLost(dataDir, history.position().cursor(), listener), listener);
        return 1;
    }

    private int watch()
    {
        final int work = follower.poll(FRAME_LIMIT);
        final long nowNs = System.nanoTime();
        // Only who knows all that has happened may say what has not.
        if (nowNs - nextNs < 0 || follower.cursor() < client.endCursor())
        {
            return work;
        }
        nextNs = nowNs + INTERVAL_NS;
        for (final Watched gateway : gateways)
        {
            final List<Integer> logins = known.logins(gateway.gatewayId);
            if (!logins.isEmpty() && isLost(gateway, nowNs))
            {
                disconnectAll(gateway, logins);
            }
        }
        return work;
    }

    private boolean isLost(final Watched gateway, final long nowNs)
    {
        if (isDead(gateway))
        {
            return true;
        }
        if (0 == leaseNs || !isInCharge.getAsBoolean())
        {
            return false;
        }
        if (gateway.lease.isQuestionDue(nowNs))
        {
            head(advanceTime.wrapAndApplyHeader(buffer, 0, header).header(), 0);
            if (commands.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + advanceTime.encodedLength()))
            {
                gateway.lease.onAsked(nowNs);
            }
        }
        return gateway.lease.isOver(nowNs);
    }

    /** Not when another process has taken over from the one that the descriptor is about. */
    private boolean isDead(final Watched gateway)
    {
        final ComponentDescriptor descriptor = ComponentDescriptor.find(dataDir, gateway.kind);
        return null != descriptor && !descriptor.standby() &&
            (0 == descriptor.epoch() || known.epochs.getOrDefault(gateway.gatewayId, 0L) == descriptor.epoch()) &&
            ProcessHandle.of(descriptor.pid()).isEmpty();
    }

    private void disconnectAll(final Watched gateway, final List<Integer> logins)
    {
        for (final int loginId : logins)
        {
            head(loginDisconnected.wrapAndApplyHeader(buffer, 0, header).header(), loginId);
            loginDisconnected.lostGatewayId(gateway.gatewayId);
            if (!commands.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + loginDisconnected.encodedLength()))
            {
                // The rest is said next time.
                return;
            }
        }
        // A login counts as connected until the stream says otherwise: what is said may be lost with a leader.
        nextNs += REPEAT_INTERVAL_NS;
        LOGGER.warn("a gateway is lost, its logins have lost their connections: gateway={} logins={}",
            gateway.kind.id(), logins);
    }

    private void head(final CommandHeaderEncoder command, final int loginId)
    {
        command
            .stampedNs(0)
            .receivedNs(GatewayCommands.LOST)
            .sequence(0)
            .sessionId(loginId)
            .gatewayId(0)
            .partition(client.partition());
    }

    @Override
    public void onClose()
    {
        CloseHelper.quietCloseAll(follower, client);
        follower = null;
        client = null;
    }

    @Override
    public String roleName()
    {
        return "gateway-watch";
    }
}
