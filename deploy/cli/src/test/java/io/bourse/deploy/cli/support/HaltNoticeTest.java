// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunState;
import io.bourse.deploy.cli.clearing.ClearingDryRunCommand;
import io.bourse.deploy.cli.clearing.ClearingEveningCommand;
import io.bourse.deploy.cli.clearing.ClearingReopenCommand;
import io.bourse.deploy.cli.clearing.ClearingTailCommand;
import io.bourse.deploy.cli.operator.KillCommand;
import io.bourse.deploy.cli.operator.SessionCommand;
import io.bourse.deploy.cli.venue.SnapshotCommand;
import io.bourse.deploy.node.SessionTracker;
import io.bourse.engine.protocol.OrderEntryStoppedDecoder;
import io.bourse.engine.protocol.OrderEntryStoppedEncoder;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseChangedDecoder;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.TradingResumedDecoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedDecoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** While trading stands still everything that an operator reads says so, and names the command that goes on. */
class HaltNoticeTest
{
    private static final long NOW_NS =
        TimeUnit.MILLISECONDS.toNanos(Instant.parse("2026-11-23T11:00:00.123Z").toEpochMilli());
    private static final String SINCE = "2026-11-23T14:00:00.123+03:00";
    private static final long RUN = 2_026_112_301L;
    private static final EventGroup GROUP = (EventGroup)Proxy.newProxyInstance(
        EventGroup.class.getClassLoader(), new Class<?>[]{EventGroup.class}, (proxy, method, arguments) -> NOW_NS);

    @TempDir
    private Path dataDir;
    private final SessionTracker session = new SessionTracker();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[64]);

    private void run(final String kind, final RunPhase phase) throws IOException
    {
        final Path run = Files.createDirectories(dataDir.resolve("clearing/20261123/1-" + kind));
        new ObjectMapper().writeValue(run.resolve("state.json").toFile(), new RunState(RunState.FORMAT, RUN, kind,
            phase, phase, new RunRecord.Cut(4_096, 4_096, NOW_NS, 0, 0, 0, 0, null), "", List.of()));
    }

    private String command(final String text)
    {
        return "`bourse " + text.replace("DATA", "--data " + dataDir) + "`";
    }

    @Test
    void shouldNameTheCommandsOfARunByItsPhase() throws IOException
    {
        assertEquals(List.of(), HaltNotice.ofRuns(dataDir));
        run("I", RunPhase.READY_TO_PUBLISH);
        final String begin = "trading is suspended by run 2026112301 (";
        final String reopen = ", or resume trading without it: " +
            command("clearing reopen DATA --run 2026112301 --reason TEXT");
        assertEquals(List.of(begin + "intraday, READY_TO_PUBLISH) since " + SINCE + "; publish it: " +
            command("clearing publish DATA --run 2026112301") + reopen), HaltNotice.ofRuns(dataDir));
        run("I", RunPhase.CHECK_FAILED);
        assertEquals(List.of(begin + "intraday, CHECK_FAILED) since " + SINCE + "; take it up: " +
            command("clearing resume DATA --run 2026112301") + reopen), HaltNotice.ofRuns(dataDir));
        run("I", RunPhase.PUBLISHING);
        assertEquals(List.of(begin + "intraday, PUBLISHING) since " + SINCE + "; take it up: " +
            command("clearing resume DATA --run 2026112301")), HaltNotice.ofRuns(dataDir));
        run("I", RunPhase.REPORTED);
        assertEquals(List.of(), HaltNotice.ofRuns(dataDir));
    }

    @Test
    void shouldSayWhatToTypeWhenTheClockHasStoppedOrderEntry() throws IOException
    {
        new OrderEntryStoppedEncoder().wrap(buffer, 0)
            .wallNs(NOW_NS + TimeUnit.HOURS.toNanos(1)).stampNs(NOW_NS);
        session.onOrderEntryStopped(GROUP, new OrderEntryStoppedDecoder().wrap(
            buffer, 0, OrderEntryStoppedDecoder.BLOCK_LENGTH, OrderEntryStoppedDecoder.SCHEMA_VERSION));
        assertEquals(List.of("order entry is stopped because of the clock since " + SINCE + ": the wall clock was " +
            "3600.000 s ahead of engine time; set the clock of the machine, then confirm the time: " +
            command("clock confirm DATA --time 'YYYY-MM-DD HH:MM:SS'")), HaltNotice.of(session, dataDir));
        session.onTimeConfirmed(GROUP, null);
        assertEquals(List.of(), HaltNotice.of(session, dataDir));
    }

    @Test
    void shouldNotOfferToReopenAnEveningRun() throws IOException
    {
        run("E", RunPhase.ABORTED);
        assertEquals(List.of("trading is suspended by run 2026112301 (evening, ABORTED) since " + SINCE +
            "; take it up: " + command("clearing resume DATA --run 2026112301")), HaltNotice.ofRuns(dataDir));
    }

    @Test
    void shouldReportTheHaltWhateverFails() throws IOException
    {
        run("I", RunPhase.CHECK_FAILED);
        for (final Object command : List.of(new ClearingEveningCommand(), new ClearingTailCommand(),
            new ClearingReopenCommand()))
        {
            assertReported(command, "--data", dataDir.toString());
        }
        assertReported(new SessionCommand(), "show", "--data", dataDir.toString());
        assertReported(new KillCommand(), "--firm", "AA", "--data", dataDir.toString());
        assertReported(new SnapshotCommand(), "--data", dataDir.toString());
        assertReported(new ClearingDryRunCommand(), "--data", dataDir.toString());
    }

    private void assertReported(final Object command, final String... line)
    {
        final StringWriter err = new StringWriter();
        final int exitCode = new CommandLine(command).setExecutionExceptionHandler(ExitCode::explain)
            .setErr(new PrintWriter(err)).execute(line);
        assertEquals(ExitCode.PRECONDITION, exitCode, err::toString);
        assertTrue(err.toString().contains("no venue runs on this data directory: "), err::toString);
        assertTrue(err.toString().contains(": trading is suspended by run 2026112301 (intraday, CHECK_FAILED) since " +
            SINCE), err::toString);
        assertEquals(2, err.toString().lines().count(), err::toString);
    }

    @Test
    void shouldSayWhoHasSuspendedTrading() throws IOException
    {
        opened();
        assertShown("open");
        suspended(ClearingKind.INTRADAY);
        assertShown("suspended", "trading is suspended by run 2026112301 (intraday, no files of it here) since " +
            SINCE + "; take it up: " + command("clearing intraday DATA") + ", or resume trading without it: " +
            command("clearing reopen DATA --run 2026112301 --reason TEXT"));
        run("I", RunPhase.PUBLISHING);
        assertShown("suspended", "trading is suspended by run 2026112301 (intraday, PUBLISHING) since " + SINCE +
            "; take it up: " + command("clearing resume DATA --run 2026112301"));
        new TradingResumedEncoder().wrap(buffer, 0).runId(RUN);
        session.onTradingResumed(GROUP, new TradingResumedDecoder().wrap(
            buffer, 0, TradingResumedDecoder.BLOCK_LENGTH, TradingResumedDecoder.SCHEMA_VERSION));
        assertShown("open");
        suspended(ClearingKind.EVENING);
        new ClearingCompletedEncoder().wrap(buffer, 0).runId(RUN).kind(ClearingKind.EVENING);
        session.onClearingCompleted(GROUP, new ClearingCompletedDecoder().wrap(
            buffer, 0, ClearingCompletedDecoder.BLOCK_LENGTH, ClearingCompletedDecoder.SCHEMA_VERSION));
        assertShown("closed");
    }

    @Test
    void shouldSayThatAnOperatorHasHaltedTrading() throws IOException
    {
        opened();
        phase(1001, Phase.CONTINUOUS, Phase.CLOSING_AUCTION, 0);
        phase(1002, Phase.CONTINUOUS, Phase.HALTED, 0);
        assertShown("open", "1 instrument is in phase HALTED (1002), by operator, since " + SINCE + "; end it: " +
            command("phase DATA --instrument 1002 CONTINUOUS"));
        phase(1001, Phase.CLOSING_AUCTION, Phase.HALTED, 0);
        phase(1002, Phase.HALTED, Phase.CONTINUOUS, 0);
        phase(1002, Phase.CONTINUOUS, Phase.CLOSED, 0);
        phase(1001, Phase.HALTED, Phase.HALTED, NOW_NS);
        assertShown("halted", "the market is in phase HALTED, by operator, since " + SINCE + ", until " + SINCE +
            "; end it: " + command("phase DATA --all CLOSING_AUCTION"));
    }

    private void opened()
    {
        new SessionOpenedEncoder().wrap(buffer, 0).sessionId(1).tradingDate(20_261_123);
        session.onSessionOpened(GROUP, new SessionOpenedDecoder().wrap(
            buffer, 0, SessionOpenedDecoder.BLOCK_LENGTH, SessionOpenedDecoder.SCHEMA_VERSION));
    }

    private void suspended(final ClearingKind kind)
    {
        new TradingSuspendedEncoder().wrap(buffer, 0).runId(RUN).kind(kind);
        session.onTradingSuspended(GROUP, new TradingSuspendedDecoder().wrap(
            buffer, 0, TradingSuspendedDecoder.BLOCK_LENGTH, TradingSuspendedDecoder.SCHEMA_VERSION));
    }

    private void phase(final int instrumentId, final Phase previous, final Phase phase, final long endNs)
    {
        new PhaseChangedEncoder().wrap(buffer, 0).instrumentId(instrumentId).previous(previous).phase(phase)
            .cause(PhaseCause.OPERATOR).endNs(endNs);
        session.onPhaseChanged(GROUP, new PhaseChangedDecoder().wrap(
            buffer, 0, PhaseChangedDecoder.BLOCK_LENGTH, PhaseChangedDecoder.SCHEMA_VERSION));
    }

    private void assertShown(final String state, final String... notices) throws IOException
    {
        assertEquals(state, SessionCommand.state(session));
        assertEquals(List.of(notices), HaltNotice.of(session, dataDir));
    }
}
