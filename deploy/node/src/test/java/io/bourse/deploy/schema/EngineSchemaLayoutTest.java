// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

/** The schema of the engine as data is that of its generated codecs. */
class EngineSchemaLayoutTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final SbePrinter printer = new SbePrinter(SbeSchemas.engine());

    @Test
    void shouldHaveTheBlockLengthsOfTheGeneratedCodecs() throws ReflectiveOperationException
    {
        for (final SbeMessage message : SbeSchemas.engine().byVersion().lastEntry().getValue().messages().values())
        {
            final Class<?> decoder = Class.forName("io.bourse.engine.protocol." + message.name() + "Decoder");
            assertEquals(decoder.getField("BLOCK_LENGTH").getInt(null), message.block().length(), message.name());
        }
    }

    @Test
    void shouldTakeCompositesApart()
    {
        final TradeEncoder trade = new TradeEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        trade.tradeId(7).priceE5(12_345).qtyLots(3).aggressorSide(Side.SELL);
        trade.buy().orderId(11).restLots(4);
        trade.sell().orderId(12).loginId(9);
        final Map<String, Object> decoded =
            printer.message(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + trade.encodedLength());
        assertEquals("Trade", decoded.get(SbePrinter.MESSAGE));
        assertEquals(12_345L, decoded.get("priceE5"));
        assertEquals("SELL", decoded.get("aggressorSide"));
        assertEquals(11L, ((Map<?, ?>)decoded.get("buy")).get("orderId"));
        assertEquals(4L, ((Map<?, ?>)decoded.get("buy")).get("restLots"));
        assertEquals(12L, ((Map<?, ?>)decoded.get("sell")).get("orderId"));
        assertEquals(9L, ((Map<?, ?>)decoded.get("sell")).get("loginId"));
    }

    @Test
    void shouldLeaveOutWhatIsNotThere()
    {
        final OrderCancelledEncoder cancelled =
            new OrderCancelledEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        cancelled.orderId(7).requestClOrdId(OrderCancelledDecoder.requestClOrdIdNullValue());
        final int end = MessageHeaderEncoder.ENCODED_LENGTH + cancelled.encodedLength();
        final Map<String, Object> decoded = printer.message(buffer, 0, end);
        assertEquals(7L, decoded.get("orderId"));
        assertNull(decoded.get("requestClOrdId"));
        assertThrows(MalformedPacketException.class, () -> printer.message(buffer, 0, end - 1));
    }
}
