// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import io.bourse.engine.protocol.Phase;

/**
 * One request of a client, in no protocol's terms, or a change of phase by the venue's operator. Mutable and reused: a
 * source fills it, a driver sends it.
 */
public final class OrderAction
{
    /** What is wanted. */
    public enum Kind
    {
        /** A new order; {@link OrderAction#key} names it from now on. */
        NEW,
        /** Remove the order {@link OrderAction#key}. */
        CANCEL,
        /** Give the order {@link OrderAction#key} a price and a quantity left. */
        REPLACE,
        /** Take {@link OrderAction#qtyLots} off the order {@link OrderAction#key}; nothing left removes it. */
        REDUCE,
        /**
         * The operator puts {@link OrderAction#instrumentId} into {@link OrderAction#phase}, after the answers to
         * everything before it and before anything after it is sent.
         */
        PHASE
    }

    /** What is wanted. */
    public Kind kind;
    /** Which client of the day sends it, from 0. */
    public int client;
    /** The order, in the source's own numbering. */
    public long key;
    /** Instrument of the order. */
    public int instrumentId;
    /** Side of the order. */
    public boolean buy;
    /** Limit price x 100 000. */
    public long priceE5;
    /** Lots; meaning by kind. */
    public long qtyLots;
    /** Immediate-or-cancel: the rest does not stay in the book. */
    public boolean immediate;
    /** Which of the client's accounts, from 0; taken modulo their number. */
    public int account;
    /** New phase of the instrument; for {@link Kind#PHASE} only. */
    public Phase phase;

    /**
     * Takes everything from another action.
     *
     * @param other action.
     */
    public void set(final OrderAction other)
    {
        kind = other.kind;
        client = other.client;
        key = other.key;
        instrumentId = other.instrumentId;
        buy = other.buy;
        priceE5 = other.priceE5;
        qtyLots = other.qtyLots;
        immediate = other.immediate;
        account = other.account;
        phase = other.phase;
    }

    /**
     * Fills in a new order.
     *
     * @param orderKey names it from now on.
     * @param isBuy side.
     * @param limitE5 limit price x 100 000.
     * @param lots quantity.
     * @param isImmediate true for immediate-or-cancel.
     */
    public void newOrder(
        final long orderKey, final boolean isBuy, final long limitE5, final long lots, final boolean isImmediate)
    {
        kind = Kind.NEW;
        key = orderKey;
        buy = isBuy;
        priceE5 = limitE5;
        qtyLots = lots;
        immediate = isImmediate;
    }

    /** Fills in a cancel. */
    public void cancel(final long orderKey)
    {
        kind = Kind.CANCEL;
        key = orderKey;
    }

    /**
     * Fills in a reduction.
     *
     * @param lots to take off.
     */
    public void reduce(final long orderKey, final long lots)
    {
        kind = Kind.REDUCE;
        key = orderKey;
        qtyLots = lots;
    }

    /**
     * Fills in a change of phase.
     *
     * @param newPhase of the instrument.
     */
    public void phase(final Phase newPhase)
    {
        kind = Kind.PHASE;
        phase = newPhase;
    }
}
