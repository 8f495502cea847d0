// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.config;

import io.bourse.clearing.margin.MarginParameters;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.InstrumentKind;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;

class EmbeddedMarginTest
{
    @Test
    void shouldKnowEveryFutureAndWhatIsDeliveredOfTheDemoVenue() throws IOException
    {
        final TreeSet<Integer> known = new TreeSet<>();
        try (InputStream in = EmbeddedMarginTest.class.getResourceAsStream("/reference/margin.json"))
        {
            MarginParameters.read(in.readAllBytes()).groups().values()
                .forEach(group -> known.addAll(group.instruments()));
        }
        // Options go with what they are on.
        final List<Integer> held = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20_261_123).instruments().stream()
            .filter(spec -> InstrumentKind.FUTURE == spec.kind() || InstrumentKind.SPOT == spec.kind())
            .map(InstrumentSpec::instrumentId)
            .sorted()
            .toList();
        assertEquals(held, List.copyOf(known));
    }
}
