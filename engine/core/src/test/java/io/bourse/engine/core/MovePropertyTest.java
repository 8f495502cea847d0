// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PositionDecoder;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TradeDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Instruments that go from one core to another between two sessions. A third core, which they never leave, gets the
 * same orders: trades, cancels, books and positions are the same. Every core is replayed, and continued from a
 * snapshot, at every step of the move.
 */
class MovePropertyTest
{
    private static final String UNDERLYING = "MOVING";
    private static final int LOGINS = 3;
    private static final int ORDERS = 600;
    private static final long MOVE = 7;
    private static final int FIX_LOGIN = 3;
    private static final String[] ACCOUNTS = {"", "AA01001", "BB01001", "AA02001"};

    /** One core, its journal and what its followers know. */
    private static final class Half
    {
        private final CoreFixture core;
        private final VenueCommandWriter venue;
        private final int partition;
        private final List<byte[]> journal = new ArrayList<>();
        private final List<Long> times = new ArrayList<>();
        private final List<EventRecorder> followers = new ArrayList<>();
        private final Map<Long, Long> orderIds = new HashMap<>();
        private final List<String> results = new ArrayList<>();

        Half(final int partition)
        {
            this.partition = partition;
            core = new CoreFixture(partition, FastOrderBook::new);
            venue = new VenueCommandWriter(core.commands);
            core.returnsTexts = false;
            core.onCommand = length ->
            {
                final byte[] command = new byte[length];
                core.commands.buffer.getBytes(CommandWriter.OFFSET, command);
                journal.add(command);
                times.add(core.timeNs);
            };
        }

        void begin(final boolean hasInstruments, final int level)
        {
            for (final String firm : new String[]{"AA", "BB"})
            {
                core.send(core.commands.clearingFirm(firm));
            }
            for (final String firm : new String[]{"AA01", "AA02", "BB01"})
            {
                core.send(core.commands.brokerageFirm(firm));
            }
            for (int i = 1; i <= LOGINS; i++)
            {
                core.send(core.commands.account(ACCOUNTS[i], i - 1));
            }
            for (int i = 1; i <= LOGINS; i++)
            {
                core.send(core.commands.login(i, i == FIX_LOGIN && level >= FeatureLevels.NAMED ?
                    LoginProtocol.FIX : LoginProtocol.TWIME, "login" + i, ACCOUNTS[i].substring(0, 4)));
            }
            core.raiseTo(level);
            if (hasInstruments)
            {
                for (int i = 1; i <= 2; i++)
                {
                    core.send(core.commands.instrument(i, "MOVING-" + i, to -> to
                        .underlying(UNDERLYING).lowLimitE5(1).highLimitE5(100_000)));
                }
                core.send(core.commands.instrument(3, "MOVING-1-2", to -> to
                    .underlying(UNDERLYING).kind(InstrumentKind.SPREAD).settlementPriceE5(0)
                    .lowLimitE5(-50_000).highLimitE5(50_000)));
                core.send(venue.legs(3, new int[]{2, 1}, new int[]{-1, 1}));
                core.send(venue.margin(1, 30, 40));
            }
            core.send(core.commands.instrument(10 + partition, "STAYING-" + partition, to -> to.underlying("STAYING")));
            open(1);
        }

        void open(final int sessionId)
        {
            core.send(core.commands.openSession(sessionId, 20_261_121 + sessionId));
            collect();
        }

        void close(final int runId)
        {
            core.send(core.commands.suspend(runId, ClearingKind.EVENING));
            core.send(core.commands.complete(runId, ClearingKind.EVENING));
            collect();
        }

        /** Trades and ends of orders, by ids of the clients; ids of orders. */
        void collect()
        {
            for (final byte[] event : core.recorder.events)
            {
                final UnsafeBuffer buffer = new UnsafeBuffer(event);
                final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
                switch (header.templateId())
                {
                    case OrderAcceptedDecoder.TEMPLATE_ID ->
                    {
                        final OrderAcceptedDecoder accepted =
                            new OrderAcceptedDecoder().wrapAndApplyHeader(buffer, 0, header);
                        orderIds.put(accepted.clOrdId(), accepted.orderId());
                    }
                    case OrderReplacedDecoder.TEMPLATE_ID ->
                    {
                        final OrderReplacedDecoder replaced =
                            new OrderReplacedDecoder().wrapAndApplyHeader(buffer, 0, header);
                        orderIds.put(replaced.clOrdId(), replaced.orderId());
                    }
                    case OrderCancelledDecoder.TEMPLATE_ID ->
                    {
                        final OrderCancelledDecoder cancelled =
                            new OrderCancelledDecoder().wrapAndApplyHeader(buffer, 0, header);
                        results.add("cancelled " + cancelled.clOrdId() + " " + cancelled.qtyLots() + " " +
                            cancelled.reason());
                    }
                    case TradeDecoder.TEMPLATE_ID ->
                    {
                        final TradeDecoder trade = new TradeDecoder().wrapAndApplyHeader(buffer, 0, header);
                        results.add("trade " + trade.instrumentId() + " " + trade.qtyLots() + "@" + trade.priceE5() +
                            " " + trade.buy().clOrdId() + " " + trade.sell().clOrdId() + " " +
                            trade.aggressorSide());
                    }
                    default ->
                    {
                        // Nothing that is compared.
                    }
                }
            }
        }

        /** Positions in instruments that move. */
        Map<String, Long> positions()
        {
            core.send(core.commands.reportState(1));
            final Map<String, Long> positions = new TreeMap<>();
            for (final byte[] event : core.recorder.events)
            {
                final UnsafeBuffer buffer = new UnsafeBuffer(event);
                final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, 0);
                if (PositionDecoder.TEMPLATE_ID == header.templateId())
                {
                    final PositionDecoder position = new PositionDecoder().wrapAndApplyHeader(buffer, 0, header);
                    positions.put(position.instrumentId() + "/" + position.accountId(), position.netLots());
                }
            }
            return positions;
        }

        /** From here on another core goes on from a snapshot, which is written again to the same bytes. */
        void follow()
        {
            final EventRecorder events = new EventRecorder();
            events.frameSequence = core.recorder.frameSequence;
            events.rollingHash = core.recorder.rollingHash;
            final SnapshotRecords written = SnapshotRecords.of(core.engine);
            final MatchingEngine engine = written.read(partition, events, FastOrderBook::new);
            final SnapshotRecords again = SnapshotRecords.of(engine);
            assertEquals(written.records.size(), again.records.size());
            for (int i = 0; i < written.records.size(); i++)
            {
                assertArrayEquals(written.records.get(i), again.records.get(i), "record " + i);
            }
            core.followers.add(engine);
            followers.add(events);
        }

        void assertSameHistories()
        {
            final long hash = core.stateHash();
            for (final EventRecorder follower : followers)
            {
                assertEquals(core.recorder.rollingHash, follower.rollingHash);
            }
            final EventRecorder events = new EventRecorder();
            final MatchingEngine replayed = new MatchingEngine(partition, events);
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[0]);
            for (int i = 0; i < journal.size(); i++)
            {
                buffer.wrap(journal.get(i));
                replayed.onCommand(times.get(i), 96L * (i + 1), buffer, 0, journal.get(i).length);
            }
            assertEquals(core.recorder.rollingHash, events.rollingHash);
            assertTrue(0 != hash);
        }

        String last()
        {
            return EventText.of(new UnsafeBuffer(core.recorder.events.getLast()), 0);
        }
    }

    private Half unmoved;
    private Half from;
    private Half to;
    private SplittableRandom random;
    private long clOrdId;

    private void start(final long seed)
    {
        start(seed, FeatureLevels.HIGHEST);
    }

    private void start(final long seed, final int level)
    {
        random = new SplittableRandom(seed);
        unmoved = new Half(0);
        from = new Half(0);
        to = new Half(1);
        unmoved.begin(true, level);
        from.begin(true, level);
        to.begin(false, level);
    }

    private void flow(final Half other, final boolean isLasting)
    {
        for (int i = 0; i < ORDERS; i++)
        {
            final long timeNs = Math.max(unmoved.core.timeNs, other.core.timeNs) + 1 + random.nextInt(1_000);
            final long seed = random.nextLong();
            clOrdId++;
            for (final Half side : List.of(unmoved, other))
            {
                side.core.timeNs = timeNs;
                send(side, new SplittableRandom(seed), isLasting);
                side.collect();
            }
        }
    }

    /** The same order for both cores. */
    private void send(final Half side, final SplittableRandom same, final boolean isLasting)
    {
        final int login = 1 + same.nextInt(LOGINS);
        final int instrument = 1 + same.nextInt(3);
        final int kind = same.nextInt(10);
        final long former = 1 + same.nextLong(clOrdId);
        final long price = 3 == instrument ? same.nextInt(21) - 10 : 490 + same.nextInt(21);
        final long lots = 1 + same.nextInt(9);
        final Side orderSide = same.nextBoolean() ? Side.BUY : Side.SELL;
        final TimeInForce time = isLasting && same.nextInt(4) > 0 ? TimeInForce.GTC : TimeInForce.DAY;
        if (kind < 6)
        {
            side.core.order(login, to -> to.instrumentId(instrument).clOrdId(clOrdId).side(orderSide.value())
                .qtyLots(lots).priceE5(price).timeInForce(time.value()));
        }
        else if (kind < 7 && 3 != instrument)
        {
            side.core.special(login, to -> to.instrumentId(instrument).clOrdId(clOrdId).side(orderSide.value())
                .qtyLots(lots + 5).displayLots(2).priceE5(price).orderType(OrderType.LIMIT.value())
                .timeInForce(time.value()));
        }
        else if (kind < 8 && 3 != instrument)
        {
            final boolean isBuy = Side.BUY == orderSide;
            side.core.special(login, to -> to.instrumentId(instrument).clOrdId(clOrdId).side(orderSide.value())
                .qtyLots(lots).priceE5(isBuy ? 520 : 480).stopPriceE5(isBuy ? 505 + same.nextInt(10) :
                    485 + same.nextInt(10)).orderType(OrderType.STOP_LIMIT.value()).timeInForce(time.value()));
        }
        else if (kind < 9)
        {
            side.core.cancel(login, clOrdId, side.orderIds.getOrDefault(former, -1L));
        }
        else
        {
            side.core.replace(login, clOrdId, side.orderIds.getOrDefault(former, -1L), ReplaceMode.SET_REST, lots,
                price);
        }
    }

    private List<byte[]> moveOut()
    {
        return moveOut(from, MOVE, 1);
    }

    /** Every order of the FIX login has two names, and its gateway says each of them twice. */
    private static List<byte[]> moveOut(final Half side, final long moveId, final int toPartition)
    {
        side.core.send(side.venue.moveOut(moveId, UNDERLYING, toPartition));
        final List<byte[]> records = MovedRecords.of(side.core.recorder.events);
        for (final long orderId : MovedRecords.unnamed(side.core.recorder.events))
        {
            for (int i = 0; i < 4; i++)
            {
                side.core.send(side.venue.nameMovedOrder(moveId, orderId, i / 2, 2, orderId + "-" + i / 2));
                assertTrue(side.last().startsWith("MoveAdvanced"), side::last);
                records.addAll(MovedRecords.of(side.core.recorder.events));
            }
        }
        return records;
    }

    private void begin(final List<byte[]> records)
    {
        to.core.send(to.venue.beginMove(MOVE, records.size(), MovedRecords.hash(records), 0));
        assertTrue(to.last().endsWith("otherPartition=0 state=COMING"), to::last);
    }

    private void bring(final List<byte[]> records)
    {
        for (int i = 0; i < records.size(); i++)
        {
            to.core.send(to.venue.moveIn(MOVE, i, records.get(i)));
            assertTrue(to.last().startsWith("MoveAdvanced"), to::last);
            if (i == records.size() / 2)
            {
                to.follow();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void shouldTradeAsIfItHadNeverMoved(final long seed)
    {
        check(seed);
    }

    @Test
    @Tag("drill")
    void shouldTradeAsIfItHadNeverMovedWhateverTheSeed()
    {
        for (long seed = 100; seed < 160; seed++)
        {
            check(seed);
        }
    }

    /** As histories of the level that had no names. */
    @Test
    void shouldTradeAsIfItHadNeverMovedAtTheFormerLevel()
    {
        check(1, FeatureLevels.MOVABLE);
    }

    private void check(final long seed)
    {
        check(seed, FeatureLevels.HIGHEST);
    }

    private void check(final long seed, final int level)
    {
        start(seed, level);
        flow(from, true);
        for (final Half side : List.of(unmoved, from, to))
        {
            side.close(1);
        }
        assertEquals(unmoved.results, from.results);
        from.follow();
        final List<byte[]> records = moveOut();
        assertTrue(records.size() > 20, () -> "records=" + records.size());
        from.follow();
        if (level >= FeatureLevels.NAMED)
        {
            begin(records);
        }
        bring(records);
        final long hash = MovedRecords.hash(records);
        to.core.send(to.venue.endMove(MOVE, records.size(), hash, 0, false));
        assertEquals("MoveAdvanced moveId=7 hash=" + hash + " records=" + records.size() +
            " otherPartition=0 state=DONE", to.last());
        to.collect();
        to.follow();
        from.core.send(from.venue.endMove(MOVE, records.size(), hash, 1, false));
        from.follow();
        assertEquals(unmoved.positions(), to.positions());
        assertEquals(Map.of(), from.positions());

        unmoved.results.clear();
        to.results.clear();
        unmoved.orderIds.forEach((id, orderId) -> to.orderIds.putIfAbsent(id, orderId));
        unmoved.open(2);
        from.open(2);
        to.open(2);
        flow(to, true);
        assertEquals(unmoved.results, to.results);
        assertFalse(to.results.isEmpty());
        assertEquals(unmoved.positions(), to.positions());
        for (final Half side : List.of(unmoved, from, to))
        {
            side.close(2);
        }
        assertEquals(unmoved.results, to.results);
        from.assertSameHistories();
        to.assertSameHistories();
    }

    @Test
    void shouldBeAsBeforeWhenAMoveIsUndone()
    {
        start(3);
        flow(from, true);
        from.close(1);
        unmoved.close(1);
        to.close(1);
        final List<byte[]> records = moveOut();
        begin(records);
        bring(records.subList(0, 5));
        from.core.send(from.core.commands.openSession(2, 20_261_123));
        assertTrue(from.last().contains("WRONG_STATE"), from::last);
        to.core.send(to.core.commands.openSession(2, 20_261_123));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        for (int i = 0; i < 2; i++)
        {
            to.core.send(to.venue.endMove(MOVE, 0, 0, 0, true));
            assertTrue(to.last().endsWith("state=UNDONE"), to::last);
            from.core.send(from.venue.endMove(MOVE, 0, 0, 1, true));
            assertTrue(from.last().endsWith("state=UNDONE"), from::last);
        }
        to.core.send(to.venue.moveIn(MOVE, 5, records.get(5)));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        to.core.send(to.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        from.follow();
        assertEquals(unmoved.positions(), from.positions());
        unmoved.results.clear();
        from.results.clear();
        unmoved.open(2);
        from.open(2);
        to.open(2);
        flow(from, true);
        assertEquals(unmoved.results, from.results);
        assertEquals(unmoved.positions(), from.positions());
        from.assertSameHistories();
        to.assertSameHistories();
    }

    @Test
    void shouldGoThereAndBack()
    {
        start(4);
        flow(from, true);
        for (final Half side : List.of(unmoved, from, to))
        {
            side.close(1);
        }
        final List<byte[]> records = moveOut();
        begin(records);
        bring(records);
        to.core.send(to.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        from.core.send(from.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 1, false));
        final List<byte[]> back = moveOut(to, 8, 0);
        from.core.send(from.venue.beginMove(8, back.size(), MovedRecords.hash(back), 1));
        for (int i = 0; i < back.size(); i++)
        {
            from.core.send(from.venue.moveIn(8, i, back.get(i)));
        }
        from.core.send(from.venue.endMove(8, back.size(), MovedRecords.hash(back), 1, false));
        from.collect();
        to.core.send(to.venue.endMove(8, back.size(), MovedRecords.hash(back), 0, false));
        assertEquals(unmoved.positions(), from.positions());
        unmoved.results.clear();
        from.results.clear();
        unmoved.open(2);
        from.open(2);
        to.open(2);
        flow(from, true);
        assertEquals(unmoved.results, from.results);
        from.assertSameHistories();
        to.assertSameHistories();
    }

    @Test
    void shouldRefuseWhatIsNotWholeOrNotItsOwn()
    {
        start(5);
        flow(from, true);
        from.core.send(from.venue.moveOut(MOVE, UNDERLYING, 1));
        assertTrue(from.last().contains("WRONG_STATE"), from::last);
        from.close(1);
        to.close(1);
        from.core.send(from.venue.moveOut(MOVE, "NOTHING", 1));
        assertTrue(from.last().contains("UNKNOWN_INSTRUMENT"), from::last);
        from.core.send(from.venue.moveOut(MOVE, UNDERLYING, 0));
        assertTrue(from.last().contains("INVALID_FIELD"), from::last);
        final List<byte[]> records = moveOut();
        assertEquals(records.size(), moveOut().size());
        final long hash = MovedRecords.hash(records);
        to.core.send(to.venue.moveIn(MOVE, 0, records.get(0)));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        begin(records);
        begin(records);
        to.core.send(to.venue.beginMove(MOVE, records.size(), hash + 1, 0));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        to.core.send(to.venue.moveIn(MOVE + 1, 0, records.get(0)));
        assertTrue(to.last().contains("WRONG_STATE"), to::last);
        to.core.send(to.venue.moveIn(MOVE, records.size(), records.get(0)));
        assertTrue(to.last().contains("INVALID_FIELD"), to::last);
        to.core.send(to.venue.moveIn(MOVE, 1, records.get(1)));
        assertTrue(to.last().contains("INVALID_FIELD"), to::last);
        final byte[] damaged = records.get(0).clone();
        damaged[damaged.length - 1]++;
        to.core.send(to.venue.moveIn(MOVE, 0, damaged));
        assertTrue(to.last().contains("INVALID_FIELD"), to::last);
        bring(records.subList(0, records.size() - 1));
        to.core.send(to.venue.endMove(MOVE, records.size(), hash, 0, false));
        assertTrue(to.last().contains("INVALID_FIELD"), to::last);
        to.core.send(to.venue.moveIn(MOVE, records.size() - 1, records.getLast()));
        // The definition of an instrument stands in its way.
        to.core.send(to.core.commands.instrument(1, "OTHER", encoder -> encoder.underlying("OTHER")));
        to.core.send(to.venue.endMove(MOVE, records.size(), hash, 0, false));
        assertTrue(to.last().contains("ALREADY_DEFINED"), to::last);
        // Where it has gone from, its number and its symbol are not free.
        from.core.send(from.core.commands.instrument(1, "MOVING-1", encoder -> encoder.underlying(UNDERLYING)));
        assertTrue(from.last().contains("ALREADY_DEFINED"), from::last);
        from.core.send(from.core.commands.instrument(1, "FREE", encoder -> encoder.underlying(UNDERLYING)));
        assertTrue(from.last().contains("ALREADY_DEFINED"), from::last);
    }

    /** A calendar, a halt and a dependency that crosses the group. */
    @Test
    void shouldTakeCalendarAndHaltAlong()
    {
        start(6);
        from.core.send(from.venue.changePhase(1, Phase.HALTED, 0, 0, Phase.CLOSED));
        from.core.send(from.venue.calendar(UNDERLYING, 4, new long[]{from.core.timeNs + 1_000_000},
            new Phase[]{Phase.CONTINUOUS}));
        from.close(1);
        to.close(1);
        final List<byte[]> records = moveOut();
        begin(records);
        bring(records);
        to.core.timeNs = from.core.timeNs;
        to.core.send(to.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        assertEquals(1, to.core.texts().stream().filter(text ->
            text.startsWith("PhaseChanged") && text.contains("phase=HALTED")).count());
        assertEquals(from.core.timeNs + 1_000_000, to.core.engine.nextDeadlineNs());
        assertEquals(MatchingEngine.NO_DEADLINE, from.core.engine.nextDeadlineNs());
        to.core.timeNs += 1_000_000;
        to.core.send(to.venue.advanceTime());
        // It stays halted; the others follow the calendar.
        assertEquals(2, to.core.texts().stream().filter(text -> text.startsWith("PhaseChanged")).count());
    }

    @Test
    void shouldNotPartWhatDependsOnEachOther()
    {
        start(7);
        from.core.send(from.core.commands.instrument(4, "CROSS", encoder -> encoder
            .underlying("STAYING").kind(InstrumentKind.SPREAD).settlementPriceE5(0).lowLimitE5(-9).highLimitE5(9)));
        from.core.send(from.venue.legs(4, new int[]{2, 10}, new int[]{-1, 1}));
        from.close(1);
        assertEquals(List.of(), moveOut());
        assertTrue(from.last().contains("INVALID_COMBINATION"), from::last);
    }

    /** A strategy over two underlyings, one of which has a calendar. */
    @Test
    void shouldMoveTogetherWhatDependsOnEachOther()
    {
        start(7);
        from.core.send(from.core.commands.instrument(4, "OTHER-1", encoder -> encoder.underlying("OTHER")));
        from.core.send(from.core.commands.instrument(5, "CROSS", encoder -> encoder
            .underlying("OTHER").kind(InstrumentKind.SPREAD).settlementPriceE5(0).lowLimitE5(-9).highLimitE5(9)));
        from.core.send(from.venue.legs(5, new int[]{2, 4}, new int[]{-1, 1}));
        from.core.send(from.venue.calendar("OTHER", 4, new long[]{from.core.timeNs + 1_000_000},
            new Phase[]{Phase.CONTINUOUS}));
        from.close(1);
        to.close(1);
        assertEquals(List.of(), moveOut());
        assertTrue(from.last().contains("INVALID_COMBINATION"), from::last);
        from.core.send(from.venue.moveOutTogether(MOVE, 1, UNDERLYING, "NOTHING"));
        assertTrue(from.last().contains("UNKNOWN_INSTRUMENT"), from::last);
        from.core.send(from.venue.moveOutTogether(MOVE, 1));
        assertTrue(from.last().contains("UNKNOWN_INSTRUMENT"), from::last);
        from.core.send(from.venue.moveOutTogether(MOVE, 1, "OTHER", UNDERLYING));
        final List<byte[]> records = MovedRecords.of(from.core.recorder.events);
        begin(records);
        bring(records);
        to.core.timeNs = from.core.timeNs;
        to.core.send(to.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        assertEquals(5, to.core.texts().stream().filter(text -> text.startsWith("InstrumentMoved")).count());
        assertEquals(2, to.core.texts().stream().filter(text -> text.startsWith("LegDefined")).count() / 2);
        assertEquals(from.core.timeNs + 1_000_000, to.core.engine.nextDeadlineNs());
        from.core.send(from.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 1, false));
        assertEquals(MatchingEngine.NO_DEADLINE, from.core.engine.nextDeadlineNs());
        to.open(2);
        to.core.special(1, encoder -> encoder.instrumentId(5).clOrdId(1).side(Side.BUY.value()).qtyLots(1).priceE5(1)
            .orderType(OrderType.LIMIT.value()));
        assertTrue(to.core.texts().stream().anyMatch(text -> text.startsWith("accepted")), to.core.texts()::toString);
        from.assertSameHistories();
        to.assertSameHistories();
    }

    @Test
    void shouldRefuseOrdersOfFixLoginsBelowTheLevelThatNamesThem()
    {
        start(8, FeatureLevels.MOVABLE);
        from.core.send(from.core.commands.login(9, LoginProtocol.FIX, "fix", "AA01"));
        from.core.order(9, encoder -> encoder.instrumentId(1).accountCode(CoreFixture.ACCOUNTS[1])
            .timeInForce(TimeInForce.GTC.value()).priceE5(400));
        from.close(1);
        assertEquals(List.of(), moveOut());
        assertTrue(from.last().contains("FIX_ORDERS"), from::last);
    }

    @Test
    void shouldBringNamesBeforeEachOrderOfAFixLogin()
    {
        start(9);
        from.core.order(FIX_LOGIN, encoder -> encoder.instrumentId(1).accountCode(CoreFixture.ACCOUNTS[FIX_LOGIN])
            .timeInForce(TimeInForce.GTC.value()).side(Side.BUY.value()).priceE5(400));
        from.close(1);
        to.close(1);
        from.core.send(from.venue.moveOut(MOVE, UNDERLYING, 1));
        final List<byte[]> records = MovedRecords.of(from.core.recorder.events);
        final long orderId = MovedRecords.unnamed(from.core.recorder.events).getFirst();
        from.core.send(from.venue.nameMovedOrder(MOVE, orderId, 1, 2, "second"));
        assertTrue(from.last().contains("INVALID_FIELD"), from::last);
        from.core.send(from.venue.nameMovedOrder(MOVE, orderId + 1, 0, 2, "other"));
        assertTrue(from.last().contains("UNKNOWN_ORDER"), from::last);
        from.core.send(from.venue.nameMovedOrder(MOVE, orderId, 0, 2, "first"));
        records.addAll(MovedRecords.of(from.core.recorder.events));
        from.follow();
        from.core.send(from.venue.nameMovedOrder(MOVE, orderId, 1, 3, "third"));
        assertTrue(from.last().contains("INVALID_FIELD"), from::last);
        // Half of the names are not enough.
        begin(records);
        bring(records);
        to.core.send(to.venue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
        assertTrue(to.last().contains("FIX_ORDERS"), to::last);
        to.core.send(to.venue.endMove(MOVE, 0, 0, 0, true));
        from.core.send(from.venue.endMove(MOVE, 0, 0, 1, true));
        assertTrue(from.last().endsWith("state=UNDONE"), from::last);

        final List<byte[]> again = moveOut(from, MOVE + 1, 1);
        to.core.send(to.venue.beginMove(MOVE + 1, again.size(), MovedRecords.hash(again), 0));
        for (int i = 0; i < again.size(); i++)
        {
            to.core.send(to.venue.moveIn(MOVE + 1, i, again.get(i)));
        }
        to.core.send(to.venue.endMove(MOVE + 1, again.size(), MovedRecords.hash(again), 0, false));
        final List<String> texts = to.core.texts().stream()
            .filter(text -> text.startsWith("MovedOrderNamed") || text.startsWith("accepted")).toList();
        assertEquals(3, texts.size(), texts::toString);
        assertTrue(texts.get(0).contains("rootOrderId=" + (orderId - 1)) && texts.get(0).contains("number=0 names=2"),
            texts::toString);
        assertTrue(texts.get(1).contains("number=1 names=2"), texts::toString);
        assertTrue(texts.get(2).startsWith("accepted"), texts::toString);
        from.assertSameHistories();
        to.assertSameHistories();
    }
}
