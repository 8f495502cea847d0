// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.CalculationMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/**
 * Where the steps of a calculation work: a run, its rehearsal and a dry run each have their own. Closes what the steps
 * have opened, the last first.
 */
public class Workplace implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Workplace.class);

    private final Path tables;
    private final CalculationMemory memory;
    private final LongConsumer workDone;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    /**
     * A place to work at.
     *
     * @param tables directory that the steps write to.
     * @param memory that rows are calculated in.
     * @param workDone takes the units of work that are done; called by any thread.
     */
    public Workplace(final Path tables, final CalculationMemory memory, final LongConsumer workDone)
    {
        this.tables = tables;
        this.memory = memory;
        this.workDone = workDone;
    }

    /** Another place, with a directory of its own, in the same memory. */
    public final Workplace at(final Path directory)
    {
        return new Workplace(directory, memory, workDone);
    }

    /** Directory that the steps write to. */
    public final Path tables()
    {
        return tables;
    }

    final CalculationMemory memory()
    {
        return memory;
    }

    final LongConsumer workDone()
    {
        return workDone;
    }

    /** Closes something with this, or later steps need it no more. */
    public final <T extends AutoCloseable> T keep(final T resource)
    {
        opened.push(resource);
        return resource;
    }

    @Override
    public final void close()
    {
        while (!opened.isEmpty())
        {
            close(opened.pop());
        }
    }

    /** Closes a resource whose failure changes nothing about the run. */
    public static void close(final AutoCloseable resource)
    {
        try
        {
            resource.close();
        }
        catch (final Exception ex)
        {
            LOGGER.warn("files of a run cannot be closed: reason=\"{}\"", ex.toString());
        }
    }
}
