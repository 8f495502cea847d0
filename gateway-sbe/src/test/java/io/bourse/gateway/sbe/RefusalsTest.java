// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.gateway.sbe.RawSession.Order;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.NewOrderSingleDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceRequestDecoder;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Every refusal of docs/protocols/twime.md that a client can cause, and that none of them changes anything.
 */
@Tag("venue")
class RefusalsTest extends VenueTest
{
    private static final Order GOOD = buy(1, PX, 5);

    private RawSession session;

    @BeforeEach
    void establish()
    {
        session = venue.establish(TWAA1);
    }

    @Test
    void shouldRefuseWhatTheEngineDoesNotAccept()
    {
        session
            .newOrder(GOOD.withClOrdId(1).withInstrument(4711))
            .newOrder(GOOD.withClOrdId(2).withInstrument(TwimeFrames.NULL_INT32))
            .newOrder(GOOD.withClOrdId(3).withAccount("AA01999"))
            .newOrder(GOOD.withClOrdId(4).withAccount(""))
            .newOrder(GOOD.withClOrdId(5).withAccount("BB01001"))
            .newOrder(GOOD.withClOrdId(6).withPrice(PX + 1))
            .newOrder(GOOD.withClOrdId(7).withPrice(100_000_00000L + TICK))
            .newOrder(GOOD.withClOrdId(8).withPrice(-TICK))
            .newOrder(GOOD.withClOrdId(9).withTimeInForce(TimeInForceEnum.FOK))
            .replace(999, ModeEnum.ChangeOrderQty, GOOD.withClOrdId(10))
            .cancel(11, TwimeFrames.NULL_INT64, VenueFixture.SI, "AA01001");
        venue.awaitFrames(session, 11);
        final List<Integer> codes = List.of(35, 35, 35, 35, 4220, 39, 32, 32, 4103, 14, 14);
        for (int i = 0; i < codes.size(); i++)
        {
            assertEquals("BusinessMessageReject " + (i + 1) + " code=" + codes.get(i), session.frames.get(i));
        }
        assertEquals(11, venue.count(GatewayCounter.BUSINESS_REJECTS));
        assertNothingChanged();
    }

    @Test
    void shouldRefuseQuantitiesOutsideTheWireRange()
    {
        session
            .newOrder(GOOD.withClOrdId(1).withQty(0))
            .newOrder(GOOD.withClOrdId(2).withQty(TwimeFrames.NULL_UINT32))
            .replace(1, ModeEnum.ChangeOrderQty, GOOD.withClOrdId(3).withQty(0))
            .replace(1, ModeEnum.FixStyleReplace, GOOD.withClOrdId(4).withQty(TwimeFrames.NULL_UINT32));
        venue.awaitFrames(session, 4);
        assertEquals(List.of(
            "BusinessMessageReject 1 code=35",
            "BusinessMessageReject 2 code=35",
            "BusinessMessageReject 3 code=35",
            "BusinessMessageReject 4 code=35"),
            session.frames);
        assertEquals(0, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        assertNothingChanged();
    }

    @Test
    void shouldTakeTheLargestQuantityAndNoMore()
    {
        session.newOrder(GOOD.withQty(Integer.MAX_VALUE)).newOrder(GOOD.withClOrdId(2).withQty(Integer.MAX_VALUE + 1L))
            .newOrder(GOOD.withClOrdId(3).withQty(TwimeFrames.NULL_UINT32 - 1));
        venue.awaitFrames(session, 3);
        assertEquals(List.of(
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=2147483647 instrument=1001 link=11 session=7001 expire=-1 " +
            "Buy Algorithm", "BusinessMessageReject 2 code=35", "BusinessMessageReject 3 code=35"), session.frames);
    }

    @Test
    void shouldNameTheFieldWithAnUndefinedValue()
    {
        session
            .newOrder(GOOD.withClOrdId(-1))
            .newOrder(GOOD.withClOrdId(2).withPrice(10_000_000_000_000_000L))
            .newOrder(GOOD.withClOrdId(3).withPrice(Long.MIN_VALUE))
            .send(newOrder(4, NewOrderSingleDecoder.complianceIDEncodingOffset(), 'Z'))
            .send(newOrder(5, NewOrderSingleDecoder.timeInForceEncodingOffset(), 1))
            .send(newOrder(6, NewOrderSingleDecoder.timeInForceEncodingOffset(), 255))
            .send(newOrder(7, NewOrderSingleDecoder.sideEncodingOffset(), 9))
            .send(newOrder(8, NewOrderSingleDecoder.sideEncodingOffset(), 89))
            .send(replace(9, OrderReplaceRequestDecoder.modeEncodingOffset(), 4))
            .send(replace(10, OrderReplaceRequestDecoder.complianceIDEncodingOffset(), 0));
        venue.awaitFrames(session, 10);
        final List<Integer> tags = List.of(11, 44, 44, 376, 59, 59, 54, 54, 20019, 376);
        for (int i = 0; i < tags.size(); i++)
        {
            final int clOrdId = 0 == i ? -1 : i + 1;
            assertEquals(
                "SessionReject " + clOrdId + " tag=" + tags.get(i) + " ValueIsIncorrect", session.frames.get(i));
        }
        assertEquals(10, venue.count(GatewayCounter.SESSION_REJECTS));
        assertEquals(0, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        assertNothingChanged();
    }

    @Test
    void shouldNameTheFieldOfASpecialRequestThatHoldsAnUndefinedValue()
    {
        // All fields behind ClOrdID are 0.
        final int[] templates = {6004, 6008, 6010, 6011};
        for (int i = 0; i < templates.length; i++)
        {
            session.send(frame(templates[i], i + 1));
        }
        session.send(frame(6005, -1)).send(frame(6009, -1))
            .newOrder(GOOD.withClOrdId(7).withTimeInForce(TimeInForceEnum.GTD));
        venue.awaitFrames(session, 7);
        assertEquals(List.of(
            "SessionReject 1 tag=54 ValueIsIncorrect",
            "SessionReject 2 tag=54 ValueIsIncorrect",
            "SessionReject 3 tag=376 ValueIsIncorrect",
            "SessionReject 4 tag=54 ValueIsIncorrect",
            "SessionReject -1 tag=11 ValueIsIncorrect",
            "SessionReject -1 tag=11 ValueIsIncorrect",
            "SessionReject 7 tag=432 ValueIsIncorrect"),
            session.frames);
        assertEquals(0, venue.count(GatewayCounter.COMMANDS_PUBLISHED));
        assertNothingChanged();
    }

    /** The next order is the first one, and no message number was used. */
    private void assertNothingChanged()
    {
        final int refusals = session.frames.size();
        session.newOrder(buy(1000, PX, 1));
        venue.awaitFrames(session, refusals + 1);
        assertEquals("NewOrder 1000 id=1 ", session.frames.get(refusals).substring(0, 19));
        session.retransmit(2, 1);
        venue.awaitFrames(session, refusals + 3);
        assertEquals(
            List.of("Retransmission next=2 request=1700000000000000000 count=1", session.frames.get(refusals)),
            session.frames.subList(refusals + 1, refusals + 3));
    }

    private byte[] newOrder(final long clOrdId, final int offset, final int value)
    {
        final byte[] frame = session.newOrderFrame(GOOD.withClOrdId(clOrdId));
        frame[TwimeFrames.HEADER_LENGTH + offset] = (byte)value;
        return frame;
    }

    private byte[] replace(final long clOrdId, final int offset, final int value)
    {
        final byte[] frame = session.replaceFrame(1, ModeEnum.ChangeOrderQty, GOOD.withClOrdId(clOrdId));
        frame[TwimeFrames.HEADER_LENGTH + offset] = (byte)value;
        return frame;
    }

    private static byte[] frame(final int templateId, final long clOrdId)
    {
        final int blockLength = TwimeFrames.clientBlockLength(templateId);
        return ByteBuffer.allocate(TwimeFrames.HEADER_LENGTH + blockLength).order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short)blockLength)
            .putShort((short)templateId)
            .putShort((short)19781)
            .putShort((short)7)
            .putLong(clOrdId)
            .array();
    }
}
