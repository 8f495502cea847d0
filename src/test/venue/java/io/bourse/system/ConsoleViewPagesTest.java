// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Pages that look things up, in a browser, wide and narrow, light and dark, by keyboard. */
@Timeout(180)
@Tag("venue")
class ConsoleViewPagesTest
{
    private static final List<String> PAGES = List.of("sessions", "sessions/TWAA01", "journal", "risk/CLIENT",
        "risk/CLIENT/AA01000", "clearing", "members", "reference/instruments/1001", "reference/logins",
        "reference/policy", "overview");
    private static final long PRICE = 92_345;

    @TempDir
    private Path dir;
    private final List<String> findings = new ArrayList<>();
    private StrategyVenue venue;
    private ConsoleApi console;
    private Browser browser;

    @BeforeEach
    void start() throws Exception
    {
        browser = new Browser();
        venue = new StrategyVenue(dir);
        venue.writeReferenceData("2001,1001,-1\n2001,1002,1\n");
        venue.start();
        final RiskOperator risk = new RiskOperator(venue.operator());
        risk.setMargin(StrategyVenue.NEAR, 10_000, 11_000);
        risk.setCollateral(LimitLevel.CLIENT, "AA01000", 55_000);
        risk.setTradingLimits(LimitLevel.CLIENT, "AA01000", new TradingLimitsSpec(100, 10, 0, 7, 0));
        venue.order(venue.a(), StrategyVenue.NEAR, true, PRICE, 5);
        venue.order(venue.b(), StrategyVenue.NEAR, false, PRICE, 2);
        final Path dataDir = dir.resolve("data");
        console = new ConsoleApi(new ConsoleContext(
            dataDir, VenueConfigLoader.load(null, Map.of("venue.data-dir", dataDir.toString())), null));
        venue.await(() -> console.get("/api/v1/stream").get("isCaughtUp").booleanValue());
    }

    @AfterEach
    void stop()
    {
        if (null != browser)
        {
            browser.close();
        }
        if (null != console)
        {
            console.close();
        }
        if (null != venue)
        {
            venue.close();
        }
    }

    private Page open(final int width, final ColorScheme scheme)
    {
        final Page page = browser.open(width, scheme, findings);
        page.navigate(console.newLink());
        assertThat(page.locator("#who")).containsText("read only");
        return page;
    }

    private static void go(final Page page, final String name)
    {
        page.evaluate("(name) => { location.hash = '#/page/' + name; }", name);
        assertThat(page.locator("main.page-" + name.replaceFirst("/.*", ""))).isVisible();
        assertThat(page.locator("main h1")).isVisible();
    }

    @Test
    void shouldBeReadableNarrowAndDark()
    {
        assertReadable(Browser.NARROW, ColorScheme.DARK);
    }

    @Tag("drill")
    @Test
    void shouldBeReadableWideAndLight()
    {
        assertReadable(Browser.WIDE, ColorScheme.LIGHT);
    }

    private void assertReadable(final int width, final ColorScheme scheme)
    {
        try (Page page = open(width, scheme))
        {
            for (final String name : PAGES)
            {
                go(page, name);
                assertThat(page.locator("main .panel:visible").first()).not().isEmpty();
                page.waitForLoadState();
                assertEquals(0, page.locator(".problem:visible").count(), name);
                assertEquals(width, page.evaluate("Math.max(innerWidth, document.documentElement.scrollWidth)"),
                    name + " is wider than its screen");
                final List<String> violations = Browser.violations(page).stream()
                    .map((final Rule rule) -> rule.getId() + " " + rule.getNodes()).toList();
                assertEquals(List.of(), violations, name + " " + width);
            }
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void shouldShowTheOverviewWithoutASession()
    {
        try (Page page = browser.open(Browser.NARROW, ColorScheme.LIGHT, findings))
        {
            page.navigate(console.url() + "/#/page/overview");
            final Locator row =
                page.locator("main tbody tr").filter(new Locator.FilterOptions().setHasText("Si-12.26"));
            assertThat(row.first()).containsText("345");
            assertThat(page.getByText("There are no news.")).isVisible();
            page.getByText("TWIME: order entry, binary").click();
            assertThat(page.locator("body")).containsText("TWIME");
        }
        assertEquals(List.of(), findings);
        try (Page page = browser.open(Browser.WIDE, ColorScheme.LIGHT, new ArrayList<>()))
        {
            page.navigate(console.url());
            assertThat(page.locator("main h1")).hasText("Not logged in");
            page.getByText("overview of the market").click();
            assertThat(page.locator("main h1")).hasText("Overview");
        }
    }

    @Test
    void shouldShowOnThePageOfSessionsThatALoginIsBlocked()
    {
        final List<String> block =
            new ArrayList<>(List.of("access", "block", "2", "--data", dir.resolve("data").toString()));
        block.addAll(venue.operatorOptions());
        final VenueProcess.Result blocked = VenueProcess.execute(block.toArray(String[]::new));
        assertEquals(0, blocked.exitCode(), blocked::toString);
        try (Page page = open(Browser.WIDE, ColorScheme.LIGHT))
        {
            page.keyboard().press("g");
            page.keyboard().press("s");
            final Locator sessions = page.locator("main tbody tr");
            final Locator.FilterOptions hit = new Locator.FilterOptions().setHasText("TWBB01");
            final Locator.FilterOptions other = new Locator.FilterOptions().setHasText("TWAA01");
            assertThat(sessions.filter(hit)).containsText("\u25a0 blocked");
            assertThat(sessions.filter(other)).not().containsText("blocked");
            page.keyboard().press("/");
            page.keyboard().type("blocked");
            assertThat(sessions).hasCount(1);
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            assertThat(page.locator("main dl")).containsText("Blockedyes");
        }
    }

    @Test
    void shouldLeadFromSessionsToTheLifeOfAnOrderByKeyboard()
    {
        try (Page page = open(Browser.WIDE, ColorScheme.LIGHT))
        {
            page.keyboard().press("g");
            page.keyboard().press("s");
            assertThat(page.locator("main h1")).hasText("Sessions");
            final Locator sessions = page.locator("main tbody tr");
            assertThat(sessions).hasCount(3);
            assertThat(sessions.filter(new Locator.FilterOptions().setHasText("TWAA01"))).containsText("connected");
            page.keyboard().press("/");
            page.keyboard().type("TWAA");
            assertThat(sessions).hasCount(1);
            page.keyboard().press("ArrowDown");
            page.keyboard().press("Enter");
            assertThat(page.locator("main h2")).hasText("TWAA01");
            page.getByText("Commands and events of this login").press("Enter");
            assertThat(page.locator("main h1")).hasText("Journal");
            final Locator order = page.locator(".timeline a").filter(
                new Locator.FilterOptions().setHasText("order ")).first();
            order.press("Enter");
            assertThat(page.locator("main h1")).containsText("Order ");
            assertThat(page.locator("main strong").first()).hasText("\u25cf live");
            final Locator steps = page.locator(".timeline > li");
            assertThat(steps).hasCount(2);
            steps.first().locator("summary").press("Enter");
            assertThat(steps.first()).containsText("Command NewOrder");
            assertThat(steps.first()).containsText("92345");
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void shouldShowWhatMembersDoAndOwe()
    {
        try (Page page = open(Browser.WIDE, ColorScheme.LIGHT))
        {
            page.keyboard().press("g");
            page.keyboard().press("e");
            assertThat(page.locator("main h1")).hasText("Members");
            final Locator row = page.locator("[aria-label=Members] tbody tr");
            assertThat(row.filter(new Locator.FilterOptions().setHasText("AA01"))).containsText("100.0 %");
            assertThat(row.filter(new Locator.FilterOptions().setHasText("BB01"))).containsText("0.0 %");
            assertThat(page.locator("[aria-label=Obligations] tbody tr").filter(
                new Locator.FilterOptions().setHasText("TWAA01"))).containsText("Si-12.26");
            assertThat(page.locator("[aria-label=Indices] h3")).hasText("BRSTK");
            page.getByText("The session before").click();
            assertThat(row).hasCount(0);
        }
        assertEquals(List.of(), findings);
    }

    @Test
    void shouldShowUseOfFundsAndWhyThereIsNothing()
    {
        try (Page page = open(Browser.WIDE, ColorScheme.LIGHT))
        {
            go(page, "risk/CLIENT");
            final Locator row = page.locator("main tbody tr").filter(new Locator.FilterOptions().setHasText("AA01000"));
            assertThat(row.first()).containsText("90.9 %");
            assertEquals("909", row.first().locator("meter").getAttribute("value"));
            final Locator tile = page.locator(".tiles .tile");
            assertThat(tile).hasCount(1);
            assertThat(tile).containsText("AA01000");
            assertThat(tile).containsText("margin 90.9 %");
            page.getByLabel("Use of").selectOption("position");
            assertThat(tile).containsText("position 5.0 %");
            page.getByLabel("Use of").selectOption("fullest");
            assertThat(tile).containsText("margin 90.9 %");
            assertTrue(tile.getAttribute("class").contains("band-high"), tile::innerHTML);
            tile.click();
            assertThat(page.locator("main h2").first()).hasText("AA01000, client");
            go(page, "sessions/NOBODY");
            assertThat(page.locator(".problem:visible")).containsText("no login of this name");
            go(page, "journal/order/77");
            assertThat(page.locator(".problem:visible")).containsText("no order has this id");
        }
    }
}
