// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

/**
 * Decides what is sent. One thread.
 */
public interface OrderFlow
{
    /** Session of the next transaction: whichever asks. */
    int ANY = -1;

    /**
     * Which session has to send the next transaction.
     *
     * @return index of it, or {@link #ANY}.
     */
    int session();

    /**
     * Decides about the next transaction of a session. What was wanted and could not be sent is asked for again, so
     * only {@link #sent} moves a flow on.
     *
     * @param session index of it, as {@link #session} says.
     * @param own its orders.
     * @param wanted to be filled in.
     * @return false when there is nothing to be sent before another answer has come.
     */
    boolean next(int session, OwnOrders own, Wanted wanted);

    /**
     * What was wanted is sent.
     *
     * @param session that sent it.
     * @param own its orders, which know of it.
     * @param wanted transaction.
     * @param slot of the order.
     */
    void sent(int session, OwnOrders own, Wanted wanted, int slot);

    /**
     * An order of a session has traded.
     *
     * @param session whose order it was.
     * @param instrument index of the instrument.
     * @param isBuy side of the order.
     * @param lots traded.
     */
    default void traded(final int session, final int instrument, final boolean isBuy, final long lots)
    {
    }

    /**
     * What of a recording was not sent and why.
     *
     * @return transactions left out, 0 for a flow that is made.
     */
    default long leftOut()
    {
        return 0;
    }
}
