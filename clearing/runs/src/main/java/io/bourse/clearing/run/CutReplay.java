// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.proof.RunFinding;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.TablePrefix;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the recording once more up to a place where no run has cut it: the tables of the day must be those that the
 * tailer has written, as far as they go, and what a run would have come to there must hold all checks and agree with
 * the second opinion. Nothing is suspended, posted or published.
 */
public final class CutReplay
{
    private static final String INGEST = "ingest";
    private static final String RUN = "run";

    private final ClearingContext ctx;
    private final List<RunFinding> findings = new ArrayList<>();

    private CutReplay(final ClearingContext ctx)
    {
        this.ctx = ctx;
    }

    /**
     * Replays.
     *
     * @param ctx options of the run that it stands for.
     * @param kind of that run.
     * @param tradingDate YYYYMMDD that the cut lies in.
     * @param cursor event stream position in bytes, where a transaction ends.
     * @param scratch empty directory.
     * @return findings: the tables of the day, then every check.
     * @throws PreconditionException when no transaction ends there, or the place lies in another date or after its
     *     evening run.
     * @throws IOException when files cannot be read or written.
     */
    public static List<RunFinding> replay(
        final ClearingContext ctx,
        final ClearingKind kind,
        final int tradingDate,
        final long cursor,
        final Path scratch) throws IOException
    {
        try (RunSource source = RunSource.of(ctx);
            IngestedDay day = source.dayUpTo(cursor, scratch.resolve(INGEST)))
        {
            requirePlace(day, tradingDate);
            // As the tailer has left them: following the stream would put right what is damaged.
            final CutReplay replay = new CutReplay(ctx);
            replay.compare(day, scratch.resolve(INGEST));
            for (final CheckResult check : DryRun.proved(ctx, kind, day, scratch.resolve(RUN)).checks())
            {
                replay.findings.add(new RunFinding(check.name(), check.isOk(),
                    check.isOk() ? "compared=" + check.compared() : check.failure()));
            }
            return List.copyOf(replay.findings);
        }
    }

    private static void requirePlace(final IngestedDay day, final int tradingDate)
    {
        final String facts = ": cursor=" + day.cursor() + " tradingDate=" + tradingDate;
        if (tradingDate != day.tradingDate())
        {
            throw new PreconditionException("the stream is in another trading date there" + facts + " found=" +
                day.tradingDate());
        }
        for (final RunRecord run : day.runs())
        {
            if (ClearingKind.EVENING == run.kind() && run.isCompleted())
            {
                throw new PreconditionException("the evening run was done there already, replay the runs of the date " +
                    "instead" + facts + " runId=" + run.runId());
            }
        }
    }

    private void compare(final IngestedDay day, final Path replayed) throws IOException
    {
        final Path live = ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY);
        findings.add(new RunFinding("day", true, "cursor=" + day.cursor() + " trades=" + day.tradeCount() +
            " registers=" + day.registers().size() + " hash=" + day.contentHash()));
        compare(live, replayed, DayTables.REGISTERS, day.registers().size());
        final Path name = replayed.relativize(day.directory());
        compare(live.resolve(name), day.directory(), DayTables.TRADES, day.tradeCount());
    }

    private void compare(final Path live, final Path replayed, final TableSpec spec, final long rows)
        throws IOException
    {
        try (Table written = Table.open(live, spec, rows); Table again = Table.open(replayed, spec, rows))
        {
            final String difference = TablePrefix.firstDifference(written, again);
            findings.add(new RunFinding(spec.name(), difference.isEmpty(),
                difference.isEmpty() ? "rows=" + rows : difference));
        }
        catch (final ClearingException ex)
        {
            findings.add(new RunFinding(spec.name(), false, ex.getMessage()));
        }
    }
}
