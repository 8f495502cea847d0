// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;

import java.util.List;

/**
 * Two partitions of which one gives the instruments of an underlying to the other, and the steps of their move.
 */
abstract class MoveFixture
{
    static final String UNDERLYING = "MOVING";
    static final int ONE = 11;
    static final int TWO = 12;
    static final int SPREAD = 13;
    static final int STAYING = 20;
    static final long MOVE = 7;

    private static final io.bourse.engine.protocol.MessageHeaderDecoder ENGINE_HEADER =
        new io.bourse.engine.protocol.MessageHeaderDecoder();

    CoreFixture from;
    CoreFixture to;
    VenueCommandWriter fromVenue;
    VenueCommandWriter toVenue;

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

    static CoreFixture members(final int partition)
    {
        final CoreFixture core = new CoreFixture(partition, FastOrderBook::new).withMembers();
        core.raiseTo(FeatureLevels.MOVABLE);
        return core;
    }

    void spread()
    {
        from.send(from.commands.instrument(SPREAD, "MOVING-1-2", encoder -> encoder
            .underlying(UNDERLYING).kind(InstrumentKind.SPREAD).settlementPriceE5(0)
            .lowLimitE5(-1_000).highLimitE5(1_000)));
        from.send(fromVenue.legs(SPREAD, new int[]{ONE, TWO}, new int[]{1, -1}));
    }

    static void day(final CoreFixture core, final Runnable trading)
    {
        core.open();
        trading.run();
        core.send(core.commands.suspend(1, ClearingKind.EVENING));
        core.send(core.commands.complete(1, ClearingKind.EVENING));
    }

    void lasting(
        final int login, final int instrumentId, final long clOrdId, final Side side, final long lots, final long price)
    {
        from.order(login, encoder -> encoder.instrumentId(instrumentId).clOrdId(clOrdId).side(side.value())
            .qtyLots(lots).priceE5(price).timeInForce(TimeInForce.GTC.value()));
    }

    List<byte[]> moveOut()
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

    void bring(final List<byte[]> records)
    {
        for (int i = 0; i < records.size(); i++)
        {
            assertEquals(List.of("MoveAdvanced moveId=7 hash=" + MovedRecords.hash(records.subList(0, i + 1)) +
                " records=" + (i + 1) + " otherPartition=0 state=COMING"),
                to.send(toVenue.moveIn(MOVE, i, records.get(i))));
        }
    }

    List<String> end(final List<byte[]> records)
    {
        return to.send(toVenue.endMove(MOVE, records.size(), MovedRecords.hash(records), 0, false));
    }

    static void assertRefused(final RejectReason reason, final List<String> events)
    {
        assertEquals(
            List.of("rejected cl=- order=- account= instrument=0 " + reason),
            events.stream().map(String::trim).toList());
    }

    static UnsafeBuffer copy(final List<byte[]> records, final int index)
    {
        records.set(index, records.get(index).clone());
        return new UnsafeBuffer(records.get(index));
    }

    /** Both instruments, their spread, a halt, a calendar, controls, a contract, positions and two lasting orders. */
    List<byte[]> all()
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
}
