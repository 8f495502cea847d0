// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.EndMoveEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MoveInEncoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.RollingHash;
import io.bourse.engine.protocol.SetVenueLimitsEncoder;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.LoginsDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.MessageHeaderEncoder;
import io.bourse.engine.protocol.snapshot.MovedPositionsDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the commands of a move refuse, and that what they refuse changes nothing.
 */
class MoveRefusalTest extends MoveFixture
{
    private static final int RECORDS_LIMIT = 100_000;
    /** Version of snapshots that has no moves. */
    private static final int BEFORE_MOVES = 10;

    private static CommandWriter sentByGateway(final CommandWriter commands)
    {
        new CommandHeaderEncoder()
            .wrap(commands.buffer, CommandWriter.OFFSET + MessageHeaderEncoder.ENCODED_LENGTH)
            .gatewayId(CommandWriter.GATEWAY_ID);
        return commands;
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

    private static List<byte[]> changed(
        final List<byte[]> records, final int index, final Consumer<UnsafeBuffer> change)
    {
        final List<byte[]> changed = new ArrayList<>(records);
        change.accept(copy(changed, index));
        return changed;
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
}
