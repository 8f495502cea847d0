// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.RollingHash;

import java.util.function.Consumer;

/**
 * The steps of a schedule: counted, hashed into one number, and passed to a reader.
 */
final class Trace
{
    private final Consumer<String> reader;
    private long digest = RollingHash.INITIAL;
    private int steps;

    /**
     * A trace.
     *
     * @param reader of its lines, or null.
     */
    Trace(final Consumer<String> reader)
    {
        this.reader = reader;
    }

    void step(final String what, final long first, final long second)
    {
        steps++;
        note(what, first, second);
    }

    /** Something that follows from a step. */
    void note(final String what, final long first, final long second)
    {
        add(what.hashCode());
        add(first);
        add(second);
        if (null != reader)
        {
            reader.accept(steps + " " + what + " " + first + " " + second);
        }
    }

    void add(final long value)
    {
        digest = RollingHash.update(digest, value);
    }

    int steps()
    {
        return steps;
    }

    long digest()
    {
        return digest;
    }
}
