// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Statistics of the trading session.
 */
@Command(
    name = "statistics",
    sortOptions = false,
    description = {
        "Shows open, high, low, last, average price, volume and the like of the session, or the price indices.",
        "The venue must run with venue.marketdata.obligations.enabled = true; docs/market-data.md has the rules."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 nothing answers or there is no such symbol.",
        "",
        "Examples:",
        "  bourse statistics",
        "  bourse statistics Si-12.26 --json",
        "  bourse statistics --indices"})
public final class StatisticsCommand extends CliCommand
{
    private static final String[] HEADER = {
        "symbol", "open", "high", "low", "last", "close", "vwap", "volume", "trades", "turnover", "off-book", "opening",
        "closing", "settlement", "previous", "open interest"};
    private static final String[] FIELDS = {
        "symbol", "open", "high", "low", "last", "close", "vwap", "volumeLots", "trades", "turnover", "offBookLots",
        "openingAuction", "closingAuction", "settlement", "previousSettlement", "openInterestLots"};
    private static final String[] INDEX_HEADER = {
        "index", "currency", "value", "open", "high", "low", "close", "previous close", "members"};
    private static final String[] INDEX_FIELDS = {
        "symbol", "currency", "value", "open", "high", "low", "close", "previousClose", "members"};

    @Parameters(arity = "0..1", paramLabel = "SYMBOL", description = "Instrument, or index. Default: all.")
    private String symbol;

    @Option(names = "--indices", description = "Indices instead of instruments.")
    private boolean isIndices;

    @Mixin private StatisticsSource source;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final String list = isIndices ? "indices" : "statistics";
        final List<String> answers = source.ask('/' + list + (null == symbol ? "" : '/' + symbol), null);
        out.println(source.isJson() ? String.join("\n", answers) : table(StatisticsSource.rows(answers, list)));
    }

    private String table(final List<JsonNode> list)
    {
        final List<String[]> rows = new ArrayList<>();
        for (final JsonNode row : list)
        {
            rows.add(Arrays.stream(isIndices ? INDEX_FIELDS : FIELDS).map(field -> TextTable.text(row, field))
                .toArray(String[]::new));
        }
        return rows.isEmpty() ? isIndices ? "no indices" : "no instruments" :
            TextTable.of(isIndices ? INDEX_HEADER : HEADER, isIndices ? 2 : 1, rows);
    }
}
