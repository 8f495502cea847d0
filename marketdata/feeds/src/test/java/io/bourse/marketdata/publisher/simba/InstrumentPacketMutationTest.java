// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.SecurityDefinitionDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.testing.EventScript;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * Definitions that were damaged on the way: whatever passes the check can be decoded to its end.
 */
class InstrumentPacketMutationTest
{
    private static final int HEADER = SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
    private static final int MUTATIONS = 200_000;

    private final PublicMarket market = new PublicMarket((transaction) -> { });
    private final UnsafeBuffer original = new UnsafeBuffer(new byte[1400]);

    @Test
    void shouldDecodeWhateverPassesTheCheck()
    {
        final long seed = System.nanoTime();
        System.out.println("InstrumentPacketMutationTest seed=" + seed);
        final Random random = new Random(seed);
        final EventScript events = new EventScript(market).begin();
        for (int i = 1; i <= 3; i++)
        {
            final int id = i;
            events.event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(id).maturityDate(20261217)
                .kind(3 == id ? InstrumentKind.SPREAD : InstrumentKind.FUTURE).symbol("S" + id).underlying("U")
                .currency("RUB"));
        }
        events.event(new LegDefinedEncoder(), (e) -> e.instrumentId(3).legInstrumentId(1).ratio(1));
        events.event(new LegDefinedEncoder(), (e) -> e.instrumentId(3).legInstrumentId(2).ratio(-1)).end();
        final int length = HEADER + new InstrumentMessages(8).putDefinition(
            original, HEADER, market.instruments().get(2), market.session(), 0, 3);
        SimbaPacketDescriptor.putPacketHeader(original, 0, 1, length, 1, 1);
        assertTrue(SimbaMessages.isWellFormed(original, 0, length));
        assertEquals("feeds=1 underlyings=1 legs=2 attributes=0 events=1 end=" + length, decode(original));

        int passed = 0;
        for (int i = 0; i < MUTATIONS; i++)
        {
            final int newLength = 0 == random.nextInt(3) ? HEADER + random.nextInt(length) : length;
            final byte[] bytes = new byte[newLength];
            original.getBytes(0, bytes, 0, Math.min(length, newLength));
            final UnsafeBuffer packet = new UnsafeBuffer(bytes);
            packet.putShort(SimbaPacketDescriptor.MSG_SIZE_OFFSET, (short)newLength);
            for (int j = random.nextInt(4); j > 0; j--)
            {
                // The end of the message more often than its middle: there are the lengths.
                final int at = random.nextBoolean() ?
                    random.nextInt(newLength) : Math.max(0, newLength - 1 - random.nextInt(150));
                bytes[at] = (byte)random.nextInt(256);
            }
            if (SimbaMessages.isWellFormed(packet, 0, newLength) &&
                SecurityDefinitionDecoder.TEMPLATE_ID == SimbaMessages.templateId(packet, HEADER))
            {
                passed++;
                assertTrue(decode(packet).endsWith("end=" + newLength), "seed=" + seed + " i=" + i);
            }
        }
        assertTrue(passed > MUTATIONS / 10 && passed < MUTATIONS, "passed=" + passed + " seed=" + seed);
    }

    private static String decode(final UnsafeBuffer packet)
    {
        final SecurityDefinitionDecoder decoder =
            new SecurityDefinitionDecoder().wrapAndApplyHeader(packet, HEADER, new MessageHeaderDecoder());
        final int[] counts = new int[5];
        decoder.noMDFeedTypes().forEach((entry) -> counts[0] += 1 + entry.mDFeedType().length() * 0);
        decoder.noUnderlyings().forEach((entry) -> counts[1] += 1 + entry.underlyingSymbol().length() * 0);
        decoder.noLegs().forEach((entry) -> counts[2] += 1 + entry.legRatioQty() * 0);
        decoder.noInstrAttrib().forEach((entry) -> counts[3] += 1 + entry.instrAttribType() * 0);
        decoder.noEvents().forEach((entry) -> counts[4] += 1 + (int)entry.eventTime() * 0);
        decoder.skipSecurityDesc();
        decoder.skipQuotationList();
        return "feeds=" + counts[0] + " underlyings=" + counts[1] + " legs=" + counts[2] + " attributes=" + counts[3] +
            " events=" + counts[4] + " end=" + decoder.limit();
    }
}
