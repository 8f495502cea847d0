// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ingest.TradeColumns;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.MoneyTable;
import io.bourse.clearing.ledger.PositionTable;

/**
 * Writes the members' reports of one run: f04, fposcl and moncl per clearing firm (sheet 3.1). A firm that has
 * registers gets all its files, with no rows if there is nothing to say.
 */
public final class ReportWriter
{
    private static final int[] NO_LEGS = {};

    private final RunHeader run;
    private final Accounts accounts;
    private final InstrumentPrice[] prices;
    private final TradeColumns trades;
    private final PositionTable table;
    private final MoneyTable money;
    private final int[] idsByRank;
    private final String[] names;
    private final int[] memberByAccount;
    private final List<String> members = new ArrayList<>();

    /**
     * Reports of one run.
     *
     * @param run what identifies it.
     * @param accounts all registers.
     * @param prices of the run by instrument ordinal.
     * @param trades of the session.
     * @param table positions of the run.
     * @param money of the run.
     */
    public ReportWriter(
        final RunHeader run,
        final Accounts accounts,
        final InstrumentPrice[] prices,
        final TradeColumns trades,
        final PositionTable table,
        final MoneyTable money)
    {
        this.run = run;
        this.accounts = accounts;
        this.prices = prices;
        this.trades = trades;
        this.table = table;
        this.money = money;
        this.idsByRank = accounts.idsByRank();
        this.names = new String[idsByRank.length];
        this.memberByAccount = new int[idsByRank.length];
        findMembers();
    }

    private void findMembers()
    {
        String current = "";
        for (final int account : idsByRank)
        {
            names[account] = accounts.name(account);
            final String member = accounts.member(account);
            if (!member.equals(current))
            {
                members.add(member);
                current = member;
            }
            memberByAccount[account] = members.size() - 1;
        }
    }

    /**
     * Writes all reports.
     *
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when writing fails.
     */
    public List<ManifestEntry> write(final Path directory) throws IOException
    {
        final List<ManifestEntry> entries = new ArrayList<>();
        final int[][] legsByMember = legsByMember();
        int row = 0;
        int rank = 0;
        for (int m = 0; m < members.size(); m++)
        {
            final int member = m;
            final int firstRow = row;
            while (row < table.size() && memberByAccount[table.account(row)] == member)
            {
                row++;
            }
            final int firstRank = rank;
            while (rank < idsByRank.length && memberByAccount[idsByRank[rank]] == member)
            {
                rank++;
            }
            final int endRow = row;
            final int endRank = rank;
            entries.add(report(directory, member, ReportNames.F04, ReportNames.F04_COLUMNS,
                csv -> writeTrades(csv, legsByMember[member])));
            entries.add(report(directory, member, ReportNames.FPOSCL, ReportNames.FPOSCL_COLUMNS,
                csv -> writePositions(csv, firstRow, endRow)));
            entries.add(report(directory, member, ReportNames.MONCL, ReportNames.MONCL_COLUMNS,
                csv -> writeMoney(csv, firstRank, endRank)));
        }
        entries.sort(Comparator.comparing(ManifestEntry::name));
        return entries;
    }

    private ManifestEntry report(
        final Path directory,
        final int member,
        final String type,
        final String columns,
        final ReportFile.Rows rows) throws IOException
    {
        return ReportFile.write(directory, run.reportName(members.get(member), type), columns, rows);
    }

    /** Counts, then fills: legs of each member in the order of trading. */
    private int[][] legsByMember()
    {
        final int legCount = 2 * table.tradeCount();
        final int[] counts = new int[members.size()];
        for (int leg = 0; leg < legCount; leg++)
        {
            counts[memberByAccount[trades.account(leg)]]++;
        }
        final int[][] legs = new int[counts.length][];
        for (int m = 0; m < counts.length; m++)
        {
            legs[m] = 0 == counts[m] ? NO_LEGS : new int[counts[m]];
            counts[m] = 0;
        }
        for (int leg = 0; leg < legCount; leg++)
        {
            final int m = memberByAccount[trades.account(leg)];
            legs[m][counts[m]++] = leg;
        }
        return legs;
    }

    private void writeTrades(final CsvWriter csv, final int[] legs) throws IOException
    {
        for (final int leg : legs)
        {
            final int trade = leg >> 1;
            final boolean isBuy = 0 == (leg & 1);
            final InstrumentPrice price = prices[trades.instrument(trade)];
            final long lots = trades.qtyLots(trade);
            final long perContract = table.perContract(trade);
            csv.number(run.sessionId())
                .number(trades.tradeId(trade))
                .number(trades.timeNs(trade))
                .number(price.instrumentId())
                .text(price.symbol())
                .text(names[trades.account(leg)])
                .text(isBuy ? "B" : "S")
                .price(trades.priceE5(trade))
                .number(lots)
                .number(trades.orderId(leg))
                .unsigned(trades.extId(leg))
                .text(trades.isTaker(leg) ? "T" : "M")
                .number(table.legScalpedLots(leg))
                .money(table.legExchangeFee(leg))
                .money(table.legClearingFee(leg))
                .money(perContract)
                .summed(Math.multiplyExact(isBuy ? lots : -lots, perContract))
                .text(trades.origin(trade).reportText())
                .endRow();
        }
    }

    private void writePositions(final CsvWriter csv, final int from, final int to) throws IOException
    {
        for (int row = from; row < to; row++)
        {
            final InstrumentPrice price = prices[table.instrument(row)];
            csv.number(run.sessionId())
                .number(price.instrumentId())
                .text(price.symbol())
                .text(names[table.account(row)])
                .number(table.begin(row))
                .number(table.bought(row))
                .number(table.sold(row))
                .number(table.end(row))
                .summed(table.margin(row))
                .money(table.paidMargin(row))
                .money(Math.addExact(table.exchangeFee(row), table.clearingFee(row)))
                .money(table.exchangeFee(row))
                .money(table.clearingFee(row))
                .endRow();
        }
    }

    private void writeMoney(final CsvWriter csv, final int fromRank, final int toRank) throws IOException
    {
        for (int rank = fromRank; rank < toRank; rank++)
        {
            final int account = idsByRank[rank];
            if (money.isActive(account))
            {
                csv.text(names[account])
                    .money(money.begin(account))
                    .summed(money.margin(account))
                    .money(money.paidMargin(account))
                    .money(Math.addExact(money.exchangeFee(account), money.clearingFee(account)))
                    .money(money.end(account))
                    .endRow();
            }
        }
    }
}
