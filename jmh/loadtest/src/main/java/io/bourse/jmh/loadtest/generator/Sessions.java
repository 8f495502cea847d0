// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.client.FixWire;
import io.bourse.jmh.loadtest.client.TwimeWire;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.plan.StagePlan;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * All sessions of a generator: members, which send what a stage asks for, and clients beside them.
 */
final class Sessions implements AutoCloseable
{
    private static final String FIX = "FIX";
    private static final String TWIME = "TWIME";
    private static final int SLOW_WINDOW = 512;

    private final boolean[] isUsed = new boolean[Distributions.COUNT];
    private final VenueGaps venueGaps;
    private final Floor floor;
    private final ClientFeed clientFeed;
    private final Recording recording;
    private final GeneratorPlan plan;
    private final OrderFlow flow;
    private final LoadSessions members;
    private final LoadSessions clients;

    /**
     * Opens them.
     *
     * @param plan of the generator.
     * @throws IOException when one cannot be opened.
     */
    Sessions(final GeneratorPlan plan) throws IOException
    {
        this(plan, null);
    }

    /**
     * Opens them.
     *
     * @param plan of the generator, for one partition of the venue.
     * @param shared floor of the thread that serves other partitions, too; null for one of its own.
     * @throws IOException when one cannot be opened.
     */
    Sessions(final GeneratorPlan plan, final Floor shared) throws IOException
    {
        this.plan = plan;
        final List<SessionPlan> clientPlans = plan.sessions().stream().filter(SessionPlan::isClient).toList();
        final List<SessionPlan> memberPlans = new ArrayList<>(plan.sessions());
        memberPlans.removeAll(clientPlans);
        plan.sessions().forEach((session) ->
        {
            final int orders = Distributions.ofOrders(isFix(session), session.isClient());
            isUsed[orders] = true;
            isUsed[orders + 1] = true;
        });
        venueGaps = null == plan.venueGaps() ? null : new VenueGaps(Path.of(plan.venueGaps()));
        floor = null != shared ? shared :
            new Floor(plan.floorLimitNs(), !plan.givesWay(), venueGaps, System.nanoTime());
        clientFeed = null == plan.clientFeed() ? null : new ClientFeed(plan.clientFeed());
        recording = new Recording(isUsed, floor, clientFeed, null == shared);
        final Flows flows = Flows.of(plan);
        flow = flows.members();
        members = open(memberPlans, plan.flow(), flow);
        clients = open(clientPlans, flows.planOfClients(), flows.clients());
    }

    private static boolean isFix(final SessionPlan session)
    {
        if (!FIX.equals(session.protocol()) && !TWIME.equals(session.protocol()))
        {
            throw new IllegalArgumentException("a session speaks TWIME or FIX: protocol=" + session.protocol() +
                " login=" + session.login());
        }
        return FIX.equals(session.protocol());
    }

    private LoadSessions open(final List<SessionPlan> plans, final FlowPlan flowPlan, final OrderFlow ofThem)
        throws IOException
    {
        final int window = plan.stages().stream().mapToInt(Sessions::window).max().orElse(1);
        final LoadSession[] opened = new LoadSession[plans.size()];
        for (int i = 0; i < opened.length; i++)
        {
            final SessionPlan session = plans.get(i);
            final boolean isFix = isFix(session);
            opened[i] = new LoadSession(i, Distributions.ofOrders(isFix, session.isClient()),
                session.isClient() ? clientWindow() : window, flowPlan.liveOrders() + 1, ofThem, recording);
            opened[i].connect(isFix ?
                new FixWire(new InetSocketAddress(plan.fixHost(), plan.fixPort()), session.login(), session.account(),
                    flowPlan.instruments(), opened[i]) :
                new TwimeWire(new InetSocketAddress(plan.twimeHost(), plan.twimePort()), session.login(),
                    session.account(), flowPlan.instruments(), opened[i]));
        }
        return new LoadSessions(opened, ofThem, floor, plan.limit(),
            opened.length > 0 && plans.getFirst().isClient() ? TimeUnit.MILLISECONDS.toNanos(plan.clientReadMs()) : 0);
    }

    /** Most transactions of a client on their way: one, unless it is slow to read the answers. */
    int clientWindow()
    {
        return plan.clientReadMs() > 0 ? SLOW_WINDOW : 1;
    }

    /** Most transactions of a session on their way in a stage. */
    private static int window(final StagePlan stage)
    {
        return 0 == stage.window() ? LoadSession.LARGEST_WINDOW : stage.window();
    }

    LoadSessions members()
    {
        return members;
    }

    LoadSessions clients()
    {
        return clients;
    }

    Recording recording()
    {
        return recording;
    }

    Floor floor()
    {
        return floor;
    }

    boolean[] isUsed()
    {
        return isUsed.clone();
    }

    OrderFlow flow()
    {
        return flow;
    }

    /** Members that speak FIX; the others speak TWIME. */
    int fixMembers()
    {
        return (int)plan.sessions().stream().filter((session) -> !session.isClient() && isFix(session)).count();
    }

    /** Reads what has come, so that sessions stay alive between two stages. */
    void keepAlive()
    {
        members.lookAtAll();
        clients.lookAtAll();
    }

    @Override
    public void close()
    {
        members.close();
        clients.close();
        CloseHelper.closeAll(venueGaps, clientFeed);
    }
}
