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
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How market makers keep their obligations.
 */
@Command(
    name = "obligations",
    sortOptions = false,
    description = {
        "Shows how quote providers keep their obligations: presence in per mille of continuous trading, seconds " +
            "outside by cause, average spread and size, quotes and trades.",
        "The venue must run with venue.marketdata.obligations.enabled = true; docs/market-data.md has the rules."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 nothing answers or there is no such provider.",
        "",
        "Examples:",
        "  bourse obligations",
        "  bourse obligations TWAA01 --symbol Si-12.26",
        "  bourse obligations --previous --json"})
public final class ObligationsCommand extends CliCommand
{
    private static final String[] HEADER = {
        "provider", "symbol", "now", "owed", "presence", "kept", "measured s", "absent s", "one side s", "size s",
        "spread s", "avg spread", "avg bid", "avg ask", "quotes", "trades", "lots"};
    private static final int TEXT_COLUMNS = 3;

    @Parameters(arity = "0..1", paramLabel = "PROVIDER", description = "Login or brokerage firm. Default: all.")
    private String provider;

    @Option(names = "--symbol", paramLabel = "SYMBOL", description = "Only in this instrument.")
    private String symbol;

    @Option(names = "--previous", description = "Of the session before.")
    private boolean isPrevious;

    @Mixin private StatisticsSource source;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<String> answers =
            source.ask(null == provider ? "/obligations" : "/obligations/" + provider, query());
        out.println(source.isJson() ?
            String.join("\n", answers) : table(StatisticsSource.rows(answers, "obligations")));
    }

    private String query()
    {
        final List<String> parameters = new ArrayList<>();
        if (null != symbol)
        {
            parameters.add("symbol=" + symbol);
        }
        if (isPrevious)
        {
            parameters.add("session=previous");
        }
        return parameters.isEmpty() ? null : String.join("&", parameters);
    }

    private static String table(final List<JsonNode> list)
    {
        final List<String[]> rows = new ArrayList<>();
        for (final JsonNode row : list)
        {
            rows.add(new String[]{
                TextTable.text(row, "provider"),
                TextTable.text(row, "symbol"),
                TextTable.text(row, "state") + (row.path("isMeasured").asBoolean() ? "" : " (not measured)"),
                TextTable.text(row, "requiredPermille"),
                TextTable.text(row, "presencePermille"),
                row.path("isKept").asBoolean() ? "yes" : "NO",
                seconds(row, "continuousNs"),
                seconds(row, "absentNs"),
                seconds(row, "oneSideNs"),
                seconds(row, "sizeNs"),
                seconds(row, "spreadNs"),
                TextTable.text(row, "averageSpread"),
                TextTable.text(row, "averageBidLots"),
                TextTable.text(row, "averageAskLots"),
                TextTable.text(row, "quotes"),
                TextTable.text(row, "trades"),
                TextTable.text(row, "tradedLots")});
        }
        return rows.isEmpty() ? "no obligations" : TextTable.of(HEADER, TEXT_COLUMNS, rows);
    }

    /** Whole seconds: presence is what counts, and it is worked out in nanoseconds. */
    private static String seconds(final JsonNode row, final String field)
    {
        return Long.toString(TimeUnit.NANOSECONDS.toSeconds(row.path(field).asLong()));
    }
}
