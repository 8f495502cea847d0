// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.plan;

/**
 * Kinds of load. A transaction is a new order or a cancel, as the published tests count them.
 */
public enum StageKind
{
    /** What nothing is reported of: a constant rate, or with a rate of 0 as many as come back. */
    WARMUP,
    /** One transaction at a time, over one session after the other. */
    CLOSED,
    /** A constant rate; every transaction has a moment at which it is due, and its time counts from that moment. */
    CONSTANT,
    /** The same, with the times of each product kept apart, too. */
    PRODUCTS,
    /** As many as come back with a window of every session always on its way. */
    SATURATE,
    /** A background rate, and bursts of seconds far above it: how long until times are what they were before. */
    BURSTS,
    /** Packets of transactions, all due at one moment: the time of each place in the packet. */
    MICROBURSTS,
    /** A number of transactions, however long it takes: a day, scaled. */
    DAY,
    /** Nothing is sent: what the venue uses of the processor. */
    IDLE,
    /** Commands encoded beforehand, put into the ring without sockets. */
    RING,
    /** Intraday clearing of the venue that has been trading, which trades again afterwards. */
    INTRADAY,
    /** Evening clearing of the venue that has been trading: the end of its day. */
    EVENING;

    /**
     * Whether the generator's process carries it out.
     *
     * @return false for what the run does itself.
     */
    public boolean isLoad()
    {
        return ordinal() <= DAY.ordinal();
    }

    /**
     * Whether it asks how much the venue carries, and not how soon it answers.
     *
     * @return true for what fills the venue up.
     */
    public boolean isThroughput()
    {
        return SATURATE == this || BURSTS == this || DAY == this || RING == this;
    }

    /**
     * Whether it clears what the venue has traded.
     *
     * @return true for a run of clearing.
     */
    public boolean isClearing()
    {
        return INTRADAY == this || EVENING == this;
    }

    /**
     * Whether a test that repeats its stages repeats it. A day and its clearing are volumes: they are done once.
     *
     * @return true for what measures a rate, times, or what an idle venue uses.
     */
    public boolean isRepeated()
    {
        return DAY != this && !isClearing();
    }
}
