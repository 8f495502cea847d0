// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.deploy.operators.acts.OpenSession;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.Writer;

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
        assertDoesNotThrow(() -> OpenSession.requireLater(last, DATE), "the first session has any date");

        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SessionOpenedEncoder.BLOCK_LENGTH]);
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(7).tradingDate(DATE);
        last.onSessionOpened(null, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION));

        assertDoesNotThrow(() -> OpenSession.requireLater(last, DATE + 1));
        assertRefused(last, DATE);
        assertRefused(last, DATE - 1);
    }

    private static void assertRefused(final SessionTracker last, final int date)
    {
        final IllegalStateException ex =
            assertThrows(IllegalStateException.class, () -> OpenSession.requireLater(last, date));
        assertEquals("a trading date has one session, which its evening run ends; open one of a later date: " +
            "tradingDate=" + date + " lastTradingDate=20261123 lastSessionId=7", ex.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "open",
        "open --date tomorrow",
        "open --date 20261131",
        "open --date 2026-02-29",
        "open --date 202611-23",
        "open --date 22000101",
        "open --date 20261123 --next",
        "move",
        "move --date 20261123",
        "move --reason typed",
        "move --date 20261131 --reason typed",
        "days one.csv two.csv"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new SessionCommand(), line);
    }

    @Test
    void shouldTakeNoReasonWithoutWords()
    {
        final int exitCode = new CommandLine(new SessionCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setErr(new PrintWriter(Writer.nullWriter()))
            .execute("move", "--date", "20261123", "--reason", " ");
        assertEquals(ExitCode.USAGE, exitCode);
    }
}
