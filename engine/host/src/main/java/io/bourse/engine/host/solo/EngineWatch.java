// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.host.clock.ClockLog;
import io.bourse.engine.host.storage.StorageException;
import io.bourse.engine.host.storage.StorageSpace;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.function.BooleanSupplier;

/**
 * Watches a solo engine from a thread of its own: ends it before its disk is full, when its thread no longer comes back
 * from one, and when its events are no longer recorded, all of which it does not notice itself. A disk that does not
 * answer may not report its free space either, so that is asked for on another thread.
 */
final class EngineWatch implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(EngineWatch.class);
    private static final int INTERVAL_MS = 20;

    private final SoloOptions options;
    private final BooleanSupplier isRecordingEvents;
    private final EngineDutyCycle dutyCycle;
    private long cycles;
    private long cyclesSinceNs = System.nanoTime();
    private long lastCheckNs = cyclesSinceNs;

    private EngineWatch(
        final SoloOptions options,
        final BooleanSupplier isRecordingEvents,
        final EngineDutyCycle dutyCycle)
    {
        this.options = options;
        this.isRecordingEvents = isRecordingEvents;
        this.dutyCycle = dutyCycle;
    }

    /**
     * Begins to watch an engine that is live.
     *
     * @param options of the engine.
     * @param storage space on its disk.
     * @param isRecordingEvents whether the archive records the event stream; the matcher looks after the journal.
     * @param dutyCycle to be ended.
     * @param clockLog of its clock.
     * @return its threads, to be closed before anything that the engine works on.
     */
    static AutoCloseable start(
        final SoloOptions options,
        final StorageSpace storage,
        final BooleanSupplier isRecordingEvents,
        final EngineDutyCycle dutyCycle,
        final ClockLog clockLog)
    {
        final AgentRunner cycles = startRunner(new EngineWatch(options, isRecordingEvents, dutyCycle));
        final AgentRunner space = startRunner(new SpaceWatch(storage, dutyCycle));
        final AgentRunner clock = startRunner(clockLog);
        return () -> CloseHelper.closeAll(clock, space, cycles);
    }

    private static AgentRunner startRunner(final Agent agent)
    {
        final AgentRunner runner = new AgentRunner(new SleepingMillisIdleStrategy(INTERVAL_MS),
            (ex) -> onError(agent.roleName(), ex), null, agent);
        AgentRunner.startOnThread(runner);
        return runner;
    }

    /** The watch goes on after an error; the engine has got the error that ends it. */
    private static void onError(final String watch, final Throwable ex)
    {
        if (!(ex instanceof AgentTerminationException))
        {
            LOGGER.error("a watch over the engine has failed, it is tried again: watch={}", watch, ex);
        }
    }

    private record SpaceWatch(StorageSpace space, EngineDutyCycle dutyCycle) implements Agent
    {
        @Override
        public int doWork()
        {
            try
            {
                space.requireToGoOn();
                return 0;
            }
            catch (final RuntimeException ex)
            {
                dutyCycle.fail(roleName(), ex);
                throw new AgentTerminationException();
            }
        }

        @Override
        public String roleName()
        {
            return "bourse-space-watch";
        }
    }

    @Override
    public int doWork()
    {
        try
        {
            checkCycles();
            if (!isRecordingEvents.getAsBoolean())
            {
                throw new IllegalStateException("the archive no longer records the event stream, is its disk full?" +
                    " dataDir=" + options.host().dataDir());
            }
            return 0;
        }
        catch (final RuntimeException ex)
        {
            dutyCycle.fail(roleName(), ex);
            throw new AgentTerminationException();
        }
    }

    private void checkCycles()
    {
        final long nowNs = System.nanoTime();
        // A process that stood still as a whole, this thread included, says nothing about the disk.
        final boolean wasPaused = nowNs - lastCheckNs > options.host().messageTimeoutNs() / 2;
        lastCheckNs = nowNs;
        if (wasPaused || cycles != dutyCycle.cycles())
        {
            cycles = dutyCycle.cycles();
            cyclesSinceNs = nowNs;
        }
        else if (nowNs - cyclesSinceNs > options.host().messageTimeoutNs())
        {
            throw new StorageException("the engine's thread stands still, does the disk still answer? dataDir=" +
                options.host().dataDir() + " cycles=" + cycles + " timeoutNs=" + options.host().messageTimeoutNs());
        }
    }

    @Override
    public String roleName()
    {
        return "bourse-engine-watch";
    }
}
