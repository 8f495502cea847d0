// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import io.bourse.deploy.orders.OrderSource;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Prints a summary for people and writes it for programs.
 */
public final class DaySummaryWriter
{
    private static final double NS_PER_US = 1_000.0;
    private static final double NS_PER_MS = 1_000_000.0;
    private static final double NS_PER_S = 1_000_000_000.0;

    private DaySummaryWriter()
    {
    }

    /**
     * Writes {@code summary.json}.
     *
     * @param summary to write.
     * @param file to write to.
     * @throws IOException when it cannot be written.
     */
    public static void writeJson(final DaySummary summary, final Path file) throws IOException
    {
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(file.toFile(), summary);
    }

    /**
     * Prints the tables.
     *
     * @param summary to print.
     * @param out to print to.
     */
    public static void print(final DaySummary summary, final PrintStream out)
    {
        final DaySummary.Flow flow = summary.flow();
        out.println();
        out.println(table(new String[]{"the day", summary.input().source()}, new String[][]{
            {"new orders", number(flow.newOrders())},
            {"  accepted", number(flow.accepted())},
            {"cancels", number(flow.cancels())},
            {"replaces", number(flow.replaces())},
            {"refused", flow.refused() + " " + flow.refusals()},
            {"not sent, order known gone", number(flow.dropped())},
            {"trades", trades(summary)},
            {"lots traded", number(flow.tradedLots())},
            {"trading time", seconds(flow.tradingNs())},
            {"transactions per second", number(flow.transactionsPerSecond())},
            {"market data packets", number(summary.feed().packets())},
            {"  gaps / recoveries", summary.feed().gaps() + " / " + summary.feed().recoveries()},
            {"answers public first / late", summary.feed().publicFirst() + " / " + summary.feed().publicLate()},
            {"  by their time stamps", lead(summary.feed().lead())},
            {"durability", summary.machine().durability()}}));
        printLatency(summary.latency(), out);
        printClearing(summary.clearing(), out);
        printChecks(summary, out);
    }

    /**
     * Prints a table of all markets.
     *
     * @param summaries by market.
     * @param out to print to.
     */
    public static void printMarkets(final Map<String, DaySummary> summaries, final PrintStream out)
    {
        out.println();
        out.println(table(
            new String[]{"market", "orders", "trades", "in the first run", "in the last run", "checks", "result"},
            summaries.entrySet().stream().map(market -> row(market.getKey(), market.getValue()))
                .toArray(String[][]::new)));
    }

    private static String[] row(final String market, final DaySummary day)
    {
        return new String[]{
            market, number(day.flow().newOrders()), number(day.flow().trades()),
            number(day.clearing().getFirst().trades()), number(day.clearing().getLast().trades()),
            number(day.checks().size()), day.result()};
    }

    private static void printLatency(final DaySummary.Latency latency, final PrintStream out)
    {
        out.println("\nrequest to answer in us; hiccup floor (longest pause of an idle thread): " +
            micros(latency.hiccupMaxNs()) + " us");
        out.println(table(
            new String[]{"protocol", "answers", "p50", "p90", "p99", "p99.9", "max"},
            latency.byProtocol().stream().map(row -> new String[]{
                row.protocol() + ", " + row.condition(), number(row.count()), micros(row.p50()), micros(row.p90()),
                micros(row.p99()), micros(row.p999()), micros(row.max())}).toArray(String[][]::new)));
    }

    private static void printClearing(final List<DaySummary.Clearing> runs, final PrintStream out)
    {
        out.println();
        out.println(table(
            new String[]{"clearing", "run", "trades", "clearing ms", "reports ms"},
            runs.stream().map(run -> new String[]{
                run.kind(), Long.toString(run.runId()), number(run.trades()), millis(run.clearingNs()),
                millis(run.reportsNs())}).toArray(String[][]::new)));
    }

    private static void printChecks(final DaySummary summary, final PrintStream out)
    {
        out.println();
        for (final String omission : summary.input().omissions())
        {
            out.println("left out: " + omission);
        }
        for (final DaySummary.Check check : summary.checks())
        {
            out.println((check.ok() ? "OK    " : "BREAK ") + check.name() + ": " + check.detail());
        }
        out.println("result: " + summary.result());
    }

    /** The first column is text, all others are figures. */
    private static String table(final String[] header, final String[][] rows)
    {
        final Column[] columns = new Column[header.length];
        for (int i = 0; i < columns.length; i++)
        {
            columns[i] = new Column().header(header[i])
                .dataAlign(0 == i ? HorizontalAlign.LEFT : HorizontalAlign.RIGHT);
        }
        return AsciiTable.builder().border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS).data(columns, rows).asString();
    }

    private static String lead(final DaySummary.Lead lead)
    {
        return number(lead.publicFirst()) + " of " + number(lead.answers()) + ", lead p50 " + micros(lead.p50Ns()) +
            " us, p99 " + micros(lead.p99Ns()) + " us";
    }

    private static String trades(final DaySummary summary)
    {
        final long recorded = summary.input().recordedTrades();
        return number(summary.flow().trades()) +
            (OrderSource.NOT_RECORDED == recorded ? "" : " (recorded: " + number(recorded) + ")");
    }

    private static String number(final long value)
    {
        return String.format("%,d", value);
    }

    private static String micros(final long ns)
    {
        return String.format("%,.1f", ns / NS_PER_US);
    }

    private static String millis(final long ns)
    {
        return String.format("%,.1f", ns / NS_PER_MS);
    }

    private static String seconds(final long ns)
    {
        return String.format("%.2f s", ns / NS_PER_S);
    }
}
