// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.PositionEncoder;
import io.bourse.engine.protocol.StateReportedDecoder;
import io.bourse.engine.protocol.StateReportedEncoder;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The books of the simulator must see what a core reports that no trade can have made.
 */
class ConservationTest
{
    private final Conservation books = new Conservation(new Intents());

    @Test
    void shouldFindAPositionWithoutACounterpartyInTheReportOfTheCore()
    {
        reportPosition(1, 1001, 5);
        reportPosition(2, 1001, -4);
        reportPosition(3, 1002, 1);
        reportPosition(4, 1002, -1);

        final ScheduleFailedException failure = assertThrows(ScheduleFailedException.class, this::reportState);
        assertTrue(failure.getMessage().startsWith(
            "the positions that the core reports do not sum to zero: instrument=1001 lots=1"), failure::getMessage);
    }

    @Test
    void shouldFindAPositionThatNoTradeHasMade()
    {
        reportPosition(1, 1001, 5);
        reportPosition(2, 1001, -5);

        final ScheduleFailedException failure = assertThrows(ScheduleFailedException.class, this::reportState);
        assertTrue(failure.getMessage().startsWith("the core holds other positions"), failure::getMessage);
    }

    private void reportPosition(final int accountId, final int instrumentId, final long netLots)
    {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        new PositionEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
            .accountId(accountId).instrumentId(instrumentId).netLots(netLots);
        books.onPosition(null, new PositionDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder()));
    }

    private void reportState()
    {
        final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
        new StateReportedEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).requestId(1);
        books.onStateReported(
            null, new StateReportedDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder()));
    }
}
