// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.TakenBook;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.TradingDays;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options that decide a run's result, in its directory: {@code input.json} and {@code parameters.json}.
 *
 * @param ctx options of the run.
 * @param directory of the run.
 * @param kind of the run.
 * @param corrected run whose beginning this one shares; null for a run that corrects none.
 */
public record RunInputs(ClearingContext ctx, RunDirectory directory, ClearingKind kind, RunDirectory corrected)
{
    /** Options of a run in its directory. */
    public RunInputs(final ClearingContext ctx, final RunDirectory directory, final ClearingKind kind)
    {
        this(ctx, directory, kind, null);
    }

    /**
     * Writes them.
     *
     * @param day that the run is of.
     * @param opening it begins with.
     * @param defaults plans that it carries out: of an earlier attempt the same.
     */
    public void write(final IngestedDay day, final Opening opening, final RunDefaults.Taken defaults) throws IOException
    {
        final String requester = requester();
        final Map<String, String> environment = new TreeMap<>();
        environment.put("java", Runtime.version().toString());
        environment.put(RunParameters.REQUESTER, requester);
        final TradingDays days = ctx.options().tradingDays().get();
        if (null != days)
        {
            environment.put(RunParameters.NEXT_TRADING_DAY, days.next(day.tradingDate()) +
                (days.isTradingDay(day.tradingDate()) ? "" : "; " + day.tradingDate() + " is no trading day"));
        }
        Json.write(directory.file(RunDirectory.INPUT), new RunParameters(
            RunParameters.FORMAT,
            directory.runId(),
            RunIds.letter(kind),
            day.sessionId(),
            day.tradingDate(),
            opening.paidRunId(),
            opening.previousRunId(),
            given(timed(opening.funds())),
            environment));
        DurableFile.write(directory.file(RunDirectory.PARAMETERS), ctx.prices().json());
        DurableFile.write(directory.file(RunDirectory.FUNDS_PARAMETERS), ctx.funds().json());
        DefaultBook.write(directory.path(), RunDirectory.DEFAULTS, defaults);
        Files.deleteIfExists(directory.file(RunDirectory.MARGIN_PARAMETERS));
        if (null != ctx.margin())
        {
            DurableFile.write(directory.file(RunDirectory.MARGIN_PARAMETERS), ctx.margin().json());
        }
        else
        {
            RunMargin.discard(directory);
        }
    }

    /** The time only matters to calls that may be judged: without one the same input has the same bytes. */
    private static TakenBook timed(final OpeningFunds funds)
    {
        return funds.calls().isEmpty() ?
            new TakenBook(funds.takenBook().head(), TakenBook.UNKNOWN) : funds.takenBook();
    }

    /** Files that {@link #write} has written, for their digests. */
    public String[] files()
    {
        final List<String> files = new ArrayList<>(
            List.of(RunDirectory.INPUT, RunDirectory.PARAMETERS, RunDirectory.FUNDS_PARAMETERS,
                RunDirectory.DEFAULTS));
        if (null != ctx.margin())
        {
            files.add(RunDirectory.MARGIN_PARAMETERS);
        }
        return files.toArray(String[]::new);
    }

    private Map<String, String> given(final TakenBook book) throws IOException
    {
        final Map<String, String> parameters = new TreeMap<>();
        if (null != corrected)
        {
            parameters.put(RunParameters.CORRECTS, Long.toString(corrected.runId()));
        }
        parameters.put("defaultOpeningBalanceKopecks", Long.toString(ctx.defaultOpeningBalanceKopecks()));
        parameters.put("feePrice", ctx.feePrice().name());
        parameters.put("openingBalancesKopecks", ctx.openingBalancesKopecks().toString());
        parameters.put(RunParameters.BOOK, book.head().text());
        if (TakenBook.UNKNOWN != book.timeNs())
        {
            parameters.put(RunParameters.BOOK_TIME, Long.toString(book.timeNs()));
        }
        parameters.put(RunParameters.MARGIN, null == ctx.margin() ? "" : ctx.margin().sha256());
        parameters.put(RunParameters.FUNDS, ctx.funds().sha256());
        parameters.put(RunParameters.OPENING, OpeningPositions.sha256(ctx.openingPositions()));
        parameters.put(RunParameters.PRICES, ctx.prices().sha256());
        if (!ctx.market().isEmpty())
        {
            parameters.put(RunParameters.MARKET, ctx.market());
        }
        parameters.put("sliceIntervalNs", Long.toString(ctx.sliceIntervalNs()));
        parameters.put("windowSlices", Integer.toString(ctx.windowSlices()));
        return parameters;
    }

    /**
     * How far the run takes the book of instructions: as it was taken when the run began, for a new run all of it, for
     * a correction as the corrected run has taken it.
     *
     * @param isNew whether the run begins now.
     */
    public TakenBook book(final boolean isNew) throws IOException
    {
        final boolean isWritten = Files.exists(directory.file(RunDirectory.INPUT));
        if (isNew || !isWritten && null == corrected)
        {
            return ctx.instructions().take();
        }
        final Map<String, String> written = isWritten ? written() : written(corrected);
        final String timeNs = written.get(RunParameters.BOOK_TIME);
        return new TakenBook(BookHead.parse(written.get(RunParameters.BOOK)),
            null == timeNs ? TakenBook.UNKNOWN : Long.parseLong(timeNs));
    }

    /** Who gave the run its options: to take it up with the same ones decides nothing. */
    public String requester() throws IOException
    {
        final String now = ctx.options().requester();
        if (!Files.exists(directory.file(RunDirectory.INPUT)) || !isSame())
        {
            return now;
        }
        return directory.read(RunDirectory.INPUT, RunParameters.class).environment()
            .getOrDefault(RunParameters.REQUESTER, now);
    }

    private Map<String, String> written()
    {
        return written(directory);
    }

    private static Map<String, String> written(final RunDirectory run)
    {
        return run.read(RunDirectory.INPUT, RunParameters.class).parameters();
    }

    /**
     * Requires that a correction differs from the corrected run in parameters alone, not in what it begins with.
     *
     * @throws PreconditionException when the configuration of the venue says something else by now.
     */
    public void requireSameBeginning() throws IOException
    {
        final Map<String, String> before = new TreeMap<>(written(corrected));
        final Map<String, String> now = new TreeMap<>(given(book(false)));
        before.keySet().removeAll(RunParameters.CORRECTABLE);
        now.keySet().removeAll(RunParameters.CORRECTABLE);
        // Without open calls the time does not matter, and is not written.
        before.remove(RunParameters.BOOK_TIME);
        now.remove(RunParameters.BOOK_TIME);
        if (!before.equals(now))
        {
            throw new PreconditionException("a correction changes prices and parameters, not what the run began " +
                "with; give back what it was configured with: correctedRunId=" + corrected.runId() + " then=" +
                before + " now=" + now);
        }
    }

    /**
     * Whether the options given are those of the earlier attempt. A former program wrote no market, also in a venue of
     * several: its run goes on in the same directory, under names without one.
     */
    public boolean isSame() throws IOException
    {
        final Map<String, String> written = written();
        final Map<String, String> given = given(book(false));
        if (!written.containsKey(RunParameters.MARKET))
        {
            given.remove(RunParameters.MARKET);
        }
        return written.equals(given);
    }

    /** The options must be those of the earlier attempt. */
    public void requireSame() throws IOException
    {
        if (!isSame())
        {
            throw new PreconditionException("an earlier attempt of the run has come to its result with other " +
                "options, resume it: runId=" + directory.runId() + " file=" +
                directory.file(RunDirectory.INPUT) + " written=" + written() + " given=" + given(book(false)));
        }
    }
}
