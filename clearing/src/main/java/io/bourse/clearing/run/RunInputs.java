// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.defaults.DefaultBook;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.BookHead;
import io.bourse.clearing.funds.TakenBook;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The options that decide a run's result, in its directory: {@code input.json} and {@code parameters.json}.
 */
final class RunInputs
{
    private final ClearingContext ctx;
    private final RunDirectory directory;
    private final ClearingKind kind;

    RunInputs(final ClearingContext ctx, final RunDirectory directory, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.directory = directory;
        this.kind = kind;
    }

    /**
     * Writes them.
     *
     * @param day that the run is of.
     * @param opening it begins with.
     * @param defaults plans that it carries out: of an earlier attempt the same.
     */
    void write(final IngestedDay day, final Opening opening, final RunDefaults.Taken defaults) throws IOException
    {
        final String requester = requester();
        final Map<String, String> environment = new TreeMap<>(ctx.options().environment());
        environment.put("java", Runtime.version().toString());
        environment.put(RunParameters.REQUESTER, requester);
        Json.write(directory.file(RunDirectory.INPUT), new RunParameters(
            RunParameters.FORMAT,
            directory.runId(),
            RunIds.letter(kind),
            day.sessionId(),
            day.tradingDate(),
            opening.paidRunId(),
            opening.previousRunId(),
            given(opening.funds().takenBook()),
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

    /** Files that {@link #write} has written, for their digests. */
    String[] files()
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
        parameters.put("sliceIntervalNs", Long.toString(ctx.sliceIntervalNs()));
        parameters.put("windowSlices", Integer.toString(ctx.windowSlices()));
        return parameters;
    }

    /**
     * How far the run takes the book of instructions: as it was taken when the run began, for a new run all of it.
     *
     * @param isNew whether the run begins now.
     */
    TakenBook book(final boolean isNew) throws IOException
    {
        if (isNew || !Files.exists(directory.file(RunDirectory.INPUT)))
        {
            return ctx.instructions().take();
        }
        final Map<String, String> written = written();
        final String timeNs = written.get(RunParameters.BOOK_TIME);
        return new TakenBook(BookHead.parse(written.get(RunParameters.BOOK)),
            null == timeNs ? TakenBook.UNKNOWN : Long.parseLong(timeNs));
    }

    /** Who gave the run its options: whoever takes it up with the same ones has decided nothing. */
    String requester() throws IOException
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
        return directory.read(RunDirectory.INPUT, RunParameters.class).parameters();
    }

    /** Whether the options given are those of the earlier attempt. */
    boolean isSame() throws IOException
    {
        return written().equals(given(book(false)));
    }

    void requireSame() throws IOException
    {
        if (!isSame())
        {
            throw new PreconditionException("an earlier attempt of the run has come to its result with other " +
                "options, resume it: runId=" + directory.runId() + " file=" +
                directory.file(RunDirectory.INPUT) + " written=" + written() + " given=" + given(book(false)));
        }
    }
}
