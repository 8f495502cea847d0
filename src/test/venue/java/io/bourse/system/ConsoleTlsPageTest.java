// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ClientCertificate;
import com.microsoft.playwright.options.ColorScheme;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.testing.TlsKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The console under TLS, in browsers with and without the certificate of its operator.
 */
@Tag("venue")
class ConsoleTlsPageTest
{
    @TempDir
    private Path dir;
    private final List<String> findings = new ArrayList<>();
    private Path anna;
    private Path boris;
    private VenueConfig config;
    private Venue venue;
    private ConsoleServer console;
    private Browser browser;

    @BeforeEach
    void start() throws Exception
    {
        browser = new Browser();
        final TlsKeys keys = new TlsKeys(dir);
        anna = keys.keyStore("anna");
        boris = keys.keyStore("boris");
        final Path password = dir.resolve("password");
        OwnerFiles.write(password, new String(TlsKeys.PASSWORD).getBytes(StandardCharsets.US_ASCII));
        final Map<String, Object> options = TestVenue.options(dir.resolve("data"));
        options.putAll(Map.of(
            "venue.console.tls.enabled", true,
            "venue.console.tls.port", 0,
            "venue.console.tls.key-store", keys.keyStore("venue").toString(),
            "venue.console.tls.password-file", password.toString(),
            "venue.console.tls.client-certificates", "required",
            "venue.console.tls.trust-store", keys.trustStore(anna, boris).toString(),
            "venue.console.certificates", List.of("anna:CN=anna")));
        config = VenueConfigLoader.load(null, options);
        venue = Venue.start(config);
        final ConsoleContext context = new ConsoleContext(config.dataDir(), config, DemoOperators.key("anna"));
        final List<ConsolePart> parts = ViewParts.withActs(context, List.of(config.dataDir()));
        console = ConsoleServer.start(context, parts);
    }

    @AfterEach
    void stop()
    {
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

    /** A browser that takes the console's certificate as its owner may do who has compared the digest. */
    private Page open(final Path certificate)
    {
        final NewContextOptions options = new NewContextOptions().setIgnoreHTTPSErrors(true);
        if (null != certificate)
        {
            options.setClientCertificates(List.of(new ClientCertificate(console.url())
                .setPfxPath(certificate).setPassphrase(new String(TlsKeys.PASSWORD))));
        }
        return browser.open(options, Browser.WIDE, ColorScheme.LIGHT, findings);
    }

    @Test
    void shouldActInTheBrowserThatHasTheCertificateOfTheOperator()
    {
        assertTrue(console.url().startsWith("https://"), console::url);
        try (Page page = open(anna))
        {
            page.navigate(console.newLink());
            assertThat(page.locator("#who")).hasText("as anna");
            assertThat(page.locator("#connection")).hasText("\u25cf live");
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Operators")).click();
            assertThat(page.locator("form").first()).isVisible();
        }
        try (Page page = open(boris))
        {
            page.navigate(console.newLink());
            assertThat(page.locator("#who")).hasText("anna, read only");
            page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Operators")).click();
            assertThat(page.locator("main h1")).hasText("Operators");
            assertThat(page.locator("form")).hasCount(0);
        }
        assertEquals(List.of(), findings);
        try (Page page = open(null))
        {
            assertThrows(PlaywrightException.class, () -> page.navigate(console.newLink()));
        }
    }
}
