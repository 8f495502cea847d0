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
 * it halts anybody.
 */
public final class Opening implements AutoCloseable
{
    /** Directory of the merged movements of earlier runs of the day; made anew by whoever needs them. */
    public static final String MERGED = "merged-movements";
    private static final String I5_POSITIONS = "I5 positions from before the stream are those of the previous evening";
    private static final String I5_PRICES = "I5 previous settlement prices equal those of the previous evening";

    private final ClearingContext ctx;
    private final IngestedDay day;
    private final Path merged;
    private final RunDirectory previous;
    private final List<RunDirectory> earlier = new ArrayList<>();
    private final List<CheckResult> checks = new ArrayList<>();
    private final List<Table> tables = new ArrayList<>();
    private final List<RunBooks> earlierBooks = new ArrayList<>();
    private final String openingSha256;
    private final List<RunRecord> earlierRecords = new ArrayList<>();
    private Table carried;
    private Table carriedObligations;
    private Table paidMovements;
    private OpeningMoney money;
    private OpeningFunds funds;

    private Opening(
        final ClearingContext ctx, final IngestedDay day, final Path merged, final RunDirectory previous)
        throws IOException
    {
        this.ctx = ctx;
        this.day = day;
        this.merged = merged;
        this.previous = previous;
        this.openingSha256 = OpeningPositions.sha256(ctx.openingPositions());
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
     * @param merged directory that nobody else writes to: merged movements of earlier runs stay mapped there.
     */
    public static Opening open(
        final ClearingContext ctx,
        final RunStore store,
        final IngestedDay day,
        final long runId,
        final TakenBook book,
        final Path merged) throws IOException
    {
        final Opening opening = new Opening(ctx, day, merged, store.previousEvening(day));
        try
        {
            opening.openEarlier(store, runId);
            opening.openCarried();
            opening.openMoney();
            opening.funds = new OpeningFunds(
                opening.earlier.isEmpty() ? opening.previous : opening.earlier.getLast(), opening.previous,
                ctx.instructions(), book);
            return opening;
        }
        catch (final IOException | RuntimeException ex)
        {
            opening.close();
            throw ex;
        }
    }

    private void openEarlier(final RunStore store, final long runId) throws IOException
    {
        for (final RunRecord record : day.runs())
        {
            if (runId == record.runId())
            {
                break;
            }
            if (record.isCompleted())
            {
                final RunDirectory directory =
                    store.effective(
                        store.directory(day.tradingDate(), RunIds.number(record.runId()), record.kind()),
                        day.cursor());
                earlier.add(directory);
                earlierBooks.add(RunBooks.open(directory.path()));
                earlierRecords.add(record);
            }
        }
        openPaidMovements();
    }

    /** Several runs may have ended contracts: the calculation takes one table, in the order of each of them. */
    private void openPaidMovements() throws IOException
    {
        final List<Table> movements = new ArrayList<>();
        for (final RunDirectory directory : earlier)
        {
            if (directory.has(RunTables.MOVEMENTS))
            {
                final Table table = opened(directory.open(RunTables.MOVEMENTS));
                if (table.rows() > 0)
                {
                    movements.add(table);
                }
            }
        }
        if (movements.size() > 1)
        {
            MovementMerge.merge(movements, day.registers(), new InstrumentOrder(instrumentIds()), merged);
            paidMovements = opened(Table.open(merged, RunTables.MOVEMENTS));
        }
        else
        {
            paidMovements = movements.isEmpty() ? null : movements.getFirst();
        }
    }

    private int[] instrumentIds()
    {
        final int[] ids = new int[day.instruments().size()];
        for (int i = 0; i < ids.length; i++)
        {
            ids[i] = day.instruments().byOrdinal(i).instrumentId();
        }
        return ids;
    }

    private void openCarried() throws IOException
    {
        if (null != previous)
        {
            carried = opened(previous.open(RunTables.POSITIONS));
        }
        else if (!ctx.openingPositions().isEmpty())
        {
            carried = opened(OpeningPositions.open(ctx.baseDir(), day, ctx.openingPositions()));
        }
        final RunDirectory last = earlier.isEmpty() ? previous : earlier.getLast();
        if (null != last && last.has(RunTables.OBLIGATIONS))
        {
            carriedObligations = opened(last.open(RunTables.OBLIGATIONS));
        }
    }

    private void openMoney() throws IOException
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
        money = null == previous ?
            new OpeningMoney(null, 0, configured, ctx.defaultOpeningBalanceKopecks()) :
            new OpeningMoney(
                opened(previous.open(RunTables.MONEY)),
                CalculationFile.read(previous.path()).registers(),
                configured,
                ctx.defaultOpeningBalanceKopecks());
    }

    private Table opened(final Table table)
    {
        tables.add(table);
        return table;
    }

    /** Compares everything that earlier runs have left with its digests. Reads all of it. */
    public void requireUnchanged()
    {
        if (null != previous)
        {
            previous.requireUnchanged();
        }
        earlier.forEach(RunDirectory::requireUnchanged);
    }

    /** Compares what the previous evening has left with what is given, and with what the stream says. */
    public void compare()
    {
        if (null != previous)
        {
            comparePositions();
            comparePrices();
        }
    }

    private void comparePositions()
    {
        final boolean isTold = Files.exists(previous.file(RunDirectory.INPUT));
        final String before = isTold ? previous.read(RunDirectory.INPUT, RunParameters.class)
            .parameters().getOrDefault(RunParameters.OPENING, "") : "";
        if (!before.equals(openingSha256))
        {
            throw new CheckFailedException(I5_POSITIONS, "previousRunId=" + previous.runId() + " sha256=\"" +
                openingSha256 + "\" previousSha256=\"" + before + "\" positions=" + ctx.openingPositions());
        }
        checks.add(new CheckResult(I5_POSITIONS, ctx.openingPositions().size(), ""));
    }

    private void comparePrices()
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
        checks.add(new CheckResult(I5_PRICES, prices.size(), ""));
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

    /** What was taken up is what the run before has left. */
    public List<CheckResult> checks()
    {
        return checks;
    }

    /** RunTables.POSITIONS whose ends are carried; null for none. */
    Table carried()
    {
        return carried;
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

    Table carriedObligations()
    {
        return carriedObligations;
    }

    Table paidMovements()
    {
        return paidMovements;
    }

    /** Money of every register at the opening. */
    public OpeningMoney money()
    {
        return money;
    }

    OpeningFunds funds()
    {
        return funds;
    }

    /** What a register has before the run, in kopecks. */
    long cashBefore(final int accountId)
    {
        return earlier.isEmpty() ?
            money.before(day.registers(), money.previous(), money.previousRegisters(), accountId) :
            money.before(
                day.registers(), paidBooks().money(), paidRecord().cut().accounts(), accountId);
    }

    String openingSha256()
    {
        return openingSha256;
    }

    /** The last completed run of the day; null for none. */
    RunRecord paidRecord()
    {
        return earlierRecords.isEmpty() ? null : earlierRecords.getLast();
    }

    /**
     * What the earlier runs of the day have told of an instrument last; null for nothing. Of a contract that one of
     * them has ended the later ones tell nothing any more: its final price stays what is paid with.
     */
    RunRecord.Published published(final int ordinal)
    {
        for (final RunRecord record : earlierRecords.reversed())
        {
            final RunRecord.Published published = record.published(ordinal);
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
        return earlierBooks.stream().map(RunBooks::payments).filter(Objects::nonNull).toList();
    }

    /** Tables of the earlier runs of the day, whose payments stay in the money. */
    public RunBooks paidBooks()
    {
        return earlierBooks.isEmpty() ? null : earlierBooks.getLast();
    }

    List<RunBooks> earlierBooks()
    {
        return earlierBooks;
    }

    List<String> earlierRuns()
    {
        return earlier.stream().map(RunDirectory::name).toList();
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
        tables.forEach(Table::close);
        earlierBooks.forEach(RunBooks::close);
        if (null != funds)
        {
            funds.close();
        }
    }
}
