// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.runreport;

import static io.bourse.testing.HtmlPage.byId;
import static io.bourse.testing.HtmlPage.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.model.PriceBand;
import io.bourse.clearing.model.SettlementMethod;
import io.bourse.clearing.page.PageFile;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.testing.HtmlPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The page of a run, read back as XML. */
class RunReportTest
{
    private static final String EVIL = "<script>alert(1)</script>&\"'";
    private static final String LIBRARY_SHA256 = "baa8dfe7e1d9336b98e8986ba7e20ea15e7cdbea1ef42a59d59478632fa45a1d";
    private static final List<RunReportInput.Member> MEMBERS = List.of(
        new RunReportInput.Member("AA", 3, 1_000_00, 123_45, 10_00, 5_00, 1_23, 1_137_22),
        new RunReportInput.Member("BB", 1, -5_00, -100_45, 0, 0, 99, -106_44),
        new RunReportInput.Member("CC", 2, 0, -23_00, -10_00, 0, 0, -33_00));
    private static final List<RunReportInput.Step> STEPS = List.of(
        new RunReportInput.Step("PREPARE", 1_500_000_000L, 0, false),
        new RunReportInput.Step("SUSPEND", 20_000_000L, 10_000_000L, true),
        new RunReportInput.Step("CALCULATE", 2_980_000_000L, 3_000_000_000L, true));

    @TempDir
    private Path dir;

    private static RunReportInput input(final List<RunReportInput.AccountMargin> margin, final CallsFile calls)
    {
        return new RunReportInput(
            new RunHeader(2_026_112_301L, "I", 7, 20_261_123, 1, "currencies"),
            4_711,
            Instant.ofEpochSecond(1_795_000_000L),
            new TreeMap<>(Map.of("requester", EVIL)),
            12_000_000_000L,
            STEPS,
            MEMBERS,
            2_026_112_002L,
            margin,
            List.of(funds("AA", 1_000_00, 2_000_00), funds(EVIL, 5_000_00, 1_00)),
            calls,
            List.of(new CheckResult("I1", 4, ""), new CheckResult("I2", 5, "account=" + EVIL)),
            List.of(
                new RunReportInput.Reconciliation("rec_cash", 12, 0, "OK"),
                new RunReportInput.Reconciliation("rec_members", 3, 1, "BREAK")),
            List.of(price(2, EVIL, "CNY", 12_840_000L), price(1, "SI-12.26", null, null)));
    }

    private static AccountFunds funds(final String code, final long cash, final long go)
    {
        final long free = cash - go;
        return new AccountFunds(code, 1, cash, 0, 0, go, free, Math.max(0, -free), 0);
    }

    private static FixedPrice price(final int id, final String symbol, final String currency, final Long rateE6)
    {
        return new FixedPrice(id, symbol, false, 100_000, 100_000, 9_234_500_000L, 9_240_000_000L, 0,
            SettlementMethod.MEDIAN, new PriceBand(9_000_000_000L, 9_500_000_000L), null, null,
            new FixedPrice.Inputs(1, List.of(1L, 2L), null, null, 0, 0, currency, rateE6));
    }

    private static CallsFile calls()
    {
        final MarginCall call = new MarginCall(202_611_230_100_001L, "AA", CallKind.MARGIN, 1_000_00, 1, 2, 0);
        return new CallsFile(CallsFile.FORMAT, List.of(call), List.of(), List.of(new JudgedCall(call, 400_00, 6_00)));
    }

    private String page(final RunReportInput input) throws Exception
    {
        RunReport.write(dir, input);
        return Files.readString(dir.resolve(RunReport.FILE_NAME), StandardCharsets.UTF_8);
    }

    private static Document parse(final String page) throws Exception
    {
        return HtmlPage.parse(page, PageFile.resource(PageFile.class, PageFile.LIBRARY));
    }

    @Test
    void shouldShowWhatEveryMemberGotAndPaid() throws Exception
    {
        final Document page = parse(page(input(List.of(), calls())));
        for (final String title : List.of("title", "h1"))
        {
            assertEquals("Intraday clearing 2026112301, currencies",
                page.getElementsByTagName(title).item(0).getTextContent());
        }
        assertEquals(
            List.of(
                List.of("member", "registers", "money before", "variation margin", "premium", "payments", "fees",
                    "money after"),
                List.of("AA", "3", "1,000.00", "123.45", "10.00", "5.00", "1.23", "1,137.22"),
                List.of("BB", "1", "-5.00", "-100.45", "0.00", "0.00", "0.99", "-106.44"),
                List.of("CC", "2", "0.00", "-23.00", "-10.00", "0.00", "0.00", "-33.00"),
                List.of("all", "6", "995.00", "0.00", "0.00", "5.00", "2.22", "997.78")),
            rows(page, "members"));
    }

    @Test
    void shouldDrawTheFiguresOfTheTables() throws Exception
    {
        final Document page = parse(page(input(
            List.of(
                new RunReportInput.AccountMargin("AA", 1_000_00L, 2_000_00),
                new RunReportInput.AccountMargin(EVIL, null, 1_00)),
            calls())));
        final JsonNode charts = new ObjectMapper().readTree(byId(page, "script", "charts").getTextContent());
        assertEquals(
            "[{\"id\":\"chart-vm\",\"unit\":\"roubles\",\"signed\":true,\"categories\":[\"AA\",\"BB\",\"CC\"]," +
                "\"series\":[{\"name\":\"variation margin\",\"values\":[123.45,-100.45,-23.0]}]}]",
            "[" + charts.get(0) + "]");
        assertEquals("[\"AA\"," + new ObjectMapper().writeValueAsString(EVIL) + "]",
            charts.get(1).get("categories").toString());
        assertEquals("[1000.0,null]", charts.get(1).get("series").get(0).get("values").toString());
        assertEquals("[2000.0,1.0]", charts.get(1).get("series").get(1).get("values").toString());
        assertEquals("[\"PREPARE\",\"SUSPEND\",\"CALCULATE\"]", charts.get(2).get("categories").toString());
        for (final JsonNode chart : charts)
        {
            assertNotNull(byId(page, "div", chart.get("id").asText()), chart::toString);
        }
    }

    @Test
    void shouldShowFundsCallsChecksAndPrices() throws Exception
    {
        final Document page = parse(page(input(List.of(), calls())));
        assertEquals(List.of("AA", "1,000.00", "0.00", "2,000.00", "-1,000.00", "1,000.00", "0.00"),
            rows(page, "funds").get(1));
        assertEquals(
            List.of(
                List.of("202611230100001", "AA", "margin", "made by this run", "1,000.00", "-", "-",
                    "1970-01-01T00:00:00.000000002Z"),
                List.of("202611230100001", "AA", "margin", "missed", "1,000.00", "400.00", "6.00",
                    "1970-01-01T00:00:00.000000002Z")),
            rows(page, "calls").subList(1, 3));
        assertEquals(
            List.of(List.of("OK", "I1", "4", ""), List.of("FAILED", "I2", "5", "account=" + EVIL)),
            rows(page, "checks").subList(1, 3));
        assertEquals(
            List.of(List.of("OK", "rec_cash", "12", "0"), List.of("BREAK", "rec_members", "3", "1")),
            rows(page, "reconciliation").subList(1, 3));
        assertEquals(
            List.of("1", "SI-12.26", "92,345.00", "92,400.00", "-55.00", "1.00", "RUB", "median", "2",
                "90,000.00", "95,000.00"),
            rows(page, "prices").get(1));
        assertEquals("CNY at 12.84", rows(page, "prices").get(2).get(6));
        assertEquals("Trading stood still for 3.000 s of 12.000 s: 25.0 % of the budget.",
            byId(page, "p", "halt").getTextContent());
        assertEquals(List.of("SUSPEND", "0.020", "0.010", "stands still", "0.2 %"), rows(page, "steps").get(2));
    }

    @Test
    void shouldTakeNoTextForMarkup() throws Exception
    {
        final String text = page(input(List.of(new RunReportInput.AccountMargin(EVIL, 1L, 2)), calls()));
        assertFalse(text.contains("<script>alert"));
        final Document page = parse(text);
        assertEquals(3, page.getElementsByTagName("script").getLength());
        assertEquals(EVIL, rows(page, "prices").get(2).get(1));
        assertEquals(EVIL, rows(page, "funds").get(2).getFirst());
        assertEquals(EVIL, rows(page, "margins").get(1).getFirst());
    }

    @Test
    void shouldSayWhenThereIsNoMarginAndNoCall() throws Exception
    {
        final CallsFile none = new CallsFile(CallsFile.FORMAT, List.of(), List.of(), List.of());
        final Document page = parse(page(input(null, none)));
        assertTrue(byId(page, "p", "no-margin").getTextContent().startsWith("The run has no margin parameters"));
        assertEquals("None made, none open, none judged.", byId(page, "p", "no-calls").getTextContent());
        assertNull(byId(page, "table", "margins"));
        assertNull(byId(page, "table", "calls"));
        assertNull(byId(page, "div", "chart-margin"));
    }

    @Test
    void shouldNeedNothingFromOutside() throws Exception
    {
        final String text = page(input(List.of(), calls()));
        final Document page = parse(text);
        for (final String tag : List.of("link", "img", "iframe", "object", "base"))
        {
            assertEquals(0, page.getElementsByTagName(tag).getLength(), tag);
        }
        final NodeList scripts = page.getElementsByTagName("script");
        for (int i = 0; i < scripts.getLength(); i++)
        {
            assertFalse(((Element)scripts.item(i)).hasAttribute("src"));
        }
        assertTrue(text.contains("content=\"default-src 'none'; "));
        assertEquals(LIBRARY_SHA256,
            Digests.sha256Of(PageFile.resource(PageFile.class, PageFile.LIBRARY).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldGiveTheSameBytesForTheSameFigures() throws Exception
    {
        assertEquals(page(input(List.of(), calls())), page(input(List.of(), calls())));
    }
}
