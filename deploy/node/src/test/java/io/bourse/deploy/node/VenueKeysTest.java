// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.KeyAdministration;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class VenueKeysTest
{
    private static final int DAYS = 100;

    @TempDir
    private Path dir;
    private Path keys;
    private Map<String, Object> reference;

    @BeforeEach
    void makeReference() throws IOException
    {
        keys = dir.resolve("data/keys");
        reference = Map.of("venue.reference-data", Files.createDirectory(dir.resolve("reference")).toString());
    }

    @Test
    void shouldLetADemoMakeItsKeysWhenTheyAreNeeded() throws IOException
    {
        final VenueConfig demo = config(Map.of());
        assertDoesNotThrow(() -> VenueKeys.require(demo));
        assertFalse(Files.exists(keys));
        VenueKeys.allowForDemo(demo);
        assertTrue(ClearingKeys.isDemo(keys));
        assertFalse(ClearingKeys.areThere(keys));
        assertDoesNotThrow(() -> ClearingKeys.open(keys).requireUsable());
        // The same directory is for nothing but a demo.
        assertRefused(reference, "those of a demo");
    }

    @Test
    void shouldNotStartAnotherVenueWithoutKeys() throws IOException
    {
        assertRefused(reference, "bourse keys init --keys " + keys);
        assertRefused(Map.of("venue.twime.bind", "192.0.2.1"), "bourse keys init");
        assertRefused(Map.of("venue.fix.bind", "192.0.2.1"), "bourse keys init");
        VenueKeys.allowForDemo(config(reference));
        assertFalse(Files.exists(keys));
        new KeyAdministration(keys, dir.resolve("authority"), null).init(DAYS);
        assertDoesNotThrow(() -> VenueKeys.require(config(reference)));
    }

    @Test
    void shouldNotStartAClusterWithoutKeys() throws IOException
    {
        final Map<String, Object> member = new HashMap<>(Map.of("venue.host", "cluster", "venue.cluster.members", 3,
            "venue.cluster.base-port", 9100, "venue.credentials", dir.resolve("credentials").toString()));
        assertDoesNotThrow(() -> VenueKeys.require(config(member)), "a demo");
        member.putAll(reference);
        assertRefused(member, "there are no keys of clearing; make them once with `bourse keys init --keys " + keys);
        new KeyAdministration(keys, dir.resolve("authority"), null).init(DAYS);
        assertDoesNotThrow(() -> VenueKeys.require(config(member)));
    }

    private void assertRefused(final Map<String, Object> more, final String words)
    {
        final PreconditionException refused =
            assertThrows(PreconditionException.class, () -> VenueKeys.require(config(more)));
        assertTrue(refused.getMessage().contains(words), refused::getMessage);
    }

    private VenueConfig config(final Map<String, Object> more)
    {
        final Map<String, Object> options = new HashMap<>(more);
        options.put("venue.data-dir", dir.resolve("data").toString());
        return VenueConfigLoader.load(null, options);
    }
}
