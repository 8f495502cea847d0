// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;

/**
 * Talks to an engine that runs as a cluster, through the members that run on this machine, or over the network where
 * none does. Publishers and followers survive the loss of any member as long as a majority lives and one of the members
 * named here.
 */
public final class ClusterEngineClient implements EngineClient
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterEngineClient.class);
    private static final int FRAME_LIMIT = 64;
    private static final long NO_CURSOR = -1;
    /** More seldom than events are polled, so that its lock stands in the way of no publisher. */
    private static final long SESSION_DUTY_INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<LinkedFollower> followers = new CopyOnWriteArrayList<>();
    private final PublishedWatermark watermark = new LinkedWatermark(this::link);
    private final ClusterClientOptions options;
    private final ClusterSession session;
    private final CommandChannel channel;
    private final AgentRunner runner;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    /** Of the media driver of this process, through which all members on other machines are reached. */
    private volatile Aeron network;
    private volatile MemberLink link;
    private volatile RuntimeException linkFailure;
    private volatile boolean isClosed;

    private ClusterEngineClient(final ClusterClientOptions options)
    {
        this.options = options;
        session = new ClusterSession(options);
        channel = new CommandChannel(options, session, System::nanoTime,
            -ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        runner = new AgentRunner(new BackoffIdleStrategy(10, 10, 10_000, 1_000_000), ClusterEngineClient::onError, null,
            new Duty());
    }

    /**
     * Connects to a running cluster, waiting for one that is still starting. Whether it has a leader matters to those
     * who send commands.
     *
     * @param options of the client.
     * @return connected client, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when no member answers in time.
     */
    public static ClusterEngineClient connect(final ClusterClientOptions options)
    {
        options.credentials().requireKey(Principal.READER);
        final ClusterEngineClient client = new ClusterEngineClient(options);
        AgentRunner.startOnThread(client.runner);
        try
        {
            ClusterSession.await(options, () -> null != client.link, client::linkState);
        }
        catch (final RuntimeException ex)
        {
            client.close();
            throw ex;
        }
        return client;
    }

    private String linkState()
    {
        return "linkedTo=" + link + " linkFailure=" + linkFailure;
    }

    private static void onError(final Throwable ex)
    {
        if (!(ex instanceof AgentTerminationException))
        {
            LOGGER.warn("cluster client", ex);
        }
    }

    @Override
    public int partition()
    {
        return options.partition();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal principal)
    {
        openLink();
        session.add(principal, this::linkState);
        return (buffer, offset, length) -> channel.offer(principal, buffer, offset, length);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the cursor is negative or lies after the end of the stream.
     */
    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        final long endCursor = endCursor();
        if (fromCursor < 0 || fromCursor > endCursor)
        {
            throw new IllegalArgumentException("cursor is outside of the event stream: fromCursor=" + fromCursor +
                " endCursor=" + endCursor);
        }
        final LinkedFollower follower =
            new LinkedFollower(this::openLink, fromCursor, listener, options.connectTimeoutNs(), followers::remove);
        followers.add(follower);
        return follower;
    }

    @Override
    public long endCursor()
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + options.connectTimeoutNs();
        while (true)
        {
            final MemberLink current = openLink();
            final long cursor = null != current && current.isAlive() ? endCursor(current) : NO_CURSOR;
            if (NO_CURSOR != cursor)
            {
                return cursor;
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("no member answers: members=" + options.sources() +
                    " connectTimeoutNs=" + options.connectTimeoutNs());
            }
            idle.idle();
        }
    }

    /** A member on another machine may be lost while it is asked. */
    private static long endCursor(final MemberLink member)
    {
        try
        {
            return member.endCursor();
        }
        catch (final AeronException ex)
        {
            LOGGER.debug("no end of the event stream from {}", member, ex);
            member.onFailure();
            return NO_CURSOR;
        }
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return watermark;
    }

    /** @return member that leads; -1 while there is no session, which a client has that sends commands. */
    public int leaderMemberId()
    {
        return session.leaderMemberId();
    }

    /** @return id that the log gives to the session of this client; -1 while there is none. */
    public long sessionId()
    {
        return session.sessionId();
    }

    /** @return media driver, or archive, of the member that this client is linked to; null while there is none. */
    public String aeronDirectoryName()
    {
        final MemberLink current = link;
        return null == current ? null : current.toString();
    }

    /** @return how many commands were lost with a leader or a session and sent again. */
    public long resentCommands()
    {
        return channel.resentCount();
    }

    private MemberLink link()
    {
        return link;
    }

    private MemberLink openLink()
    {
        if (isClosed)
        {
            throw new IllegalStateException("the client is closed: partition=" + options.partition());
        }
        return link;
    }

    @Override
    public void close()
    {
        if (isClosing.compareAndSet(false, true))
        {
            // The client's own thread first: it must not find everything closed and complain.
            CloseHelper.quietClose(runner);
            isClosed = true;
            channel.close();
            followers.forEach(LinkedFollower::close);
            CloseHelper.quietCloseAll(link, network);
        }
    }

    /**
     * The client's own thread: keeps the link and the sessions, and sees which commands were executed.
     */
    private final class Duty implements Agent
    {
        private final IntSupplier sessionDuty = () -> null == link ? 0 : session.poll(link.aeron());
        private LinkedFollower confirmations;
        private int nextMember;
        private final LinkPatience patience = new LinkPatience(options.sources().size());
        /** Links that followers still read from; no more than there are followers. */
        private final List<MemberLink> abandoned = new ArrayList<>();
        private long sessionDutyNs = System.nanoTime() - SESSION_DUTY_INTERVAL_NS;

        @Override
        public int doWork()
        {
            final long nowNs = System.nanoTime();
            int workCount = 0;
            if (nowNs - sessionDutyNs >= SESSION_DUTY_INTERVAL_NS)
            {
                sessionDutyNs = nowNs;
                workCount = keepLink();
            }
            return null == link ? workCount : workCount + confirmations.poll(FRAME_LIMIT);
        }

        private int keepLink()
        {
            final MemberLink current = link;
            if (null != current)
            {
                current.doWork();
            }
            if (null != current && (!current.isAlive() || channel.isUnanswered() && options.sources().size() > 1))
            {
                // It is dead, stands still, or no leader hears it; followers leave it one by one.
                LOGGER.info("the member does not answer, the next one is taken: aeronDirectoryName={}", current);
                link = null;
                channel.onLinkLost(null != network && !network.isClosed());
                abandoned.add(current);
            }
            if (null == link)
            {
                relink();
            }
            closeAbandoned();
            return channel.poll(sessionDuty);
        }

        /** A follower leaves a link when it is polled, and fails when the link is closed before that. */
        private void closeAbandoned()
        {
            if (!abandoned.isEmpty())
            {
                abandoned.removeIf((member) ->
                {
                    final boolean isUnused = !member.isBusy() && !confirmations.isOn(member) &&
                        followers.stream().noneMatch((follower) -> follower.isOn(member));
                    if (isUnused)
                    {
                        member.close();
                    }
                    return isUnused;
                });
            }
        }

        private void relink()
        {
            final String source = options.sources().get(nextMember);
            nextMember = (nextMember + 1) % options.sources().size();
            final long beginNs = System.nanoTime();
            final MemberLink found = options.archiveEndpoints().isEmpty() || openNetwork() ?
                MemberLink.tryConnect(options, network, source, patience.timeoutNs(), (ex) -> linkFailure = ex) : null;
            if (null == found || !openConfirmations(found))
            {
                CloseHelper.quietClose(found);
                patience.onFailure(System.nanoTime() - beginNs);
                return;
            }
            patience.onLink();
            link = found;
            LOGGER.info("linked to a member: aeronDirectoryName={}", found);
        }

        /** Nothing was sent before the first link, so nothing before its end is waited for. */
        private boolean openConfirmations(final MemberLink first)
        {
            final long cursor = null == confirmations ? endCursor(first) : NO_CURSOR;
            if (NO_CURSOR != cursor)
            {
                confirmations = new LinkedFollower(ClusterEngineClient.this::openLink, cursor, channel,
                    Long.MAX_VALUE, (follower) -> { });
            }
            return null != confirmations;
        }

        private boolean openNetwork()
        {
            try
            {
                // It says nothing of the members: that it stands still for a second is no reason to lose them all.
                network = null == network || network.isClosed() ? MemberLink.tryConnect(
                    options, options.aeronDirectoryNames().getFirst(), options.messageTimeoutNs()) : network;
            }
            catch (final RuntimeException ex)
            {
                linkFailure = ex;
            }
            return null != network && !network.isClosed();
        }

        @Override
        public void onClose()
        {
            CloseHelper.quietClose(confirmations);
            CloseHelper.quietCloseAll(abandoned);
        }

        @Override
        public String roleName()
        {
            return "bourse-cluster-client";
        }
    }
}
