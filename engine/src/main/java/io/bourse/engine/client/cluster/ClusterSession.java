// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.security.AuthenticationException;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.security.ChallengedCredentials;
import io.bourse.engine.security.Principal;
import io.bourse.engine.security.SealKey;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.ByteOrder;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The way in to the cluster: one session with its leader, opened again whenever it has come to an end. Every change of
 * session or leader is a change of {@link #epoch()}: what was offered before it may or may not have arrived. Not
 * thread-safe.
 *
 * <p>Every command carries the seal of the session, see {@link SealKey}.
 */
final class ClusterSession implements LeaderSession
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClusterSession.class);
    private static final long KEEP_ALIVE_INTERVAL_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int TERM_LENGTH = 1024 * 1024;
    /** A refusal may be for want of time; so many in a row are for want of a key. */
    private static final int MOST_REFUSALS = 3;

    private final UnsafeBuffer sealed =
        new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH + SealKey.SEAL_LENGTH]);
    private final ClusterEngineClient.Context context;
    private final Principal sender;
    private ChallengedCredentials credentials;
    private SealKey sealKey;
    private AeronCluster.AsyncConnect connect;
    private AeronCluster cluster;
    private long leadershipTermId;
    private long keepAliveNs;
    private long retryNs = System.nanoTime();
    private long epoch;
    private volatile RuntimeException lastFailure;
    private volatile int refusals;

    ClusterSession(final ClusterEngineClient.Context context, final Principal sender)
    {
        this.sender = sender;
        this.context = context;
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
            if (System.nanoTime() - retryNs < 0)
            {
                return 0;
            }
            credentials = ChallengedCredentials.toCluster(context.credentials(), sender);
            connect = AeronCluster.asyncConnect(clusterContext(aeron));
        }
        cluster = connect.poll();
        if (null == cluster)
        {
            return 0;
        }
        connect = null;
        lastFailure = null;
        refusals = 0;
        sealKey = Objects.requireNonNull(credentials.sealKey(), "the cluster did not ask who connects");
        leadershipTermId = cluster.leadershipTermId();
        keepAliveNs = System.nanoTime() + KEEP_ALIVE_INTERVAL_NS;
        epoch++;
        return 1;
    }

    private int keep()
    {
        int workCount = cluster.pollEgress();
        if (cluster.isClosed())
        {
            disconnect();
            return 1;
        }
        if (leadershipTermId != cluster.leadershipTermId())
        {
            leadershipTermId = cluster.leadershipTermId();
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
            .clientName("bourse-" + context.partition())
            .ingressEndpoints(context.ingressEndpoints())
            .ingressChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA).termLength(TERM_LENGTH).build())
            .egressChannel(new ChannelUriStringBuilder()
                .media(CommonContext.UDP_MEDIA).endpoint(context.egressEndpoint()).build())
            .messageTimeoutNs(context.messageTimeoutNs())
            .errorHandler((ex) -> LOGGER.debug("session with the cluster", ex))
            // Business answers are events; what comes here concerns the session alone and is polled for.
            .egressListener((sessionId, timestamp, buffer, offset, length, header) -> LOGGER.trace("egress"));
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
        sealed.putBytes(0, buffer, offset, length);
        sealed.putLong(length, sealKey.seal(sealed, 0, length), ByteOrder.LITTLE_ENDIAN);
        return cluster.offer(sealed, 0, length + SealKey.SEAL_LENGTH) > 0;
    }

    /** Whether the cluster refuses the principal, for any thread. */
    boolean isRefused()
    {
        return refusals >= MOST_REFUSALS;
    }

    /** The session has come to an end, or its media driver has: another one is opened. */
    @Override
    public void disconnect()
    {
        CloseHelper.quietClose(connect);
        CloseHelper.quietClose(cluster);
        connect = null;
        cluster = null;
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
