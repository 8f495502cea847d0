// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.acts.ActivateGateway;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GatewayActivatedDecoder;
import io.bourse.engine.protocol.LoginControlledDecoder;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.marketdata.market.PublicMarket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Two operators, each with a console and a browser of their own.
 */
@Tag("venue")
class ConsoleOperatorsPageTest
{
    private static final int INSTRUMENT = 1001;
    private static final String LIVE = "\u25cf live";

    @TempDir
    private Path dir;

    private final List<ConsoleServer> consoles = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();
    private VenueConfig config;
    private Venue venue;
    private Browser browser;

    @BeforeEach
    void start() throws IOException
    {
        browser = new Browser();
        config = TestVenue.config(dir.resolve("data"));
        venue = Venue.start(config);
    }

    @AfterEach
    void stop()
    {
        consoles.forEach(ConsoleServer::close);
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

    private Page open(final String operator, final int width, final ColorScheme scheme) throws IOException
    {
        final ConsoleContext context = new ConsoleContext(config.dataDir(), config,
            null == operator ? null : DemoOperators.key(operator));
        final ConsoleServer console = new ConsoleServer(context,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ViewParts.withActs(context, List.of(config.dataDir())));
        consoles.add(console);
        final Page page = browser.open(width, scheme, findings);
        page.navigate(console.newLink());
        assertThat(page.locator("#connection")).hasText(LIVE);
        page(page, "Operators");
        assertThat(page.locator("#connection")).hasText(LIVE);
        return page;
    }

    private Phase phase() throws IOException
    {
        final PublicMarket market = new PublicMarket((transaction) ->
        {
        });
        try (EngineClient client = VenueProcess.connect(config.dataDir()))
        {
            StreamHistory.read(client, market);
        }
        return market.instrument(INSTRUMENT).phase();
    }

    private static void click(final Page page, final String button)
    {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(button).setExact(true)).click();
    }

    /** Fills the form and types the word that is asked for. */
    private static void change(final Page page, final String action, final String scope, final String word)
    {
        final Locator form = page.locator("form").first();
        form.getByText(action).click();
        form.getByText(scope).click();
        click(page, "Go on \u2026");
        assertThat(dialogButton(page)).isDisabled();
        page.keyboard().type(word);
        dialogButton(page).click();
    }

    private static Locator dialogButton(final Page page)
    {
        return page.locator("dialog[open] button.primary");
    }

    @Test
    void shouldHaltAtOnceAndResumeWhenAnotherPersonApproves() throws IOException
    {
        try (Page anna = open("anna", Browser.WIDE, ColorScheme.LIGHT);
            Page boris = open("boris", Browser.NARROW, ColorScheme.DARK))
        {
            change(anna, "halt: cancels only", "the whole market", "market");
            assertThat(anna.locator(".done")).hasText("Done.");
            assertEquals(Phase.HALTED, phase());
            change(anna, "resume: continuous trading", "the whole market", "market");
            assertThat(anna.locator(".done")).containsText("a second person has to approve request 1");
            assertThat(anna.locator(".request")).containsText("This is your own request");
            assertThat(anna.locator(".request button").first()).isDisabled();
            assertEquals(Phase.HALTED, phase());
            ConsolePagesTest.assertReadable(anna, "operators, wide");
            Browser.picture(anna, "operators-1280-light");

            assertThat(boris.locator(".request h3")).containsText("Request 1");
            assertEquals(anna.locator(".request code").textContent(), boris.locator(".request code").textContent());
            ConsolePagesTest.assertReadable(boris, "operators, narrow");
            click(boris, "Approve \u2026");
            assertThat(dialogButton(boris)).isDisabled();
            boris.keyboard().type("1");
            boris.keyboard().press("Enter");
            assertThat(boris.locator(".done")).hasText("Done.");
            assertEquals(Phase.CONTINUOUS, phase());
            assertThat(boris.getByText("Nothing waits for a second person.")).isVisible();
            assertThat(anna.locator("tbody tr")).containsText("boris");
            assertEquals(List.of(), findings);
        }
    }

    @Tag("drill")
    @Test
    void shouldRefuseAndKeepTheMarketHalted() throws IOException
    {
        try (Page anna = open("anna", Browser.WIDE, ColorScheme.DARK);
            Page boris = open("boris", Browser.WIDE, ColorScheme.LIGHT))
        {
            anna.locator("#phase-instrument").selectOption("Si-12.26");
            change(anna, "halt: cancels only", "one instrument", "Si-12.26");
            assertThat(anna.locator(".done")).hasText("Done.");
            change(anna, "resume: continuous trading", "one instrument", "Si-12.26");
            assertThat(anna.locator(".request")).isVisible();
            click(boris, "Refuse \u2026");
            dialogButton(boris).click();
            assertThat(boris.locator("tbody tr")).containsText("refused");
            assertEquals(Phase.HALTED, phase());
        }
    }

    /** The form of an act follows from its schema; what the venue asks about first is asked in the browser. */
    @Test
    void shouldDoAnyActByTheFormOfItsSchema() throws IOException
    {
        try (Page anna = open("anna", Browser.WIDE, ColorScheme.LIGHT))
        {
            anna.locator("#act").selectOption("news");
            anna.locator("#act-headline").fill("Maintenance");
            anna.locator("#act-text").fill("one");
            doIt(anna, "news");
            assertThat(anna.locator(".done")).hasText("Done.");

            // What a dangerous act hits is named by the venue, and typed.
            anna.locator("#act").selectOption("kill");
            anna.locator("#act-loginId").fill("1");
            click(anna, "Do it \u2026");
            dialogButton(anna).click();
            assertThat(anna.locator("dialog[open] label")).containsText("TWAA01");
            assertThat(dialogButton(anna)).isDisabled();
            anna.keyboard().type("TWAA01");
            dialogButton(anna).click();
            assertThat(anna.locator(".done")).hasText("Done.");

            anna.locator("#act").selectOption("price-controls");
            anna.locator("#act-instrumentId").fill("1001");
            anna.locator("#act-collar").fill("wide");
            doIt(anna, "price-controls");
            assertThat(anna.locator("form .problem")).containsText("price");
            ConsolePagesTest.assertReadable(anna, "any act, wide");

            anna.locator("#act").selectOption("capacity");
            anna.locator("#act-accounts").fill("1");
            doIt(anna, "capacity");
            assertThat(anna.locator("dialog[open] h2")).hasText("Do it all the same?");
            assertThat(anna.locator("dialog[open] li")).not().hasCount(0);
            click(anna, "Cancel");
            assertThat(anna.locator("form .problem")).containsText("nothing was done");
        }
    }

    /** What it hits is typed, as in the forms. */
    @Tag("drill")
    @Test
    void shouldEndAndBlockSessionsOnTheirPage() throws IOException
    {
        try (TwimeRecorder trader = new TwimeRecorder(venue.twime().localAddress(), "TWAA01", "AA01000");
            Page anna = open("anna", Browser.WIDE, ColorScheme.DARK))
        {
            page(anna, "Sessions").getByRole(AriaRole.LINK).getByText("TWAA01").click();
            assertThat(anna.locator("dd").first()).hasText("\u25cf connected");
            assertThat(anna.getByText("Reset numbers")).hasCount(0);
            ConsolePagesTest.assertReadable(anna, "sessions with acts, wide");
            hit(anna, "Block \u2026", "TWAA01");
            assertThat(anna.locator("dd").first()).hasText("\u25cb disconnected \u25a0 blocked");
            hit(anna, "Unblock \u2026", "TWAA01");
            hit(anna, "Disconnect \u2026", "TWAA01");
            anna.getByRole(AriaRole.LINK).getByText("FIXAA02").click();
            hit(anna, "Reset numbers \u2026", "FIXAA02");
            assertEquals(List.of("TWAA01 BLOCK", "TWAA01 UNBLOCK", "TWAA01 DISCONNECT", "FIXAA02 RESET_NUMBERS"),
                controlled());
        }
    }

    /** No standby waits here: the act is in the history all the same. */
    @Tag("drill")
    @Test
    void shouldActivateStandbyOnPageOfVenue() throws IOException
    {
        try (Page anna = open("anna", Browser.WIDE, ColorScheme.LIGHT))
        {
            page(anna, "Venue");
            hit(anna, "Activate the standby of FIX \u2026", "FIX");
            ConsolePagesTest.assertReadable(anna, "venue with acts, wide");
            final List<Integer> activated = new ArrayList<>();
            try (EngineClient client = VenueProcess.connect(config.dataDir()))
            {
                StreamHistory.read(client, new EventListener()
                {
                    @Override
                    public void onGatewayActivated(final EventGroup group, final GatewayActivatedDecoder event)
                    {
                        activated.add(event.gatewayId());
                    }
                });
            }
            assertEquals(List.of(ActivateGateway.Gateway.FIX.id()), activated);
        }
    }

    private static Locator page(final Page page, final String name)
    {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name)).click();
        assertThat(page.locator("h1")).hasText(name);
        return page.locator("tbody").first();
    }

    private static void hit(final Page page, final String button, final String target)
    {
        click(page, button);
        dialogButton(page).click();
        assertThat(page.locator("dialog[open] label")).containsText(target);
        assertThat(dialogButton(page)).isDisabled();
        page.keyboard().type(target);
        dialogButton(page).click();
        assertThat(page.locator(".done")).hasText("Done.");
    }

    private List<String> controlled() throws IOException
    {
        final Map<Integer, String> names = new HashMap<>();
        final List<String> controlled = new ArrayList<>();
        try (EngineClient client = VenueProcess.connect(config.dataDir()))
        {
            StreamHistory.read(client, new EventListener()
            {
                @Override
                public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
                {
                    names.put(event.loginId(), event.name());
                }

                @Override
                public void onLoginControlled(final EventGroup group, final LoginControlledDecoder event)
                {
                    controlled.add(names.get(event.loginId()) + ' ' + event.action());
                }
            });
        }
        return controlled;
    }

    private static void doIt(final Page page, final String act)
    {
        click(page, "Do it \u2026");
        assertThat(dialogButton(page)).isDisabled();
        page.keyboard().type(act);
        dialogButton(page).click();
    }

    @Test
    void shouldChangeNothingInAConsoleThatOnlyReads() throws IOException
    {
        try (Page page = open(null, Browser.NARROW, ColorScheme.LIGHT))
        {
            assertThat(page.getByText("This session only reads")).isVisible();
            assertThat(page.locator("form")).hasCount(0);
            ConsolePagesTest.assertReadable(page, "operators, read only");
            assertEquals(List.of(), findings);
        }
    }
}
