// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.page.PageFile;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.ProfileInfo;
import io.bourse.jmh.loadtest.result.PublishedRow;
import io.bourse.jmh.loadtest.result.PublishedTable;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.testing.HtmlPage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import static io.bourse.testing.HtmlPage.byId;
import static io.bourse.testing.HtmlPage.rowsBelowHead;
import static io.bourse.testing.HtmlPage.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The page of a load test, read back as XML. */
@Tag("venue")
class ReportPageTest
{
    @TempDir
    private Path dir;

    private String html(final LoadTestResult result) throws Exception
    {
        assertTrue(ReportPage.write(result, dir, Optional.empty()).orElseThrow().contains("no browser"));
        return Files.readString(dir.resolve(ReportPage.FILE_NAME), StandardCharsets.UTF_8);
    }

    private Document page(final LoadTestResult result) throws Exception
    {
        return HtmlPage.parse(html(result), PageFile.resource(PageFile.class, PageFile.LIBRARY),
            PageFile.resource(PageFile.class, PageFile.CHARTS));
    }

    private static List<String> within(final Element element, final String tag)
    {
        final NodeList all = element.getElementsByTagName(tag);
        return IntStream.range(0, all.getLength()).mapToObj((i) -> all.item(i).getTextContent()).toList();
    }

    @Test
    void shouldHaveEverySectionInItsOrder() throws Exception
    {
        final List<String> sections = new ArrayList<>(Stream.of(Section.values()).map(Section::title).toList());
        assertTrue(sections.remove(Section.RUNS.title()));
        assertEquals(sections, texts(page(MadeResult.whole()), "h2"));
        assertEquals("This test has no figures for: Spread of the runs.",
            byId(page(MadeResult.whole()), "p", "without").getTextContent());
        assertTrue(texts(page(MadeResult.repeated()), "h2").contains(Section.RUNS.title()));
    }

    @Test
    void shouldLeaveOutWhatItHasNoFiguresFor() throws Exception
    {
        final Document page = page(MadeResult.empty());
        assertEquals(
            List.of("What was tested", "Headline figures", "Conditions", "What was missed",
                "Beside what was published", "What went wrong", "How to read it"),
            texts(page, "h2"));
        assertEquals(texts(page, "h2").subList(3, 7), texts(page, "a"));
        assertTrue(byId(page, "p", "without").getTextContent().startsWith(
            "This test has no figures for: The load over time; A test's most against production; Stages; " +
            "Spread of the runs; "));
    }

    @Test
    void shouldShowTheFloorBesideTimesAndWhatMemoryGrewBy() throws Exception
    {
        final Document page = page(MadeResult.whole());
        assertEquals(
            List.of("rtt-1000", "floor", "", "", "", "below 20", "below 20", "140", "3,000", "12,000", "25,000", ""),
            rowsBelowHead(page, "latencies").stream().filter((row) -> "floor".equals(row.get(1))).findFirst()
                .orElseThrow());
        assertEquals(
            List.of("rtt-1000", "1,907 MiB", "2,003 MiB", "2,098 MiB", "295 MiB", "296 MiB", "1 MiB", "20,000", "-"),
            rowsBelowHead(page, "memory-rows").getFirst().subList(0, 9));
        final JsonNode charts = new ObjectMapper().readTree(byId(page, "script", "charts").getTextContent());
        final List<String> curves = StreamSupport.stream(charts.spliterator(), false)
            .filter((one) -> "chart-curve-rtt-1000".equals(one.get("id").asText()))
            .flatMap((one) -> StreamSupport.stream(one.get("series").spliterator(), false))
            .filter((one) -> "floor".equals(one.get("name").asText())).map((one) -> one.get("points").toString())
            .toList();
        assertEquals(List.of("[[1800.0,100.0]]"), curves);
    }

    @Test
    void shouldShowFirstWhatWasMissed() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final List<String> bad = new ArrayList<>();
        final NodeList paragraphs = page.getElementsByTagName("p");
        for (int i = 0; i < paragraphs.getLength(); i++)
        {
            if ("bad".equals(((Element)paragraphs.item(i)).getAttribute("class")))
            {
                bad.add(paragraphs.item(i).getTextContent());
            }
        }
        assertEquals(
            List.of(
                "Stage rtt-20000: 2 packets of simba.orders.B did not reach the receiver.",
                "Stage saturate: 3 transactions had no answer at its end."),
            bad);
        final List<List<String>> missed = rowsBelowHead(page, "missed-rows");
        assertEquals(1, missed.size());
        assertEquals(
            List.of("accepted transactions through TWIME over TCP, 1/s", "187,412", ">= 200,000", "0.94",
                "Where it must get to, target"),
            missed.getFirst().subList(0, 5));
        assertEquals("3", missed.getFirst().get(5));
        assertEquals("Figures judged: 8, of these missed: 1; shown without a verdict: 5; not measured: 2.",
            byId(page, "p", "judged").getTextContent());
        assertEquals("Not measured. Where it must get to: commands into the ring, without sockets, 1/s. Derivatives " +
            "market: order reports.", byId(page, "p", "not-measured").getTextContent());
    }

    @Test
    void shouldSetOursBesideWhatWasPublished() throws Exception
    {
        final List<List<String>> rows = rowsBelowHead(page(MadeResult.whole()), "published-2");
        assertEquals(List.of("transactions of the day, M", "210", "525 *", "52.5 (scale 0.1)", "0.10", ""),
            rows.get(0).subList(0, 6));
        assertEquals(List.of("peak transactions, 1/s", "93,000", "182,000 *", "193,004", "1.06", "reached"),
            rows.get(2).subList(0, 6));
        assertEquals(List.of("350 to 420", "-"), rows.get(3).subList(1, 3));
        assertEquals("-", rows.get(3).get(4));
        assertEquals(
            List.of("intraday clearing", "4 min 02 s", "2 min 24 s *", "2.31 s (scale 0.1)", "0.016", "", "", "8"),
            rows.get(4));
        assertEquals(List.of("order reports", "-", "1 h 50 min", "not measured", "-", "", "", ""), rows.get(6));
    }

    @Test
    void shouldSetTheMostInATestBesideThePeakOfProduction() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final List<List<String>> rows = rowsBelowHead(page, "peak-rows");
        assertEquals(List.of("2025", "182,000", "15,000", "12.13"), rows.get(0).subList(0, 4));
        assertEquals(List.of("ours", "193,004", "19,960", "9.67"), rows.get(1).subList(0, 4));
        assertEquals(List.of("", "3, 2"), List.of(rows.get(0).get(4), rows.get(1).get(4)));
        final JsonNode chart = chart(page, "chart-peak");
        assertEquals("[[0.0,182000.0],[1.0,193004.0]]", chart.get("series").get(0).get("points").toString());
        assertEquals("[[0.0,15000.0],[1.0,19960.0]]", chart.get("series").get(1).get("points").toString());
    }

    @Test
    void shouldShowHowFarRunsAreApart() throws Exception
    {
        final Document page = page(MadeResult.repeated());
        assertEquals(
            List.of("saturate", "acceptedPerSecond", "3", "179,916", "187,412", "202,405", "+12.5 %"),
            rowsBelowHead(page, "runs-rows").getFirst());
        assertEquals(
            List.of("accepted transactions through TWIME over TCP, 1/s", ">= 200,000 *", "187,412",
                "179,916 .. 202,405", "0.94", "missed, not in every run"),
            rowsBelowHead(page, "published-1").getFirst().subList(0, 6));
        assertEquals(List.of("saturate", "acceptedPerSecond", "187,412", "187,412", "179,916 .. 202,405"),
            rowsBelowHead(page, "all-figures").stream().filter((row) -> "saturate".equals(row.getFirst())).findFirst()
                .orElseThrow());
    }

    @Test
    void shouldShowUnderWhichConditionsItWasMeasured() throws Exception
    {
        final String facts = String.join("\n", texts(page(MadeResult.whole()), "dl"));
        for (final String fact : List.of("2 cores, 24 GiB", "OpenJDK 25", "ram", "compact: market data", "(f74dfd09)"))
        {
            assertTrue(facts.contains(fact), facts);
        }
        final Document page = page(MadeResult.whole());
        final List<String> names = MadeResult.whole().stages().stream().map(StageResult::name).toList();
        final List<String> ofStages = texts(page, "figcaption").stream()
            .filter((caption) -> names.stream().anyMatch(caption::startsWith)).toList();
        assertFalse(ofStages.isEmpty());
        for (final String caption : ofStages)
        {
            assertTrue(caption.matches("[\\w-]+, note [1-8]([;:.].*)?"), caption);
        }
    }

    /** What all stages with a load share is said before; each condition has the names of its stages. */
    @Test
    void shouldSayEachConditionOnceOnTheFirstPage() throws Exception
    {
        final String html = html(MadeResult.whole());
        final Document page = HtmlPage.parse(html, PageFile.resource(PageFile.class, PageFile.LIBRARY),
            PageFile.resource(PageFile.class, PageFile.CHARTS));
        assertEquals("Every stage with a load: 8 sessions, 4 futures; journalled (ram); SIMBA A and B sent, compact, " +
            "spin.", byId(page, "p", "shared").getTextContent());
        final List<String> notes = within(byId(page, "ol", "conditions-list"), "li");
        assertEquals("saturate: window of 64 per session", notes.get(2));
        assertEquals("idle: nothing sent, idle=backoff", notes.get(6));
        assertEquals("clearing: scale 0.1, two threads, ram", notes.get(7));
        assertEquals(8, notes.size());
        for (final String text : List.of("window of 64 per session", "journalled (ram)", "two threads"))
        {
            assertEquals(html.indexOf(text), html.lastIndexOf(text), text);
        }
    }

    @Test
    void shouldHaveHeadlineFiguresBesideThePublishedOnesOnTheFirstPage() throws Exception
    {
        final Document page = page(MadeResult.whole());
        assertEquals("The venue accepted 58,582,360 transactions (34,291,000 orders, 24,251,360 cancels) " +
            "in 7 min 47 s, and " +
            "made 1,441,500 trades of them. Replays of its journal that came to the same events: 1 of 1.",
            byId(page, "p", "sums").getTextContent());
        final List<String> lines = within(byId(page, "div", "headline-figures"), "p");
        assertEquals(List.of(
            "accepted transactions through TWIME over TCP", "187,412 1/s3", "target: >= 200,000 1/s",
            "0.94 times that",
            "transactions of the day", "52.5 M6", "2025: 525 M", "at scale 0.1",
            "median of a round trip", "27 us1", "2019: 350 to 420 us", "",
            "commands into the ring, without sockets", "not measured", "target: >= 1,000,000 1/s", ""), lines);
    }

    /** A target of none, and times of which none was removed. */
    @Test
    void shouldShowNoRatioToNothingAndNoCleanTimesThatAreThoseOfAll() throws Exception
    {
        final LoadTestResult whole = MadeResult.whole();
        final ProfileInfo profile = whole.profile();
        final String unanswered = "rtt-20000/unanswered";
        final PublishedTable table = new PublishedTable("Answers", "ours", List.of("target"), List.of(
            new PublishedRow("orders without an answer", "", List.of("<= 0"), unanswered, false)));
        final LoadTestResult result = new LoadTestResult(LoadTestResult.FORMAT, whole.environment(),
            new ProfileInfo(profile.name(), profile.title(), profile.scale(), profile.seed(), profile.accounts(),
                List.of(table), null, List.of(unanswered)),
            whole.stages().stream().map((stage) -> stage.withLatencies(stage.latencies().stream()
                .map((latency) -> latency.withRemovedShare(0)).toList())).toList(),
            List.of(), List.of(), List.of());
        final Document page = page(result);
        final List<String> headline = within(byId(page, "div", "headline-figures"), "p");
        assertEquals(List.of("orders without an answer", "target: <= 0", ""),
            List.of(headline.get(0), headline.get(2), headline.get(3)));
        assertEquals(List.of(),
            rowsBelowHead(page, "latencies").stream().filter((row) -> "clean".equals(row.get(2))).toList());
        assertTrue(rowsBelowHead(page(whole), "latencies").stream().anyMatch((row) -> "clean".equals(row.get(2))));
    }

    private JsonNode chart(final Document page, final String id) throws Exception
    {
        return StreamSupport.stream(new ObjectMapper().readTree(
            byId(page, "script", "charts").getTextContent()).spliterator(), false)
            .filter((one) -> id.equals(one.get("id").asText())).findFirst().orElseThrow();
    }

    private static double sum(final JsonNode series)
    {
        return StreamSupport.stream(series.get("points").spliterator(), false)
            .mapToDouble((point) -> point.get(1).asDouble()).sum();
    }

    /** Each hump is a part of all transactions, so that both together are what the third line has. */
    @Test
    void shouldDrawOrdersAndCancelsAsPartsOfAllTransactions() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final JsonNode humps = chart(page, "chart-humps-rtt-1000").get("series");
        assertEquals(List.of("order", "cancel", "both"), StreamSupport.stream(humps.spliterator(), false)
            .map((series) -> series.get("name").asText()).toList());
        assertEquals(50, sum(humps.get(0)), 1e-6);
        assertEquals(50, sum(humps.get(1)), 1e-6);
        assertEquals(100, sum(humps.get(2)), 1e-6);
        assertEquals(2, chart(page, "chart-humps-by-rate").get("series").size());
        assertEquals(List.of("rtt-1000 order", "rtt-1000 cancel", "rtt-1000 both"), rowsBelowHead(page, "humps-rows")
            .subList(0, 3).stream().map((row) -> row.get(0) + " " + row.get(1)).toList());
    }

    @Test
    void shouldShowWhatEachMarketCameToAndAllOfThemTogether() throws Exception
    {
        final List<List<String>> rows = rowsBelowHead(page(MadeResult.whole()), "parts-rows");
        assertEquals(List.of("bonds", "shares", "all"), rows.stream().map((row) -> row.get(1)).toList());
        assertEquals(List.of("12,000", "0", "300"), rows.getFirst().subList(2, 5));
        assertEquals(List.of("100 %", "-"), rows.getFirst().subList(10, 12));
        assertEquals(List.of("-", "-"), rows.get(1).subList(10, 12));
        assertEquals(List.of("19,960", "0", "20,000"), rows.getLast().subList(2, 5));
        assertEquals(List.of("99.987 %", "12.4"), rows.getLast().subList(10, 12));
    }

    /** Theirs as it was published, ours below it; it is judged nowhere. */
    @Test
    void shouldSetOurProductsBelowThoseOfOthers() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final List<List<String>> rows = rowsBelowHead(page, "products-rows");
        assertEquals(List.of("FESX", "ours: Si-3.27", "ours: RTS-3.27", "ours: all products"),
            rows.stream().map(List::getFirst).toList());
        assertEquals(List.of("88", "30", "940", "121", "52", "1,250"), rows.getFirst().subList(1, 7));
        assertEquals(List.of("-", "-", "-"), rows.get(1).subList(1, 4));
        assertFalse(rows.get(1).subList(4, 7).contains("-"), rows.get(1)::toString);
        assertFalse(rows.get(3).subList(1, 4).contains("-"), rows.get(3)::toString);
        assertEquals(List.of("-", "-", "-"), rows.get(3).subList(4, 7));
        assertNull(byId(page, "table", "published-0"));
    }

    @Test
    void shouldDrawTheTimesOfClientsByTheirRateAndTheLoad() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final JsonNode chart = chart(page, "chart-clients-client-TWIME-order");
        assertEquals("[\"50\",\"200\"]", chart.get("x").get("categories").toString());
        assertEquals(List.of("1,000/s load", "20,000/s load"), StreamSupport.stream(
            chart.get("series").spliterator(), false).map((series) -> series.get("name").asText()).toList());
        assertEquals(1, chart.get("series").get(1).get("points").get(0).get(0).asInt());
        assertEquals(List.of("rtt-20000", "20,000", "200", "client TWIME order", "1,000"),
            rowsBelowHead(page, "clients-rows").get(1).subList(0, 5));
    }

    @Test
    void shouldDrawTheQueueOfAPacketByTimeStamp() throws Exception
    {
        final JsonNode series = chart(page(MadeResult.whole()), "chart-paths-packets").get("series");
        assertEquals("t4", series.get(1).get("name").asText());
        assertEquals("[[20.0,1.0],[24.0,2.0],[29.0,3.0]]", series.get(1).get("points").toString());
    }

    @Test
    void shouldSayWhenATransactionLeavesByEachDoor() throws Exception
    {
        final Document page = page(MadeResult.whole());
        assertEquals(List.of(
            List.of("rtt-20000", "answer.twime", "31.0", "95.0", "0.0"),
            List.of("rtt-20000", "fast.orders-log.incremental-a", "12.0", "40.0", "19.0"),
            List.of("rtt-20000", "simba.orders-log.incremental-a", "9.0", "-", "22.0")),
            rowsBelowHead(page, "doors-rows"));
        assertEquals(2, chart(page, "chart-doors-rtt-20000").get("series").size());
    }

    @Test
    void shouldDrawTheLoadOfAllStagesOverTime() throws Exception
    {
        final JsonNode chart = chart(page(MadeResult.whole()), "chart-load");
        final List<String> marks = new ArrayList<>();
        chart.get("x").get("marks").forEach((mark) ->
            marks.add(mark.get("name").asText() + " " + mark.get("at").asInt()));
        assertEquals(List.of("rtt-1000 0", "rtt-20000 20", "saturate 40", "bursts 70", "day 120"), marks);
        assertEquals(List.of("transactions", "orders", "trades"), StreamSupport.stream(
            chart.get("series").spliterator(), false).map((series) -> series.get("name").asText()).toList());
        final JsonNode points = chart.get("series").get(0).get("points");
        assertTrue(100 < points.size() && 600 >= points.size(), () -> "points=" + points.size());
    }

    @Test
    void shouldDrawEveryChartItHasAPlaceFor() throws Exception
    {
        final Document page = page(MadeResult.whole());
        final JsonNode charts = new ObjectMapper().readTree(byId(page, "script", "charts").getTextContent());
        assertEquals(texts(page, "figure").size(), charts.size());
        for (final JsonNode chart : charts)
        {
            assertNotNull(byId(page, "div", chart.get("id").asText()), chart.get("id")::asText);
            assertFalse(chart.get("series").isEmpty(), chart.get("id")::asText);
            for (final JsonNode series : chart.get("series"))
            {
                assertFalse(series.get("points").isEmpty(), () -> chart.get("id") + " " + series.get("name"));
            }
        }
    }

    @Test
    void shouldSayThatNothingWasMeasured() throws Exception
    {
        final Document page = page(MadeResult.empty());
        assertEquals("The venue did not start.", byId(page, "ul", "troubles-list").getTextContent().strip());
        assertEquals(0, page.getElementsByTagName("figure").getLength());
        assertEquals("Figures judged: 0, of these missed: 0; shown without a verdict: 0; not measured: 15.",
            byId(page, "p", "judged").getTextContent());
    }

    @Test
    void shouldTakeNoTextForMarkup() throws Exception
    {
        assertFalse(html(MadeResult.whole()).contains("<script>alert"));
        assertTrue(byId(page(MadeResult.whole()), "ul", "troubles-list").getTextContent().contains(MadeResult.EVIL));
    }

    @Test
    void shouldWriteWhatItReads() throws Exception
    {
        final Path file = dir.resolve("report.json");
        for (final LoadTestResult result : List.of(MadeResult.whole(), MadeResult.empty(), MadeResult.repeated()))
        {
            ResultFile.write(file, result);
            assertEquals(result, ResultFile.read(file));
        }
    }

    @Test
    void shouldSayWhyThereIsNoPdfWhenTheBrowserFails() throws Exception
    {
        final Optional<String> failure = ReportPage.write(MadeResult.empty(), dir, Optional.of(Path.of("/bin/false")));
        assertEquals("the browser did not print the page: browser=/bin/false exit=1", failure.orElseThrow());
        assertFalse(Files.exists(dir.resolve(ReportPage.PDF_NAME)));
        assertTrue(Files.readString(dir.resolve(ReportPage.FILE_NAME)).contains("print this page from a browser"));
    }

    /** A browser locks its profile with a link whose target is a name, and leaves it when it is killed. */
    @Test
    void shouldRemoveTheProfileOfABrowserThatLeftALinkToNothing() throws Exception
    {
        final Path browser = Files.writeString(dir.resolve("chromium"), """
            #!/bin/sh
            for option; do
                case $option in --user-data-dir=*) profile=${option#*=} ;; esac
            done
            ln -s host-1 "$profile/SingletonLock"
            echo "$profile" > "$0.profile"
            exit 3
            """);
        assertTrue(browser.toFile().setExecutable(true));
        final Optional<String> failure = ReportPage.write(MadeResult.empty(), dir, Optional.of(browser));
        assertEquals("the browser did not print the page: browser=" + browser + " exit=3", failure.orElseThrow());
        final Path profile = Path.of(Files.readString(dir.resolve("chromium.profile")).strip());
        assertFalse(Files.exists(profile, LinkOption.NOFOLLOW_LINKS), profile.toString());
    }
}
