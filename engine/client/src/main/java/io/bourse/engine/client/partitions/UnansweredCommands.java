// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

/**
 * Hears what no transaction says: that a command is not executed, or not waited for any longer, because its partition
 * was lost. Called while events are polled.
 */
public interface UnansweredCommands
{
    /** Takes no notice. */
    UnansweredCommands IGNORED = new UnansweredCommands()
    {
        @Override
        public void onNotExecuted(final int loginId, final long clOrdId, final long decidedUpTo)
        {
            // Nothing waits for it.
        }

        @Override
        public void onLost(final int loginId, final long clOrdId)
        {
            // Nothing waits for it.
        }

        @Override
        public void onResolved(final int loginId, final long clOrdId)
        {
            // Nothing waits for it.
        }

        @Override
        public void onNotAwaited(final int loginId, final long decidedUpTo)
        {
            // Nothing waits for it.
        }
    };

    /**
     * A request was not executed, and never will be.
     *
     * @param loginId that sent it.
     * @param clOrdId of the request.
     * @param decidedUpTo sequence up to which no command of the login is under way.
     */
    void onNotExecuted(int loginId, long clOrdId, long decidedUpTo);

    /**
     * A request was on its way to a partition that is lost. {@link #onResolved} or {@link #onNotExecuted} follows when
     * the partition is back.
     *
     * @param loginId that sent it.
     * @param clOrdId of the request.
     */
    void onLost(int loginId, long clOrdId);

    /**
     * A request that was lost has been executed or refused: the transaction that says so follows, or has come.
     *
     * @param loginId that sent it.
     * @param clOrdId of the request.
     */
    void onResolved(int loginId, long clOrdId);

    /**
     * What was on its way to a lost partition is not waited for any longer; its outcome comes when the partition does.
     *
     * @param loginId whose commands they are.
     * @param decidedUpTo sequence up to which no command of the login is under way.
     */
    void onNotAwaited(int loginId, long decidedUpTo);
}
