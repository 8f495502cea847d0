// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.Principal;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The principals for which one client sends: each has a session of its own with the cluster, and its commands on their
 * way. The client's own thread keeps them all; each is told of the ends of all groups and knows its own.
 *
 * <p>What one client sends is executed in the order in which it was taken, also when several principals send it: while
 * commands of one of them are on their way, nothing is taken of the others.
 */
final class ClusterSenders implements EventListener
{
    /** Replaced as a whole: an array is walked over without an iterator for each command. */
    private volatile Sender[] senders;
    private final ClusterEngineClient.Context context;
    private final Supplier<MemberLink> links;

    /**
     * Senders of one client.
     *
     * @param context of the client, concluded.
     * @param links gives the present link, or null while there is none.
     */
    ClusterSenders(final ClusterEngineClient.Context context, final Supplier<MemberLink> links)
    {
        this.context = context;
        this.links = links;
        // It sends nothing, and tells whether there is a leader.
        senders = new Sender[]{new Sender(Principal.READER)};
    }

    /**
     * One principal.
     */
    private final class Sender
    {
        private final ClusterSession session;
        private final CommandChannel channel;
        private final IntSupplier pollSession = this::pollSession;

        private Sender(final Principal principal)
        {
            session = new ClusterSession(context, principal);
            channel = new CommandChannel(context, principal, session, System::nanoTime,
                -ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        }

        private boolean offer(final DirectBuffer buffer, final int offset, final int length)
        {
            for (final Sender other : senders)
            {
                if (this != other && other.channel.isUnderWay())
                {
                    return false;
                }
            }
            return channel.offer(buffer, offset, length);
        }

        private int pollSession()
        {
            final MemberLink current = links.get();
            return null == current ? 0 : session.poll(current.aeron());
        }
    }

    /**
     * Waits until a principal has a session with the cluster, which is opened if there is none.
     *
     * @param principal that sends.
     * @param reason of the link, when there is none.
     * @return takes its commands.
     * @throws CredentialException when its secret is not here, or the cluster refuses it.
     * @throws IllegalStateException when no leader answers in time.
     */
    CommandPublisher await(final Principal principal, final Supplier<String> reason)
    {
        final Sender sender = find(principal);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + context.connectTimeoutNs();
        while (!sender.channel.isConnected())
        {
            if (sender.session.isRefused())
            {
                throw new CredentialException("the cluster refuses this principal, is its key the one that the" +
                    " members have? principal=" + principal + " credentials=" + context.credentials().directory() +
                    " reason=" + sender.channel.reason());
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                final String linkReason = reason.get();
                throw new IllegalStateException("no cluster answers, is it running? aeronDirectoryNames=" +
                    context.aeronDirectoryNames() + " linkedTo=" + links.get() + " ingressEndpoints=" +
                    context.ingressEndpoints() + " partition=" + context.partition() + " connectTimeoutNs=" +
                    context.connectTimeoutNs() + " reason=" +
                    (null == linkReason ? sender.channel.reason() : linkReason));
            }
            idle.idle();
        }
        return sender::offer;
    }

    private synchronized Sender find(final Principal principal)
    {
        for (final Sender sender : senders)
        {
            if (sender.channel.sender().equals(principal))
            {
                return sender;
            }
        }
        context.credentials().requireKey(principal);
        final Sender sender = new Sender(principal);
        final Sender[] more = Arrays.copyOf(senders, senders.length + 1);
        more[more.length - 1] = sender;
        senders = more;
        return sender;
    }

    /** One step of the client's own thread. */
    int poll()
    {
        int workCount = 0;
        for (final Sender sender : senders)
        {
            workCount += sender.channel.poll(sender.pollSession);
        }
        return workCount;
    }

    /** Whether the member of the link stands still as far as any of them can see. */
    boolean isUnanswered()
    {
        for (final Sender sender : senders)
        {
            if (sender.channel.isUnanswered())
            {
                return true;
            }
        }
        return false;
    }

    void onLinkLost()
    {
        for (final Sender sender : senders)
        {
            sender.channel.onLinkLost();
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        final int gatewayId = group.gatewayId();
        for (final Sender sender : senders)
        {
            if (gatewayId == sender.channel.sender().number())
            {
                sender.channel.onGroupEnd(group);
            }
        }
    }

    /** Commands that were lost on their way and sent again. */
    long resentCount()
    {
        return Arrays.stream(senders).mapToLong(sender -> sender.channel.resentCount()).sum();
    }

    void close()
    {
        for (final Sender sender : senders)
        {
            sender.channel.close();
        }
    }
}
