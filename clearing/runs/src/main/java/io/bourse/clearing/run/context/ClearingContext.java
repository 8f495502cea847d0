// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.funds.InstructionBook;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.store.OpeningPosition;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.engine.client.EngineClient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Options of a clearing service. {@link #conclude()} checks them.
 */
public final class ClearingContext
{
    /** Tables of the day, below the base directory. */
    public static final String INGEST_DIRECTORY = "ingest";
    /** Between two slices of the settlement price (rules 1.5: freq). */
    public static final long SLICE_INTERVAL_DEFAULT_NS = TimeUnit.SECONDS.toNanos(5);
    /** Slices of the window (rules 1.5: count). */
    public static final int WINDOW_SLICES_DEFAULT = 12;
    /** Longest wait for the engine. */
    public static final long TIMEOUT_DEFAULT_NS = TimeUnit.SECONDS.toNanos(60);

    private final ClearingRunOptions options = new ClearingRunOptions();
    private Given given;
    private boolean slicesGiven;
    private EngineClient engineClient;
    private RunSource source;
    private Path baseDir;
    private Path keysDir;
    private long sliceIntervalNs = SLICE_INTERVAL_DEFAULT_NS;
    private int windowSlices = WINDOW_SLICES_DEFAULT;
    private long timeoutNs = TIMEOUT_DEFAULT_NS;
    private int runNumber;
    private long resumedRunId;
    private long defaultOpeningBalanceKopecks;
    private FeePrice feePrice = FeePrice.TRADE;
    private ClearingProgress progress = ClearingProgress.NONE;
    private PriceParameters prices = PriceParameters.DEFAULT;
    private MarginParameters margin;
    private FundsParameters funds = FundsParameters.DEFAULT;
    private final Map<String, Long> openingBalancesKopecks = new TreeMap<>();
    private final List<OpeningPosition> openingPositions = new ArrayList<>();

    /**
     * Checks the options and fills in what follows from others.
     *
     * @throws IllegalArgumentException naming the option, its value and the reason.
     */
    public void conclude()
    {
        if (null == keysDir && null != baseDir)
        {
            keysDir = baseDir.toAbsolutePath().resolveSibling("keys");
        }
        ClearingRunOptions.require(null != engineClient || null != source, "engineClient", engineClient, "is needed");
        ClearingRunOptions.require(null != baseDir, "baseDir", baseDir, "is needed");
        ClearingRunOptions.require(sliceIntervalNs > 0, "sliceIntervalNs", sliceIntervalNs, "must be positive");
        ClearingRunOptions.require(windowSlices > 0, "windowSlices", windowSlices, "must be positive");
        ClearingRunOptions.require(prices.minValidSlices() <= windowSlices, "minValidSlices", prices.minValidSlices(),
            "must be from 1 to windowSlices=" + windowSlices);
        ClearingRunOptions.require(timeoutNs > 0, "timeoutNs", timeoutNs, "must be positive");
        ClearingRunOptions.require(runNumber >= 0 && runNumber <= RunIds.MAX_NUMBER, "runNumber", runNumber,
            "must be 0 for the next one or up to " + RunIds.MAX_NUMBER);
        ClearingRunOptions.require(0 == resumedRunId || RunIds.number(resumedRunId) == runNumber, "resumedRunId",
            resumedRunId, "must be the run with runNumber=" + runNumber);
        options.conclude();
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
         * @param ctx to be changed.
         * @throws IOException when a file of parameters cannot be read.
         */
        void putInto(ClearingContext ctx) throws IOException;
    }

    /**
     * Puts options into this, and says that all others are those of the run when one is taken up that has cut the
     * stream: nothing that it was given, and somebody has approved, is lost because it is not given again.
     *
     * @param given what a command line gives.
     * @return this.
     * @throws IOException when a file of parameters cannot be read.
     */
    public ClearingContext given(final Given given) throws IOException
    {
        this.given = given;
        given.putInto(this);
        return this;
    }

    /** Takes the options of a run that is taken up, and what is given beside them; without {@link #given} nothing. */
    public void takeUp(final RunDirectory run) throws IOException
    {
        if (null != given)
        {
            options(run);
            given.putInto(this);
        }
    }

    /** Takes the options with which a run was started. */
    public void options(final RunDirectory run) throws IOException
    {
        if (Files.exists(run.file(RunDirectory.PARAMETERS)))
        {
            prices(PriceParameters.read(Files.readAllBytes(run.file(RunDirectory.PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.MARGIN_PARAMETERS)))
        {
            margin(MarginParameters.read(Files.readAllBytes(run.file(RunDirectory.MARGIN_PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.FUNDS_PARAMETERS)))
        {
            funds(FundsParameters.read(Files.readAllBytes(run.file(RunDirectory.FUNDS_PARAMETERS))));
        }
        if (Files.exists(run.file(RunDirectory.INPUT)))
        {
            final Map<String, String> parameters =
                run.read(RunDirectory.INPUT, RunParameters.class).parameters();
            sliceIntervalNs(Long.parseLong(parameters.get("sliceIntervalNs")))
                .windowSlices(Integer.parseInt(parameters.get("windowSlices")));
            if (parameters.getOrDefault(RunParameters.MARGIN, "").isEmpty())
            {
                // The configuration may have been given margin since.
                margin(null);
            }
        }
    }

    /** Whether slices were chosen: else they are those that the ingest was begun with. */
    boolean hasSlices()
    {
        return slicesGiven;
    }

    /** Connection to the engine of the partition; used, not owned. */
    public ClearingContext engineClient(final EngineClient engineClient)
    {
        this.engineClient = engineClient;
        return this;
    }

    /** Connection to the engine. */
    public EngineClient engineClient()
    {
        return engineClient;
    }

    /** How the run is done, as far as its result does not depend on it. */
    public ClearingRunOptions options()
    {
        return options;
    }

    /** Where the run has its day from, when that is not a live engine; used and closed by the service. */
    public ClearingContext source(final RunSource source)
    {
        this.source = source;
        return this;
    }

    /** Where the run has its day from; null for a live engine. */
    public RunSource source()
    {
        return source;
    }

    /** Where run directories are; created when needed. */
    public ClearingContext baseDir(final Path baseDir)
    {
        this.baseDir = baseDir;
        return this;
    }

    /** Where run directories are. */
    public Path baseDir()
    {
        return baseDir;
    }

    /** Where the keys are, made at the first start; default is {@code keys} beside the base directory. */
    public ClearingContext keysDir(final Path keysDir)
    {
        this.keysDir = keysDir;
        return this;
    }

    /** Where the keys are. */
    public Path keysDir()
    {
        return keysDir;
    }

    /**
     * Time between two slices of the settlement price; unless told, the one that the ingest was begun with, for a new
     * ingest {@link #SLICE_INTERVAL_DEFAULT_NS}. Above 0.
     */
    public ClearingContext sliceIntervalNs(final long sliceIntervalNs)
    {
        this.sliceIntervalNs = sliceIntervalNs;
        slicesGiven = true;
        return this;
    }

    /** Time between two slices of the settlement price. */
    public long sliceIntervalNs()
    {
        return sliceIntervalNs;
    }

    /** Slices of the window before the cut. Above 0. */
    public ClearingContext windowSlices(final int windowSlices)
    {
        this.windowSlices = windowSlices;
        slicesGiven = true;
        return this;
    }

    /** Slices of the window before the cut. */
    public int windowSlices()
    {
        return windowSlices;
    }

    /** Longest wait for the engine to do anything. Above 0. */
    public ClearingContext timeoutNs(final long timeoutNs)
    {
        this.timeoutNs = timeoutNs;
        return this;
    }

    /** Longest wait for the engine to do anything. */
    public long timeoutNs()
    {
        return timeoutNs;
    }

    /**
     * Number of the run within its date. Needed to write the reports of an earlier intraday run again, and to begin
     * the next one although reports of the last one are not complete. 0 is the one to be taken up, or the next one.
     */
    public ClearingContext runNumber(final int runNumber)
    {
        this.runNumber = runNumber;
        return this;
    }

    /** Number of the run within its date; 0 for the next one. */
    public int runNumber()
    {
        return runNumber;
    }

    /**
     * The run that is to be taken up. No other one, and none of another date, is begun or gone on with in its place.
     * 0, the default, is the one that holds trading suspended, else a new one.
     */
    public ClearingContext resumedRunId(final long runId)
    {
        this.resumedRunId = runId;
        this.runNumber = RunIds.number(runId);
        return this;
    }

    /** The run that is to be taken up; 0 for none. */
    public long resumedRunId()
    {
        return resumedRunId;
    }

    /** What fees are a percentage of; trade price by default. */
    public ClearingContext feePrice(final FeePrice feePrice)
    {
        this.feePrice = feePrice;
        return this;
    }

    /** What fees are a percentage of. */
    public FeePrice feePrice()
    {
        return feePrice;
    }

    /** Listener to every step, on the thread of the run. */
    public ClearingContext progress(final ClearingProgress progress)
    {
        this.progress = progress;
        return this;
    }

    /** Listener to every step. */
    public ClearingProgress progress()
    {
        return progress;
    }

    /** Parameters of prices, instead of the published ones of rules 1.5; what was given before is forgotten. */
    public ClearingContext prices(final PriceParameters prices)
    {
        this.prices = prices;
        return this;
    }

    /** Parameters of prices. */
    public PriceParameters prices()
    {
        return prices;
    }

    /**
     * Everything that margin depends on besides positions, contracts and prices; null, the default, for no margin: the
     * matcher gets no limits then.
     */
    public ClearingContext margin(final MarginParameters margin)
    {
        this.margin = margin;
        return this;
    }

    /** Everything that margin depends on besides positions, contracts and prices; null for no margin. */
    public MarginParameters margin()
    {
        return margin;
    }

    /** Parameters of funds: tax, assets, interest, penalties, calls. {@link FundsParameters#DEFAULT} by default. */
    public ClearingContext funds(final FundsParameters funds)
    {
        this.funds = funds;
        return this;
    }

    /** Parameters of funds. */
    public FundsParameters funds()
    {
        return funds;
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
        prices = prices.with(instrumentId, prices.of(instrumentId).withTickValueE5(tickValueE5));
        return this;
    }

    /** Sets a settlement price by hand, whatever the book says: price x 100 000, on the tick. */
    public ClearingContext settlementOverrideE5(final int instrumentId, final long priceE5)
    {
        prices = prices.with(instrumentId, prices.of(instrumentId).withOverrideE5(priceE5));
        return this;
    }

    /** Money of every register that neither an earlier evening run nor {@link #openingBalance} knows; 0 by default. */
    public ClearingContext defaultOpeningBalanceKopecks(final long kopecks)
    {
        this.defaultOpeningBalanceKopecks = kopecks;
        return this;
    }

    /** Money of a register nothing else is known about. */
    public long defaultOpeningBalanceKopecks()
    {
        return defaultOpeningBalanceKopecks;
    }

    /** Money of a register, of seven characters, that no earlier evening run knows. */
    public ClearingContext openingBalance(final String client, final long kopecks)
    {
        openingBalancesKopecks.put(client, kopecks);
        return this;
    }

    /** Opening balances: kopecks by client. */
    public Map<String, Long> openingBalancesKopecks()
    {
        return openingBalancesKopecks;
    }

    /**
     * A position held before the first trade of the stream. To be given to every run of every date: the engine does
     * not know it.
     */
    public ClearingContext openingPosition(final OpeningPosition position)
    {
        openingPositions.add(position);
        return this;
    }

    /** Positions held before the first trade of the stream, in the order given. */
    public List<OpeningPosition> openingPositions()
    {
        return openingPositions;
    }
}
