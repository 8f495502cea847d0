// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class MaskedConfigTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldKnowOnlyOptionsThatThereAre()
    {
        final Config defaults = ConfigFactory.parseResources("bourse.conf").resolve();
        assertEquals(List.of(), MaskedConfig.harmless().stream().filter((key) -> !defaults.hasPath("venue." + key))
            .toList());
        for (final String word : List.of(
            "password", "secret", "key-store", ".logins", "sources", "bind", "dir", "file"))
        {
            assertEquals(List.of(), MaskedConfig.harmless().stream().filter((key) -> key.endsWith(word)).toList());
        }
    }

    @Test
    void shouldShowHarmlessValuesAlone() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), """
            venue.min-free = 1 GiB
            venue.data-dir = "/srv/firm-of-clients"
            venue.twime.tls.key-store = "/srv/stores/of-the-venue.p12"
            venue.twime.access.logins.TWAA01 { secret-file = "/srv/secret", blocked = true }
            venue.fix.sessions.FIXBB01.roles = [drop-copy]
            venue.engine.idle = "My Password"
            stray = "hunter2"
            """);
        final List<String> lines = MaskedConfig.lines(file);
        assertTrue(lines.contains("venue.min-free = 1 GiB (set)"), lines::toString);
        assertTrue(lines.contains("venue.durability = ram (built in)"), lines::toString);
        assertTrue(lines.contains("venue.data-dir = *** (set)"), lines::toString);
        assertTrue(lines.contains("venue.twime.tls.key-store = *** (set)"), lines::toString);
        assertTrue(lines.contains("venue.engine.idle = *** (set)"), lines::toString);
        assertTrue(lines.contains("venue.twime.access.logins.*** = *** (2 values whose names are not shown)"),
            lines::toString);
        assertTrue(lines.contains("*** = *** (1 values whose names are not shown)"), lines::toString);
        final String text = String.join("\n", lines);
        for (final String secret : List.of("srv", "TWAA01", "FIXBB01", "Password", "stray", "hunter2", "drop-copy]"))
        {
            assertFalse(text.contains(secret), text);
        }
    }

    @Test
    void shouldNameTheLineButNotTheContentsOfAFileThatCannotBeParsed() throws IOException
    {
        final Path file = Files.writeString(dir.resolve("venue.conf"), "venue {\n  fix {\n    hunter2 } } }\n");
        final IllegalArgumentException refused =
            assertThrows(IllegalArgumentException.class, () -> MaskedConfig.lines(file));
        assertEquals("the configuration file cannot be parsed: line=3", refused.getMessage());
        assertNull(refused.getCause());
    }
}
