// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.reference.UnknownFeatureLevelException;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.quarantine.QuarantineException;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.Arrays;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_EXECUTED;
import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_QUARANTINED;
import static io.bourse.engine.host.execution.EngineCounter.LAST_COMMAND_NS;
import static io.bourse.engine.host.execution.EngineCounter.MALFORMED_COMMANDS;

/**
 * Gives commands to the core, passes over those that are quarantined, and names the one at which the core fails.
 */
public final class CommandExecution
{
    private static final Logger LOGGER = LoggerFactory.getLogger(CommandExecution.class);
    /** And all below it: what takes the events need not be of this package. */
    private static final String HOST_PACKAGE = HostOptions.class.getPackageName();

    private final MatchingEngine engine;
    private final Quarantines quarantines;
    private final CounterSet<EngineCounter> counters;
    private int next;
    private long nextPosition;

    /**
     * The execution of a core's next commands.
     *
     * @param engine core.
     * @param quarantines of its history; those before its place are past.
     * @param counters to count in.
     */
    public CommandExecution(
        final MatchingEngine engine, final Quarantines quarantines, final CounterSet<EngineCounter> counters)
    {
        this.engine = engine;
        this.quarantines = quarantines;
        this.counters = counters;
        while (next < quarantines.approved().size() &&
            quarantines.approved().get(next).position() <= engine.commandPosition())
        {
            next++;
        }
        nextPosition = positionOfNext();
    }

    private long positionOfNext()
    {
        return next < quarantines.approved().size() ? quarantines.approved().get(next).position() : Long.MAX_VALUE;
    }

    /**
     * Executes one command, or passes over it.
     *
     * @param timestampNs of the command.
     * @param position journal position just after it.
     * @param buffer that holds it.
     * @param offset of its message header.
     * @param length of the whole message.
     * @throws CoreFailedException when the core fails at it.
     * @throws QuarantineException when it is quarantined and is not the command that was approved.
     */
    public void execute(
        final long timestampNs, final long position, final DirectBuffer buffer, final int offset, final int length)
    {
        final boolean isQuarantined = position >= nextPosition;
        try
        {
            if (isQuarantined)
            {
                passOver(timestampNs, position, buffer, offset, length);
                return;
            }
            final boolean isUnderstood = engine.onCommand(timestampNs, position, buffer, offset, length);
            counters.increment(isUnderstood ? COMMANDS_EXECUTED : MALFORMED_COMMANDS);
            counters.set(LAST_COMMAND_NS, timestampNs);
        }
        catch (final RuntimeException | Error ex)
        {
            if (isQuarantined || !isOfTheCore(ex))
            {
                throw ex;
            }
            throw new CoreFailedException(
                FailedCommand.of(timestampNs, position, buffer, offset, length, ex), ex);
        }
    }

    private void passOver(
        final long timestampNs, final long position, final DirectBuffer buffer, final int offset, final int length)
    {
        final Quarantine quarantine = quarantines.approved().get(next);
        if (position != nextPosition)
        {
            throw new QuarantineException("a quarantine names a position at which no command ends: position=" +
                nextPosition + " nextCommandPosition=" + position);
        }
        final byte[] sha256 = FailedCommand.sha256(buffer, offset, length);
        if (!Arrays.equals(quarantine.digest(), sha256))
        {
            throw new QuarantineException("a quarantine is about another command than the one at its position: " +
                Quarantines.describe(quarantine) + "; found: " +
                FailedCommand.of(timestampNs, position, buffer, offset, length, null));
        }
        engine.onQuarantined(timestampNs, position, buffer, offset, length, sha256);
        counters.increment(COMMANDS_QUARANTINED);
        LOGGER.warn("command passed over, it is quarantined: {}", Quarantines.describe(quarantine));
        next++;
        nextPosition = positionOfNext();
    }

    /** Not of the machine, not of what takes the events, and not because this program is too old. */
    private static boolean isOfTheCore(final Throwable failure)
    {
        if (failure instanceof UnknownFeatureLevelException ||
            failure instanceof VirtualMachineError && !(failure instanceof StackOverflowError))
        {
            return false;
        }
        for (final StackTraceElement frame : failure.getStackTrace())
        {
            if (frame.getClassName().equals(MatchingEngine.class.getName()))
            {
                return true;
            }
            if (frame.getClassName().startsWith(HOST_PACKAGE))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * All commands that there are have been given.
     *
     * @throws QuarantineException when a quarantine names a position after them.
     */
    public void requireAllReached()
    {
        if (next < quarantines.approved().size())
        {
            throw new QuarantineException("a quarantine names a position that the journal does not reach, it is of" +
                " another or a longer journal; restore that one, or move the file out of the directory: " +
                Quarantines.describe(quarantines.approved().get(next)));
        }
    }

    MatchingEngine engine()
    {
        return engine;
    }
}
