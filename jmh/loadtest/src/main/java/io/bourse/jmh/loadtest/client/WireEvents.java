// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

/**
 * What the venue says to a session, in the terms of no protocol. Ids are those that the session has given.
 */
public interface WireEvents
{
    /**
     * An order is accepted.
     *
     * @param id of the order.
     * @param venuesId the venue's id of it.
     */
    void onAccepted(long id, long venuesId);

    /**
     * A cancel is carried out, or what was left of the order with this id is removed.
     *
     * @param id of the cancel or of the order.
     */
    void onCancelled(long id);

    /**
     * The venue has removed an order for reasons of its own.
     *
     * @param venuesId the venue's id of it.
     */
    void onRemoved(long venuesId);

    /**
     * An order has traded.
     *
     * @param id of the order.
     * @param isBuy side of it.
     * @param lots that traded.
     */
    void onTraded(long id, boolean isBuy, long lots);

    /**
     * An order or a cancel is refused.
     *
     * @param reason as {@link RefusalCounts} has it.
     */
    void onRefused(long id, int reason);
}
