// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.security.AuthenticationException;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealKey;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The way in to the cluster: one session with its leader for all principals of a client, opened again whenever it has
 * come to an end, or one more is to send commands. Every change of
 * session or leader is a change of {@link #epoch()}: what was offered before it may or may not have arrived. Not
 * thread-safe.
 *
 * <p>Every command carries the seal of the session, see {@link SealKey}.
 */
final class ClusterSession implements LeaderSession
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterSession.class);
    private static final long KEEP_ALIVE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    /** Of the first attempts: what was sent to a member before it leads, or to one that is dead, is never answered. */
    private static final long CONNECT_TIMEOUT_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int SHORT_ATTEMPTS = 4;
    private static final int MOST_DOUBLINGS = 4;
    private static final long NEW_LEADER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TERM_LENGTH = 1024 * 1024;
    /** A refusal may be for want of time; so many in a row are for want of a key. */
    private static final int MOST_REFUSALS = 3;
    private static final int NO_MEMBER = -1;
    private static final long NO_SESSION = -1;

    private final BufferClaim claim = new BufferClaim();
    private final ClusterClientOptions options;
    /** Those that it is to be for. */
    private volatile List<Principal> principals = List.of();
    /** Those that it is for; none while there is no session. */
    private volatile List<Principal> proven = List.of();
    private List<Principal> connecting;
    private ChallengedCredentials credentials;
    private SealKey sealKey;
    private AeronCluster.AsyncConnect connect;
    private AeronCluster cluster;
    private long leadershipTermId;
    private long keepAliveNs;
    private long retryNs = System.nanoTime();
    private int attempts;
    private long epoch;
    private volatile int leaderMemberId = NO_MEMBER;
    private volatile long sessionId = NO_SESSION;
    private volatile RuntimeException lastFailure;
    private volatile int refusals;

    ClusterSession(final ClusterClientOptions options)
    {
        this.options = options;
    }

    /**
     * Opens the session again for one principal more; for any thread.
     *
     * @param principal that sends.
     * @param linkState of the client, for the error message.
     * @throws CredentialException when its secret is not here, or the cluster refuses it; the others go on.
     * @throws IllegalStateException when no leader answers in time.
     */
    synchronized void add(final Principal principal, final Supplier<String> linkState)
    {
        options.credentials().requireKey(principal);
        final List<Principal> former = principals;
        if (!former.contains(principal))
        {
            refusals = 0;
            principals = Stream.concat(former.stream(), Stream.of(principal)).toList();
        }
        try
        {
            await(options, () -> isFor(principal), () -> linkState.get() + " reason=" + reason());
        }
        catch (final RuntimeException ex)
        {
            refusals = 0;
            principals = former;
            throw ex;
        }
    }

    private boolean isFor(final Principal principal)
    {
        if (refusals >= MOST_REFUSALS)
        {
            throw new CredentialException("the cluster refuses this principal, is its key the one that the" +
                " members have? principal=" + principal + " credentials=" + options.credentials().directory() +
                " reason=" + reason());
        }
        return proven.contains(principal);
    }

    /** Waits for the cluster; throws when it takes too long to answer, or the thread is interrupted. */
    static void await(
        final ClusterClientOptions options, final BooleanSupplier condition, final Supplier<String> facts)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + options.connectTimeoutNs();
        while (!condition.getAsBoolean())
        {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted())
            {
                throw new IllegalStateException("no cluster answers, is it running? aeronDirectoryNames=" +
                    options.aeronDirectoryNames() + " ingressEndpoints=" + options.ingressEndpoints() + " partition=" +
                    options.partition() + " connectTimeoutNs=" + options.connectTimeoutNs() + " " + facts.get());
            }
            idle.idle();
        }
    }

    @Override
    public Principal sender()
    {
        return proven.getFirst();
    }

    @Override
    public boolean hasSender()
    {
        return !principals.isEmpty();
    }

    /**
     * One step of opening the session, or of keeping it.
     *
     * @param aeron client to open it with.
     * @return work done.
     */
    int poll(final Aeron aeron)
    {
        try
        {
            return null == cluster ? connect(aeron) : keep();
        }
        catch (final RuntimeException ex)
        {
            LOGGER.debug("no session with the cluster", ex);
            lastFailure = ex;
            refusals = ex instanceof AuthenticationException ? refusals + 1 : refusals;
            disconnect();
            return 1;
        }
    }

    private int connect(final Aeron aeron)
    {
        if (null == connect)
        {
            if (principals.isEmpty() || System.nanoTime() - retryNs < 0)
            {
                return 0;
            }
            connecting = principals;
            credentials = ChallengedCredentials.toCluster(
                options.credentials(), connecting.toArray(new Principal[0]));
            connect = AeronCluster.asyncConnect(clusterContext(aeron));
            attempts++;
        }
        cluster = connect.poll();
        if (null == cluster)
        {
            return 0;
        }
        connect = null;
        lastFailure = null;
        refusals = 0;
        attempts = 0;
        sealKey = Objects.requireNonNull(credentials.sealKey(), "the cluster did not ask who connects");
        leadershipTermId = cluster.leadershipTermId();
        leaderMemberId = cluster.leaderMemberId();
        sessionId = cluster.clusterSessionId();
        keepAliveNs = System.nanoTime() + KEEP_ALIVE_INTERVAL_NS;
        epoch++;
        proven = connecting;
        return 1;
    }

    private int keep()
    {
        if (proven != principals)
        {
            disconnect();
            retryNs = System.nanoTime();
            return 1;
        }
        int workCount = cluster.pollEgress();
        if (cluster.isClosed())
        {
            disconnect();
            return 1;
        }
        if (leadershipTermId != cluster.leadershipTermId())
        {
            leadershipTermId = cluster.leadershipTermId();
            leaderMemberId = cluster.leaderMemberId();
            epoch++;
            workCount++;
        }
        final long nowNs = System.nanoTime();
        if (nowNs - keepAliveNs > 0)
        {
            keepAliveNs = nowNs + KEEP_ALIVE_INTERVAL_NS;
            cluster.sendKeepAlive();
            workCount++;
        }
        return workCount;
    }

    private AeronCluster.Context clusterContext(final Aeron aeron)
    {
        return new AeronCluster.Context()
            .aeron(aeron)
            .ownsAeronClient(false)
            .credentialsSupplier(credentials)
            .clientName("bourse-" + options.partition())
            .ingressEndpoints(options.ingressEndpoints())
            .ingressChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA).termLength(TERM_LENGTH).build())
            .egressChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA).endpoint(options.egressEndpoint()).build())
            .messageTimeoutNs(Math.min(connectTimeoutNs(), options.messageTimeoutNs()))
            .newLeaderTimeoutNs(Math.min(NEW_LEADER_TIMEOUT_NS, options.messageTimeoutNs()))
            .errorHandler((ex) -> LOGGER.debug("session with the cluster", ex))
            // Business answers are events; what comes here concerns the session alone and is polled for.
            .egressListener((sessionId, timestamp, buffer, offset, length, header) -> LOGGER.trace("egress"));
    }

    /** Attempts that fail one after the other take longer and longer: a slow machine must get in, too. */
    private long connectTimeoutNs()
    {
        return CONNECT_TIMEOUT_NS << Math.clamp(attempts - SHORT_ATTEMPTS, 0, MOST_DOUBLINGS);
    }

    /** The member that leads; for any thread. */
    int leaderMemberId()
    {
        return leaderMemberId;
    }

    /** Id of the session in the log; for any thread. */
    long sessionId()
    {
        return sessionId;
    }

    @Override
    public boolean isConnected()
    {
        return null != cluster && !cluster.isClosed();
    }

    @Override
    public String reason()
    {
        final RuntimeException failure = lastFailure;
        return null == failure ? LeaderSession.super.reason() : failure.getMessage();
    }

    @Override
    public long epoch()
    {
        return epoch;
    }

    @Override
    public boolean offer(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isConnected())
        {
            return false;
        }
        // The longest command fits into one frame.
        if (cluster.tryClaim(length, claim) <= 0)
        {
            return false;
        }
        final MutableDirectBuffer frame = claim.buffer();
        final int begin = claim.offset() + AeronCluster.SESSION_HEADER_LENGTH;
        frame.putBytes(begin, buffer, offset, length);
        sealKey.write(frame, begin, length);
        claim.commit();
        return true;
    }

    /** The session has come to an end, or its media driver has: another one is opened. */
    @Override
    public void disconnect()
    {
        CloseHelper.quietClose(connect);
        CloseHelper.quietClose(cluster);
        proven = List.of();
        connect = null;
        cluster = null;
        leaderMemberId = NO_MEMBER;
        sessionId = NO_SESSION;
        epoch++;
        retryNs = System.nanoTime() + RETRY_INTERVAL_NS;
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(connect);
        CloseHelper.quietClose(cluster);
    }
}
