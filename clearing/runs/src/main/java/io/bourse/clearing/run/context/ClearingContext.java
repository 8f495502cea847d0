// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.engine.client.EngineClient;
import io.soabase.recordbuilder.core.RecordBuilder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import static io.bourse.clearing.run.context.ClearingRunOptions.require;

/**
 * Options of a clearing service.
 *
 * @param engineClient connection to the engine of the partition; used, not owned. Null for what needs files alone.
 * @param source where the run has its day from, used and closed by the service; null, by default, for a live engine.
 * @param baseDir where run directories are; created when needed.
 * @param keysDir where the keys are; {@code keys} beside the base directory by default.
 * @param sliceIntervalNs time in nanoseconds, above 0, between two slices of the settlement price (rules 1.5: freq);
 *     null, by default, for the one that the ingest was begun with, 5 s for a new ingest.
 * @param windowSlices slices, above 0, of the window before the cut (rules 1.5: count); null, by default, for those
 *     that the ingest was begun with, 12 for a new ingest.
 * @param timeoutNs longest wait in nanoseconds, above 0, for the engine to do anything; 60 s by default.
 * @param runNumber number of the run within its date. Needed to write the reports of an earlier intraday run again, and
 *     to begin the next one although reports of the last one are not complete. 0, the default, is the one to be taken
 *     up, or the next one.
 * @param resumedRunId the run that is to be taken up, see {@link #withResumedRun}; 0, the default, is the one that
 *     holds trading suspended, else a new one.
 * @param feePrice what fees are a percentage of; trade price by default.
 * @param progress listener to every step, on the thread of the run.
 * @param prices parameters of prices, instead of the published ones of rules 1.5.
 * @param margin everything that margin depends on besides positions, contracts and prices; null, the default, for no
 *     margin: the matcher gets no limits then.
 * @param funds parameters of funds: tax, assets, interest, penalties, calls; {@link FundsParameters#DEFAULT} by
 *     default.
 * @param defaultOpeningBalanceKopecks money of every register that neither an earlier evening run nor
 *     {@code openingBalancesKopecks} knows; 0 by default.
 * @param openingBalancesKopecks money by register, of seven characters, that no earlier evening run knows.
 * @param openingPositions positions held before the first trade of the stream, in the order given. To be given to every
 *     run of every date: the engine does not know them.
 * @param options how the run is done, as far as its result does not depend on it.
 * @param given what a command line gives, see {@link #given(Given)}; null by default.
 * @param market code of the market in a venue of several, which names of reports say; empty by default.
 */
@RecordBuilder
public record ClearingContext(
    EngineClient engineClient,
    RunSource source,
    Path baseDir,
    Path keysDir,
    Long sliceIntervalNs,
    Integer windowSlices,
    long timeoutNs,
    int runNumber,
    long resumedRunId,
    FeePrice feePrice,
    ClearingProgress progress,
    PriceParameters prices,
    MarginParameters margin,
    FundsParameters funds,
    long defaultOpeningBalanceKopecks,
    SortedMap<String, Long> openingBalancesKopecks,
    List<OpeningPosition> openingPositions,
    ClearingRunOptions options,
    Given given,
    String market) implements ClearingContextBuilder.With
{
    /** Tables of the day, below the base directory. */
    public static final String INGEST_DIRECTORY = "ingest";

    /**
     * Checks the options and fills in what follows from others.
     *
     * @throws IllegalArgumentException naming the option, its value and the reason.
     */
    public ClearingContext
    {
        require(null != baseDir, "baseDir", baseDir, "is needed");
        require(null == sliceIntervalNs || sliceIntervalNs > 0, "sliceIntervalNs", sliceIntervalNs, "must be positive");
        require(null == windowSlices || windowSlices > 0, "windowSlices", windowSlices, "must be positive");
        final int slices = null == windowSlices ? IngestContext.WINDOW_SLICES_DEFAULT : windowSlices;
        require(prices.minValidSlices() <= slices, "minValidSlices", prices.minValidSlices(),
            "must be from 1 to windowSlices=" + slices);
        require(timeoutNs > 0, "timeoutNs", timeoutNs, "must be positive");
        require(runNumber >= 0 && runNumber <= RunIds.MAX_NUMBER, "runNumber", runNumber,
            "must be 0 for the next one or up to " + RunIds.MAX_NUMBER);
        require(0 == resumedRunId || RunIds.number(resumedRunId) == runNumber, "resumedRunId",
            resumedRunId, "must be the run with runNumber=" + runNumber);
        keysDir = null == keysDir ? baseDir.toAbsolutePath().resolveSibling("keys") : keysDir;
        openingBalancesKopecks = Collections.unmodifiableSortedMap(new TreeMap<>(openingBalancesKopecks));
        openingPositions = List.copyOf(openingPositions);
    }

    /**
     * Begins with the defaults.
     *
     * @return builder.
     */
    public static ClearingContextBuilder builder()
    {
        return ClearingContextBuilder.builder()
            .timeoutNs(TimeUnit.SECONDS.toNanos(60))
            .feePrice(FeePrice.TRADE)
            .progress(ClearingProgress.NONE)
            .prices(PriceParameters.DEFAULT)
            .funds(FundsParameters.DEFAULT)
            .openingBalancesKopecks(new TreeMap<>())
            .openingPositions(List.of())
            .options(ClearingRunOptions.builder().build())
            .market("");
    }

    /**
     * Options that decide the result, as a command line gives them.
     */
    @FunctionalInterface
    public interface Given
    {
        /**
         * Puts what is given into the options; the rest stays as it is.
         *
         * @param ctx options.
         * @return options with what is given.
         * @throws IOException when a file of parameters cannot be read.
         */
        ClearingContext putInto(ClearingContext ctx) throws IOException;
    }

    /**
     * Puts options into these, and says that all others are those of the run when one is taken up that has cut the
     * stream: no approved option is lost because it is not given again.
     *
     * @param commandLine what it gives.
     * @return options with what is given.
     * @throws IOException when a file of parameters cannot be read.
     */
    public ClearingContext given(final Given commandLine) throws IOException
    {
        return commandLine.putInto(this).withGiven(commandLine);
    }

    /** With the options of a run that is taken up and what is given beside them; without {@link #given} as they are. */
    public ClearingContext takingUp(final RunDirectory run) throws IOException
    {
        return null == given ? this : given.putInto(withOptionsOf(run));
    }

    /** With the options with which a run was started. */
    public ClearingContext withOptionsOf(final RunDirectory run) throws IOException
    {
        final ClearingContextBuilder ctx = ClearingContextBuilder.builder(this);
        if (Files.exists(run.file(RunDirectory.PARAMETERS)))
        {
            ctx.prices(PriceParameters.read(Files.readAllBytes(run.file(RunDirectory.PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.MARGIN_PARAMETERS)))
        {
            ctx.margin(MarginParameters.read(Files.readAllBytes(run.file(RunDirectory.MARGIN_PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.FUNDS_PARAMETERS)))
        {
            ctx.funds(FundsParameters.read(Files.readAllBytes(run.file(RunDirectory.FUNDS_PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.INPUT)))
        {
            final Map<String, String> parameters =
                run.read(RunDirectory.INPUT, RunParameters.class).parameters();
            ctx.sliceIntervalNs(Long.parseLong(parameters.get("sliceIntervalNs")))
                .windowSlices(Integer.parseInt(parameters.get("windowSlices")));
            if (parameters.getOrDefault(RunParameters.MARGIN, "").isEmpty())
            {
                // The configuration may have been given margin since.
                ctx.margin(null);
            }
        }
        return ctx.build();
    }

    /** With the slices that the ingest was begun with, unless some were chosen. */
    public ClearingContext withSlices()
    {
        final IngestContext ingest = ingest(baseDir.resolve(INGEST_DIRECTORY));
        return withSliceIntervalNs(ingest.sliceIntervalNs()).withWindowSlices(ingest.windowSlices());
    }

    /** An ingest of the engine's stream with the same slices. */
    IngestContext ingest(final Path directory)
    {
        final IngestContext ingest = IngestContext.builder()
            .directory(baseDir.resolve(INGEST_DIRECTORY)).engineClient(engineClient).timeoutNs(timeoutNs).build();
        final boolean isChosen = null != sliceIntervalNs || null != windowSlices;
        return (isChosen ? ingest : ingest.withBegunSlices()).with(
            of -> of.directory(directory)
                .sliceIntervalNs(null == sliceIntervalNs ? of.sliceIntervalNs() : sliceIntervalNs)
                .windowSlices(null == windowSlices ? of.windowSlices() : windowSlices));
    }

    /** With the run that is to be taken up: no other one, and none of another date, is begun or resumed instead. */
    public ClearingContext withResumedRun(final long runId)
    {
        return with(of -> of.resumedRunId(runId).runNumber(RunIds.number(runId)));
    }

    /** With other options of how the run is done. */
    public ClearingContext withOptions(final UnaryOperator<ClearingRunOptions> change)
    {
        return withOptions(change.apply(options));
    }

    /** The book that members' instructions stand in. */
    public InstructionBook instructions()
    {
        return new InstructionBook(
            baseDir, () -> TimeUnit.MILLISECONDS.toNanos(options.clockMs().getAsLong()));
    }

    /** Roubles per tick x 100 000 of an instrument in this run; without it the tick value of the stream stays. */
    public ClearingContext tickValueE5(final int instrumentId, final long tickValueE5)
    {
        return withPrices(prices.with(instrumentId, prices.of(instrumentId).withTickValueE5(tickValueE5)));
    }

    /** Sets a settlement price by hand, whatever the book says: price x 100 000, on the tick. */
    public ClearingContext settlementOverrideE5(final int instrumentId, final long priceE5)
    {
        return withPrices(prices.with(instrumentId, prices.of(instrumentId).withOverrideE5(priceE5)));
    }

    /** Money of a register, of seven characters, that no earlier evening run knows. */
    public ClearingContext openingBalance(final String client, final long kopecks)
    {
        final SortedMap<String, Long> balances = new TreeMap<>(openingBalancesKopecks);
        balances.put(client, kopecks);
        return withOpeningBalancesKopecks(balances);
    }

    /** A position held before the first trade of the stream. */
    public ClearingContext openingPosition(final OpeningPosition position)
    {
        final List<OpeningPosition> positions = new ArrayList<>(openingPositions);
        positions.add(position);
        return withOpeningPositions(positions);
    }
}
