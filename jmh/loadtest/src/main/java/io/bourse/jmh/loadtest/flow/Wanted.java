// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.flow;

/**
 * A transaction that a flow wants to be sent. Mutable and reused.
 */
public final class Wanted
{
    /** True for a cancel of the order in {@link #slot}; then nothing else counts. */
    public boolean isCancel;
    /** Slot of the order in the session's {@link OwnOrders}; of a new one {@link OwnOrders#NONE}. */
    public int slot = OwnOrders.NONE;
    /** Index of the instrument in the plan's list. */
    public int instrument;
    /** Side of a new order. */
    public boolean isBuy;
    /** Limit of a new order x 100 000. */
    public long priceE5;
    /** Lots of a new order. */
    public long lots;
    /** Immediate-or-cancel. */
    public boolean isImmediate;
    /** Wants nothing yet. */
    public Wanted()
    {
    }
}
