// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.protocol.AccountDefinedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.ContractDefinedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentTotalsDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.SessionOpenedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class SyntheticVenueTest
{
    private static final long SEED = 7;

    @TempDir
    private Path directory;

    @Test
    void shouldPlayADayWhoseOrdersFitTogether() throws Exception
    {
        final SyntheticDay day = SyntheticDay.of(BenchVolumes.of(0.0005, SEED));
        VenueTotals.count(day).write(directory);
        try (SyntheticVenue venue = SyntheticVenue.open(day, directory))
        {
            final Reader reader = new Reader();
            read(venue, 0, reader);
            assertEquals(day.registers().size(), reader.accounts);
            assertEquals(BenchVolumes.INSTRUMENTS, reader.instruments);
            assertEquals(BenchVolumes.INSTRUMENTS, reader.contracts);
            assertEquals(List.of(SyntheticDay.PREVIOUS_DATE, SyntheticDay.DATE), reader.dates);
            assertEquals(day.volumes().trades(), reader.trades);
            assertEquals(day.volumes().orderEvents(), reader.orderEvents);
            assertEquals(day.instructions().size(), reader.instructions);
            assertEquals(2 * BenchVolumes.INSTRUMENTS + day.flow().resting(), reader.orders.size());

            venue.journal().add(VenueJournal.Kind.SUSPEND, 2026112301, ClearingKind.EVENING.value());
            read(venue, reader.cursor, reader);
            assertEquals(0, reader.orders.size());
            assertEquals(reader.openInterest(), reader.publishedOpenInterest);
        }
    }

    @Test
    void shouldPlayTheSameFromAnyCursor() throws Exception
    {
        final SyntheticDay day = SyntheticDay.of(BenchVolumes.of(0.0002, SEED));
        VenueTotals.count(day).write(directory);
        try (SyntheticVenue venue = SyntheticVenue.open(day, directory))
        {
            venue.journal().add(VenueJournal.Kind.SUSPEND, 2026112301, ClearingKind.INTRADAY.value());
            venue.journal().add(VenueJournal.Kind.MOVE, 2026112301, 5, 1_001, -3, 2);
            venue.journal().add(VenueJournal.Kind.RESUME, 2026112301);
            final List<String> whole = new ArrayList<>();
            read(venue, 0, new Transcript(whole));
            final int step = whole.size() / 7;
            for (int from = 1; from < whole.size(); from += step)
            {
                final List<String> rest = new ArrayList<>();
                read(venue, (long)from * TransactionWriter.CURSOR_STEP, new Transcript(rest));
                assertEquals(whole.subList(from, whole.size()), rest, "from=" + from);
            }
        }
    }

    @Test
    void shouldForgetALineThatWasNotFinished() throws Exception
    {
        try (VenueJournal journal = VenueJournal.open(directory))
        {
            journal.add(VenueJournal.Kind.SUSPEND, 1, 2);
        }
        final Path file = directory.resolve(VenueJournal.FILE_NAME);
        Files.writeString(file, "PUBLISH 1 10", StandardOpenOption.APPEND);
        try (VenueJournal journal = VenueJournal.open(directory))
        {
            journal.add(VenueJournal.Kind.RESUME, 1);
        }
        assertEquals("SUSPEND 1 2\nRESUME 1\n", Files.readString(file));
    }

    private static void read(final SyntheticVenue venue, final long cursor, final EventListener listener)
    {
        try (EventFollower follower = venue.follow(cursor, listener))
        {
            while (follower.cursor() < venue.endCursor())
            {
                follower.poll(1_000);
            }
        }
    }

    /** Every transaction as a line. */
    private static final class Transcript implements EventListener
    {
        private final List<String> lines;
        private final StringBuilder line = new StringBuilder();

        Transcript(final List<String> lines)
        {
            this.lines = lines;
        }

        @Override
        public void onGroupBegin(final EventGroup group)
        {
            line.append(group.cursor()).append('@').append(group.engineTimeNs());
        }

        @Override
        public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
        {
            line.append(event);
        }

        @Override
        public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
        {
            line.append(event);
        }

        @Override
        public void onTrade(final EventGroup group, final TradeDecoder event)
        {
            line.append(event);
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            lines.add(line.toString());
            line.setLength(0);
        }
    }

    /** Follows orders and positions as simply as can be. */
    private static final class Reader implements EventListener
    {
        private final Map<Long, Long> orders = new HashMap<>();
        private final Map<Integer, Map<Integer, Long>> positions = new HashMap<>();
        private final Map<Integer, Long> publishedOpenInterest = new HashMap<>();
        private final List<Integer> dates = new ArrayList<>();
        private int accounts;
        private int instruments;
        private int contracts;
        private int trades;
        private int instructions;
        private long orderEvents;
        private long cursor;

        @Override
        public void onAccountDefined(final EventGroup group, final AccountDefinedDecoder event)
        {
            assertEquals(accounts++, event.accountId());
        }

        @Override
        public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
        {
            instruments++;
        }

        @Override
        public void onContractDefined(final EventGroup group, final ContractDefinedDecoder event)
        {
            contracts++;
        }

        @Override
        public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
        {
            dates.add((int)event.tradingDate());
        }

        @Override
        public void onExerciseInstructed(final EventGroup group, final ExerciseInstructedDecoder event)
        {
            instructions++;
        }

        @Override
        public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
        {
            orderEvents++;
            assertNull(orders.put(event.orderId(), event.qtyLots()));
        }

        @Override
        public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
        {
            orderEvents++;
            assertEquals(event.qtyLots(), orders.remove(event.orderId()));
        }

        @Override
        public void onTrade(final EventGroup group, final TradeDecoder event)
        {
            trades++;
            fill(event.instrumentId(), event.buy(), event.qtyLots(), event.qtyLots());
            fill(event.instrumentId(), event.sell(), event.qtyLots(), -event.qtyLots());
        }

        private void fill(final int instrument, final TradeSideDecoder side, final long lots, final long change)
        {
            orderEvents++;
            final Long rest = orders.remove(side.orderId());
            assertNotNull(rest);
            assertEquals(lots, rest);
            positions.computeIfAbsent(instrument, id -> new HashMap<>()).merge(side.accountId(), change, Long::sum);
        }

        @Override
        public void onInstrumentTotals(final EventGroup group, final InstrumentTotalsDecoder event)
        {
            if (event.openInterestLots() > 0)
            {
                publishedOpenInterest.put(event.instrumentId(), event.openInterestLots());
            }
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            cursor = group.cursor();
        }

        Map<Integer, Long> openInterest()
        {
            final SyntheticDay day = SyntheticDay.of(BenchVolumes.of(0.0005, SEED));
            for (int account = 0; account < day.registers().size(); account++)
            {
                final int instrument = day.instruments().get(day.trades().carriedInstrument(account)).instrumentId();
                positions.computeIfAbsent(instrument, id -> new HashMap<>())
                    .merge(account, (long)day.trades().carriedLots(account), Long::sum);
            }
            final Map<Integer, Long> sums = new HashMap<>();
            positions.forEach((instrument, rows) -> sums.put(
                instrument, rows.values().stream().mapToLong(lots -> Math.max(0, lots)).sum()));
            sums.values().removeIf(lots -> 0 == lots);
            return sums;
        }
    }
}
