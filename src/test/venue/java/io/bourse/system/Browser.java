// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Chromium of the system without a window: pages of a test. It is skipped where there is none.
 */
final class Browser implements AutoCloseable
{
    static final int WIDE = 1280;
    static final int NARROW = 390;
    /** Where pictures of the documentation go; null for none. */
    private static final String IMAGES = System.getProperty("console.images");
    private static final int HEIGHT = 860;
    private static final double LIMIT_MS = 60_000;

    private final List<BrowserContext> contexts = new ArrayList<>();

    /** One process for all tests of a JVM. */
    private static final class Chromium
    {
        private static final com.microsoft.playwright.Browser BROWSER = start();

        private static com.microsoft.playwright.Browser start()
        {
            PlaywrightAssertions.setDefaultAssertionTimeout(LIMIT_MS);
            final Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
            return playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(program()).setArgs(
                List.of("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                    "--disable-background-networking", "--disable-component-update", "--disable-sync")));
        }
    }

    Browser()
    {
        assumeTrue(null != program(), "chromium is not installed (package chromium of Debian)");
    }

    private static Path program()
    {
        return Stream.of(System.getenv("PATH").split(":"))
            .map((place) -> Path.of(place, "chromium")).filter(Files::isExecutable).findFirst().orElse(null);
    }

    /**
     * Opens a page without cookies or storage.
     *
     * @param width in pixels.
     * @param scheme that the system has.
     * @param findings receives what the console of the browser shows as an error or warning.
     */
    Page open(final int width, final ColorScheme scheme, final List<String> findings)
    {
        return open(new NewContextOptions(), width, scheme, findings);
    }

    /** The same, with options. */
    Page open(
        final NewContextOptions options, final int width, final ColorScheme scheme, final List<String> findings)
    {
        final BrowserContext context =
            Chromium.BROWSER.newContext(options.setViewportSize(width, HEIGHT).setColorScheme(scheme));
        contexts.add(context);
        context.setDefaultTimeout(LIMIT_MS);
        final Page page = context.newPage();
        page.onPageError((error) -> findings.add("error: " + error));
        page.onConsoleMessage((message) ->
        {
            if ("error".equals(message.type()) || "warning".equals(message.type()))
            {
                findings.add(message.type() + ": " + message.text() + " at " + message.location());
            }
        });
        return page;
    }

    /** What axe finds on a page, which has no frames: so it need not open another page to add them up. */
    static List<Rule> violations(final Page page)
    {
        return new AxeBuilder(page).setLegacyMode(true).analyze().getViolations();
    }

    /** Whether pictures are wanted. */
    static boolean hasPictures()
    {
        return null != IMAGES;
    }

    /** Writes a picture of a whole page, if pictures are wanted. */
    static void picture(final Page page, final String name)
    {
        if (hasPictures())
        {
            page.screenshot(new Page.ScreenshotOptions().setFullPage(true)
                .setPath(Path.of(IMAGES, "console-" + name + ".png")));
        }
    }

    @Override
    public void close()
    {
        contexts.forEach(BrowserContext::close);
    }
}
