// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.engine.client.InstrumentSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ReferenceDataReaderTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldReadTheEmbeddedVenue()
    {
        final ReferenceData data = ReferenceDataReader.read(VenueConfig.EMBEDDED);

        assertEquals("AA01000", data.accounts().getFirst());
        assertEquals(900, data.accounts().size());
        final InstrumentSpec rts = data.instruments().get(2);
        assertEquals(1_802_468, rts.tickValueE5());
        assertEquals(3_795, rts.exchangeFeePctE6());
        assertEquals(11_234_000_000L, rts.settlementPriceE5());
    }

    @Test
    void shouldNameFileLineAndReasonWhenARowIsRefused() throws IOException
    {
        Files.writeString(dir.resolve("clearing-firms.csv"), "code\nAA\n");
        Files.writeString(dir.resolve("brokerage-firms.csv"), "code\nAA01\n");
        Files.writeString(dir.resolve("accounts.csv"), "brokerage_firm,first,last\nAA01,000,009\nAA01,050,1000\n");

        final String message = assertThrows(
            ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString())).getMessage();

        assertTrue(message.contains("accounts.csv line 3"), message);
        assertTrue(message.contains("1000"), message);
    }

    @Test
    void shouldNameTheFileWhenATableIsMissing()
    {
        final String message = assertThrows(
            ConfigurationException.class, () -> ReferenceDataReader.read(dir.toString())).getMessage();

        assertTrue(message.contains("venue.reference-data"), message);
        assertTrue(message.contains("accounts.csv"), message);
    }
}
