// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.price.InstrumentParameters;
import io.bourse.clearing.price.PriceParameters;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** With the report of settlement prices a member calculates the margin of a perpetual again. */
@Tag("venue")
class SettlementReportTest
{
    private static final int PERPETUAL = 31;
    private static final long E5 = ClearingFixture.E5;

    @TempDir
    private Path dir;

    @Test
    void shouldReportSwapRateLotAndSpot() throws IOException
    {
        try (ClearingFixture venue = new ClearingFixture(dir, List.of("AA01001", "BB01001")))
        {
            venue.engine.operator().defineInstrument(new InstrumentSpec(PERPETUAL, "USDRUBF", InstrumentKind.FUTURE,
                "US", "RUB", E5, 1_000 * E5, E5, 200 * E5, 100 * E5, 0, 0, 0));
            new ContractOperator(venue.engine.operator()).defineContract(new ContractSpec(PERPETUAL,
                ContractStyle.PERPETUAL, OptionRight.NONE, SettlementType.CASH, 0, 1_000, 0, 0, false));
            venue.trade(PERPETUAL, 101, 2, "AA01001", "BB01001", true);
            final RunResult result = ClearingFixture.evening(venue.context().withPrices(PriceParameters.DEFAULT
                .with(PERPETUAL, new InstrumentParameters(null, null, null, null, null, null,
                    new InstrumentParameters.Swap(129_600, 3, 1), null, null, null))
                .with(ClearingFixture.SI, new InstrumentParameters(null, null, null,
                    new InstrumentParameters.Forward(92_000 * E5, 0, 0), null, null, null, null, null, null))));
            final Path reports = result.reportsDirectory().resolve("w1");
            final Map<String, List<String>> last = new TreeMap<>();
            final List<List<String>> rows =
                ClearingFixture.report(reports, "AA_fsettl_E_20261123_000000001_r1.csv.zst");
            rows.forEach(row -> last.put(row.get(2), row.subList(row.size() - 3, row.size())));
            assertEquals(List.of("swap_rate", "lot", "spot"), last.get("isin"));
            assertEquals(List.of("0.043200", "1000", "0.00000"), last.get("USDRUBF"));
            assertEquals("92000.00000", last.get("SI-12.26").getLast());
            assertEquals("0.000000", last.get("SI-12.26").getFirst());
        }
    }
}
