// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/**
 * What one session says of several partitions: once what all of them do, at the first or at the last that does it, and
 * one answer to a mass cancel that all have executed. All of it depends on the events alone, in the order of the
 * client.
 */
final class SeveralPartitions
{
    /** Mark of a mass cancel that all partitions execute; a client reference of TWIME is empty otherwise. */
    static final byte OF_ALL = 'A';

    /** A mass cancel that some partitions have executed. */
    private static final class MassCancel
    {
        private final int loginId;
        private final long sequence;
        private final long clOrdId;
        private int done;
        private int cancelledOrders;
        private boolean isExecuted;
        private int refusalCode;

        private MassCancel(final int loginId, final long sequence, final long clOrdId)
        {
            this.loginId = loginId;
            this.sequence = sequence;
            this.clOrdId = clOrdId;
        }
    }

    private final Deque<MassCancel> massCancels = new ArrayDeque<>();
    private final PartitionsClient client;
    private final AnswerEncoder encoder;
    private int openedSessionId;
    /** Partitions that have opened it, a bit for each; when a checkpoint is made all have. */
    private int opened = -1;
    private long suspendedRunId;
    private int clearedSessionId;
    private int cleared;

    SeveralPartitions(final PartitionsClient client, final AnswerEncoder encoder)
    {
        this.client = client;
        this.encoder = encoder;
        client.reset();
    }

    /** At the beginning of a trading date: what is awaited of the one before is not any longer. */
    void state(final CheckpointState state)
    {
        client.state(state);
        openedSessionId = state.number(openedSessionId);
        suspendedRunId = state.number(suspendedRunId);
        clearedSessionId = state.number(clearedSessionId);
        cleared = state.number(cleared);
    }

    /** A trading date begins. */
    void beginDay()
    {
        massCancels.clear();
    }

    List<StreamPosition> positions(final EventGroup group)
    {
        return client.positions(group);
    }

    /** A transaction of this gateway for a login: up to which of its commands all are decided. */
    long onOwn(final EventGroup group)
    {
        if (!massCancels.isEmpty() && group.sequence() > 0)
        {
            // What this partition has not executed before, a gateway that has died had sent in vain.
            for (final Iterator<MassCancel> each = massCancels.iterator(); each.hasNext();)
            {
                final MassCancel request = each.next();
                if (request.loginId == group.sessionId() && request.sequence < group.sequence() &&
                    isDone(request, group.partition()))
                {
                    each.remove();
                }
            }
        }
        return client.decidedUpTo(group.sessionId(), group.sequence());
    }

    private boolean isDone(final MassCancel request, final int partition)
    {
        request.done |= 1 << partition;
        final boolean isDone = Integer.bitCount(request.done) == client.partitions();
        if (isDone && request.isExecuted)
        {
            encoder.orderMassCancelResponse(request.loginId, request.clOrdId, request.cancelledOrders);
        }
        else if (isDone)
        {
            encoder.businessMessageReject(request.loginId, request.clOrdId, request.refusalCode);
        }
        return isDone;
    }

    /** Whether the orders of all partitions are meant. */
    static boolean isOfAll(final EventGroup group)
    {
        if (MassCancelDecoder.TEMPLATE_ID != group.commandTemplateId() || 0 == group.clientRefLength())
        {
            return false;
        }
        final byte mark = group.clientRefBuffer().getByte(group.clientRefOffset());
        return OF_ALL == mark || EngineCommandPublisher.BY_LIMIT == mark;
    }

    /** A partition has executed a mass cancel of all. */
    void onMassCancelled(final EventGroup group, final long clOrdId, final int cancelledOrders)
    {
        final MassCancel request = request(group, clOrdId);
        request.isExecuted = true;
        request.cancelledOrders += cancelledOrders;
        endIfDone(request, group.partition());
    }

    /** A partition has refused a mass cancel of all: that is the answer when all of them do. */
    void onMassCancelRefused(final EventGroup group, final long clOrdId, final int code)
    {
        final MassCancel request = request(group, clOrdId);
        request.refusalCode = code;
        endIfDone(request, group.partition());
    }

    private void endIfDone(final MassCancel request, final int partition)
    {
        if (isDone(request, partition))
        {
            massCancels.remove(request);
        }
    }

    private MassCancel request(final EventGroup group, final long clOrdId)
    {
        for (final MassCancel each : massCancels)
        {
            if (each.loginId == group.sessionId() && each.sequence == group.sequence())
            {
                return each;
            }
        }
        final MassCancel first = new MassCancel(group.sessionId(), group.sequence(), clOrdId);
        massCancels.addLast(first);
        return first;
    }

    /** Whether it is the first partition that opens a session. */
    boolean isFirstOpened(final int sessionId, final int partition)
    {
        final boolean isFirst = sessionId > openedSessionId;
        openedSessionId = Math.max(sessionId, openedSessionId);
        opened = isFirst ? 0 : opened;
        opened |= sessionId == openedSessionId ? 1 << partition : 0;
        return isFirst;
    }

    /** Whether it may be the first partition that opens the next session, and not one that has yet to open this one. */
    boolean mayBeFirst(final int partition)
    {
        return 0 != (opened & 1 << partition);
    }

    /** Whether it is the first partition that is suspended for a run. */
    boolean isFirstSuspended(final long runId)
    {
        final boolean isFirst = runId != suspendedRunId;
        suspendedRunId = runId;
        return isFirst;
    }

    /** Whether it is the last partition that removes the orders of a session. */
    boolean isLastCleared(final int sessionId, final int partition)
    {
        if (sessionId > clearedSessionId)
        {
            clearedSessionId = sessionId;
            cleared = 0;
        }
        if (sessionId == clearedSessionId)
        {
            cleared |= 1 << partition;
        }
        return sessionId == clearedSessionId && Integer.bitCount(cleared) == client.partitions();
    }
}
