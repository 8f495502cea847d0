// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A day to calculate with, in lists; its input reads the same from tables. */
final class DayBook
{
    static final int BUYER_TOOK = DayTables.BUYER_TAKES;

    /** Of a reversal {@code reversed} is the id of the trade that it reverses. */
    record Trade(long id, long priceE5, int lots, int instrument, int buyer, int seller, int flags, long reversed)
    {
        Trade(
            final long id,
            final long priceE5,
            final int lots,
            final int instrument,
            final int buyer,
            final int seller,
            final int flags)
        {
            this(id, priceE5, lots, instrument, buyer, seller, flags, 0);
        }

        Trade reversal(final long reversalId)
        {
            final int reversal = DayTables.BOTH_TAKE | TradeOrigin.REVERSAL.ordinal() << DayTables.ORIGIN_SHIFT;
            return new Trade(reversalId, priceE5, lots, instrument, seller, buyer, reversal, id);
        }
    }

    record Carried(int account, int instrument, int lots)
    {
    }

    record Movement(int account, int instrument, MovementKind kind, int lots, long priceE5)
    {
        Movement(final int account, final int instrument, final int lots, final long priceE5)
        {
            this(account, instrument, MovementKind.EXERCISE, lots, priceE5);
        }
    }

    final List<String> codes = new ArrayList<>();
    final List<Contract> contracts = new ArrayList<>();
    final List<Trade> trades = new ArrayList<>();
    final List<Carried> carried = new ArrayList<>();
    final List<Movement> movements = new ArrayList<>();
    final List<Movement> paidMovements = new ArrayList<>();
    int paidTradeCount;
    boolean chargesFees = true;
    FeePrice feePrice = FeePrice.TRADE;

    DayBook copy()
    {
        final DayBook copy = new DayBook();
        copy.codes.addAll(codes);
        copy.contracts.addAll(contracts);
        copy.trades.addAll(trades);
        copy.carried.addAll(carried);
        copy.movements.addAll(movements);
        copy.paidMovements.addAll(paidMovements);
        copy.paidTradeCount = paidTradeCount;
        copy.chargesFees = chargesFees;
        copy.feePrice = feePrice;
        return copy;
    }

    int account(final String code)
    {
        if (!codes.contains(code))
        {
            codes.add(code);
        }
        return codes.indexOf(code);
    }

    void trade(final int instrument, final long priceE5, final int lots, final int buyer, final int seller)
    {
        trades.add(new Trade(1_000 + trades.size(), priceE5, lots, instrument, buyer, seller, BUYER_TOOK));
    }

    /** Rows of all parts as text, one a line: what is compared. */
    String rows(final Path scratch, final int threads)
    {
        return rows(scratch, threads, null, 1 << 19);
    }

    String rows(final Path scratch, final int threads, final boolean[] mask, final int rowsPerPart)
    {
        final StringBuilder text = new StringBuilder();
        rows(scratch, threads, mask, rowsPerPart, row -> text.append(row).append('\n'));
        return text.toString();
    }

    void rows(final Path scratch, final int threads, final Consumer<OracleRow> rows)
    {
        rows(scratch, threads, null, 1 << 19, rows);
    }

    /** The same, calculated in memory that other days have left there; it is given back. */
    String rows(final Path scratch, final int threads, final int rowsPerPart, final CalculationMemory memory)
    {
        final StringBuilder text = new StringBuilder();
        rows(scratch, threads, null, rowsPerPart, memory, row -> text.append(row).append('\n'));
        return text.toString();
    }

    private void rows(
        final Path scratch,
        final int threads,
        final boolean[] mask,
        final int rowsPerPart,
        final Consumer<OracleRow> rows)
    {
        rows(scratch, threads, mask, rowsPerPart, null, rows);
    }

    private void rows(
        final Path scratch,
        final int threads,
        final boolean[] mask,
        final int rowsPerPart,
        final CalculationMemory memory,
        final Consumer<OracleRow> rows)
    {
        try (Tables tables = new Tables(scratch))
        {
            final CalculationInput input = tables.input(threads);
            final AtomicLong work = new AtomicLong();
            final List<PositionRows> parts = RunPositions.calculate(
                new Day(input, mask), rowsPerPart, memory, work::addAndGet);
            assertTrue(null != mask || RunPositions.work(input) == work.get(), "work is not what was said");
            for (final PositionRows part : parts)
            {
                for (int row = 0; row < part.size(); row++)
                {
                    rows.accept(row(part, row));
                }
            }
            if (null != memory)
            {
                memory.giveBack(parts);
            }
        }
    }

    private OracleRow row(final PositionRows part, final int row)
    {
        return new OracleRow(
            codes.get(part.account(row)),
            contracts.get(part.instrument(row)).instrumentId(),
            (int)part.value(RunTables.POSITION_BEGIN, row),
            (int)part.value(RunTables.POSITION_BUYS, row),
            (int)part.value(RunTables.POSITION_SELLS, row),
            (int)part.value(RunTables.POSITION_MOVED, row),
            part.end(row),
            part.value(RunTables.POSITION_VM_DAY, row),
            part.value(RunTables.POSITION_VM_PAID, row),
            part.value(RunTables.POSITION_FEE_EX, row),
            part.value(RunTables.POSITION_FEE_CC, row));
    }

    /** The tables of the book, in files as long as they are open. */
    final class Tables implements AutoCloseable
    {
        private final Table trades;
        private final Table carried;
        private final Table movements;
        private final Table paidMovements;

        Tables(final Path scratch)
        {
            final int[] ranks = ranks();
            trades = write(scratch, DayTables.TRADES, DayBook.this.trades.stream().map(t -> new long[]{
                t.id, 0, t.priceE5, t.lots, t.instrument, t.buyer, t.seller, 0, 0, t.reversed, t.reversed, t.flags, 0})
                .toList());
            carried = write(scratch, RunTables.POSITIONS, DayBook.this.carried.stream()
                .sorted(Comparator.<Carried>comparingInt(c -> ranks[c.account]).thenComparing(c -> id(c.instrument)))
                .map(c -> new long[]{c.account, c.instrument, 0, 0, 0, 0, c.lots, 0, 0, 0, 0}).toList());
            movements = movements(scratch.resolve("new"), DayBook.this.movements, ranks);
            paidMovements = movements(scratch.resolve("paid"), DayBook.this.paidMovements, ranks);
        }

        private Table movements(final Path scratch, final List<Movement> rows, final int[] ranks)
        {
            return rows.isEmpty() ? null : write(scratch, RunTables.MOVEMENTS, rows.stream()
                .sorted(Comparator.<Movement>comparingInt(m -> ranks[m.account]).thenComparing(m -> id(m.instrument)))
                .map(m -> new long[]{
                    m.account, m.instrument, m.kind.ordinal(), m.lots, m.priceE5, m.instrument}).toList());
        }

        private int id(final int instrument)
        {
            return instrument < contracts.size() ? contracts.get(instrument).instrumentId() : Integer.MAX_VALUE;
        }

        CalculationInput input(final int threads)
        {
            return new CalculationInput(
                new Order(),
                contracts.toArray(new Contract[0]),
                trades,
                DayBook.this.trades.size(),
                paidTradeCount,
                DayBook.this.carried.isEmpty() ? null : carried,
                movements,
                paidMovements,
                chargesFees,
                feePrice,
                threads,
                0);
        }

        @Override
        public void close()
        {
            trades.close();
            carried.close();
            if (null != movements)
            {
                movements.close();
            }
            if (null != paidMovements)
            {
                paidMovements.close();
            }
        }
    }

    private int[] accountsByRank()
    {
        return IntStream.range(0, codes.size()).boxed()
            .sorted(Comparator.comparing(codes::get)).mapToInt(Integer::intValue).toArray();
    }

    private int[] ranks()
    {
        final int[] ranks = new int[codes.size() + 1];
        final int[] accounts = accountsByRank();
        for (int rank = 0; rank < accounts.length; rank++)
        {
            ranks[accounts[rank]] = rank;
        }
        ranks[codes.size()] = codes.size();
        return ranks;
    }

    private static Table write(final Path parent, final TableSpec spec, final List<long[]> rows)
    {
        try
        {
            final Path directory = Files.createDirectories(parent.resolve(spec.name()));
            for (int i = 0; i < spec.columns().size(); i++)
            {
                final ColumnSpec column = spec.columns().get(i);
                final ByteBuffer bytes =
                    ByteBuffer.allocate(rows.size() * column.type().length()).order(ByteOrder.LITTLE_ENDIAN);
                for (final long[] row : rows)
                {
                    // Columns behind those that are given are none of the calculation's.
                    final long value = i < row.length ? row[i] : 0;
                    switch (column.type())
                    {
                        case LONG -> bytes.putLong(value);
                        case INT -> bytes.putInt((int)value);
                        case SHORT -> bytes.putShort((short)value);
                        default -> bytes.put((byte)value);
                    }
                }
                Files.deleteIfExists(directory.resolve(column.fileName()));
                Files.write(directory.resolve(column.fileName()), bytes.array());
            }
            return Table.open(parent, spec, rows.size());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Order of the codes, made the slow way. */
    private final class Order implements RegisterOrder
    {
        private final int[] accounts = accountsByRank();
        private final int[] ranks = ranks();

        @Override
        public int size()
        {
            return codes.size();
        }

        @Override
        public long code(final int accountId)
        {
            return AccountCode.pack(codes.get(accountId));
        }

        @Override
        public int rank(final int accountId)
        {
            return ranks[accountId];
        }

        @Override
        public int accountAt(final int rank)
        {
            return accounts[rank];
        }
    }
}
