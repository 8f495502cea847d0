// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import org.agrona.BitUtil;
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
 * Talks to an engine that runs as a cluster, through the members that run on this machine. Publishers and followers
 * survive the loss of any member as long as a majority lives and one of the members named here.
 */
public final class ClusterEngineClient implements EngineClient
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterEngineClient.class);
    private static final int FRAME_LIMIT = 64;
    /** More seldom than events are polled, so that its lock stands in the way of no publisher. */
    private static final long SESSION_DUTY_INTERVAL_NS = TimeUnit.MICROSECONDS.toNanos(50);

    private final List<LinkedFollower> followers = new CopyOnWriteArrayList<>();
    private final PublishedWatermark watermark = new LinkedWatermark(this::link);
    private final Context context;
    private final ClusterSession session;
    private final CommandChannel channel;
    private final AgentRunner runner;
    private final AtomicBoolean isClosing = new AtomicBoolean();
    private volatile MemberLink link;
    private volatile RuntimeException linkFailure;
    private volatile boolean isClosed;

    private ClusterEngineClient(final Context context)
    {
        this.context = context;
        session = new ClusterSession(context);
        channel = new CommandChannel(context, session, System::nanoTime,
            -ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE));
        runner = new AgentRunner(new BackoffIdleStrategy(10, 10, 10_000, 1_000_000), ClusterEngineClient::onError, null,
            new Duty());
    }

    /**
     * Connects to a running cluster, waiting for one that is still starting. Whether it has a leader matters to those
     * who send commands.
     *
     * @param context options; concluded here.
     * @return connected client, to be closed by the caller.
     * @throws IllegalArgumentException when an option is missing or wrong.
     * @throws IllegalStateException when no member answers in time.
     */
    public static ClusterEngineClient connect(final Context context)
    {
        context.conclude();
        final ClusterEngineClient client = new ClusterEngineClient(context);
        AgentRunner.startOnThread(client.runner);
        try
        {
            ClusterSession.await(context, () -> null != client.link, client::linkState);
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
        return context.partition();
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
     * @throws IllegalArgumentException when the cursor is negative or lies behind the end of the stream.
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
            new LinkedFollower(this::openLink, fromCursor, listener, context.connectTimeoutNs(), followers::remove);
        followers.add(follower);
        return follower;
    }

    @Override
    public long endCursor()
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + context.connectTimeoutNs();
        while (true)
        {
            final MemberLink current = openLink();
            if (null != current && current.isAlive())
            {
                return current.events().endCursor();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("no member answers: aeronDirectoryNames=" +
                    context.aeronDirectoryNames() + " connectTimeoutNs=" + context.connectTimeoutNs());
            }
            idle.idle();
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

    /** @return media driver of the member that this client is linked to; null while there is none. */
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
            throw new IllegalStateException("the client is closed: partition=" + context.partition());
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
            CloseHelper.quietClose(link);
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
            if (null != current && !current.isAlive())
            {
                LOGGER.info("the member is gone: aeronDirectoryName={}", current);
                link = null;
                channel.onLinkLost();
                current.close();
            }
            else if (null != current && channel.isUnanswered() && context.aeronDirectoryNames().size() > 1)
            {
                // It lives but stands still, or no leader hears it; followers leave it one by one.
                LOGGER.info("the member does not answer, the next one is taken: aeronDirectoryName={}", current);
                link = null;
                channel.onLinkLost();
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
                    final boolean isUnused = !confirmations.isOn(member) &&
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
            final String directory = context.aeronDirectoryNames().get(nextMember);
            nextMember = (nextMember + 1) % context.aeronDirectoryNames().size();
            final MemberLink found = MemberLink.tryConnect(context, directory, (ex) -> linkFailure = ex);
            if (null != found && null == confirmations)
            {
                // Nothing was sent before the first link, so nothing before its end is waited for.
                confirmations = new LinkedFollower(ClusterEngineClient.this::openLink, found.events().endCursor(),
                    channel, Long.MAX_VALUE, (follower) -> { });
            }
            link = found;
            if (null != found)
            {
                LOGGER.info("linked to a member: aeronDirectoryName={}", found);
            }
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

    /** Options of a client. */
    public static final class Context
    {
        private static final int WINDOW_SIZE_DEFAULT = 4096;
        private static final int WINDOW_SIZE_MAX = 1024 * 1024;

        private List<String> aeronDirectoryNames = List.of();
        private String ingressEndpoints;
        private String egressEndpoint = "127.0.0.1:0";
        private int partition;
        private int windowSize = WINDOW_SIZE_DEFAULT;
        private long connectTimeoutNs = TimeUnit.SECONDS.toNanos(30);
        private long messageTimeoutNs = TimeUnit.SECONDS.toNanos(5);
        private long memberTimeoutNs = TimeUnit.SECONDS.toNanos(1);
        private CredentialStore credentials;

        /** Checks the options. */
        void conclude()
        {
            if (null == aeronDirectoryNames || aeronDirectoryNames.isEmpty() || null == ingressEndpoints ||
                ingressEndpoints.isEmpty() || null == egressEndpoint)
            {
                throw new IllegalArgumentException("aeronDirectoryNames, ingressEndpoints and egressEndpoint must be " +
                    "set: aeronDirectoryNames=" + aeronDirectoryNames + " ingressEndpoints=" + ingressEndpoints +
                    " egressEndpoint=" + egressEndpoint);
            }
            if (partition < 0 || !BitUtil.isPowerOfTwo(windowSize) || windowSize > WINDOW_SIZE_MAX)
            {
                throw new IllegalArgumentException("partition must not be negative, windowSize must be a power of two" +
                    " up to " + WINDOW_SIZE_MAX + ": partition=" + partition + " windowSize=" + windowSize);
            }
            if (connectTimeoutNs <= 0 || messageTimeoutNs <= 0 || memberTimeoutNs < TimeUnit.SECONDS.toNanos(1))
            {
                throw new IllegalArgumentException("timeouts must be positive, memberTimeoutNs at least a second:" +
                    " connectTimeoutNs=" + connectTimeoutNs + " messageTimeoutNs=" + messageTimeoutNs +
                    " memberTimeoutNs=" + memberTimeoutNs);
            }
            if (null == credentials)
            {
                throw new IllegalArgumentException("credentials must be set: credentials=" + credentials);
            }
            credentials.requireKey(Principal.READER);
            aeronDirectoryNames = List.copyOf(aeronDirectoryNames);
        }

        /**
         * Media driver directories of the members on this machine, in order of preference. Required.
         *
         * @param value directory names.
         * @return this.
         */
        public Context aeronDirectoryNames(final List<String> value)
        {
            aeronDirectoryNames = value;
            return this;
        }

        /** @return directory names. */
        public List<String> aeronDirectoryNames()
        {
            return aeronDirectoryNames;
        }

        /**
         * Where all members take commands. Required.
         *
         * @param value as {@code ClusterMember.ingressEndpoints()} reports them.
         * @return this.
         */
        public Context ingressEndpoints(final String value)
        {
            ingressEndpoints = value;
            return this;
        }

        /** @return as {@code ClusterMember.ingressEndpoints()} reports them. */
        public String ingressEndpoints()
        {
            return ingressEndpoints;
        }

        /**
         * Where this client hears of changes of leader.
         *
         * @param value host and port, 0 for any free one.
         * @return this.
         */
        public Context egressEndpoint(final String value)
        {
            egressEndpoint = value;
            return this;
        }

        /** @return host and port, 0 for any free one. */
        public String egressEndpoint()
        {
            return egressEndpoint;
        }

        /**
         * Partition to talk to.
         *
         * @param value from 0.
         * @return this.
         */
        public Context partition(final int value)
        {
            partition = value;
            return this;
        }

        /** @return from 0. */
        public int partition()
        {
            return partition;
        }

        /**
         * Most commands whose events have not been seen yet; then no more are taken.
         *
         * @param value count, a power of two.
         * @return this.
         */
        public Context windowSize(final int value)
        {
            windowSize = value;
            return this;
        }

        /** @return count, a power of two. */
        public int windowSize()
        {
            return windowSize;
        }

        /**
         * How long to go without a leader or a member before giving up.
         *
         * @param value nanoseconds.
         * @return this.
         */
        public Context connectTimeoutNs(final long value)
        {
            connectTimeoutNs = value;
            return this;
        }

        /** @return nanoseconds. */
        public long connectTimeoutNs()
        {
            return connectTimeoutNs;
        }

        /**
         * How long to wait for one answer, also for the events of a command.
         *
         * @param value nanoseconds.
         * @return this.
         */
        public Context messageTimeoutNs(final long value)
        {
            messageTimeoutNs = value;
            return this;
        }

        /** @return nanoseconds. */
        public long messageTimeoutNs()
        {
            return messageTimeoutNs;
        }

        /**
         * Secrets of the principals that this process speaks for, and that of {@link Principal#READER}. Required.
         *
         * @param value store.
         * @return this.
         */
        public Context credentials(final CredentialStore value)
        {
            credentials = value;
            return this;
        }

        /** @return store. */
        public CredentialStore credentials()
        {
            return credentials;
        }

        /**
         * Silence of its media driver after which a member on this machine counts as dead.
         *
         * @param value nanoseconds, at least a second.
         * @return this.
         */
        public Context memberTimeoutNs(final long value)
        {
            memberTimeoutNs = value;
            return this;
        }

        /** @return nanoseconds. */
        public long memberTimeoutNs()
        {
            return memberTimeoutNs;
        }
    }
}
