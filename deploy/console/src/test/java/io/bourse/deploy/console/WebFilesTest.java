// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The files that a browser gets: libraries as they were published, and nothing from elsewhere.
 */
class WebFilesTest
{
    /** What {@code vendor/} has, by the digests of the files in the packages of the registry. */
    private static final Map<String, String> LIBRARIES = Map.of(
        "lightweight-charts-5.2.1.js", "1bb1ee79f9d4dd17261b53d930f7a8995748276f80e7ba0e24412b5068062f5f",
        "uplot-1.6.32.min.css", "df630c6a8d6f8eeaff264b50f73ce5b114f646ffd9a0bb74f049b0a00135fa04",
        "uplot-1.6.32.min.js", "19c8d4c6ad88929a79f4ae49d6f7161566dfd0ba3d15cc495e974f787eb78f1f");
    private static final List<String> NOTICES =
        List.of("lightweight-charts-LICENSE.txt", "lightweight-charts-NOTICE.txt", "uplot-LICENSE.txt");

    private static Path web() throws URISyntaxException
    {
        return Path.of(ConsoleServer.class.getResource("web/index.html").toURI()).getParent();
    }

    private static List<Path> files(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.walk(directory))
        {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void shouldServeLibrariesAsTheyWerePublished() throws IOException, URISyntaxException, NoSuchAlgorithmException
    {
        final Map<String, String> digests = new TreeMap<>();
        for (final Path file : files(web().resolve("vendor")))
        {
            final String name = file.getFileName().toString();
            if (!NOTICES.contains(name))
            {
                digests.put(name, HexFormat.of().formatHex(
                    MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file))));
            }
        }
        assertEquals(new TreeMap<>(LIBRARIES), digests);
        for (final String notice : NOTICES)
        {
            assertTrue(Files.size(web().resolve("vendor").resolve(notice)) > 0, notice);
        }
    }

    @Test
    void shouldLoadNothingFromElsewhereAndRunNothingThatIsNoFile() throws IOException, URISyntaxException
    {
        final List<String> wrong = new ArrayList<>();
        for (final Path file : files(web()))
        {
            if (!file.getParent().endsWith("vendor") && !file.getParent().endsWith("protocols"))
            {
                final String text = Files.readString(file, StandardCharsets.UTF_8)
                    .replace("http://www.w3.org/2000/svg", "").replace("https://www.tradingview.com/", "");
                Stream.of("://", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                        "new Function", "style=", "onclick=", "<style")
                    .filter(text::contains).forEach((bad) -> wrong.add(file.getFileName() + ": " + bad));
            }
        }
        assertEquals(List.of(), wrong);
    }
}
