// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A receiver without recovery servers that is handed datagrams one by one.
 */
class PitchReceiverTest
{
    private static final long P100 = 100_00000L;
    private static final long P101 = 101_00000L;

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[1500]);
    private final List<String> heard = new ArrayList<>();
    private final long symbol = PitchSymbol.pack("ABC");
    private final PitchReceiver receiver = new PitchReceiver(PitchReceiverOptions.builder()
        .unit(4)
        .feedA(MulticastEndpoint.parse(Multicast.free()))
        .feedB(MulticastEndpoint.parse(Multicast.free()))
        .retransmission(null)
        .windowCapacity(256)
        .maxGapMessages(100)
        .listener(new PitchMarketListener()
        {
            @Override
            public void onTrade(
                final PitchBook book,
                final boolean isBid,
                final long qtyLots,
                final long priceE5,
                final long executionId)
            {
                heard.add(book.symbol() + (isBid ? " B " : " S ") + qtyLots + '@' + priceE5 + ' ' + executionId);
            }

            @Override
            public void onApplied(final long sequence)
            {
                heard.add("applied " + sequence);
            }

            @Override
            public void onGap(final long firstMissing)
            {
                heard.add("gap " + firstMissing);
            }

            @Override
            public void onEndOfSession()
            {
                heard.add("end of session");
            }
        }).build());
    private int length = SequencedUnit.HEADER_LENGTH;
    private int count;

    @AfterEach
    void tearDown()
    {
        receiver.close();
    }

    @Test
    void shouldFollowTheBookRules()
    {
        put(PitchWriter.time(packet, length, 10));
        add(1, true, 10, P100);
        add(2, true, 10, P100);
        add(3, true, 10, P100);
        add(4, false, 10, P101);
        put(PitchWriter.orderExecuted(packet, length, 5, 1, 4, 900));
        put(PitchWriter.reduceSize(packet, length, 5, 2, 1));
        put(PitchWriter.modifyOrder(packet, length, 5, 1, 5, P100, PitchMessages.FLAG_DISPLAY));
        send(PitchGroup.A, 1);
        assertEquals(List.of("ABC B 4@10000000 900", "applied 8"), heard);
        // Fewer lots keep the place; all others lose it.
        assertBook("1 B 5@10000000", "2 B 9@10000000", "3 B 10@10000000", "4 S 10@10100000");

        put(PitchWriter.modifyOrder(packet, length, 5, 1, 6, P100, PitchMessages.FLAG_DISPLAY));
        put(PitchWriter.modifyOrder(packet, length, 5, 2, 12, P100, PitchMessages.FLAG_MAINTAIN_PRIORITY));
        put(PitchWriter.modifyOrder(packet, length, 5, 4, 10, 99_00000L, 0));
        send(PitchGroup.B, 9);
        assertBook("2 B 12@10000000", "3 B 10@10000000", "1 B 6@10000000", "4 S 10@9900000");

        put(PitchWriter.orderExecutedAtPriceSize(packet, length, 5, 4, 30, 0, 901, P100));
        put(PitchWriter.trade(packet, length, 5, 0, false, 7, symbol, P101, 902));
        put(PitchWriter.deleteOrder(packet, length, 5, 3));
        put(PitchWriter.orderExecuted(packet, length, 5, 1, 6, 903));
        put(PitchWriter.tradingStatus(packet, length, 5, symbol, PitchMessages.STATUS_QUOTE_ONLY));
        put(PitchWriter.auctionUpdate(packet, length, 5, symbol, (byte)'C', P100, 3, 4, P101));
        heard.clear();
        send(PitchGroup.A, 12);
        assertBook("2 B 12@10000000");
        assertEquals(
            List.of("ABC S 30@10000000 901", "ABC S 7@10100000 902", "ABC B 6@10000000 903", "applied 17"), heard);
        final PitchBook book = receiver.books().book("ABC");
        assertEquals("QC 3/4 10100000", "" + book.status() + book.auctionType() + ' ' + book.auctionBuyLots() + '/' +
            book.auctionSellLots() + ' ' + book.indicativePriceE5());

        put(PitchWriter.auctionSummary(packet, length, 5, symbol, (byte)'C', P101, 3));
        put(PitchWriter.unitClear(packet, length, 5));
        put(PitchWriter.endOfSession(packet, length, 5));
        heard.clear();
        send(PitchGroup.A, 18);
        assertBook();
        assertEquals(0, book.indicativePriceE5());
        assertEquals(List.of("end of session", "applied 20"), heard);
        assertEquals(0, receiver.counters().get(PitchReceiverCounter.FAULTS));
    }

    @Test
    void shouldApplyInOrderOfNumbersWhicheverFeedIsFirst()
    {
        add(1, true, 1, P100);
        send(PitchGroup.A, 1);
        add(3, true, 3, P100);
        send(PitchGroup.A, 3);
        add(3, true, 3, P100);
        send(PitchGroup.B, 3);
        assertFalse(receiver.isLive());
        assertEquals(1, receiver.lastSequence());
        add(1, true, 1, P100);
        add(2, true, 2, P100);
        send(PitchGroup.B, 1);
        assertTrue(receiver.isLive());
        assertBook("1 B 1@10000000", "2 B 2@10000000", "3 B 3@10000000");
        assertEquals(List.of("applied 1", "applied 3"), heard);
        assertEquals(2, receiver.counters().get(PitchReceiverCounter.DUPLICATES));

        // A heartbeat names a message that is still to come.
        send(PitchGroup.A, 5);
        assertFalse(receiver.isLive());
        add(4, false, 4, P101);
        send(PitchGroup.B, 4);
        assertTrue(receiver.isLive());
    }

    @Test
    void shouldTakeUnknownMessagesForNumbersOnlyAndNothingElseFromAnywhere()
    {
        packet.putByte(length, (byte)5);
        packet.putByte(length + 1, (byte)0xB1);
        put(5);
        packet.putByte(length, (byte)3);
        packet.putByte(length + 1, (byte)PitchMessages.LOGIN_RESPONSE);
        put(3);
        add(1, true, 1, P100);
        send(PitchGroup.A, 1);
        assertEquals(3, receiver.lastSequence());
        add(2, true, 1, P100);
        SequencedUnit.putHeader(packet, 0, length, count, 3, 4);
        receiver.onPacket(PitchGroup.A, packet, 0, length);
        SequencedUnit.putHeader(packet, 0, length, count + 1, 4, 4);
        receiver.onPacket(PitchGroup.A, packet, 0, length);
        receiver.onPacket(PitchGroup.A, packet, 0, length - 1);
        assertEquals(3, receiver.lastSequence());
        assertEquals(2, receiver.counters().get(PitchReceiverCounter.MALFORMED));
    }

    @Test
    void shouldNotTrustBooksThatAMessageContradicts()
    {
        put(PitchWriter.deleteOrder(packet, length, 5, 77));
        send(PitchGroup.A, 1);
        assertFalse(receiver.isLive());
        assertEquals(List.of("gap 2"), heard);
        assertEquals(1, receiver.counters().get(PitchReceiverCounter.FAULTS));
    }

    @Test
    void shouldStartAnewWhenHeartbeatsKeepGoingBack()
    {
        add(1, true, 1, P100);
        add(2, true, 1, P100);
        send(PitchGroup.A, 1);
        for (int i = 0; i < 3; i++)
        {
            send(PitchGroup.A, 1);
        }
        assertBook("1 B 1@10000000", "2 B 1@10000000");
        send(PitchGroup.B, 1);
        send(PitchGroup.B, 1);
        assertBook();
        assertTrue(receiver.isLive());
        add(9, true, 1, P100);
        send(PitchGroup.B, 1);
        assertBook("9 B 1@10000000");
        assertEquals(List.of("applied 2", "gap 0", "applied 1"), heard);
    }

    private void add(final long orderId, final boolean isBid, final long qtyLots, final long priceE5)
    {
        put(PitchWriter.addOrder(packet, length, 5, orderId, isBid, qtyLots, symbol, priceE5));
    }

    private void put(final int messageLength)
    {
        length += messageLength;
        count++;
    }

    private void send(final PitchGroup group, final long sequence)
    {
        SequencedUnit.putHeader(packet, 0, length, count, 4, sequence);
        receiver.onPacket(group, packet, 0, length);
        length = SequencedUnit.HEADER_LENGTH;
        count = 0;
    }

    private void assertBook(final String... expected)
    {
        final List<String> lines = new ArrayList<>();
        final BookCursor cursor = new BookCursor().wrap(receiver.books().book("ABC").book());
        for (BookOrder order = cursor.next(); null != order; order = cursor.next())
        {
            lines.add(order.orderId() + (order.isBid() ? " B " : " S ") + order.qtyLots() + '@' + order.priceE5());
        }
        assertEquals(List.of(expected), lines);
    }
}
