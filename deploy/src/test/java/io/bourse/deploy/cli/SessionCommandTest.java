// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.SessionTracker;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

class SessionCommandTest
{
    private static final int DATE = 20261123;

    @Test
    void shouldOpenSessionsOfLaterDatesOnly()
    {
        final SessionTracker last = new SessionTracker();
        assertDoesNotThrow(() -> SessionCommand.requireLater(last, DATE), "the first session has any date");

        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SessionOpenedEncoder.BLOCK_LENGTH]);
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(7).tradingDate(DATE);
        last.onSessionOpened(null, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION));

        assertDoesNotThrow(() -> SessionCommand.requireLater(last, DATE + 1));
        assertRefused(last, DATE);
        assertRefused(last, DATE - 1);
    }

    private static void assertRefused(final SessionTracker last, final int date)
    {
        final IllegalStateException ex =
            assertThrows(IllegalStateException.class, () -> SessionCommand.requireLater(last, date));
        assertEquals("a trading date has one session, which its evening run ends; open one of a later date: " +
            "tradingDate=" + date + " lastTradingDate=20261123 lastSessionId=7", ex.getMessage());
    }

    @Test
    void shouldExplainWhatIsMissing()
    {
        BadLine.assertExplained(new SessionCommand(), "");
        BadLine.assertExplained(new SessionCommand(), "open");
        BadLine.assertExplained(new SessionCommand(), "open --date tomorrow");
    }
}
