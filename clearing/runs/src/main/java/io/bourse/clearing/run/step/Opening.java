// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.InstrumentOrder;
import io.bourse.clearing.expiry.MovementMerge;
import io.bourse.clearing.funds.TakenBook;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedInstrument;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.CalculationFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a run begins with: positions, money and obligations of the previous evening run, and what earlier runs of the
 * day have done (rules 5, I5). All of it is known before trading is suspended, so a break stops the run before
 * it halts trading.
 *
 * @param ctx options of the run.
 * @param day at the cut of the run.
 * @param previous evening run; null for none.
 * @param earlier completed runs of the day.
 * @param openingSha256 of the positions that the options give; empty for none.
 * @param carried {@code RunTables.POSITIONS} whose ends are carried; null for none.
 * @param carriedObligations {@code RunTables.OBLIGATIONS} that the last run has left; null for none.
 * @param paidMovements {@code RunTables.MOVEMENTS} of all earlier runs of the day; null for none.
 * @param money of every register at the opening.
 * @param funds that the last run has left.
 * @param opened what is closed with this.
 */
public record Opening(
    ClearingContext ctx,
    IngestedDay day,
    RunDirectory previous,
    List<Earlier> earlier,
    String openingSha256,
    Table carried,
    Table carriedObligations,
    Table paidMovements,
    OpeningMoney money,
    OpeningFunds funds,
    List<AutoCloseable> opened) implements AutoCloseable
{
    /** Directory of the merged movements of earlier runs of the day; made anew when needed. */
    public static final String MERGED = "merged-movements";
    private static final String I5_POSITIONS = "I5 positions from before the stream are those of the previous evening";
    private static final String I5_PRICES = "I5 previous settlement prices equal those of the previous evening";

    /**
     * A completed run of the day.
     *
     * @param directory of the run that counts: of its correction, when it was corrected.
     * @param record of it in the stream.
     * @param books its tables.
     */
    public record Earlier(RunDirectory directory, RunRecord record, RunBooks books)
    {
    }

    /** Opens everything for the run that has the lock of the base directory; merges movements there. */
    public static Opening open(
        final ClearingContext ctx,
        final RunStore store,
        final IngestedDay day,
        final long runId,
        final TakenBook book) throws IOException
    {
        return open(ctx, store, day, runId, book, ctx.baseDir().resolve(MERGED));
    }

    /**
     * Opens everything.
     *
     * @param runId of the run itself, whose own record in the day is none of the earlier ones.
     * @param book how far the run takes the book of instructions.
     * @param merged directory without another writer: merged movements of earlier runs stay mapped there.
     */
    public static Opening open(
        final ClearingContext ctx,
        final RunStore store,
        final IngestedDay day,
        final long runId,
        final TakenBook book,
        final Path merged) throws IOException
    {
        final List<AutoCloseable> opened = new ArrayList<>();
        try
        {
            final RunDirectory previous = store.previousEvening(day);
            final List<Earlier> earlier = earlier(store, day, runId, opened);
            final RunDirectory last = earlier.isEmpty() ? previous : earlier.getLast().directory();
            return new Opening(
                ctx,
                day,
                previous,
                earlier,
                OpeningPositions.sha256(ctx.openingPositions()),
                carried(ctx, day, previous, opened),
                tableOf(last, RunTables.OBLIGATIONS, opened),
                paidMovements(day, earlier, merged, opened),
                money(ctx, day, previous, opened),
                kept(OpeningFunds.open(last, previous, ctx.instructions(), book), opened),
                opened);
        }
        catch (final IOException | RuntimeException ex)
        {
            opened.forEach(Workplace::close);
            throw ex;
        }
    }

    private static List<Earlier> earlier(
        final RunStore store, final IngestedDay day, final long runId, final List<AutoCloseable> opened)
        throws IOException
    {
        final List<Earlier> earlier = new ArrayList<>();
        for (final RunRecord record : day.runs())
        {
            if (runId == record.runId())
            {
                break;
            }
            if (record.isCompleted())
            {
                final RunDirectory directory = store.effective(
                    store.directory(day.tradingDate(), RunIds.number(record.runId()), record.kind()), day.cursor());
                earlier.add(new Earlier(directory, record, kept(RunBooks.open(directory.path()), opened)));
            }
        }
        return List.copyOf(earlier);
    }

    private static <T extends AutoCloseable> T kept(final T resource, final List<AutoCloseable> opened)
    {
        opened.add(resource);
        return resource;
    }

    private static Table tableOf(final RunDirectory run, final TableSpec spec, final List<AutoCloseable> opened)
        throws IOException
    {
        return null == run || !run.has(spec) ? null : kept(run.open(spec), opened);
    }

    private static Table carried(
        final ClearingContext ctx, final IngestedDay day, final RunDirectory previous, final List<AutoCloseable> opened)
        throws IOException
    {
        if (null != previous)
        {
            return kept(previous.open(RunTables.POSITIONS), opened);
        }
        return ctx.openingPositions().isEmpty() ? null :
            kept(OpeningPositions.open(ctx.baseDir(), day, ctx.openingPositions()), opened);
    }

    /** Several runs may have ended contracts: the calculation takes one table, in the order of each of them. */
    private static Table paidMovements(
        final IngestedDay day, final List<Earlier> earlier, final Path merged, final List<AutoCloseable> opened)
        throws IOException
    {
        final List<Table> movements = new ArrayList<>();
        for (final Earlier run : earlier)
        {
            final Table table = tableOf(run.directory(), RunTables.MOVEMENTS, opened);
            if (null != table && table.rows() > 0)
            {
                movements.add(table);
            }
        }
        if (movements.size() < 2)
        {
            return movements.isEmpty() ? null : movements.getFirst();
        }
        final int[] instrumentIds =
            day.instruments().all().stream().mapToInt(IngestedInstrument::instrumentId).toArray();
        MovementMerge.merge(movements, day.registers(), new InstrumentOrder(instrumentIds), merged);
        return kept(Table.open(merged, RunTables.MOVEMENTS), opened);
    }

    private static OpeningMoney money(
        final ClearingContext ctx, final IngestedDay day, final RunDirectory previous, final List<AutoCloseable> opened)
        throws IOException
    {
        final Map<Integer, Long> configured = new TreeMap<>();
        for (final Map.Entry<String, Long> balance : ctx.openingBalancesKopecks().entrySet())
        {
            final int account = day.accountOf(balance.getKey());
            if (account < 0)
            {
                throw new PreconditionException("client is not defined in the stream: client=" + balance.getKey() +
                    " where=openingBalance");
            }
            configured.put(account, balance.getValue());
        }
        return null == previous ?
            new OpeningMoney(null, 0, configured, ctx.defaultOpeningBalanceKopecks()) :
            new OpeningMoney(
                kept(previous.open(RunTables.MONEY), opened),
                CalculationFile.read(previous.path()).registers(),
                configured,
                ctx.defaultOpeningBalanceKopecks());
    }

    /** Compares everything that earlier runs have left with its digests. Reads all of it. */
    public void requireUnchanged()
    {
        if (null != previous)
        {
            previous.requireUnchanged();
        }
        earlier.forEach(run -> run.directory().requireUnchanged());
    }

    /**
     * Requires that operators have signed what the run takes of the book of instructions.
     *
     * @throws io.bourse.clearing.ApprovalException when a line is not signed, or not approved.
     */
    public void requireSigned() throws IOException
    {
        funds.requireSigned(ctx.baseDir(), ctx.options());
    }

    /**
     * Compares what the previous evening has left with what is given, and with what the stream says.
     *
     * @return checks that hold.
     * @throws CheckFailedException when one does not.
     */
    public List<CheckResult> compare()
    {
        return null == previous ? List.of() : List.of(comparePositions(), comparePrices());
    }

    private CheckResult comparePositions()
    {
        final String before = previous.find(RunDirectory.INPUT, RunParameters.class)
            .map(input -> input.parameters().getOrDefault(RunParameters.OPENING, "")).orElse("");
        if (!before.equals(openingSha256))
        {
            throw new CheckFailedException(I5_POSITIONS, "previousRunId=" + previous.runId() + " sha256=\"" +
                openingSha256 + "\" previousSha256=\"" + before + "\" positions=" + ctx.openingPositions());
        }
        return new CheckResult(I5_POSITIONS, ctx.openingPositions().size(), "");
    }

    private CheckResult comparePrices()
    {
        final List<FixedPrice> prices = prices();
        for (int ordinal = 0; ordinal < prices.size(); ordinal++)
        {
            final FixedPrice price = prices.get(ordinal);
            final boolean isSame = ordinal < day.instruments().size() &&
                day.instruments().byOrdinal(ordinal).instrumentId() == price.instrumentId();
            if (!isSame)
            {
                throw new PreconditionException("the previous evening run has other instruments than the stream, it " +
                    "belongs to another one: previousRunId=" + previous.runId() + " ordinal=" + ordinal +
                    " instrumentId=" + price.instrumentId());
            }
            final long streamE5 = day.instruments().byOrdinal(ordinal).eveningSettlementE5();
            if (price.settlementE5() != streamE5 && !day.instruments().byOrdinal(ordinal).isExpired())
            {
                throw new CheckFailedException(I5_PRICES, "instrumentId=" + price.instrumentId() + " streamPriceE5=" +
                    streamE5 + " previousRunId=" + previous.runId() + " previousPriceE5=" + price.settlementE5());
            }
        }
        return new CheckResult(I5_PRICES, prices.size(), "");
    }

    private List<FixedPrice> prices()
    {
        try
        {
            return PriceProposal.read(Files.readAllBytes(previous.file(RunDirectory.PRICES_JSON))).prices();
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("prices of the previous evening run cannot be read: file=" +
                previous.file(RunDirectory.PRICES_JSON), ex);
        }
    }

    /** Directory of the carried positions below the base directory; empty for none. */
    String carriedRun()
    {
        if (null != previous)
        {
            return previous.name();
        }
        return openingSha256.isEmpty() ? "" : OpeningPositions.name(openingSha256);
    }

    /** What a register has before the run, in kopecks. */
    long cashBefore(final int accountId)
    {
        return earlier.isEmpty() ?
            money.before(day.registers(), money.previous(), money.previousRegisters(), accountId) :
            money.before(
                day.registers(), paidBooks().money(), paidRecord().cut().accounts(), accountId);
    }

    /** The last completed run of the day; null for none. */
    RunRecord paidRecord()
    {
        return earlier.isEmpty() ? null : earlier.getLast().record();
    }

    /**
     * The last publication of earlier runs of the day about an instrument; null for none. Of a contract that one of
     * them has ended the later ones publish nothing any more: its final price stays what is paid with.
     */
    RunRecord.Published published(final int ordinal)
    {
        for (final Earlier run : earlier.reversed())
        {
            final RunRecord.Published published = run.record().published(ordinal);
            if (null != published)
            {
                return published;
            }
        }
        return null;
    }

    /** RunTables.PAYMENTS of the earlier runs of the day. */
    List<Table> paidPayments()
    {
        return earlierBooks().stream().map(RunBooks::payments).filter(Objects::nonNull).toList();
    }

    /** Tables of the earlier runs of the day, whose payments stay in the money. */
    public RunBooks paidBooks()
    {
        return earlier.isEmpty() ? null : earlier.getLast().books();
    }

    List<RunBooks> earlierBooks()
    {
        return earlier.stream().map(Earlier::books).toList();
    }

    List<String> earlierRuns()
    {
        return earlier.stream().map(run -> run.directory().name()).toList();
    }

    long paidRunId()
    {
        return null == paidRecord() ? 0 : paidRecord().runId();
    }

    long previousRunId()
    {
        return null == previous ? 0 : previous.runId();
    }

    @Override
    public void close()
    {
        opened.forEach(Workplace::close);
    }
}
