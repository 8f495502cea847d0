// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import org.agrona.collections.LongHashSet;
import org.duckdb.DuckDBAppender;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Copies columns into the tables that second-opinion.sql reads: always those of one part of the registers, chosen by a
 * hash of the account id.
 */
final class OpinionLoader
{
    private static final String CREATE_CONTRACT = "CREATE OR REPLACE TABLE contract (instrument SMALLINT, " +
        "style VARCHAR, is_call BOOLEAN, lot_units BIGINT, underlying SMALLINT, underlying_id INTEGER, " +
        "r DECIMAL(18, 5), w DECIMAL(18, 5), " +
        "settlement DECIMAL(18, 5), previous DECIMAL(18, 5), swap BIGINT, has_paid BOOLEAN, " +
        "paid_w DECIMAL(18, 5), paid_settlement DECIMAL(18, 5), paid_swap BIGINT, exchange_rate DECIMAL(18, 8), " +
        "clearing_rate DECIMAL(18, 8), is_charged BOOLEAN, is_fee_of_trade BOOLEAN, vat_rate DECIMAL(18, 8))";
    private static final String CREATE_LEG = "CREATE OR REPLACE TABLE leg (trade INTEGER, account INTEGER, " +
        "instrument SMALLINT, side TINYINT, lots INTEGER, price DECIMAL(18, 5), is_taker BOOLEAN, is_paid BOOLEAN, " +
        "is_reversed BOOLEAN)";
    private static final String CREATE_CARRIED =
        "CREATE OR REPLACE TABLE carried (account INTEGER, instrument SMALLINT, lots INTEGER)";
    private static final String MOVEMENT_COLUMNS =
        " (account INTEGER, instrument SMALLINT, lots INTEGER, price DECIMAL(18, 5), is_taken_over BOOLEAN)";
    private static final String CREATE_RUN = "CREATE OR REPLACE TABLE run (account INTEGER, instrument SMALLINT, " +
        "pos_beg INTEGER, buys INTEGER, sells INTEGER, moved INTEGER, pos_end INTEGER, vm_day BIGINT, " +
        "vm_paid BIGINT, fee_ex BIGINT, fee_cc BIGINT, vat_ex BIGINT, vat_cc BIGINT)";
    private static final short NO_UNDERLYING = -1;

    private final DuckDb database;
    private final SecondOpinionInput input;
    private final Table positions;
    private final int parts;
    private int part;
    /** Trades that have a reversal; looked for once. */
    private LongHashSet reversedIds;

    OpinionLoader(
        final DuckDb database, final SecondOpinionInput input, final Table positions, final int parts)
    {
        this.database = database;
        this.input = input;
        this.positions = positions;
        this.parts = parts;
    }

    void loadContracts() throws SQLException
    {
        database.execute(CREATE_CONTRACT);
        final List<Contract> contracts = input.contracts();
        final Map<Integer, Short> ordinals = new HashMap<>();
        for (int i = 0; i < contracts.size(); i++)
        {
            ordinals.put(contracts.get(i).instrumentId(), (short)i);
        }
        try (DuckDBAppender rows = database.appender("contract"))
        {
            for (int i = 0; i < contracts.size(); i++)
            {
                final Contract contract = contracts.get(i);
                if (null != contract)
                {
                    append(rows, (short)i, contract,
                        ordinals.getOrDefault(contract.terms().underlyingId(), NO_UNDERLYING));
                }
            }
        }
    }

    private void append(
        final DuckDBAppender rows, final short ordinal, final Contract contract, final short underlying)
        throws SQLException
    {
        final Contract.Paid paid = contract.paid();
        rows.beginRow()
            .append(ordinal)
            .append(contract.terms().style().name());
        appendRight(rows, contract.terms().isOption() ? contract.terms().right() : OptionRight.NONE);
        rows.append(contract.terms().lotUnits())
            .append(underlying)
            .append(contract.terms().underlyingId())
            .appendDecimal(contract.priceTickE5())
            .appendDecimal(contract.tickValueE5())
            .appendDecimal(contract.settlementE5())
            .appendDecimal(contract.previousE5())
            .append(contract.swapRateE4())
            .append(null != paid)
            .appendDecimal(null == paid ? 0 : paid.tickValueE5())
            .appendDecimal(null == paid ? 0 : paid.settlementE5())
            .append(null == paid ? 0 : paid.swapRateE4())
            .appendDecimal(contract.exchangeFeePctE6())
            .appendDecimal(contract.clearingFeePctE6())
            .append(input.chargesFees())
            .append(FeePrice.TRADE == input.feePrice())
            .appendDecimal(input.vatPctE6())
            .endRow();
    }

    private static void appendRight(final DuckDBAppender rows, final OptionRight right) throws SQLException
    {
        if (OptionRight.NONE == right)
        {
            rows.appendNull();
        }
        else
        {
            rows.append(OptionRight.CALL == right);
        }
    }

    /** Replaces what is loaded by another part of the registers. */
    void loadPart(final int wanted) throws SQLException
    {
        part = wanted;
        loadLegs();
        loadCarried();
        loadMovements("movement", input.movements());
        loadMovements("paid_movement", input.paidMovements());
        loadRun();
    }

    /** The same part for the same id on every machine: the finalizer of MurmurHash3 spreads neighbouring ids. */
    static int partOf(final int account, final int parts)
    {
        int hash = account;
        hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
        hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
        return (int)(Integer.toUnsignedLong(hash ^ hash >>> 16) * parts >>> Integer.SIZE);
    }

    /** Takes a row of the part that is loaded. */
    private interface Row
    {
        void accept(TableCursor row, int account) throws SQLException;
    }

    /** Gives all rows of the part, by the register in a column. */
    private void forEach(final Table table, final int accountColumn, final long rows, final Row consumer)
        throws SQLException
    {
        for (final TableCursor row = new TableCursor(table, 0, rows); row.next();)
        {
            final int account = row.ints(accountColumn);
            if (1 == parts || partOf(account, parts) == part)
            {
                consumer.accept(row, account);
            }
        }
    }

    private void loadLegs() throws SQLException
    {
        database.execute(CREATE_LEG);
        if (null == reversedIds)
        {
            reversedIds = new LongHashSet();
            for (final TableCursor row = new TableCursor(input.trades(), 0, input.tradeCount()); row.next();)
            {
                if (isReversal(row))
                {
                    reversedIds.add(row.longs(DayTables.TRADE_SELL_EXT));
                }
            }
        }
        try (DuckDBAppender rows = database.appender("leg"))
        {
            forEach(input.trades(), DayTables.TRADE_BUYER, input.tradeCount(),
                (trade, account) -> appendLeg(rows, trade, account, (byte)0, DayTables.SELLER_TAKES));
            forEach(input.trades(), DayTables.TRADE_SELLER, input.tradeCount(),
                (trade, account) -> appendLeg(rows, trade, account, (byte)1, DayTables.BUYER_TAKES));
        }
    }

    private static boolean isReversal(final TableCursor trade)
    {
        return TradeOrigin.REVERSAL.ordinal() == trade.ints(DayTables.TRADE_FLAGS) >> DayTables.ORIGIN_SHIFT;
    }

    private void appendLeg(
        final DuckDBAppender rows, final TableCursor trade, final int account, final byte side, final int otherTakes)
        throws SQLException
    {
        rows.beginRow()
            .append((int)trade.row())
            .append(account)
            .append((short)trade.ints(DayTables.TRADE_INSTRUMENT))
            .append(side)
            .append(trade.ints(DayTables.TRADE_QTY))
            .appendDecimal(trade.longs(DayTables.TRADE_PRICE_E5))
            .append(otherTakes != (trade.ints(DayTables.TRADE_FLAGS) & DayTables.TAKER_MASK))
            .append(trade.row() < input.paidTradeCount())
            .append(isReversal(trade) || reversedIds.contains(trade.longs(DayTables.TRADE_ID)))
            .endRow();
    }

    private void loadCarried() throws SQLException
    {
        database.execute(CREATE_CARRIED);
        if (null == input.carried())
        {
            return;
        }
        try (DuckDBAppender rows = database.appender("carried"))
        {
            forEach(input.carried(), RunTables.POSITION_ACCOUNT, input.carried().rows(), (row, account) ->
            {
                if (0 != row.ints(RunTables.POSITION_END))
                {
                    rows.beginRow().append(account).append((short)row.ints(RunTables.POSITION_INSTRUMENT))
                        .append(row.ints(RunTables.POSITION_END)).endRow();
                }
            });
        }
    }

    private void loadMovements(final String name, final List<Table> tables) throws SQLException
    {
        database.execute("CREATE OR REPLACE TABLE " + name + MOVEMENT_COLUMNS);
        try (DuckDBAppender rows = database.appender(name))
        {
            for (final Table table : tables)
            {
                forEach(table, RunTables.MOVEMENT_ACCOUNT, table.rows(), (row, account) -> rows.beginRow()
                    .append(account)
                    .append((short)row.ints(RunTables.MOVEMENT_INSTRUMENT))
                    .append(row.ints(RunTables.MOVEMENT_LOTS))
                    .appendDecimal(row.longs(RunTables.MOVEMENT_PRICE_E5))
                    .append(isTakenOver(MovementKind.values()[row.ints(RunTables.MOVEMENT_KIND)]))
                    .endRow());
            }
        }
    }

    /** What a default moves. */
    private static boolean isTakenOver(final MovementKind kind)
    {
        return MovementKind.PORTING == kind || MovementKind.CLOSE_OUT == kind;
    }

    private void loadRun() throws SQLException
    {
        database.execute(CREATE_RUN);
        try (DuckDBAppender rows = database.appender("run"))
        {
            forEach(positions, RunTables.POSITION_ACCOUNT, positions.rows(), (row, account) ->
            {
                rows.beginRow().append(account).append((short)row.ints(RunTables.POSITION_INSTRUMENT));
                for (int column = RunTables.POSITION_BEGIN; column <= RunTables.POSITION_END; column++)
                {
                    rows.append(row.ints(column));
                }
                for (int column = RunTables.POSITION_VM_DAY; column <= RunTables.POSITION_VAT_CC; column++)
                {
                    rows.append(row.longs(column));
                }
                rows.endRow();
            });
        }
    }
}
