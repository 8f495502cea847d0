// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Positions of a member: of clients (fposcl, oposcl), and added up by settlement account (fpos, opos) or by brokerage
 * firm (f08, o08).
 */
final class PositionReport
{
    private static final int EXERCISES =
        1 << MovementKind.EXERCISE.ordinal() | 1 << MovementKind.ASSIGNMENT.ordinal();

    private final ReportInput input;
    private final CalculationInput calculation;
    private final Contract[] contracts;
    private final ReportMarket[] markets;
    private final byte[][] symbols;
    private final NegotiatedFees negotiated;
    private final MemberRanges members;

    PositionReport(final ReportInput input, final MemberRanges members, final NegotiatedFees negotiated)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.contracts = calculation.contracts();
        this.markets = ReportMarket.of(contracts);
        this.symbols = TradeReport.symbols(contracts);
        this.negotiated = negotiated;
        this.members = members;
    }

    /** A line for each client and contract of a market. */
    void writeClients(final RowWriter writer, final int member, final ReportMarket market) throws IOException
    {
        final Walk walk = new Walk(member);
        final PositionLine line = new PositionLine();
        final RegisterOrder registers = calculation.registers();
        while (walk.next())
        {
            if (market == markets[walk.instrument])
            {
                line.clear();
                walk.addTo(line);
                head(writer, walk.instrument).client(registers.code(walk.account));
                line.write(writer, contracts[walk.instrument]);
            }
        }
    }

    private RowWriter head(final RowWriter writer, final int instrument) throws IOException
    {
        return writer.number(input.run().sessionId())
            .number(contracts[instrument].instrumentId())
            .text(symbols[instrument]);
    }

    /** A line for each settlement account and contract of a market. */
    void writeAccounts(final RowWriter writer, final int member, final ReportMarket market) throws IOException
    {
        writeSums(writer, member, market, input.settlementAccounts());
    }

    /** A line for each brokerage firm and contract of a market. */
    void writeFirms(final RowWriter writer, final int member, final ReportMarket market) throws IOException
    {
        writeSums(writer, member, market, AccountCode::unpack);
    }

    private void writeSums(
        final RowWriter writer, final int member, final ReportMarket market, final LongFunction<String> holders)
        throws IOException
    {
        final HolderSums<PositionLine[]> sums = new HolderSums<>(holders, this::lines);
        for (final Walk walk = new Walk(member); walk.next();)
        {
            walk.addTo(sums.of(calculation.registers().code(walk.account))[walk.instrument]);
        }
        for (final Map.Entry<String, PositionLine[]> holder : sums.byHolder().entrySet())
        {
            for (final int instrument : input.instrumentOrder())
            {
                final PositionLine line = holder.getValue()[instrument];
                if (market == markets[instrument] && !line.isEmpty())
                {
                    head(writer, instrument).text(holder.getKey());
                    line.write(writer, contracts[instrument]);
                }
            }
        }
    }

    private PositionLine[] lines()
    {
        final PositionLine[] lines = new PositionLine[contracts.length];
        for (int i = 0; i < lines.length; i++)
        {
            lines[i] = new PositionLine();
        }
        return lines;
    }

    /** Goes over the positions of a member; exercised lots of a row are found beside it, in the same order. */
    private final class Walk
    {
        private final TableCursor positions;
        private final TableCursor[] movements;
        private int account;
        private int instrument;
        private long exercised;

        Walk(final int member)
        {
            positions = members.cursor(input.books().positions(), member);
            movements = new TableCursor[]{members.cursor(calculation.paidMovements(), member),
                members.cursor(calculation.movements(), member)};
            for (final TableCursor each : movements)
            {
                each.next();
            }
        }

        boolean next()
        {
            if (!positions.next())
            {
                return false;
            }
            account = positions.ints(RunTables.POSITION_ACCOUNT);
            instrument = positions.ints(RunTables.POSITION_INSTRUMENT);
            exercised = 0;
            for (final TableCursor each : movements)
            {
                exercised += exercised(each);
            }
            return true;
        }

        private long exercised(final TableCursor moved)
        {
            long lots = 0;
            while (!moved.isAtEnd() && account == moved.ints(RunTables.MOVEMENT_ACCOUNT) &&
                instrument == moved.ints(RunTables.MOVEMENT_INSTRUMENT))
            {
                lots += 0 == (EXERCISES & 1 << moved.ints(RunTables.MOVEMENT_KIND)) ?
                    0 : moved.ints(RunTables.MOVEMENT_LOTS);
                moved.next();
            }
            return lots;
        }

        void addTo(final PositionLine line)
        {
            line.add(positions, input.figures()[instrument], exercised, negotiated.kopecks(account, instrument));
        }
    }
}
