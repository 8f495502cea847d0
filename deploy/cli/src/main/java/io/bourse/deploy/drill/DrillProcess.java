// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.protocol.LoginProtocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;

/**
 * One of the drill's processes, over all its lives.
 */
final class DrillProcess implements AutoCloseable
{
    private static final String READY = "ready";

    private final String name;
    private final Path log;
    private final IntFunction<List<String>> arguments;
    private final LoginProtocol protocol;
    private ChildProcess child;
    private int lives;
    private int readyTimes;

    /**
     * A process that does not run yet.
     *
     * @param name for people.
     * @param protocol that does not work without it; null when it serves both or none.
     * @param logDirectory of its output.
     * @param arguments of the command in its n-th life, from 1.
     */
    DrillProcess(
        final String name,
        final LoginProtocol protocol,
        final Path logDirectory,
        final IntFunction<List<String>> arguments)
    {
        this.name = name;
        this.protocol = protocol;
        this.arguments = arguments;
        log = logDirectory.resolve(name + ".log");
    }

    String name()
    {
        return name;
    }

    /** Protocol whose clients receive nothing without it, or null. */
    LoginProtocol protocol()
    {
        return protocol;
    }

    int lives()
    {
        return lives;
    }

    void start()
    {
        lives++;
        readyTimes = 1;
        try
        {
            child = new ChildProcess(log, arguments.apply(lives));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a process cannot be started: name=" + name, ex);
        }
    }

    /** Whether it lives and has said that it is ready, since its start and since its engine died. */
    boolean isReady()
    {
        return child.isAlive() && child.saidTimes(READY) >= readyTimes;
    }

    /** What it depends on is about to die: it lives on, begins anew and says once more that it is ready. */
    void expectAnotherReady()
    {
        if (lives > 0)
        {
            readyTimes = child.saidTimes(READY) + 1;
        }
    }

    boolean hasSaid(final String line)
    {
        return child.hasSaid(line);
    }

    /** Whether it has ended without a kill. */
    boolean hasFallen()
    {
        return !child.isAlive();
    }

    ChildProcess child()
    {
        return child;
    }

    @Override
    public String toString()
    {
        return "name=" + name + " pid=" + (null == child ? 0 : child.pid()) + " life=" + lives + " log=" + log;
    }

    @Override
    public void close()
    {
        if (null != child)
        {
            child.close();
        }
    }
}
