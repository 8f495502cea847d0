// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.venue.VenuePart;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.deploy.orders.SyntheticFlow;
import io.bourse.deploy.text.Prices;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.marketdata.book.MarketLevel;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicMarket;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The pages of the console in a real browser, beside a venue with orders. With {@code -Dconsole.images=DIR} it writes
 * the pictures of docs/console.md.
 */
@Tag("venue")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsolePagesTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int TRADED = 6;
    private static final int ORDERS = 3_000;
    private static final int INSTRUMENT = 1001;
    private static final int LEVELS = 20;
    private static final int LOOK_MS = 20;
    private static final long PICTURE_NS = TimeUnit.SECONDS.toNanos(4);
    private static final long SEED = 20261129;
    /** Pages, and what is there when they show something. */
    private static final Map<String, String> PAGES = new TreeMap<>(Map.of("market", ".market:not(.open) tbody tr",
        "market/1001", ".tape tbody tr", "venue", ".flow svg .well", "members", "[aria-label=Members] tbody tr"));

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final List<TwimeTrader> traders = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private VenueConfig config;
    private Venue venue;
    private ConsoleServer console;
    private SyntheticFlow flow;
    private Browser browser;

    @BeforeAll
    void start(@TempDir final Path dir) throws IOException
    {
        browser = new Browser();
        config = TestVenue.config(dir.resolve("data"));
        startVenue();
        console = newConsole(0);
        final List<InstrumentSpec> instruments =
            ReferenceDataReader.read(config.referenceData(), config.tradingDate()).instruments();
        flow = new SyntheticFlow(instruments.subList(0, TRADED), new int[]{1, 1}, Long.MAX_VALUE, SEED);
        send(ORDERS);
    }

    private void startVenue() throws IOException
    {
        venue = Venue.start(config);
        for (int i = 0; i < 2; i++)
        {
            if (i == traders.size())
            {
                final String member = List.of("AA", "BB").get(i);
                traders.add(new TwimeTrader("TW" + member + "01", i + 1, List.of(member + "01000")));
            }
            traders.get(i).connect(VenueProcess.address(venue.descriptor().twime()));
            final TwimeTrader trader = traders.get(i);
            await(trader::isRecovered);
        }
    }

    private ConsoleServer newConsole(final int port) throws IOException
    {
        final ConsoleContext context = new ConsoleContext(config.dataDir(), config, null);
        final List<ConsolePart> parts = new ArrayList<>(ViewParts.of(context));
        parts.add(new VenuePart(config, List.of(config.dataDir())));
        return new ConsoleServer(context, new InetSocketAddress(InetAddress.getLoopbackAddress(), port), parts);
    }

    @AfterAll
    void stop()
    {
        traders.forEach(TwimeTrader::close);
        if (null != console)
        {
            console.close();
        }
        if (null != venue)
        {
            venue.close();
            VenueProcess.clean(config.dataDir());
        }
        if (null != browser)
        {
            browser.close();
        }
    }

    private void await(final BooleanSupplier condition)
    {
        await(condition, idle);
    }

    /** Each look at a page costs it some milliseconds. */
    private void awaitPage(final BooleanSupplier condition)
    {
        await(condition, new SleepingMillisIdleStrategy(LOOK_MS));
    }

    private void await(final BooleanSupplier condition, final IdleStrategy strategy)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "it does not happen");
            final int work = traders.stream().mapToInt(TwimeTrader::poll).sum();
            strategy.idle(work);
        }
    }

    /** Sends requests of two members and waits for the answers. */
    private void send(final int count)
    {
        final OrderAction action = new OrderAction();
        for (int i = 0; i < count; i++)
        {
            flow.next(action);
            final TwimeTrader trader = traders.get(action.client);
            await(() -> trader.send(action));
        }
        await(() -> traders.stream().allMatch((trader) -> 0 == trader.outstanding()));
    }

    private Page login(final int width, final ColorScheme scheme)
    {
        findings.clear();
        final Page page = browser.open(width, scheme, findings);
        page.navigate(console.newLink());
        assertThat(page.locator("#connection")).hasText("\u25cf live");
        return page;
    }

    private static void go(final Page page, final String name)
    {
        page.evaluate("(hash) => { location.hash = hash; }", "#/page/" + name);
        assertThat(page.locator(PAGES.get(name)).first()).isVisible();
        assertThat(page.locator("#connection")).hasText("\u25cf live");
    }

    /** What the engine's events say, read from their beginning. */
    private PublicMarket truth() throws IOException
    {
        final PublicMarket market = new PublicMarket((transaction) ->
        {
        });
        try (EngineClient client = VenueProcess.connect(config.dataDir()))
        {
            StreamHistory.read(client, market);
        }
        return market;
    }

    /** As the page shows numbers: digits in groups of three. */
    private static String grouped(final String number)
    {
        return number.replaceAll("(?<=\\d)(?=(\\d{3})+(?:\\.|$))(?<!\\.\\d{1,9})", "\u202f");
    }

    private static String price(final PublicInstrument instrument, final MarketLevel level)
    {
        return null == level ? "\u2013" : grouped(Prices.text(level.priceE5(), instrument.priceTickE5()));
    }

    private static List<String> row(final PublicInstrument instrument)
    {
        return List.of(instrument.symbol(), price(instrument, instrument.bestBid()),
            price(instrument, instrument.bestAsk()), grouped(Long.toString(instrument.statistics().volumeLots())));
    }

    /** Cells of the list of instruments by the headings above. */
    private static List<String> shownRow(final Page page, final String symbol)
    {
        final Locator row = page.locator(".list tbody tr").filter(new Locator.FilterOptions().setHas(
            page.getByText(symbol, new Page.GetByTextOptions().setExact(true))));
        final List<String> cells = row.locator("th, td:not(.of-partition)").allTextContents();
        return List.of(cells.get(0), cells.get(5), cells.get(6), cells.get(8));
    }

    private void assertNoFindings()
    {
        assertEquals(List.of(), findings);
    }

    @Test
    void shouldShowTheMarketAsTheEngineHasIt() throws IOException
    {
        try (Page page = login(Browser.WIDE, ColorScheme.LIGHT))
        {
            send(ORDERS / 10);
            final PublicMarket market = truth();
            for (int id = INSTRUMENT; id < INSTRUMENT + TRADED; id++)
            {
                final PublicInstrument instrument = market.instrument(id);
                awaitPage(() -> row(instrument).equals(shownRow(page, instrument.symbol())));
            }
            go(page, "market/" + INSTRUMENT);
            page.getByText("Ladder as a table").click();
            final PublicInstrument instrument = market.instrument(INSTRUMENT);
            final List<String> levels = new ArrayList<>();
            for (int i = Math.min(LEVELS, instrument.book().levelCount(false)) - 1; i >= 0; i--)
            {
                levels.add(level("offer", instrument, instrument.book().level(false, i)));
            }
            for (int i = 0; i < Math.min(LEVELS, instrument.book().levelCount(true)); i++)
            {
                levels.add(level("bid", instrument, instrument.book().level(true, i)));
            }
            awaitPage(() -> levels.equals(page.locator(".levels tbody tr").all().stream()
                .map((row) -> String.join(" ", row.locator("td").allTextContents())).toList()));
            assertEquals(Math.min(100, instrument.statistics().tradeCount()),
                page.locator(".tape tbody tr").count());
            assertThat(page.locator(".instrument h2")).hasText(instrument.symbol());
            assertNoFindings();
        }
    }

    private static String level(final String side, final PublicInstrument instrument, final MarketLevel level)
    {
        return side + ' ' + price(instrument, level) + ' ' + grouped(Long.toString(level.qtyLots())) + ' ' +
            level.orderCount();
    }

    @Test
    void shouldShowHowTheVenueIs()
    {
        try (Page page = login(Browser.WIDE, ColorScheme.DARK))
        {
            go(page, "venue");
            assertThat(page.locator("main .head")).containsText("\u25cf ready");
            for (final String component : List.of("engine", "twime", "fix", "marketdata"))
            {
                assertThat(page.getByRole(AriaRole.ROW).filter(
                    new Locator.FilterOptions().setHasText(component)).first()).containsText("\u25cf ready");
            }
            page.getByText("The flow as a table").click();
            final Locator executed = page.getByRole(AriaRole.ROW)
                .filter(new Locator.FilterOptions().setHasText("journal to matcher"));
            // The page is late by a second at most: orders go on until their rate is seen.
            awaitPage(() ->
            {
                send(1);
                return executed.locator("td:not(.of-partition)").first().textContent().matches("\\d.*[1-9].*|[1-9].*");
            });
            awaitPage(() -> !"\u2013".equals(executed.locator("td").last().textContent()));
            assertThat(page.locator(".flow svg")).containsText("Matcher");
            assertNoFindings();
        }
    }

    @Test
    void shouldSayThatTheVenueIsGoneAndGoOnWhenItIsBack() throws IOException
    {
        try (Page page = login(Browser.WIDE, ColorScheme.LIGHT))
        {
            go(page, "market/" + INSTRUMENT);
            traders.forEach(TwimeTrader::close);
            venue.close();
            assertThat(page.locator("main > .problem")).containsText("The venue does not run");
            startVenue();
            send(ORDERS / 10);
            final PublicInstrument instrument = truth().instrument(INSTRUMENT);
            assertThat(page.locator("main > .problem")).isHidden();
            awaitPage(() -> row(instrument).equals(shownRow(page, instrument.symbol())));
            assertNoFindings();
        }
    }

    @Test
    void shouldAskForAnotherLinkWhenTheConsoleWasStartedAgain() throws IOException
    {
        try (Page page = login(Browser.WIDE, ColorScheme.LIGHT))
        {
            final int port = URI.create(console.url()).getPort();
            console.close();
            assertThat(page.locator("#connection")).containsText("connection lost");
            console = newConsole(port);
            assertThat(page.locator("h1")).hasText("Not logged in");
            page.getByLabel("Name").fill("eve");
            page.getByLabel("Password").fill("guess");
            page.getByLabel("Code of the authenticator").fill("123456");
            page.getByText("Log in", new Page.GetByTextOptions().setExact(true)).click();
            assertThat(page.locator("form .problem")).containsText("the password or the code is wrong");
            assertReadable(page, "login");
            page.navigate(console.newLink());
            assertThat(page.locator("#connection")).hasText("\u25cf live");
            assertThat(page.locator(".list tbody tr").first()).isVisible();
        }
    }

    @Test
    void shouldGoOnAfterALostConnection() throws IOException
    {
        final URI url = URI.create(console.url());
        try (TcpRelay relay = new TcpRelay(new InetSocketAddress(url.getHost(), url.getPort()));
            Page page = browser.open(Browser.WIDE, ColorScheme.LIGHT, findings))
        {
            page.navigate("http://127.0.0.1:" + relay.port() + '/' + console.newLink().replaceFirst(".*#", "#"));
            assertThat(page.locator("#connection")).hasText("\u25cf live");
            relay.stop();
            assertThat(page.locator("#connection")).containsText("connection lost");
            send(ORDERS / 10);
            relay.start();
            assertThat(page.locator("#connection")).hasText("\u25cf live");
            final PublicInstrument instrument = truth().instrument(INSTRUMENT);
            awaitPage(() -> row(instrument).equals(shownRow(page, instrument.symbol())));
        }
    }

    @Test
    void shouldBeUsedByTheKeyboardAlone()
    {
        try (Page page = login(Browser.WIDE, ColorScheme.DARK))
        {
            page.keyboard().press("Tab");
            assertEquals("Skip to content", focused(page));
            page.keyboard().press("Enter");
            page.keyboard().press("j");
            assertEquals("BR-12.26", focused(page));
            page.keyboard().press("ArrowDown");
            final String symbol = focused(page);
            page.keyboard().press("Enter");
            assertThat(page.locator(".instrument h2")).hasText(symbol);
            assertEquals(symbol, focused(page));
            page.keyboard().press("/");
            page.keyboard().type("si-12");
            assertThat(page.locator(".list tbody tr")).hasCount(1);
            page.keyboard().press("ArrowDown");
            assertEquals("Si-12.26", focused(page));
            page.keyboard().press("u");
            assertThat(page.locator(".instrument")).hasCount(0);
            page.keyboard().press("g");
            page.keyboard().press("v");
            assertThat(page.locator("h1")).hasText("Venue");
            page.keyboard().press("?");
            assertThat(page.locator("#help")).isVisible();
            page.keyboard().press("Escape");
            assertThat(page.locator("#help")).isHidden();
            assertNoFindings();
        }
    }

    private static String focused(final Page page)
    {
        return (String)page.evaluate("document.activeElement.textContent");
    }

    @Test
    void shouldBeReadByAllOnWideScreens() throws IOException
    {
        assertReadByAll(Browser.WIDE, ColorScheme.LIGHT);
    }

    /** Layout does not depend on colours: the other width and scheme together, pictures in all four. */
    @Tag("drill")
    @Test
    void shouldBeReadByAllOnNarrowScreensInTheDark() throws IOException
    {
        assertReadByAll(Browser.NARROW, ColorScheme.DARK);
        if (Browser.hasPictures())
        {
            assertReadByAll(Browser.WIDE, ColorScheme.DARK);
            assertReadByAll(Browser.NARROW, ColorScheme.LIGHT);
        }
    }

    private void assertReadByAll(final int width, final ColorScheme scheme) throws IOException
    {
        try (Page page = login(width, scheme))
        {
            for (final String name : PAGES.keySet())
            {
                go(page, name);
                send(1);
                assertReadable(page, name + ' ' + width + ' ' + scheme);
                picture(page, name, width, scheme);
            }
            assertNoFindings();
        }
    }

    /** No scrolling from side to side, and nothing that is hard to read or to reach. */
    static void assertReadable(final Page page, final String what)
    {
        assertEquals(0, page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"), what);
        assertEquals(List.of(), Browser.violations(page).stream()
            .filter((rule) -> List.of("serious", "critical").contains(rule.getImpact()))
            .map((rule) -> rule.getId() + ": " + rule.getHelp() + ' ' + rule.getNodes().getFirst().getHtml())
            .toList(), what);
    }

    private void picture(final Page page, final String name, final int width, final ColorScheme scheme)
    {
        if (Browser.hasPictures())
        {
            // Something has to go on in the picture.
            final long endNs = System.nanoTime() + PICTURE_NS;
            awaitPage(() ->
            {
                send(ORDERS / 100);
                return System.nanoTime() - endNs > 0;
            });
            Browser.picture(page, name.replaceFirst("/.*", "-instrument") + '-' + width + '-' +
                scheme.name().toLowerCase(Locale.ROOT));
        }
    }
}
