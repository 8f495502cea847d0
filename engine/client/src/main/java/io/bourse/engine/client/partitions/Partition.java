// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ConnectGatewayDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.HeldTransaction;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.LoginConnectedDecoder;
import io.bourse.engine.protocol.LoginDisconnectedDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongArrayQueue;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One partition as the client of several uses it: its stream from where it was read to, also with the next process of
 * its engine, and its ring. After a loss a barrier says what of that which was on its way has not been executed.
 */
final class Partition implements EventListener
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Partition.class);
    private static final int HEADER_OFFSET = MessageHeaderDecoder.ENCODED_LENGTH;
    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    /** An engine that has gone is seen by the watch of its process within this time. */
    private static final long BLAME_NS = TimeUnit.SECONDS.toNanos(5);
    /** The barrier may be lost with a process that ends at once. */
    private static final long BARRIER_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_KEPT = 1_000;
    /** Answers wait for a short time only: what market data is further behind than this has left by then. */
    private static final int MOST_NOT_PUBLIC = 64 * 1024;

    /** A command for all partitions, until this one has shown its outcome. */
    private static final class Kept
    {
        private final byte[] command;
        private final int templateId;
        private final int loginId;
        private final long sequence;
        private boolean isSent;

        private Kept(final byte[] command, final int templateId, final int loginId, final long sequence)
        {
            this.command = command;
            this.templateId = templateId;
            this.loginId = loginId;
            this.sequence = sequence;
        }

        private boolean isConnectionChange()
        {
            return LoginConnectedDecoder.TEMPLATE_ID == templateId ||
                LoginDisconnectedDecoder.TEMPLATE_ID == templateId;
        }

    }

    /** A request that was on its way when the partition was lost. */
    private record Unresolved(int loginId, long sequence, long clOrdId)
    {
    }

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
    private final PartitionLink link;
    private final PartitionsClient owner;
    private final HeldTransaction transaction = new HeldTransaction();
    private final Deque<Kept> kept = new ArrayDeque<>();
    private final List<Unresolved> unresolved = new ArrayList<>();
    /** Those that follow this partition alone. */
    private final List<PartitionView.Follower> views = new ArrayList<>();
    /** Cursors of transactions that are not public, and those of the whole after them. */
    private final LongArrayQueue notPublic = new LongArrayQueue(-1);
    private final LongArrayQueue wholeCursors = new LongArrayQueue(-1);
    private PartitionLink.Connection connection;
    private EventFollower follower;
    private long previousCursor;
    private long cursor;
    private long rollingHash;
    private boolean isUp;
    private RuntimeException fault;
    private long faultNs;
    /** Time of receipt of the barrier, by which it is known; 0 when none is awaited. */
    private long barrierNs;
    private long barrierSentNs;
    private byte[] barrier;

    Partition(final PartitionLink link, final PartitionsClient owner)
    {
        this.link = link;
        this.owner = owner;
    }

    int number()
    {
        return link.partition();
    }

    int bit()
    {
        return 1 << link.partition();
    }

    long cursor()
    {
        return cursor;
    }

    /** Whether it takes commands. */
    boolean isUp()
    {
        return isUp;
    }

    HeldTransaction transaction()
    {
        return transaction;
    }

    long endCursor()
    {
        final PartitionLink.Connection current = link.connection();
        return null == current ? cursor : current.client().endCursor();
    }

    /**
     * Takes a connection, or lets a lost one go.
     *
     * @param connectGateway the gateway's own, or null when it has not started.
     */
    void refresh(final byte[] connectGateway)
    {
        if (link.isLost())
        {
            release();
            link.free();
        }
        else if (null == connection && null == fault && null != link.connection())
        {
            connection = link.connection();
            follow();
            barrier = null == connectGateway ? null : connectGateway.clone();
            barrierNs = 0;
            isUp = null == barrier && null != follower;
        }
        if (null != fault && System.nanoTime() - faultNs > BLAME_NS)
        {
            throw fault;
        }
        if (null != connection && null != barrier && (0 == barrierNs ||
            System.nanoTime() - barrierSentNs > BARRIER_INTERVAL_NS))
        {
            sendBarrier();
        }
        if (isUp)
        {
            sendKept();
        }
    }

    private void follow()
    {
        try
        {
            follower = connection.client().follow(cursor, this);
        }
        catch (final RuntimeException ex)
        {
            failed(ex);
        }
    }

    private void release()
    {
        views.forEach(PartitionView.Follower::release);
        CloseHelper.quietClose(follower);
        follower = null;
        connection = null;
        fault = null;
        barrier = null;
        notPublic.clear();
        wholeCursors.clear();
        if (isUp)
        {
            isUp = false;
            LOGGER.warn("a partition is lost, its orders are refused until it is back; the others go on: partition={}" +
                " cursor={}", number(), cursor);
            owner.lost(this);
        }
    }

    /** What the connection throws is the end of its engine, or the partition's fault. */
    void failed(final RuntimeException ex)
    {
        LOGGER.debug("a partition fails: partition={}", number(), ex);
        release();
        fault = ex;
        faultNs = System.nanoTime();
    }

    boolean isFailed()
    {
        return null != fault;
    }

    void view(final PartitionView.Follower view)
    {
        views.add(view);
    }

    void unview(final PartitionView.Follower view)
    {
        views.remove(view);
    }

    private void sendBarrier()
    {
        final long nowNs = owner.epochNs();
        buffer.wrap(barrier);
        buffer.putLong(HEADER_OFFSET + CommandHeaderEncoder.receivedNsEncodingOffset(), nowNs, ORDER);
        if (offer(buffer, 0, barrier.length))
        {
            barrierNs = nowNs;
            barrierSentNs = System.nanoTime();
        }
    }

    int poll(final int frameLimit)
    {
        if (null == follower)
        {
            return 0;
        }
        final EventFollower polled = follower;
        try
        {
            return polled.poll(frameLimit);
        }
        catch (final RuntimeException ex)
        {
            if (owner.isDelivering())
            {
                throw ex;
            }
            failed(ex);
            return 0;
        }
    }

    /**
     * Gives the engine a command.
     *
     * @return false when it takes none at the moment, or has gone.
     */
    boolean offer(final UnsafeBuffer command, final int offset, final int length)
    {
        command.putShort(
            offset + HEADER_OFFSET + CommandHeaderEncoder.partitionEncodingOffset(), (short)number(), ORDER);
        try
        {
            return connection.publisher().offer(command, offset, length);
        }
        catch (final RuntimeException ex)
        {
            failed(ex);
            return false;
        }
    }

    /** Whether all that goes to all partitions has gone to this one: else nothing may overtake it. */
    boolean isAllSent()
    {
        sendKept();
        return kept.isEmpty() || kept.getLast().isSent;
    }

    /** Whether another mass cancel may be kept. */
    boolean hasSpace()
    {
        return kept.size() < MOST_KEPT;
    }

    /** Keeps a command that goes to all partitions, and sends it when it can. */
    void keep(final DirectBuffer command, final int offset, final int length, final int templateId, final int loginId,
        final long sequence)
    {
        final byte[] copy = new byte[length];
        command.getBytes(offset, copy);
        final Kept next = new Kept(copy, templateId, loginId, sequence);
        if (!isUp && next.isConnectionChange())
        {
            dropLaterChange(loginId);
        }
        kept.addLast(next);
        if (isUp)
        {
            sendKept();
        }
    }

    /** Of the changes that wait, the first end and the last change count. */
    private void dropLaterChange(final int loginId)
    {
        Kept last = null;
        int count = 0;
        for (final Kept each : kept)
        {
            if (loginId == each.loginId && each.isConnectionChange())
            {
                last = each;
                count++;
            }
        }
        if (count > 1)
        {
            kept.remove(last);
        }
    }

    private void sendKept()
    {
        for (final Kept each : kept)
        {
            if (!each.isSent && isUp)
            {
                buffer.wrap(each.command);
                each.isSent = offer(buffer, 0, each.command.length);
                if (!each.isSent)
                {
                    return;
                }
            }
        }
    }

    void unresolved(final int loginId, final long sequence, final long clOrdId)
    {
        unresolved.add(new Unresolved(loginId, sequence, clOrdId));
    }

    /** A transaction of the gateway's own. */
    void onOwn(final EventGroup group)
    {
        if (ConnectGatewayDecoder.TEMPLATE_ID == group.commandTemplateId())
        {
            if (0 != barrierNs && barrierNs == group.receivedNs())
            {
                onBarrier();
            }
        }
        else if (group.sequence() > 0)
        {
            // The core has refused or executed it, and all of the login before it.
            final int loginId = group.sessionId();
            final long sequence = group.sequence();
            if (!kept.isEmpty())
            {
                kept.removeIf(each -> loginId == each.loginId && each.sequence <= sequence);
            }
            if (!unresolved.isEmpty())
            {
                unresolved.removeIf(each -> isResolved(each, loginId, sequence));
            }
        }
    }

    private boolean isResolved(final Unresolved request, final int loginId, final long sequence)
    {
        final boolean isResolved = loginId == request.loginId() && request.sequence() <= sequence;
        if (isResolved)
        {
            owner.resolved(loginId, request.clOrdId());
        }
        return isResolved;
    }

    private void onBarrier()
    {
        barrier = null;
        barrierNs = 0;
        isUp = true;
        for (final Kept each : kept)
        {
            each.isSent = false;
        }
        for (final Iterator<Unresolved> each = unresolved.iterator(); each.hasNext(); each.remove())
        {
            final Unresolved request = each.next();
            owner.notExecuted(request.loginId(), request.clOrdId());
        }
        LOGGER.info("a partition is back: partition={} cursor={}", number(), cursor);
    }

    /** A transaction was delivered that may not be public. */
    void delivered(final EventGroup group, final long wholeCursor)
    {
        final long newCursor = group.cursor();
        seek(cursor, newCursor, group.rollingHash());
        if (null != connection && connection.client().publishedWatermark().get() < newCursor)
        {
            if (notPublic.size() == MOST_NOT_PUBLIC)
            {
                notPublic.pollLong();
                wholeCursors.pollLong();
            }
            notPublic.offerLong(newCursor);
            wholeCursors.offerLong(wholeCursor);
        }
    }

    /** Cursor of the whole up to which all of this partition is public. */
    long publicUpTo(final long end)
    {
        if (notPublic.isEmpty() || null == connection)
        {
            return end;
        }
        final long published = connection.client().publishedWatermark().get();
        while (!notPublic.isEmpty() && notPublic.peekLong() <= published)
        {
            notPublic.pollLong();
            wholeCursors.pollLong();
        }
        return notPublic.isEmpty() ? end : wholeCursors.peekLong() - 1;
    }


    /** How far its stream has been read. */
    void seek(final long newPreviousCursor, final long newCursor, final long newRollingHash)
    {
        previousCursor = newPreviousCursor;
        cursor = newCursor;
        rollingHash = newRollingHash;
    }

    void state(final CheckpointState state)
    {
        seek(state.number(previousCursor), state.number(cursor), state.number(rollingHash));
    }

    StreamPosition position()
    {
        return new StreamPosition(number(), previousCursor, cursor, rollingHash);
    }

    /** Of the transaction that is being delivered, in its own stream. */
    StreamPosition positionOf(final EventGroup group)
    {
        return new StreamPosition(number(), cursor, transaction.cursor(), group.rollingHash());
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        owner.instrument(event.instrumentId(), number());
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        transaction.hold(group);
        owner.deliver(this, group);
    }

    void close()
    {
        views.forEach(PartitionView.Follower::release);
        CloseHelper.quietClose(follower);
        follower = null;
    }

    static long sequence(final DirectBuffer command, final int offset)
    {
        return command.getLong(offset + HEADER_OFFSET + CommandHeaderDecoder.sequenceEncodingOffset(), ORDER);
    }

    static int loginId(final DirectBuffer command, final int offset)
    {
        return command.getInt(offset + HEADER_OFFSET + CommandHeaderDecoder.sessionIdEncodingOffset(), ORDER);
    }
}
