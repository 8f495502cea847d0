// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.execution.CommandExecution;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * What takes the events of a replay is of this package, and its failures are not the core's: a good command must not be
 * offered for quarantine.
 */
class SinkFailureTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);

    @Test
    void shouldNotBlameTheCommandWhenASinkOfAnotherPackageFails()
    {
        final MatchingEngine engine = new MatchingEngine(0, (frameSequence, frame, offset, length) ->
        {
            throw new IllegalArgumentException("not collected");
        });
        final CommandExecution execution =
            new CommandExecution(engine, Quarantines.NONE, new CounterSet<>(EngineCounter.class));
        final DefineClearingFirmEncoder encoder =
            new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        encoder.header().stampedNs(9).receivedNs(0).sequence(6).sessionId(5).gatewayId(4).partition(0);
        final int length = MessageHeaderEncoder.ENCODED_LENGTH + encoder.code("AA").encodedLength();
        final RuntimeException failure =
            assertThrows(RuntimeException.class, () -> execution.execute(9, 100, buffer, 0, length));
        assertEquals("java.lang.IllegalArgumentException: not collected", failure.toString());
    }
}
