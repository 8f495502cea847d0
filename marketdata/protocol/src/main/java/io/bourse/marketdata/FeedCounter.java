// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number that one duty cycle writes and any thread may read.
 */
public final class FeedCounter
{
    private static final VarHandle VALUE;

    static
    {
        try
        {
            VALUE = MethodHandles.lookup().findVarHandle(FeedCounter.class, "value", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    private long value;

    /**
     * A counter of 0.
     */
    public FeedCounter()
    {
    }

    /**
     * Reads the number.
     *
     * @return latest value published by the writer.
     */
    public long get()
    {
        return (long)VALUE.getAcquire(this);
    }

    /**
     * Writes the number; for the owning duty cycle only.
     *
     * @param newValue to publish.
     */
    public void set(final long newValue)
    {
        VALUE.setRelease(this, newValue);
    }

    /**
     * Adds one; for the owning duty cycle only.
     */
    public void increment()
    {
        VALUE.setRelease(this, value + 1);
    }

    /**
     * Adds to the number; for the owning duty cycle only.
     *
     * @param amount to add.
     */
    public void add(final long amount)
    {
        VALUE.setRelease(this, value + amount);
    }

    @Override
    public String toString()
    {
        return Long.toString(get());
    }
}
