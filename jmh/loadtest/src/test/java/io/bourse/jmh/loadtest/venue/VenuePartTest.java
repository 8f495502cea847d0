// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.venue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Where a partition is, by the rules of the venue's own configuration. */
class VenuePartTest
{
    private static VenueConfig config(final VenuePart part)
    {
        return VenueConfigLoader.load(null, part.options());
    }

    @Test
    void shouldBeWhereItsVenuePutsItWhenThereAreSeveralPartitions()
    {
        final VenuePart part = new VenuePart("/tmp/venue", 1, List.of("", ""), Map.of("Si", 1));
        assertEquals(part.dataDir(), config(part).dataDir());
        assertEquals(1, config(part).partition());
        assertEquals(2, config(part).partitions());
        assertEquals("partition 1", part.name());
    }

    @Test
    void shouldBeWhereItsVenuePutsItWhenThereAreSeveralMarkets() throws IOException
    {
        final VenuePart part = new VenuePart("/tmp/venue", 1, List.of("derivatives", "currencies"), Map.of());
        assertEquals(part.dataDir(), config(part).dataDir());
        assertEquals("currencies", config(part).market());
        assertEquals("currencies", part.name());
        final ObjectMapper mapper = new ObjectMapper();
        assertEquals(part, mapper.readValue(mapper.writeValueAsBytes(part), VenuePart.class));
    }
}
