// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.price;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.model.MarketRisk;
import io.bourse.clearing.pricing.OptionModel;
import io.bourse.clearing.pricing.Volatility;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;

class PriceJsonTest
{
    private static final long E5 = PriceDay.E5;

    private final PriceDay day = new PriceDay();

    private static InstrumentParameters everything()
    {
        return new InstrumentParameters(92_401 * E5, 92_402 * E5, 92_403 * E5,
            new InstrumentParameters.Forward(1, 2, 3), 4L, new InstrumentParameters.Foreign("USD", 5),
            new InstrumentParameters.Swap(6, 7, 8), 9L, new MarketRisk(60_000, 100_000, 130_000, 386, 1_930),
            new Volatility(OptionModel.BACHELIER, 10, 11));
    }

    private PriceProposal proposal(final PriceParameters parameters)
    {
        return day.propose(PriceDay.EVENING, parameters);
    }

    @Test
    void shouldReadWhatItWrote()
    {
        day.liquid(day.future(10, PriceDay.DATE), 92_480);
        day.option(20, 10);
        day.perpetual(11);
        final PriceParameters parameters =
            PriceParameters.DEFAULT.with(10, everything()).with(11, InstrumentParameters.NONE).withRate("USD", 1);
        assertEquals(parameters, PriceParameters.read(parameters.json()));
        final PriceProposal proposal = proposal(parameters);
        final PriceProposal again = PriceProposal.read(proposal.json());
        assertEquals(proposal, again);
        assertArrayEquals(proposal.json(), again.json());
        assertEquals(proposal.sha256(), again.sha256());
    }

    @Test
    void shouldHaveOneDigestWhateverTheOrderOfTheFields()
    {
        final PriceParameters first = PriceParameters.DEFAULT
            .with(10, everything()).with(9, everything()).withRate("USD", 1).withRate("EUR", 2);
        final PriceParameters second = PriceParameters.DEFAULT
            .withRate("EUR", 2).with(9, everything()).withRate("USD", 1).with(10, everything());
        assertEquals(first.sha256(), second.sha256());
        assertNotEquals(first.sha256(), first.withRate("USD", 3).sha256());
    }

    @Test
    void shouldHaveAnotherDigestWhenAnythingShownChanges()
    {
        day.future(10, PriceDay.NEVER);
        final String sha256 = proposal(PriceParameters.DEFAULT).sha256();
        assertEquals(sha256, proposal(PriceParameters.DEFAULT).sha256());
        final PriceParameters override =
            PriceParameters.DEFAULT.with(10, InstrumentParameters.NONE.withOverrideE5(PriceDay.LAST_E5));
        assertNotEquals(sha256, proposal(override).sha256());
        assertNotEquals(sha256, proposal(PriceParameters.DEFAULT.withRate("USD", 1)).sha256());
        assertNotEquals(sha256, day.propose(PriceDay.INTRADAY, PriceParameters.DEFAULT).sha256());
    }

    @Test
    void shouldTakeDefaultsForWhatAFileLeavesOut()
    {
        assertEquals(PriceParameters.DEFAULT, read("{}"));
        final PriceParameters given = read("{\"instruments\":{\"10\":{\"overrideE5\":9240100000}}}");
        assertEquals(9_240_100_000L, given.of(10).overrideE5());
        assertEquals(InstrumentParameters.NONE, given.of(11));
    }

    @Test
    void shouldRefuseAFileThatCannotBeMeant()
    {
        assertThrows(IllegalArgumentException.class, () -> read("{\"instrument\":{}}"));
        assertThrows(IllegalArgumentException.class, () -> read("{\"minValidSlices\":-1}"));
        assertThrows(IllegalArgumentException.class, () -> read("{\"ratesE6\":{\"USD\":0}}"));
        assertThrows(IllegalArgumentException.class,
            () -> read("{\"instruments\":{\"10\":{\"swap\":{\"todTomE6\":1,\"quotedDays\":0,\"heldDays\":1}}}}"));
        assertThrows(IllegalArgumentException.class, () -> read("no prices"));
        assertThrows(InputCorruptException.class,
            () -> PriceProposal.read("{}".getBytes(StandardCharsets.UTF_8)));
        day.future(10, PriceDay.NEVER);
        final byte[] torn = new String(proposal(PriceParameters.DEFAULT).json(), StandardCharsets.UTF_8)
            .replace("\"settlementE5\"", "\"settlement\"").getBytes(StandardCharsets.UTF_8);
        final InputCorruptException ex =
            assertThrows(InputCorruptException.class, () -> PriceProposal.read(torn));
        assertTrue(ex.getMessage().contains("settlement"), ex.getMessage());
    }

    private static PriceParameters read(final String json)
    {
        return PriceParameters.read(json.getBytes(StandardCharsets.UTF_8));
    }
}
