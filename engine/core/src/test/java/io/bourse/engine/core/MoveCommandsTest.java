// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.EndMoveEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MoveInEncoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.SetVenueLimitsEncoder;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.CalendarDecoder;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import io.bourse.engine.protocol.snapshot.MovedPositionsDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.PhaseSchedulesDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The commands of a move one by one: what they publish, what they refuse, and what is the same after a move is undone.
 */
class MoveCommandsTest
{
    private static final String UNDERLYING = "MOVING";
    private static final int ONE = 11;
    private static final int TWO = 12;
    private static final int SPREAD = 13;
    private static final int STAYING = 20;
    private static final long MOVE = 7;
    private static final int RECORDS_LIMIT = 100_000;
    /** Version of snapshots that has no moves. */
    private static final int BEFORE_MOVES = 10;
    private static final String DEFINITION = " MOVING RUB tick=1 value=100000 ";
    private static final String FEES = " fees=1000/500 maturity=20261217";

    private static final io.bourse.engine.protocol.MessageHeaderDecoder ENGINE_HEADER =
        new io.bourse.engine.protocol.MessageHeaderDecoder();

    private CoreFixture from;
    private CoreFixture to;
    private VenueCommandWriter fromVenue;
    private VenueCommandWriter toVenue;

    @BeforeEach
    void setUp()
    {
        from = members(0);
        fromVenue = new VenueCommandWriter(from.commands);
        from.send(from.commands.instrument(ONE, "MOVING-1", encoder -> encoder.underlying(UNDERLYING)));
        from.send(from.commands.instrument(TWO, "MOVING-2", encoder -> encoder.underlying(UNDERLYING)));
        from.send(from.commands.instrument(STAYING, "STAYING", encoder -> encoder.underlying("STAYING")));
        to = members(1);
        toVenue = new VenueCommandWriter(to.commands);
    }

    private static CoreFixture members(final int partition)
    {
        final CoreFixture core = new CoreFixture(partition, FastOrderBook::new).withMembers();
        core.raiseTo(FeatureLevels.MOVABLE);
        return core;
    }

    private void spread()
    {
        from.send(from.commands.instrument(SPREAD, "MOVING-1-2", encoder -> encoder
            .underlying(UNDERLYING).kind(InstrumentKind.SPREAD).settlementPriceE5(0)
            .lowLimitE5(-1_000).highLimitE5(1_000)));
        from.send(fromVenue.legs(SPREAD, new int[]{ONE, TWO}, new int[]{1, -1}));
    }

    private static void day(final CoreFixture core, final Runnable trading)
    {
        core.open();
        trading.run();
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
    }

    private void lasting(
        final int login, final int instrumentId, final long clOrdId, final Side side, final long lots, final long price)
    {
        from.order(login, encoder -> encoder.instrumentId(instrumentId).clOrdId(clOrdId).side(side.value())
            .qtyLots(lots).priceE5(price).timeInForce(TimeInForce.GTC.value()));
    }

    private List<byte[]> moveOut()
    {
        from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1));
        final List<byte[]> records = MovedRecords.of(from.recorder.events);
        for (int i = 0; i < records.size(); i++)
        {
            assertEquals(i, new MoveRecordDecoder().wrapAndApplyHeader(
                new UnsafeBuffer(from.recorder.events.get(i)), 0, ENGINE_HEADER).number());
        }
        assertEquals("MoveAdvanced moveId=7 hash=" + MovedRecords.hash(records) + " records=" + records.size() +
            " otherPartition=1 state=OUT", from.texts().getLast());
        return records;
    }

    private void bring(final List<byte[]> records)
    {
        for (int i = 0; i < records.size(); i++)
        {
            assertEquals(List.of("MoveAdvanced moveId=7 hash=" + MovedRecords.hash(records.subList(0, i + 1)) +
                " records=" + (i + 1) + " otherPartition=0 state=COMING"),
                to.send(toVenue.moveIn(MOVE, i, records.get(i))));
        }
    }

    private List<String> end(final List<byte[]> records)
    {
        return to.send(toVenue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
    }

    private static void assertRefused(final RejectReason reason, final List<String> events)
    {
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 " + reason),
            events.stream().map(String::trim).toList());
    }

    private void assertComingRefused(final RejectReason reason, final List<byte[]> changed)
    {
        final SnapshotRecords sealed = new SnapshotRecords();
        changed.forEach(record -> sealed.records.add(record.clone()));
        sealed.seal();
        bring(sealed.records);
        final long hash = to.stateHash();
        assertRefused(reason, end(sealed.records));
        assertEquals(hash, to.stateHash());
        to.send(toVenue.endMove(MOVE, 0, 0, 0, true));
        to = members(1);
        toVenue = new VenueCommandWriter(to.commands);
    }

    private static int indexOf(final List<byte[]> records, final int templateId)
    {
        return new SnapshotRecords(records).indexOf(templateId);
    }

    private static UnsafeBuffer copy(final List<byte[]> records, final int index)
    {
        records.set(index, records.get(index).clone());
        return new UnsafeBuffer(records.get(index));
    }

    /** The place of an entry's field in a record with a group. */
    private static int place(final int blockLength, final int entryLength, final int entry, final int field)
    {
        return MessageHeaderDecoder.ENCODED_LENGTH + blockLength +
            MovedPositionsDecoder.EntriesDecoder.sbeHeaderSize() + entry * entryLength + field;
    }

    private static int ofPosition(final int entry, final int field)
    {
        return place(MovedPositionsDecoder.BLOCK_LENGTH, MovedPositionsDecoder.EntriesDecoder.sbeBlockLength(),
            entry, field);
    }

    private static int ofOrder(final int entry, final int field)
    {
        return place(OrdersDecoder.BLOCK_LENGTH, OrdersDecoder.EntriesDecoder.sbeBlockLength(), entry, field);
    }

    /** Both instruments, their spread, a halt, a calendar, controls, a contract, positions and two lasting orders. */
    private List<byte[]> all()
    {
        spread();
        from.send(fromVenue.margin(ONE, 30, 40));
        from.send(fromVenue.priceControls(TWO, encoder -> encoder.collarE5(900)));
        from.send(new ContractCommandWriter(from.commands).contract(TWO, encoder -> encoder.lotUnits(10)));
        from.send(fromVenue.calendar(UNDERLYING, 4, new long[]{5_000_000}, new Phase[]{Phase.CONTINUOUS}));
        day(from, () ->
        {
            lasting(1, ONE, 1, Side.BUY, 6, 480);
            from.order(2, encoder -> encoder.instrumentId(ONE).clOrdId(2).side(Side.SELL.value())
                .qtyLots(4).priceE5(480));
            lasting(3, TWO, 3, Side.SELL, 5, 520);
            from.send(fromVenue.changePhase(TWO, Phase.HALTED, 0, 0, Phase.CLOSED));
        });
        return moveOut();
    }

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

    @Test
    void shouldRefuseToMoveOut()
    {
        assertRefused(RejectReason.NO_RIGHT, from.send(sentByGateway(fromVenue.moveOut(MOVE, UNDERLYING, 1))));
        assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.moveOut(0, UNDERLYING, 1)));
        assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 0)));
        assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 256)));
        assertRefused(RejectReason.UNKNOWN_INSTRUMENT, from.send(fromVenue.moveOut(MOVE, "NOTHING", 1)));
        from.open();
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        from.send(from.commands.suspend(1, ClearingKind.EVENING));
        from.send(from.commands.complete(1, ClearingKind.EVENING));
        assertTrue(
            from.send(fromVenue.moveOut(MOVE, UNDERLYING, 255)).getLast().endsWith("otherPartition=255 state=OUT"));
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE + 1, "STAYING", 1)));
    }

    private static CommandWriter sentByGateway(final CommandWriter commands)
    {
        new CommandHeaderEncoder()
            .wrap(commands.buffer, CommandWriter.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH)
            .gatewayId(CommandWriter.GATEWAY_ID);
        return commands;
    }

    @Test
    void shouldNotMoveOutOfAnAuctionOrBeforeAChange()
    {
        from.send(fromVenue.changePhase(ONE, Phase.OPENING_AUCTION, 0, 0, Phase.CLOSED));
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        from.send(fromVenue.changePhase(ONE, Phase.HALTED, 1_000_000, 0, Phase.CONTINUOUS));
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        from.timeNs += 1_000_000;
        from.send(fromVenue.advanceTime());
        moveOut();
    }

    @Test
    void shouldNotPartWhatDependsOnEachOther()
    {
        for (final int[] pair : new int[][]{{ONE, STAYING}, {STAYING, ONE}})
        {
            final int option = pair[0] + 100;
            from.send(from.commands.instrument(option, "OPTION-" + option, encoder -> encoder
                .underlying(ONE == pair[0] ? UNDERLYING : "STAYING").kind(InstrumentKind.OPTION)));
            from.send(new ContractCommandWriter(from.commands).contract(option, encoder -> encoder
                .underlyingInstrumentId(pair[1]).strikeE5(500).expiryDate(20261221)
                .style(ContractStyle.MARGINED_OPTION).right(OptionRight.CALL).settlement(SettlementType.PHYSICAL)));
            assertEquals("ContractDefined", from.texts().getFirst().split(" ")[0]);
            assertRefused(RejectReason.INVALID_COMBINATION, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
            setUp();
        }
        from.send(from.commands.instrument(SPREAD, "CROSS", encoder -> encoder
            .underlying(UNDERLYING).kind(InstrumentKind.SPREAD).settlementPriceE5(0).lowLimitE5(-9).highLimitE5(9)));
        from.send(fromVenue.legs(SPREAD, new int[]{STAYING, ONE}, new int[]{-1, 1}));
        assertRefused(RejectReason.INVALID_COMBINATION, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
    }

    @Test
    void shouldRefuseACalendarThatNoRecordHolds()
    {
        final int entries = 26;
        final long[] startsNs = new long[entries];
        final Phase[] phases = new Phase[entries];
        Arrays.setAll(startsNs, i -> 1_000_000L * (i + 1));
        Arrays.setAll(phases, i -> 0 == i % 2 ? Phase.HALTED : Phase.CONTINUOUS);
        from.send(fromVenue.calendar(UNDERLYING, 4, startsNs, phases));
        final long hash = from.stateHash();
        assertRefused(RejectReason.CAPACITY, from.send(fromVenue.moveOut(MOVE, UNDERLYING, 1)));
        assertEquals(hash, from.stateHash());
    }

    @Test
    void shouldRefuseRecords()
    {
        final List<byte[]> records = all();
        final byte[] first = records.getFirst();
        assertRefused(RejectReason.NO_RIGHT, to.send(sentByGateway(toVenue.moveIn(MOVE, 0, first))));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(0, 0, first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, -1, first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, 1, first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, 0, records.get(1))));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, 0, new byte[0])));
        assertRefused(RejectReason.INVALID_FIELD, to.send(tooLong(first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, RECORDS_LIMIT - 1, first)));
        assertRefused(RejectReason.CAPACITY, to.send(toVenue.moveIn(MOVE, RECORDS_LIMIT, first)));
        to.open();
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.moveIn(MOVE, 0, first)));
        to.send(to.commands.suspend(1, ClearingKind.EVENING));
        to.send(to.commands.complete(1, ClearingKind.EVENING));
        bring(records.subList(0, 2));
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.moveIn(MOVE + 1, 0, first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, 1, first)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.moveIn(MOVE, 2, first)));
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.moveOut(MOVE, "INDEX", 0)));
        assertRefused(RejectReason.WRONG_STATE, from.send(fromVenue.moveIn(MOVE, 0, first)));
    }

    private CommandWriter tooLong(final byte[] record)
    {
        final CommandWriter commands = toVenue.moveIn(MOVE, 0, record);
        commands.buffer.putShort(CommandWriter.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH +
            MoveInEncoder.lengthEncodingOffset(), (short)(MoveInEncoder.dataLength() + 1), ByteOrder.LITTLE_ENDIAN);
        return commands;
    }

    @Test
    void shouldRefuseToEnd()
    {
        final List<byte[]> records = all();
        final int size = records.size();
        final long hash = MovedRecords.hash(records);
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.endMove(MOVE, size, hash, 0, false)));
        bring(records);
        for (final boolean isUndone : new boolean[]{true, false})
        {
            assertRefused(
                RejectReason.NO_RIGHT, to.send(sentByGateway(toVenue.endMove(MOVE, size, hash, 0, isUndone))));
            assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.endMove(0, size, hash, 0, isUndone)));
            assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.endMove(MOVE, size, hash, 1, isUndone)));
            assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.endMove(MOVE, size, hash, 256, isUndone)));
            assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.endMove(MOVE, size, hash, 2, isUndone)));
        }
        final CommandWriter unknown = toVenue.endMove(MOVE, size, hash, 0, true);
        unknown.buffer.putByte(CommandWriter.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH +
            EndMoveEncoder.isUndoneEncodingOffset(), (byte)2);
        assertRefused(RejectReason.INVALID_FIELD, to.send(unknown));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.endMove(MOVE, size - 1, hash, 0, false)));
        assertRefused(RejectReason.INVALID_FIELD, to.send(toVenue.endMove(MOVE, size, hash + 1, 0, false)));
        assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.endMove(MOVE, size - 1, hash, 1, false)));
        assertRefused(RejectReason.INVALID_FIELD, from.send(fromVenue.endMove(MOVE, size, hash + 1, 1, false)));
        assertTrue(end(records).getLast().endsWith("otherPartition=0 state=DONE"));
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.endMove(MOVE, size, hash, 0, true)));
    }

    @Test
    void shouldNeverTakeWhatWasUndoneBeforeItCame()
    {
        final List<byte[]> records = all();
        final String undone =
            "MoveAdvanced moveId=7 hash=" + RollingHash.INITIAL + " records=0 otherPartition=0 state=UNDONE";
        assertEquals(List.of(undone), to.send(toVenue.endMove(MOVE, 0, 0, 0, true)));
        assertEquals(List.of(undone), to.send(toVenue.endMove(MOVE, 0, 0, 0, true)));
        assertRefused(RejectReason.WRONG_STATE, to.send(toVenue.moveIn(MOVE, 0, records.getFirst())));
        assertTrue(to.send(to.commands.openSession(1, 20261121)).getFirst().startsWith("opened"));
    }

    /** Records that hold together in themselves, but not with the partition that they come to. */
    @Test
    void shouldRefuseWhatIsOtherwiseHere()
    {
        final List<byte[]> records = all();
        final int positions = indexOf(records, MovedPositionsDecoder.TEMPLATE_ID);
        final int entity = MovedPositionsDecoder.EntriesDecoder.entityEncodingOffset();
        final int code = MovedPositionsDecoder.EntriesDecoder.accountCodeEncodingOffset();
        assertComingRefused(RejectReason.UNKNOWN_INSTRUMENT, changed(records, positions, record -> record.putInt(
            MessageHeaderDecoder.ENCODED_LENGTH + MovedPositionsDecoder.instrumentIdEncodingOffset(), STAYING,
            ByteOrder.LITTLE_ENDIAN)));
        for (final int account : new int[]{-1, 1, 3, 4})
        {
            assertComingRefused(RejectReason.UNKNOWN_ACCOUNT, changed(records, positions, record ->
                record.putInt(ofPosition(0, entity), account, ByteOrder.LITTLE_ENDIAN)));
        }
        assertComingRefused(RejectReason.UNKNOWN_LOGIN, changed(records, positions, record ->
        {
            record.putLong(ofPosition(0, code), 0, ByteOrder.LITTLE_ENDIAN);
            record.putInt(ofPosition(0, entity), 9, ByteOrder.LITTLE_ENDIAN);
        }));
        final int orders = indexOf(records, OrdersDecoder.TEMPLATE_ID);
        assertComingRefused(RejectReason.UNKNOWN_INSTRUMENT, changed(records, orders, record -> record.putInt(
            ofOrder(0, OrdersDecoder.EntriesDecoder.instrumentEncodingOffset()), STAYING, ByteOrder.LITTLE_ENDIAN)));
        assertComingRefused(RejectReason.UNKNOWN_LOGIN, changed(records, orders, record -> record.putInt(
            ofOrder(0, OrdersDecoder.EntriesDecoder.loginIdEncodingOffset()), 9, ByteOrder.LITTLE_ENDIAN)));
        for (final int account : new int[]{-1, 3})
        {
            assertComingRefused(RejectReason.UNKNOWN_ACCOUNT, changed(records, orders, record -> record.putInt(
                ofOrder(0, OrdersDecoder.EntriesDecoder.accountEncodingOffset()), account, ByteOrder.LITTLE_ENDIAN)));
        }
        assertComingRefused(RejectReason.ALREADY_DEFINED, changed(records, orders, record -> record.putLong(
            ofOrder(1, OrdersDecoder.EntriesDecoder.orderIdEncodingOffset()),
            record.getLong(ofOrder(0, OrdersDecoder.EntriesDecoder.orderIdEncodingOffset()), ByteOrder.LITTLE_ENDIAN),
            ByteOrder.LITTLE_ENDIAN)));
        assertComingRefused(RejectReason.INVALID_FIELD, changed(records, orders, record -> record.putByte(
            ofOrder(0, OrdersDecoder.EntriesDecoder.sideEncodingOffset()), (byte)77)));
    }

    @Test
    void shouldRefuseRecordsThatMakeNoWhole()
    {
        final List<byte[]> records = all();
        final int queue = indexOf(records, OrderQueueDecoder.TEMPLATE_ID);
        final List<byte[]> withoutQueue = new ArrayList<>(records);
        withoutQueue.remove(queue);
        assertComingRefused(RejectReason.INVALID_FIELD, withoutQueue);
        assertComingRefused(RejectReason.INVALID_FIELD, changed(records, queue, record -> record.putByte(
            MessageHeaderDecoder.ENCODED_LENGTH + OrderQueueDecoder.kindEncodingOffset(), (byte)77)));
        assertComingRefused(RejectReason.INVALID_FIELD, changed(records, queue, record ->
            new MessageHeaderEncoder().wrap(record, 0).version(BEFORE_MOVES)));
        assertComingRefused(RejectReason.INVALID_FIELD, changed(records, queue, record ->
            new MessageHeaderEncoder().wrap(record, 0).templateId(
                LoginsDecoder.TEMPLATE_ID)));
        final List<byte[]> cut = new ArrayList<>(records);
        cut.set(0, Arrays.copyOf(records.getFirst(), records.getFirst().length / 2));
        assertComingRefused(RejectReason.INVALID_FIELD, cut);
    }

    private static List<byte[]> changed(
        final List<byte[]> records, final int index, final Consumer<UnsafeBuffer> change)
    {
        final List<byte[]> changed = new ArrayList<>(records);
        change.accept(copy(changed, index));
        return changed;
    }

    @Test
    void shouldRefuseMoreThanThereMayBe()
    {
        final List<byte[]> records = all();
        final List<Consumer<SetVenueLimitsEncoder>> tooFew = List.of(
            encoder -> encoder.instruments(5), encoder -> encoder.exposures(5), encoder -> encoder.liveOrders(1));
        for (final Consumer<SetVenueLimitsEncoder> few : tooFew)
        {
            to.send(toVenue.venueLimits(few));
            bring(records);
            assertRefused(RejectReason.CAPACITY, end(records));
            to.send(toVenue.venueLimits(encoder -> encoder.instruments(6).exposures(6).liveOrders(2)));
            assertTrue(end(records).getLast().endsWith("state=DONE"));
            to = members(1);
            toVenue = new VenueCommandWriter(to.commands);
        }
        to.send(to.commands.instrument(99, "MOVING-2", encoder -> encoder.underlying("OTHER")));
        bring(records);
        assertRefused(RejectReason.ALREADY_DEFINED, end(records));
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

    /** An order is of the account that has the same number and code there. */
    @Test
    void shouldRefuseOrdersOfAccountsThatHaveOtherNumbersThere()
    {
        for (final Side side : Side.values())
        {
            if (Side.NULL_VAL == side)
            {
                continue;
            }
            setUp();
            from.send(from.commands.account("AA01999", 3));
            to.send(to.commands.account("AA01888", 3));
            day(from, () -> from.order(1, encoder -> encoder.instrumentId(ONE).side(side.value())
                .accountCode(AccountCode.pack("AA01999")).priceE5(400).timeInForce(TimeInForce.GTC.value())));
            final List<byte[]> records = moveOut();
            bring(records);
            assertRefused(RejectReason.UNKNOWN_ACCOUNT, end(records));
        }
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

    @Test
    void shouldTakeARecordWithoutContentsAndRefuseTheMove()
    {
        final SnapshotRecords empty = new SnapshotRecords();
        empty.records.add(new byte[SnapshotRecord.CONTENTS_OFFSET]);
        empty.seal();
        bring(empty.records);
        assertRefused(RejectReason.INVALID_FIELD, end(empty.records));
    }

    /** Positions as no orders make them within a lifetime: at the edge of what can be counted. */
    @Test
    void shouldNotPutFirmsUnderAnAccountThatCouldNotCountThem()
    {
        final List<byte[]> records = all();
        final int positions = indexOf(records, MovedPositionsDecoder.TEMPLATE_ID);
        final int netLots = MovedPositionsDecoder.EntriesDecoder.netLotsEncodingOffset();
        final long half = Exposure.MAX_LOTS / 2 + 1;
        final SnapshotRecords large = new SnapshotRecords();
        changed(records, positions, record ->
        {
            record.putLong(ofPosition(0, netLots), half, ByteOrder.LITTLE_ENDIAN);
            record.putLong(ofPosition(1, netLots), half, ByteOrder.LITTLE_ENDIAN);
            record.putLong(ofPosition(1, MovedPositionsDecoder.EntriesDecoder.accountCodeEncodingOffset()),
                CoreFixture.ACCOUNTS[3], ByteOrder.LITTLE_ENDIAN);
            record.putInt(ofPosition(1, MovedPositionsDecoder.EntriesDecoder.entityEncodingOffset()), 2,
                ByteOrder.LITTLE_ENDIAN);
        }).forEach(record -> large.records.add(record.clone()));
        large.seal();
        bring(large.records);
        assertTrue(end(large.records).getLast().endsWith("state=DONE"));
        final RiskCommandWriter risk = new RiskCommandWriter(to.commands);
        to.send(risk.settlementAccount("SA"));
        to.send(risk.settlementAccount("SB"));
        assertEquals("SettlementAccountAssigned", to.send(risk.assign("AA01", "SA")).getFirst().split(" ")[0]);
        assertRefused(RejectReason.QTY_OUT_OF_RANGE, to.send(risk.assign("AA02", "SA")));
        assertEquals("SettlementAccountAssigned", to.send(risk.assign("AA02", "SB")).getFirst().split(" ")[0]);
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
