// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.checkpoint.CheckpointState;

/**
 * Which of several partitions opens a trading session first. It depends on the events alone, in the order of the
 * client.
 */
public final class OpenedSessions
{
    private int sessionId;
    /** Partitions that have opened it, a bit for each; when a checkpoint is made all have. */
    private int opened = -1;

    /** No session yet. */
    public OpenedSessions()
    {
    }

    /**
     * The session that was opened last.
     *
     * @param state to write to, or to read from before anything is followed.
     */
    public void state(final CheckpointState state)
    {
        sessionId = state.number(sessionId);
    }

    /**
     * A partition opens a session.
     *
     * @param ofSession that is opened.
     * @param partition that opens it.
     * @return whether it is the first one.
     */
    public boolean isFirst(final int ofSession, final int partition)
    {
        final boolean isFirst = ofSession > sessionId;
        sessionId = Math.max(ofSession, sessionId);
        opened = isFirst ? 0 : opened;
        opened |= ofSession == sessionId ? 1 << partition : 0;
        return isFirst;
    }

    /**
     * Whether a partition may be the first one that opens the next session.
     *
     * @param partition that is to open a session.
     * @return false when it has yet to open this one.
     */
    public boolean mayBeFirst(final int partition)
    {
        return 0 != (opened & 1 << partition);
    }
}
