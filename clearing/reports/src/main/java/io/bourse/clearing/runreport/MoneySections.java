// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.page.Charts;
import io.bourse.clearing.page.Page;
import io.bourse.clearing.page.PageTable;
import io.bourse.clearing.price.FixedPrice;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** Sections about money: members, margin, funds, calls, prices. */
final class MoneySections
{
    private static final int MAX_BARS = 40;
    private static final String ROUBLES = "roubles";

    private final RunReportInput input;
    private final Page page;
    private final Charts charts;

    MoneySections(final RunReportInput input, final Page page, final Charts charts)
    {
        this.input = input;
        this.page = page;
        this.charts = charts;
    }

    /** All but the prices, of which there may be many. */
    void write() throws IOException
    {
        members();
        margin();
        funds();
        calls();
    }

    private void members() throws IOException
    {
        page.line("h2", "Variation margin by member");
        final List<RunReportInput.Member> shown = largest(input.members(), member -> Math.abs(member.margin()));
        chart("vm", true, shown.stream().map(RunReportInput.Member::code).toList(),
            List.of(new BarChart.Series("variation margin",
                shown.stream().map(member -> FigureTexts.roubles(member.margin())).toList())));
        note(shown.size(), input.members().size(), "members with the most margin");
        final PageTable table = PageTable.open(page, "members",
            "member", "#registers", "#money before", "#variation margin", "#premium", "#payments", "#fees",
            "#money after");
        for (final RunReportInput.Member member : input.members())
        {
            table.row(member.code(), FigureTexts.number(member.registers()), FigureTexts.money(member.begin()),
                FigureTexts.money(member.margin()), FigureTexts.money(member.premium()),
                FigureTexts.money(member.pay()),
                FigureTexts.money(member.fee()), FigureTexts.money(member.end()));
        }
        table.sum("all", FigureTexts.number(sum(RunReportInput.Member::registers)),
            FigureTexts.money(sum(RunReportInput.Member::begin)), FigureTexts.money(sum(RunReportInput.Member::margin)),
            FigureTexts.money(sum(RunReportInput.Member::premium)), FigureTexts.money(sum(RunReportInput.Member::pay)),
            FigureTexts.money(sum(RunReportInput.Member::fee)),
            FigureTexts.money(sum(RunReportInput.Member::end))).close();
        page.line("p", "Money before is that of the last evening run; an intraday run earlier in the day has booked " +
            "its part between.", "class", "note");
    }

    private long sum(final ToLongFunction<RunReportInput.Member> figure)
    {
        return input.members().stream().mapToLong(figure).reduce(0, Math::addExact);
    }

    private void margin() throws IOException
    {
        page.line("h2", "Initial margin of settlement accounts");
        if (null == input.margin())
        {
            page.line("p", "The run has no margin parameters: no margin was calculated, and the matcher was told no " +
                "limits.", "id", "no-margin");
            return;
        }
        page.line("p", 0 == input.previousRunId() ? "There is no run before this one." :
            "Before: run " + input.previousRunId() + ". After: this run. With live orders.");
        final List<RunReportInput.AccountMargin> shown = largest(input.margin(),
            account -> Math.max(account.after(), null == account.before() ? 0 : account.before()));
        chart("margin", false, shown.stream().map(RunReportInput.AccountMargin::code).toList(), List.of(
            new BarChart.Series("before", shown.stream().map(account -> rouble(account.before())).toList()),
            new BarChart.Series("after", shown.stream().map(account -> rouble(account.after())).toList())));
        note(shown.size(), input.margin().size(), "accounts with the most margin");
        final PageTable table = PageTable.open(page, "margins", "settlement account", "#before", "#after", "#change");
        for (final RunReportInput.AccountMargin account : input.margin())
        {
            final Long before = account.before();
            table.row(account.code(), null == before ? "-" : FigureTexts.money(before),
                FigureTexts.money(account.after()),
                null == before ? "-" : FigureTexts.money(account.after() - before));
        }
        table.close();
    }

    private static BigDecimal rouble(final Long kopecks)
    {
        return null == kopecks ? null : FigureTexts.roubles(kopecks);
    }

    private void funds() throws IOException
    {
        page.line("h2", "Free funds");
        final PageTable table = PageTable.open(page, "funds",
            "settlement account", "#money", "#collateral counted", "#margin", "#free", "#margin call", "#cash call");
        for (final AccountFunds account : input.funds())
        {
            table.row(account.settlementAccount(), FigureTexts.money(account.cash()),
                FigureTexts.money(account.counted()),
                FigureTexts.money(account.go()), FigureTexts.money(account.free()),
                FigureTexts.money(account.marginCall()),
                FigureTexts.money(account.cashCall()));
        }
        table.close();
    }

    private void calls() throws IOException
    {
        page.line("h2", "Calls");
        if (input.calls().raised().isEmpty() && input.calls().open().isEmpty() && input.calls().judged().isEmpty())
        {
            page.line("p", "None made, none open, none judged.", "id", "no-calls");
            return;
        }
        final PageTable table = PageTable.open(page, "calls",
            "number", "settlement account", "kind", "state", "#amount", "#covered", "#penalty", "due (UTC)");
        for (final MarginCall call : input.calls().raised())
        {
            call(table, call, "made by this run", "-", "-");
        }
        for (final MarginCall call : input.calls().open())
        {
            call(table, call, "open", "-", "-");
        }
        for (final JudgedCall judged : input.calls().judged())
        {
            call(table, judged.call(), judged.isMissed() ? "missed" : "met", FigureTexts.money(judged.coveredKopecks()),
                FigureTexts.money(judged.penaltyKopecks()));
        }
        table.close();
    }

    private static void call(
        final PageTable table, final MarginCall call, final String state, final String covered, final String penalty)
        throws IOException
    {
        table.row(Long.toString(call.number()), call.settlementAccount(), words(call.kind().name()), state,
            FigureTexts.money(call.kopecks()), covered, penalty, call.due().toString());
    }

    void prices() throws IOException
    {
        page.line("h2", "Settlement prices");
        final PageTable table = PageTable.open(page, "prices",
            "#id", "contract", "#settlement price", "#previous", "#change", "#tick value", "currency", "how found",
            "#valid slices", "#limits from", "#to");
        final List<FixedPrice> sorted = new ArrayList<>(input.prices());
        sorted.sort(Comparator.comparingInt(FixedPrice::instrumentId));
        for (final FixedPrice price : sorted)
        {
            table.row(Integer.toString(price.instrumentId()), price.symbol() + (price.expires() ? " (ends)" : ""),
                FigureTexts.price(price.settlementE5()), FigureTexts.price(price.previousE5()),
                FigureTexts.price(price.settlementE5() - price.previousE5()), FigureTexts.price(price.tickValueE5()),
                currency(price), words(price.method().name()), FigureTexts.number(price.validSlices()),
                FigureTexts.price(price.limits().lowE5()), FigureTexts.price(price.limits().highE5()));
        }
        table.close();
    }

    /** What the tick value follows; it is roubles itself. */
    private static String currency(final FixedPrice price)
    {
        final FixedPrice.Inputs inputs = price.inputs();
        if (null == inputs || null == inputs.currency())
        {
            return "RUB";
        }
        return inputs.currency() + (null == inputs.rateE6() ? ", no rate" : " at " + FigureTexts.rate(inputs.rateE6()));
    }

    private static String words(final String name)
    {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void chart(
        final String id, final boolean isSigned, final List<String> categories, final List<BarChart.Series> series)
        throws IOException
    {
        page.line("div", "", "id", "chart-" + id, "class", "chart");
        charts.add(new BarChart("chart-" + id, ROUBLES, isSigned, categories, series));
    }

    private void note(final int shown, final int all, final String what) throws IOException
    {
        if (shown < all)
        {
            page.line("p", "Drawn: the " + shown + " " + what + " of " + all + ". The table has all.", "class", "note");
        }
    }

    /** The first so many by size, in the order in which they came. */
    private static <T> List<T> largest(final List<T> all, final ToLongFunction<T> size)
    {
        final List<T> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingLong(size).reversed());
        final List<T> kept = new ArrayList<>(all);
        kept.retainAll(sorted.subList(0, Math.min(MAX_BARS, sorted.size())));
        return kept;
    }
}
