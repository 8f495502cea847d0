// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.engine.testing.RecordedDays;
import io.bourse.engine.testing.RecordedDays.Request;
import io.bourse.testing.SharedData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertLinesMatch;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** Recorded days of exchanges, cleared on one partition and on several. */
@Tag("drill")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class RecordedUnionRunTest
{
    private static final int GOOGLE_ROWS = Integer.getInteger("bourse.recorded.rows", 8_000);
    private static final int PARTS = 3;

    @TempDir
    private Path dir;
    private final long seed = new Random().nextLong();

    /** Every trade of the exchange in its sequence, those of both auctions included. */
    @Test
    void shouldComeToTheSameOnRecordedDays() throws Exception
    {
        final Path file = SharedData.require(RecordedDays.SHANGHAI);
        final List<Request> shanghai = RecordedDays.shanghai(file);
        final List<Request> google = RecordedDays.google(SharedData.require(RecordedDays.GOOGLE), GOOGLE_ROWS);
        final List<List<Request>> days = List.of(shanghai, google, google, google);
        final Map<String, String> one = recorded("one", 1, -1, days);
        assertLinesMatch(RecordedDays.shanghaiTrades(file), one.get("trades of 0").lines()
            .map(trade -> trade.substring(0, trade.indexOf(' '))).toList());
        assertTrue(one.get("trades of 2").lines().count() > 100);
        assertEquals(one, recorded("two", 2, 1, days), "seed=" + seed);
        assertEquals(one, recorded("four", 4, 2, days), "seed=" + seed);
    }

    private Map<String, String> recorded(
        final String name, final int partitions, final int killed, final List<List<Request>> days) throws Exception
    {
        return UnionRunTest.day(dir, seed, new PartitionedMarket(dir.resolve(name), partitions, killed, seed,
            List.of(1_797L, 570L, 570L, 570L)), (market, part) -> market.replay(days, part, PARTS));
    }
}
