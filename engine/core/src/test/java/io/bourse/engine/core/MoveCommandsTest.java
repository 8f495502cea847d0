// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.CalendarDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The commands of a move one by one: what they publish, and what is the same after a move is undone.
 */
class MoveCommandsTest extends MoveFixture
{
    private static final String DEFINITION = " MOVING RUB tick=1 value=100000 ";
    private static final String FEES = " fees=1000/500 maturity=20261217";

    @Test
    void shouldPublishAllThatComesAndAllThatHasGone()
    {
        final List<byte[]> records = all();
        bring(records);
        final long hash = MovedRecords.hash(records);
        assertEquals(List.of(
            moved(ONE),
            "instrument 11 MOVING-1 FUTURE" + DEFINITION + "limits=0..1000000 settlement=500" + FEES,
            moved(TWO),
            "instrument 12 MOVING-2 FUTURE" + DEFINITION + "limits=0..1000000 settlement=500" + FEES,
            moved(SPREAD),
            "instrument 13 MOVING-1-2 SPREAD" + DEFINITION + "limits=-1000..1000 settlement=0" + FEES,
            "MarginSet longKopecks=30 shortKopecks=40 instrumentId=11",
            controls(ONE, 0),
            "ContractDefined strikeE5=0 lotUnits=10 instrumentId=12 underlyingInstrumentId=0 expiryDate=0 " +
                "style=FUTURE right=NONE settlement=CASH expiresIntraday=0 settlementDays=0 asset=",
            "MarginSet longKopecks=0 shortKopecks=0 instrumentId=12",
            controls(TWO, 900),
            "PhaseChanged endNs=0 instrumentId=12 phase=HALTED previous=CONTINUOUS cause=OPERATOR",
            "MarginSet longKopecks=0 shortKopecks=0 instrumentId=13",
            controls(SPREAD, 0),
            "LegDefined instrumentId=13 legInstrumentId=11 ratio=1",
            "LegDefined instrumentId=13 legInstrumentId=12 ratio=-1",
            "CalendarSet firstStartNs=5000000 entries=1 underlying=MOVING",
            positionMoved(1, 4),
            positionMoved(2, -4),
            "accepted 1 cl=1 BUY 2@480 GTC",
            "accepted 3 cl=3 SELL 5@520 GTC",
            "MoveAdvanced moveId=7 hash=" + hash + " records=10 otherPartition=0 state=DONE"), end(records));
        assertEquals(List.of(
            "PhaseChanged endNs=0 instrumentId=11 phase=CLOSED previous=CONTINUOUS cause=OPERATOR",
            moved(ONE),
            "PhaseChanged endNs=0 instrumentId=12 phase=CLOSED previous=HALTED cause=OPERATOR",
            moved(TWO),
            "PhaseChanged endNs=0 instrumentId=13 phase=CLOSED previous=CONTINUOUS cause=OPERATOR",
            moved(SPREAD),
            positionMoved(1, -4),
            positionMoved(2, 4),
            "cancelled 1 cl=1 req=- BUY 2@480 MOVED",
            "cancelled 3 cl=3 req=- SELL 5@520 MOVED",
            "MoveAdvanced moveId=7 hash=" + hash + " records=10 otherPartition=1 state=DONE"),
            from.send(fromVenue.endMove(MOVE, records.size(), hash, 1, false)));
    }

    private static String moved(final int instrumentId)
    {
        return "InstrumentMoved moveId=7 instrumentId=" + instrumentId + " fromPartition=0 toPartition=1";
    }

    private static String controls(final int instrumentId, final long collarE5)
    {
        return "PriceControlsSet collarE5=" + collarE5 + " protectionE5=0 dynamicRangeE5=0 staticRangeE5=0 " +
            "volatilityAuctionNs=0 volatilityRandomNs=0 limitWatchNs=0 passiveDelayNs=0 instrumentId=" + instrumentId +
            " limitWatchPct=0 limitShiftPct=0 maxLimitShifts=0";
    }

    private static String positionMoved(final int login, final long lots)
    {
        return "PositionMoved runId=0 lots=" + lots + " accountCode=" + CoreFixture.ACCOUNTS[login] + " accountId=" +
            (login - 1) + " instrumentId=11 kind=MOVE";
    }

    @Test
    void shouldAnswerTheSameAgain()
    {
        final List<byte[]> records = all();
        final List<String> out = from.texts();
        assertEquals(out, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        bring(records);
        final List<String> brought = to.texts();
        for (int i = 0; i < records.size(); i++)
        {
            assertEquals(brought, to.send(toVenue.moveIn(MOVE, i, records.get(i))));
        }
        final List<String> done = List.of(end(records).getLast());
        assertEquals(done, end(records));
        final long hash = MovedRecords.hash(records);
        final List<String> gone = List.of(
            from.send(fromVenue.endMove(MOVE, records.size(), hash, 1, false)).getLast());
        assertEquals(gone, from.send(fromVenue.endMove(MOVE, records.size(), hash, 1, false)));
        for (final boolean isUndone : new boolean[]{true, false})
        {
            final long other = isUndone ? hash : hash + 1;
            final List<String> events = from.send(fromVenue.endMove(MOVE, records.size(), other, 1, isUndone));
            if (isUndone)
            {
                assertRefused(RejectReason.WRONG_STATE, events);
            }
            else
            {
                assertEquals(gone, events);
            }
        }
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.moveIn(MOVE, 0, records.get(0))));
        assertRefused(RejectReason.UNKNOWN_INSTRUMENT, from.send(fromVenue.moveOut(8, UNDERLYING, 1)));
    }

    /** A position counts at all levels where it is, and nowhere else. */
    @Test
    void shouldCountPositionsOfLoginsWhereTheyAre()
    {
        final List<byte[]> records = all();
        from.send(fromVenue.endMove(MOVE, 0, 0, 1, true));
        assertEquals(List.of("MoveAdvanced moveId=7 hash=" + MovedRecords.hash(records) + " records=" + records.size() +
            " otherPartition=1 state=UNDONE"), from.texts());
        assertPositionOfLogin(from, fromVenue);
        setUp();
        final List<byte[]> again = all();
        bring(again);
        end(again);
        assertPositionOfLogin(to, toVenue);
    }

    /** Login 1 has bought 4 lots and wants 2 more. */
    private static void assertPositionOfLogin(final CoreFixture core, final VenueCommandWriter venue)
    {
        core.send(core.commands.openSession(2, 20261122));
        core.timeNs = 6_000_000;
        core.send(venue.advanceTime());
        for (final LimitLevel level : new LimitLevel[]{LimitLevel.LOGIN, LimitLevel.CLIENT})
        {
            final String code = LimitLevel.LOGIN == level ? "1" : "AA01001";
            core.send(venue.limits(level, code, encoder -> encoder.maxPositionLots(7)));
            assertEquals("accepted", core.order(1, encoder -> encoder.instrumentId(ONE).clOrdId(50).qtyLots(1)
                .priceE5(400)).getFirst().split(" ")[0]);
            core.cancel(1, 51, Long.parseLong(core.texts().getFirst().split(" ")[1]));
            assertTrue(core.order(1, encoder -> encoder.instrumentId(ONE).clOrdId(52).qtyLots(2).priceE5(400))
                .getFirst().endsWith("RISK_LIMIT " + level + " POSITION"));
            core.send(venue.limits(level, code, encoder -> encoder.maxPositionLots(0)));
        }
    }

    /** Nothing is left that would happen later, that a later move would find or that clearing would stop at. */
    @Test
    void shouldLeaveNothingBehind()
    {
        from.send(fromVenue.priceControls(ONE, encoder -> encoder.limitWatchNs(9_000_000).limitWatchPct((short)10)
            .limitShiftPct((short)50).maxLimitShifts((short)3)));
        from.send(fromVenue.calendar(UNDERLYING, 4, new long[]{5_000_000}, new Phase[]{Phase.CONTINUOUS}));
        day(from, () ->
        {
            lasting(1, ONE, 1, Side.BUY, 1, 999_990);
            from.order(2, encoder -> encoder.instrumentId(ONE).side(Side.SELL.value()).priceE5(999_990));
            from.send(fromVenue.changePhase(TWO, Phase.HALTED, 0, 0, Phase.CLOSED));
        });
        assertEquals(5_000_000, from.engine.nextDeadlineNs());
        final List<byte[]> records = moveOut();
        assertEquals(MatchingEngine.NO_DEADLINE, from.engine.nextDeadlineNs());
        bring(records);
        end(records);
        from.send(fromVenue.endMove(MOVE, records.size(), MovedRecords.hash(records), 1, false));
        for (final byte[] bytes : SnapshotRecords.of(from.engine).records)
        {
            final UnsafeBuffer record = new UnsafeBuffer(bytes);
            final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(record, 0);
            if (CalendarDecoder.TEMPLATE_ID == header.templateId())
            {
                assertEquals(0, new CalendarDecoder().wrapAndApplyHeader(record, 0, header).entries().count());
            }
            else if (PhaseSchedulesDecoder.TEMPLATE_ID == header.templateId())
            {
                new PhaseSchedulesDecoder().wrapAndApplyHeader(record, 0, header).schedules()
                    .forEachRemaining(schedule -> assertEquals(0, schedule.isHeld()));
            }
        }
        from.send(from.commands.openSession(2, 20261122));
        from.send(from.commands.suspend(2, ClearingKind.EVENING));
        assertTrue(from.send(from.commands.complete(2, ClearingKind.EVENING)).getFirst().startsWith("completed run=2"));
    }

    @Test
    void shouldEndOrdersAndFollowTheCalendarWhereTheInstrumentsAre()
    {
        from.send(fromVenue.calendar(UNDERLYING, 4, new long[]{5_000_000}, new Phase[]{Phase.CONTINUOUS}));
        to.send(toVenue.calendar(UNDERLYING, 4, new long[]{2_000_000}, new Phase[]{Phase.HALTED}));
        day(from, () ->
        {
            from.order(1, encoder -> encoder.instrumentId(ONE).priceE5(400)
                .timeInForce(TimeInForce.GTD.value()).expireDateNs(7_000_000));
            from.order(1, encoder -> encoder.instrumentId(STAYING).clOrdId(2).priceE5(400)
                .timeInForce(TimeInForce.GTD.value()).expireDateNs(8_000_000));
        });
        final List<byte[]> records = moveOut();
        assertEquals(8_000_000, from.engine.nextDeadlineNs());
        bring(records);
        assertTrue(end(records).getLast().endsWith("state=DONE"), to.texts()::toString);
        assertEquals(5_000_000, to.engine.nextDeadlineNs());
        to.timeNs = 5_000_000;
        to.send(toVenue.advanceTime());
        assertEquals(7_000_000, to.engine.nextDeadlineNs());
    }

    /** Where a move stands is part of the state, whatever else is the same. */
    @Test
    void shouldChangeTheHashOfTheStateWithEveryStep()
    {
        final Set<Long> hashes = new HashSet<>();
        final List<byte[]> records = all();
        final SnapshotRecords other = new SnapshotRecords(new ArrayList<>(List.of(records.get(1).clone())));
        other.seal();
        for (final int[] undone : new int[][]{{7, 0}, {7, 2}, {8, 0}})
        {
            setUp();
            to.send(toVenue.endMove(undone[0], 0, 0, undone[1], true));
            assertTrue(hashes.add(to.stateHash()));
        }
        for (final byte[] record : List.of(records.get(0), other.records.get(0)))
        {
            setUp();
            to.send(toVenue.moveIn(MOVE, 0, record));
            assertTrue(hashes.add(to.stateHash()));
            to.send(toVenue.endMove(MOVE, 0, 0, 0, true));
            assertTrue(hashes.add(to.stateHash()));
        }
    }

    /** Whatever is of the instruments is as it was: a snapshot says the same of it. */
    @Test
    void shouldHaveTheSameStateAfterAMoveIsUndone()
    {
        spread();
        from.send(fromVenue.calendar(UNDERLYING, 4, new long[]{5_000_000}, new Phase[]{Phase.CONTINUOUS}));
        day(from, () ->
        {
            lasting(1, ONE, 1, Side.BUY, 6, 480);
            lasting(3, TWO, 3, Side.SELL, 5, 520);
            from.order(2, encoder -> encoder.instrumentId(ONE).clOrdId(2).side(Side.SELL.value())
                .qtyLots(4).priceE5(480));
        });
        final List<byte[]> first = moveOut();
        from.send(fromVenue.endMove(MOVE, 0, 0, 1, true));
        from.send(fromVenue.moveOut(MOVE + 1, UNDERLYING, 1));
        final List<byte[]> second = MovedRecords.of(from.recorder.events);
        assertEquals(first.size(), second.size());
        for (int i = 0; i < first.size(); i++)
        {
            assertArrayEquals(contents(first, i), contents(second, i), "record " + i);
        }
    }

    /** All but the hash, and the timer of a calendar, which begins anew. */
    private static byte[] contents(final List<byte[]> records, final int index)
    {
        final UnsafeBuffer record = copy(records, index);
        record.putLong(SnapshotRecord.HASH_OFFSET, 0);
        if (CalendarDecoder.TEMPLATE_ID == new MessageHeaderDecoder().wrap(record, 0).templateId())
        {
            record.putLong(MessageHeaderDecoder.ENCODED_LENGTH + CalendarDecoder.deadlineEncodingOffset(), 0);
        }
        return record.byteArray();
    }

    /** More of everything than a record holds. */
    @Test
    void shouldContinueInFurtherRecords()
    {
        final int accounts = 45;
        for (final CoreFixture core : List.of(from, to))
        {
            for (int i = 0; i < accounts; i++)
            {
                core.send(core.commands.account("AA01" + (100 + i), 3 + i));
            }
        }
        day(from, () ->
        {
            for (int i = 0; i < accounts; i++)
            {
                final long account = AccountCode.pack("AA01" + (100 + i));
                final int number = i + 1;
                from.order(1, encoder -> encoder.instrumentId(ONE).clOrdId(number).accountCode(account)
                    .qtyLots(1 + number).priceE5(400 + number).timeInForce(TimeInForce.GTC.value()));
                from.order(3, encoder -> encoder.instrumentId(ONE).clOrdId(number).side(Side.SELL.value())
                    .qtyLots(number).priceE5(400 + number));
            }
        });
        from.send(from.commands.reportState(1));
        final List<String> state = from.texts().stream().filter(MoveCommandsTest::isHeld).toList();
        final List<byte[]> records = moveOut();
        records.forEach(record -> assertTrue(record.length <= MoveRecordDecoder.dataLength()));
        bring(records);
        end(records);
        to.send(to.commands.reportState(1));
        assertEquals(state, to.texts().stream().filter(MoveCommandsTest::isHeld).toList());
        assertTrue(state.size() > 2 * accounts, () -> "state=" + state);
    }

    private static boolean isHeld(final String event)
    {
        return event.startsWith("position ") || event.startsWith("order ");
    }
}
