// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.Quarantine;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.reference.UnknownFeatureLevelException;
import io.bourse.engine.host.quarantine.QuarantineException;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CommandExecutionTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final List<Long> frames = new ArrayList<>();
    private int length;
    private RuntimeException sinkFailure;
    private final MatchingEngine engine = new MatchingEngine(0, (frameSequence, frame, offset, frameLength) ->
    {
        if (null != sinkFailure)
        {
            throw sinkFailure;
        }
        frames.add(frameSequence);
    });

    @Test
    void shouldPassOverTheApprovedCommandAlone()
    {
        clearingFirm("AA");
        final CommandExecution execution = execution(quarantine(200, sha256()));
        execute(execution, 100);
        execute(execution, 200);
        execute(execution, 300);
        execution.requireAllReached();
        assertEquals(2, counters.get(EngineCounter.COMMANDS_EXECUTED));
        assertEquals(1, counters.get(EngineCounter.COMMANDS_QUARANTINED));
        assertEquals(List.of(1L, 2L, 3L), frames);
    }

    @Test
    void shouldRefuseAnotherCommandAtThePosition()
    {
        clearingFirm("AA");
        final CommandExecution execution = execution(quarantine(200, sha256()));
        clearingFirm("BB");
        execute(execution, 100);
        assertTrue(assertThrows(QuarantineException.class, () -> execute(execution, 200)).getMessage()
            .startsWith("a quarantine is about another command than the one at its position"));
        assertEquals(List.of(1L), frames);
    }

    @Test
    void shouldRefuseAPositionAtWhichNoCommandEnds()
    {
        clearingFirm("AA");
        final CommandExecution execution = execution(quarantine(150, sha256()));
        execute(execution, 100);
        assertTrue(assertThrows(QuarantineException.class, () -> execute(execution, 200)).getMessage()
            .contains("at which no command ends: position=150 nextCommandPosition=200"));
    }

    @Test
    void shouldRefuseAPositionBehindTheJournal()
    {
        clearingFirm("AA");
        final CommandExecution execution = execution(quarantine(200, sha256()));
        execute(execution, 100);
        assertThrows(QuarantineException.class, execution::requireAllReached);
    }

    @Test
    void shouldNotLookBackWhenTheCoreIsBehindThePositionAlready()
    {
        clearingFirm("AA");
        execute(execution(), 200);
        final CommandExecution execution = execution(quarantine(100, sha256()), quarantine(200, sha256()));
        execute(execution, 300);
        execution.requireAllReached();
        assertEquals(2, counters.get(EngineCounter.COMMANDS_EXECUTED));
    }

    @Test
    void shouldNameTheCommandAtWhichTheCoreFails()
    {
        clearingFirm("AA");
        final CommandExecution execution = execution();
        sinkFailure = new IllegalStateException("no disk");
        // What takes the events has failed, not the core.
        assertSame(sinkFailure, assertThrows(IllegalStateException.class, () -> execute(execution, 100)));
        // The core stands in the middle of that command: it fails at every other one.
        final FailedCommand failed =
            assertThrows(CoreFailedException.class, () -> execute(execution, 200)).command();
        assertEquals("position=200 time=1970-01-01T00:00:00.000000009Z template=DefineClearingFirm gatewayId=4" +
            " sessionId=5 sequence=6 sha256=" + sha256() + " failure=\"" + failed.failure() + "\"",
            failed.toString());
        assertTrue(failed.failure().contains("event group begun inside another"), failed::toString);
    }

    @Test
    void shouldNotBlameTheCommandWhenTheProgramIsTooOld()
    {
        final CommandExecution execution = execution();
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            featureLevel(level);
            execute(execution, 100 * level);
        }
        featureLevel(FeatureLevels.HIGHEST + 1);
        assertThrows(UnknownFeatureLevelException.class, () -> execute(execution, 10_000));
    }

    private CommandExecution execution(final Quarantine... approved)
    {
        return new CommandExecution(engine, new Quarantines(List.of(approved), List.of()), counters);
    }

    private void execute(final CommandExecution execution, final long position)
    {
        execution.execute(9, position, buffer, 0, length);
    }

    private Quarantine quarantine(final long position, final String sha256)
    {
        return new Quarantine(0, position, 1, sha256, "anna", 1, "why", "boris", 2, sha256);
    }

    private String sha256()
    {
        return HexFormat.of().formatHex(FailedCommand.sha256(buffer, 0, length));
    }

    private void clearingFirm(final String code)
    {
        final DefineClearingFirmEncoder encoder =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        encoder.header().stampedNs(9).receivedNs(0).sequence(6).sessionId(5).gatewayId(4).partition(0);
        length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.code(code).encodedLength();
    }

    private void featureLevel(final int level)
    {
        final SetFeatureLevelEncoder encoder =
            new SetFeatureLevelEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        encoder.header().stampedNs(9).receivedNs(0).sequence(0).sessionId(0).gatewayId(0).partition(0);
        length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.level(level).encodedLength();
    }
}
