// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Two operators clear a day in their browsers.
 */
@Tag("drill")
class ConsoleClearingPageTest
{
    private static final String RUN = "20261120/1-E";
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
        final Map<String, Object> options = TestVenue.options(dir.resolve("data"));
        options.put("venue.trading-date", 20261120);
        options.put("venue.clearing.approvals", "exceptions");
        config = VenueConfigLoader.load(null, options);
        venue = Venue.start(config);
    }

    @AfterEach
    void stop() throws IOException
    {
        ConsoleRunsTest.endProcesses(config.dataDir());
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
        final ConsoleContext context = new ConsoleContext(config.dataDir(), config, DemoOperators.key(operator));
        final List<ConsolePart> parts = ViewParts.withActs(context, List.of(config.dataDir()));
        final ConsoleServer console =
            new ConsoleServer(context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), parts);
        consoles.add(console);
        final Page page = browser.open(width, scheme, findings);
        page.navigate(console.newLink());
        assertThat(page.locator("#who")).containsText(operator);
        page.evaluate("() => { location.hash = '#/page/clearing'; }");
        assertThat(page.locator("h1")).hasText("Clearing");
        assertThat(page.locator("#act")).hasValue("clearing-start");
        return page;
    }

    private static Locator button(final Page page, final String name)
    {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    /** Types the word that the open dialog asks for, and does it. */
    private static void confirm(final Page page, final String word)
    {
        final Locator action = page.locator("dialog[open] button.primary");
        assertThat(action).isDisabled();
        page.locator("#confirm-word").fill(word);
        action.click();
    }

    private static void doIt(final Page page, final String act)
    {
        button(page, "Do it \u2026").click();
        confirm(page, act);
    }

    @Test
    void shouldStartApproveWatchAndReadARun() throws IOException
    {
        try (Page anna = open("anna", Browser.WIDE, ColorScheme.LIGHT);
            Page boris = open("boris", Browser.NARROW, ColorScheme.DARK))
        {
            anna.locator("#act-kind").selectOption("EVENING");
            doIt(anna, "clearing-start");
            assertThat(anna.locator(".done")).containsText("Process 1 works at it: evening run.");
            anna.locator("a", new Page.LocatorOptions().setHasText(RUN)).click();
            assertThat(button(anna, "Approve prices \u2026")).isDisabled();
            ConsolePagesTest.assertReadable(anna, "clearing, a run that waits");
            Browser.picture(anna, "clearing-1280-light");
            boris.locator("a", new Page.LocatorOptions().setHasText(RUN)).click();
            button(boris, "Approve prices \u2026").click();
            assertThat(boris.locator("dialog[open] pre")).containsText("settlement");
            Browser.picture(boris, "clearing-approve-390-dark");
            ConsolePagesTest.assertReadable(boris, "clearing, what is approved");
            confirm(boris, RUN);
            assertThat(boris.locator(".done")).hasText("Done.");

            assertThat(anna.getByText("\u25cf done (0)")).isVisible();
            assertThat(button(anna, "Write reports \u2026")).isVisible();
            assertThat(anna.locator("pre[aria-label=Output]")).containsText("REGULATOR_REPORTS");
            anna.locator("summary", new Page.LocatorOptions().setHasText("Reports and files")).click();
            button(anna, "Show prices.csv").click();
            assertThat(anna.locator("caption", new Page.LocatorOptions().setHasText("prices.csv"))).isVisible();
            final Download saved = anna.waitForDownload(() -> button(anna, "Save report.html").click());
            assertEquals("report.html", saved.suggestedFilename());
            assertArrayEquals(Files.readAllBytes(config.dataDir().resolve("clearing/" + RUN + "/report.html")),
                Files.readAllBytes(saved.path()));
            button(anna, "Compare").click();
            assertThat(anna.getByText("They are equal")).isVisible();
            button(anna, "Correct \u2026").click();
            assertThat(anna.locator("#act")).hasValue("clearing-correct");
            assertThat(anna.locator("#act-runId")).hasValue("2026112001");
            ConsolePagesTest.assertReadable(anna, "clearing, a run with its reports");
            Browser.picture(anna, "clearing-reports-1280-light");
            Browser.picture(boris, "clearing-390-dark");

            anna.locator("#act").selectOption("clearing-funds");
            anna.locator("#act-kind").selectOption("PAY_OUT");
            anna.locator("#act-client").fill("AA01000");
            anna.locator("#act-amountKopecks").fill("50");
            anna.locator("#act-reference").fill("r1");
            doIt(anna, "clearing-funds");
            assertThat(anna.locator("form .done")).containsText("a second person has to approve on the page Clearing");
            assertThat(anna.locator(".request button").first()).isDisabled();
            boris.locator(".request button").first().click();
            confirm(boris, "pay-out-1");
            assertThat(anna.locator("section[aria-label=Instructions] tbody tr")).containsText("PAY_OUT  AA01000");
            assertEquals(List.of(), findings);
        }
    }
}
