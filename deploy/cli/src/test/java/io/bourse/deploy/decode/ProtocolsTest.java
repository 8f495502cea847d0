// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.feed.DecodeCommand;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.dissector.DissectorWriter;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Every protocol of market data has feeds, a dissector, a page and its name in the help. That it can be decoded, the
 * compiler sees to.
 */
class ProtocolsTest
{
    private static final Path DOCS = Path.of(System.getProperty("bourse.root", "../..")).resolve("docs");

    @ParameterizedTest
    @EnumSource
    void shouldHaveFeeds(final Protocol protocol)
    {
        assertTrue(VenueConfigLoader.load(null, Map.of()).marketData().allFeeds().stream()
            .anyMatch(feed -> protocol == feed.protocol()));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveADissector(final Protocol protocol, @TempDir final Path dir) throws IOException
    {
        final Path file = dir.resolve(name(protocol) + ".lua");
        assertTrue(DissectorWriter.writeAll(dir).containsKey(file), file::toString);
        assertTrue(Files.exists(DOCS.resolve("wireshark").resolve(file.getFileName())), file::toString);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAPage(final Protocol protocol) throws IOException
    {
        final String page = "protocols/" + name(protocol) + ".md";
        assertTrue(Files.exists(DOCS.resolve(page)), page);
        assertTrue(Files.readAllLines(DOCS.resolve("market-data.md")).stream()
            .anyMatch(line -> line.startsWith("|") && line.contains("(" + page + ")")), "in market-data.md: " + page);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeNamedInTheHelp(final Protocol protocol)
    {
        final String usage = new CommandLine(new DecodeCommand()).getUsageMessage().replaceAll("\\s+", " ");
        assertTrue(usage.contains(protocol.name()), usage);
        assertTrue(usage.matches(".*for one of [^.]*\\b" + name(protocol) + "\\b.*"), usage);
    }

    private static String name(final Protocol protocol)
    {
        return protocol.name().toLowerCase(Locale.ROOT);
    }
}
