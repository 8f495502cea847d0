// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.CommandChannel;
import io.bourse.engine.client.cluster.LeaderSession;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * A gateway's way into the cluster: the production command channel over a session that breaks, moves to other leaders
 * and loses what was on its way. What a broken session had sent may arrive later than what the next one sends.
 */
final class ClusterLink implements LeaderSession
{
    private static final int WINDOW = 16;
    private static final long TIMEOUT_NS = 40_000_000;
    /** No member and no endpoint of them is real. */
    private static final ClusterClientOptions OPTIONS = ClusterClientOptions.builder()
        .aeronDirectoryNames(List.of("simulated"))
        .ingressEndpoints("simulated")
        .credentials(CredentialStore.at(Path.of("simulated")))
        .windowSize(WINDOW)
        .messageTimeoutNs(TIMEOUT_NS)
        .connectTimeoutNs(Long.MAX_VALUE)
        .build();

    /**
     * A command on its way.
     *
     * @param term of the leader it was sent to.
     * @param command whole.
     */
    private record Message(int term, byte[] command)
    {
    }

    private final Schedule schedule;
    private final Principal sender;
    private final SimulatedConsensus consensus;
    private final CommandChannel channel;
    private final SimulatedReader confirmations;
    private final UnsafeBuffer offered = new UnsafeBuffer(0, 0);
    /** One queue per session, the present one last. */
    private final List<Deque<Message>> sessions = new ArrayList<>();
    private boolean isConnected;
    private int connectedTerm;
    private long epoch;

    /**
     * A way in.
     *
     * @param schedule it is part of.
     * @param consensus with the leader.
     * @param sender whose commands go this way.
     * @param clientId never used before.
     * @param cursor end of the event stream of the first member it is linked to.
     */
    ClusterLink(
        final Schedule schedule,
        final SimulatedConsensus consensus,
        final Principal sender,
        final int clientId,
        final long cursor)
    {
        this.schedule = schedule;
        this.sender = sender;
        this.consensus = consensus;
        channel = new CommandChannel(OPTIONS, this, schedule.clock(), -clientId);
        confirmations = new SimulatedReader("channel-" + clientId)
        {
            @Override
            public void onGroupEnd(final EventGroup group)
            {
                super.onGroupEnd(group);
                channel.onGroupEnd(group);
            }
        };
        confirmations.beginAt(cursor);
    }

    boolean send(final byte[] command)
    {
        offered.wrap(command);
        return channel.offer(sender, offered, 0, command.length);
    }

    /** One step of the client's own thread. */
    void poll(final int frames)
    {
        channel.poll(this::keep);
        confirmations.poll(frames);
    }

    private int keep()
    {
        if (isConnected && schedule.chance().isFault(150))
        {
            disconnect();
        }
        if (consensus.isTaking() && (!isConnected || connectedTerm != consensus.term()))
        {
            if (!isConnected)
            {
                sessions.add(new ArrayDeque<>());
            }
            isConnected = true;
            connectedTerm = consensus.term();
            epoch++;
            return 1;
        }
        return 0;
    }

    /** The message arrives, or is lost without a receiver. */
    void deliver()
    {
        final int index = sessions.isEmpty() ? 0 : schedule.chance().below(sessions.size());
        final Message message = sessions.isEmpty() ? null : sessions.get(index).peek();
        if (null != message && !(consensus.isLedIn(message.term) && !consensus.isTaking()))
        {
            sessions.get(index).remove();
            final boolean isTaken = consensus.onCommand(message.term, message.command);
            schedule.trace().note("arrive", isTaken ? 1 : 0, message.term);
        }
    }

    void deliverAll()
    {
        for (int i = 0; i < 4 * WINDOW; i++)
        {
            deliver();
        }
    }

    @Override
    public Principal sender()
    {
        return sender;
    }

    @Override
    public boolean isConnected()
    {
        return isConnected;
    }

    @Override
    public long epoch()
    {
        return schedule.hasDefect(Defect.FORGOTTEN_RESEND) ? 0 : epoch;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isConnected || schedule.chance().isFault(10))
        {
            return false;
        }
        final byte[] command = new byte[length];
        buffer.getBytes(offset, command);
        sessions.get(sessions.size() - 1).addLast(new Message(connectedTerm, command));
        return true;
    }

    @Override
    public void disconnect()
    {
        isConnected = false;
        epoch++;
        final Deque<Message> queue = sessions.get(sessions.size() - 1);
        final int left = schedule.chance().below(queue.size() + 1);
        while (queue.size() > left)
        {
            queue.removeLast();
        }
        schedule.trace().note("disconnect", left, connectedTerm);
    }

    @Override
    public void close()
    {
        isConnected = false;
    }

    boolean isEmpty()
    {
        return sessions.stream().allMatch(Deque::isEmpty);
    }

    SimulatedReader confirmations()
    {
        return confirmations;
    }

    long resent()
    {
        return channel.resentCount();
    }
}
