// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

/**
 * What the venue says to a session, in the terms of no protocol. Ids are those that the session has given.
 */
interface WireEvents
{
    /** An order is accepted. */
    void onAccepted(long id, long venuesId);

    /** A cancel is carried out, or what was left of the order with this id is removed. */
    void onCancelled(long id);

    /** The venue has removed an order for reasons of its own. */
    void onRemoved(long venuesId);

    /** An order has traded. */
    void onTraded(long id, boolean isBuy, long lots);

    /** An order or a cancel is refused. */
    void onRefused(long id, int reason);
}
