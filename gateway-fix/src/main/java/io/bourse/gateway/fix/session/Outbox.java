// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.gateway.fix.wire.FixWriter;

/**
 * Reports of the event stream on their way to the sessions. The follower of the event stream calls {@link #begin}, then
 * {@link #add} for every report of the transaction in a defined order, then {@link #end}. A report leaves when the
 * market data of its transaction is public, or when the bounded wait for that is over; reports leave in order.
 *
 * <p>Exactly once over all lives of the gateway: a session's store holds with each report the transaction and the
 * number of the report among those of this session in this transaction. What it holds already is passed over here,
 * so that the event stream can be followed from its beginning at every start.
 */
public interface Outbox
{
    /**
     * A transaction begins.
     *
     * @param group it.
     * @param position of the transaction, higher than that of the one before: of its command in the journal, of several
     *     partitions in the order in which they are followed.
     */
    void begin(EventGroup group, long position);

    /**
     * The transaction in work was caused by a request of this life: its answer is recorded with its time stamps.
     *
     * @param group the transaction.
     * @param offeredNs when the gateway gave the command to the engine (t3').
     * @param tradingDate YYYYMMDD.
     */
    default void answers(final EventGroup group, final long offeredNs, final int tradingDate)
    {
        // Without time stamps.
    }

    /**
     * The order that the answer of the transaction in work is about.
     *
     * @param orderId of the engine.
     */
    default void answeredOrder(final long orderId)
    {
        // Without time stamps.
    }

    /**
     * Up to where all reports are in the stores.
     *
     * @return position of a command in the journal, in bytes.
     */
    long handedPosition();

    /**
     * Whether a report of this transaction could still be wanted by any session; false in a replay of what all sessions
     * have. Then reports need not even be encoded, and {@link #add} must not be called.
     *
     * @return true when reports have to be made.
     */
    boolean isWanted();

    /**
     * Adds a report to the transaction in work.
     *
     * @param session to send it on.
     * @param message whose body is written; copied.
     */
    void add(FixSession session, FixWriter message);

    /**
     * Adds a report that no replay of this transaction would make again, for instance the answer to a request that only
     * this life of the gateway knows: it leaves in its place, but is not counted among those of the transaction.
     *
     * @param session to send it on.
     * @param message whose body is written; copied.
     */
    void addUnrepeatable(FixSession session, FixWriter message);

    /**
     * The transaction in work says numbers of a session: to be kept when all reports of before are stored.
     *
     * @param session whose numbers they are.
     * @param mark see {@link NumbersMark}.
     */
    void mark(FixSession session, long mark);

    /** The transaction is complete: its reports may leave when its cursor has been published. */
    void end();
}
