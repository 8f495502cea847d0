// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.ingest.DayRecorder;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.AccountDefinedEncoder;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentExpiredEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementAccountAssignedEncoder;
import io.bourse.engine.protocol.SettlementAccountDefinedEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.testing.EventScript;
import org.agrona.collections.Long2LongHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** What was held before the stream, contracts that have expired, and firms that have moved. */
class MatcherReserveTest
{
    private static final List<String> CODES = List.of("AA01001", "AA02001", "BB01001");
    private static final int EXPIRED = 0;
    private static final int LIVE = 1;
    private static final int LONG_KOPECKS = 100;
    private static final int SHORT_KOPECKS = 130;

    @TempDir
    private Path dir;
    private IngestedDay day;

    @BeforeEach
    void recordDay()
    {
        try (DayRecorder recorder = new DayRecorder(IngestContext.builder().directory(dir.resolve("ingest")).build()))
        {
            final EventScript events = new EventScript(recorder).begin();
            for (int i = 0; i < CODES.size(); i++)
            {
                final int account = i;
                events.event(new AccountDefinedEncoder(), (e) ->
                    e.accountId(account).accountCode(AccountCode.pack(CODES.get(account))));
            }
            for (int i = 0; i <= LIVE; i++)
            {
                final int id = id(i);
                events
                    .event(new InstrumentDefinedEncoder(), (e) ->
                        e.instrumentId(id).kind(InstrumentKind.FUTURE).priceTickE5(1).symbol("I" + id).currency("RUB"))
                    .event(new MarginSetEncoder(), (e) ->
                        e.instrumentId(id).longKopecks(LONG_KOPECKS).shortKopecks(SHORT_KOPECKS));
            }
            events
                .event(new SettlementAccountDefinedEncoder(), (e) -> e.code("HOUSE"))
                .event(new SettlementAccountDefinedEncoder(), (e) -> e.code("OTHER"))
                .event(new SettlementAccountAssignedEncoder(), (e) -> e.brokerageFirm("AA01").code("HOUSE"))
                .event(new SettlementAccountAssignedEncoder(), (e) -> e.brokerageFirm("AA02").code("OTHER"))
                .event(new SessionOpenedEncoder(), (e) -> e.sessionId(5));
            for (int i = 0; i < CODES.size(); i++)
            {
                final int account = i;
                events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(100 + account).accountId(account)
                    .qtyLots(7 + account).instrumentId(id(LIVE)).side(Side.BUY).priceE5(100));
            }
            events.event(new InstrumentExpiredEncoder(), (e) -> e.instrumentId(id(EXPIRED))).end();
            recorder.checkpoint();
        }
        day = IngestedDays.latest(dir.resolve("ingest"));
    }

    @AfterEach
    void close()
    {
        day.close();
    }

    private static int id(final int instrument)
    {
        return 10 * (instrument + 1);
    }

    private SortedMap<String, Long> reserved(final Long2LongHashMap unseen, final Map<String, String> firmsBefore)
    {
        return MatcherReserve.of(
            day, null, null, unseen, new TreeMap<>(firmsBefore), new TreeSet<>(List.of("HOUSE", "OTHER")));
    }

    @Test
    void shouldReserveNothingForWhatHasExpiredWhateverWasHeldBeforeTheStream()
    {
        final Long2LongHashMap unseen = new Long2LongHashMap(0);
        assertEquals(Map.of("HOUSE", 7L * LONG_KOPECKS, "OTHER", 8L * LONG_KOPECKS), reserved(unseen, Map.of()));
        // Was held, in clearing alone, and has gone with its contract.
        unseen.put(RequirementInput.key(0, EXPIRED), 50);
        unseen.put(RequirementInput.key(1, EXPIRED), -50);
        assertEquals(Map.of("HOUSE", 7L * LONG_KOPECKS, "OTHER", 8L * LONG_KOPECKS), reserved(unseen, Map.of()));
        // Was closed here, which the matcher takes for a sale of what it has never seen bought.
        unseen.put(RequirementInput.key(0, LIVE), 40);
        assertEquals(Map.of("HOUSE", 40L * SHORT_KOPECKS, "OTHER", 8L * LONG_KOPECKS), reserved(unseen, Map.of()));
    }

    @Test
    void shouldCountAFirmThatHasMovedInBothAccountsAndNoOtherFirmTwice()
    {
        final Long2LongHashMap unseen = new Long2LongHashMap(0);
        assertEquals(
            Map.of("HOUSE", 15L * LONG_KOPECKS, "OTHER", 8L * LONG_KOPECKS),
            reserved(unseen, Map.of("AA01", "HOUSE", "AA02", "HOUSE")));
        assertEquals(
            Map.of("HOUSE", 15L * LONG_KOPECKS, "OTHER", 15L * LONG_KOPECKS),
            reserved(unseen, Map.of("AA01", "OTHER", "AA02", "HOUSE")));
        // One that nobody has assigned is none of the matcher's, and has not moved.
        assertEquals(
            Map.of("HOUSE", 7L * LONG_KOPECKS, "OTHER", 8L * LONG_KOPECKS),
            reserved(unseen, Map.of("AA01", "HOUSE", "AA02", "OTHER", "BB01", "BB")));
    }
}
