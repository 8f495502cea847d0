// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;

import io.bourse.clearing.ingest.Accounts;
import io.bourse.clearing.ledger.InstrumentPrice;
import io.bourse.clearing.ledger.Ledger;
import io.bourse.clearing.ledger.MoneyTable;
import io.bourse.clearing.ledger.Posting;
import io.bourse.clearing.ledger.PositionTable;
import io.bourse.clearing.report.ReportNames;

/**
 * Writes the tables of a run, for the next run, for people and for other programs.
 */
final class RunWriter
{
    static final int POSITIONS_CLIENT = 0;
    static final int POSITIONS_INSTRUMENT = 1;
    static final int POSITIONS_END = 5;
    static final int POSITIONS_MARGIN = 8;
    static final int PRICES_INSTRUMENT = 0;
    static final int PRICES_SETTLEMENT = 4;

    private static final String PRICE_COLUMNS =
        "isin_id;isin;min_step;step_price;settl_price;prev_settl_price;method;valid_slices;limit_low;limit_high";
    private static final String POSITION_COLUMNS =
        "client;isin_id;pos_beg;buys;sells;pos_end;vm_day;vm_paid;" + ReportNames.SUM_COLUMN + ";fee_ex;fee_cc";
    private static final String LEDGER_COLUMNS = "posting_id;debit;credit;amount;code;reference";
    private static final String MONEY_COLUMNS =
        "client;amount_beg;vm_paid;" + ReportNames.SUM_COLUMN + ";fee_ex;fee_cc;amount_end";

    private final long runId;
    private final TableSink sink;
    private final Accounts accounts;
    private final InstrumentPrice[] prices;

    RunWriter(final long runId, final TableSink sink, final Accounts accounts, final InstrumentPrice[] prices)
    {
        this.runId = runId;
        this.sink = sink;
        this.accounts = accounts;
        this.prices = prices;
    }

    void writePrices() throws IOException
    {
        sink.write(
            RunDirectory.PRICES,
            PRICE_COLUMNS,
            csv ->
            {
                for (final InstrumentPrice price : byInstrumentId())
                {
                    csv.number(price.instrumentId())
                        .text(price.symbol())
                        .price(price.priceTickE5())
                        .price(price.tickValueE5())
                        .price(price.settlementPriceE5())
                        .price(price.previousE5())
                        .text(price.method().name())
                        .number(price.validSlices())
                        .price(price.band().lowE5())
                        .price(price.band().highE5())
                        .endRow();
                }
            });
    }

    private InstrumentPrice[] byInstrumentId()
    {
        final InstrumentPrice[] sorted = prices.clone();
        Arrays.sort(sorted, Comparator.comparingInt(InstrumentPrice::instrumentId));
        return sorted;
    }

    void writePositions(final PositionTable table) throws IOException
    {
        sink.write(
            RunDirectory.POSITIONS,
            POSITION_COLUMNS,
            csv ->
            {
                for (int row = 0; row < table.size(); row++)
                {
                    csv.text(accounts.name(table.account(row)))
                        .number(prices[table.instrument(row)].instrumentId())
                        .number(table.begin(row))
                        .number(table.bought(row))
                        .number(table.sold(row))
                        .number(table.end(row))
                        .money(table.wholeMargin(row))
                        .money(table.paidMargin(row))
                        .summed(table.margin(row))
                        .money(table.exchangeFee(row))
                        .money(table.clearingFee(row))
                        .endRow();
                }
            });
    }

    void writeLedger(final PositionTable table, final Ledger ledger) throws IOException
    {
        sink.write(
            RunDirectory.LEDGER,
            LEDGER_COLUMNS,
            csv ->
            {
                for (final Posting posting : ledger.postings())
                {
                    final int row = Ledger.sourceRow(posting);
                    final String client = accounts.name(table.account(row));
                    final int instrumentId = prices[table.instrument(row)].instrumentId();
                    csv.text(runId + "-" + posting.code() + "-" + client + "-" + instrumentId)
                        .text(ledger.name(posting.debit(), accounts::name, prices))
                        .text(ledger.name(posting.credit(), accounts::name, prices))
                        .summed(posting.amountKopecks())
                        .text(posting.code().name())
                        .number(instrumentId)
                        .endRow();
                }
            });
    }

    void writeMoney(final MoneyTable money) throws IOException
    {
        sink.write(
            RunDirectory.MONEY,
            MONEY_COLUMNS,
            csv ->
            {
                for (final int account : accounts.idsByRank())
                {
                    csv.text(accounts.name(account))
                        .money(money.begin(account))
                        .money(money.paidMargin(account))
                        .summed(money.margin(account))
                        .money(money.exchangeFee(account))
                        .money(money.clearingFee(account))
                        .money(money.end(account))
                        .endRow();
                }
            });
    }
}
