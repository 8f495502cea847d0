// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.partitions.MassCancelsOfAll;
import io.bourse.engine.client.partitions.OpenedSessions;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;

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

    final OpenedSessions opened = new OpenedSessions();
    final MassCancelsOfAll massCancels;
    private final PartitionsClient client;
    private long suspendedRunId;
    private int clearedSessionId;
    private int cleared;

    SeveralPartitions(final PartitionsClient client, final AnswerEncoder encoder)
    {
        this.client = client;
        massCancels = new MassCancelsOfAll(client.partitions(), new MassCancelsOfAll.Answers()
        {
            @Override
            public void onExecuted(final MassCancelsOfAll.Request request)
            {
                encoder.orderMassCancelResponse(request.loginId(), request.clOrdId(), request.cancelledOrders());
            }

            @Override
            public void onRefused(final MassCancelsOfAll.Request request)
            {
                encoder.businessMessageReject(request.loginId(), request.clOrdId(), request.refusalCode());
            }
        });
        client.reset();
    }

    /** At the beginning of a trading date: what is awaited of the one before is not any longer. */
    void state(final CheckpointState state)
    {
        client.state(state);
        opened.state(state);
        suspendedRunId = state.number(suspendedRunId);
        clearedSessionId = state.number(clearedSessionId);
        cleared = state.number(cleared);
    }

    List<StreamPosition> positions(final EventGroup group)
    {
        return client.positions(group);
    }

    /** A transaction of this gateway for a login: up to which of its commands all are decided. */
    long onOwn(final EventGroup group)
    {
        massCancels.onOwn(group);
        return client.decidedUpTo(group.sessionId(), group.sequence());
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
