// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the receiver reports of trades whose orders no public book has.
 */
class OffBookTradesTest
{
    private static final int LEG = 8;

    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[1400]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final OrderExecutionEncoder execution = new OrderExecutionEncoder();
    private final List<String> trades = new ArrayList<>();
    private SimbaReceiver receiver;
    private int length;
    private int rptSeq;

    @BeforeEach
    void start()
    {
        receiver = new SimbaReceiver(ReceiverGroups.deafReceiverContext().listener((transaction, books) ->
        {
            assertEquals(0, transaction.touchedCount());
            for (int i = 0; i < transaction.tradeCount(); i++)
            {
                trades.add(text(transaction.trade(i)));
            }
        }).build());
        length = SimbaPacketDescriptor.PACKET_HEADER_LENGTH + SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
    }

    @AfterEach
    void stop()
    {
        receiver.close();
    }

    @Test
    void shouldReportLegsAndNegotiatedTradesAndLeaveTheBooksAlone()
    {
        trade(LEG, 901, -12_300, MdFlags.MULTI_LEG);
        trade(LEG, 902, 12_800, MdFlags.MULTI_LEG | MdFlags.SECOND_LEG);
        trade(LEG, 903, 500, MdFlags.NEGOTIATED | MdFlags.NEGOTIATED_MATCH_BY_REF);
        // Two hidden orders in an auction.
        trade(LEG, 904, 510, MdFlags.PASSIVE_SIDE | MdFlags.DURING_DISCRETE_AUCTION);
        send();

        assertTrue(receiver.isLive());
        assertEquals(List.of(
            "901 8 5@-12300 leg", "902 8 5@12800 leg", "903 8 5@500 negotiated", "904 8 5@510"), trades);
        assertEquals(4, receiver.counters().get(ReceiverCounter.TRADES));
        assertNull(receiver.books().book(LEG).bestBid());
        assertNull(receiver.books().book(LEG).bestAsk());
        assertEquals(8, receiver.books().book(LEG).rptSeq());
    }

    private void trade(final int securityId, final long tradeId, final long priceE5, final long mdFlags)
    {
        party(securityId, tradeId, priceE5, mdFlags, MDEntryType.Bid);
        party(securityId, tradeId, priceE5, mdFlags, MDEntryType.Offer);
    }

    private void party(
        final int securityId, final long tradeId, final long priceE5, final long mdFlags, final MDEntryType type)
    {
        execution.wrapAndApplyHeader(packet, length, header)
            .mDEntryID(0)
            .mDEntrySize(OrderExecutionEncoder.mDEntrySizeNullValue())
            .lastQty(5)
            .tradeID(tradeId)
            .securityID(securityId)
            .rptSeq(++rptSeq)
            .mDUpdateAction(MDUpdateAction.New)
            .mDEntryType(type);
        execution.mDEntryPx().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        execution.lastPx().mantissa(priceE5);
        execution.mDFlags2().clear();
        packet.putLong(
            execution.offset() + OrderExecutionEncoder.mDFlagsEncodingOffset(),
            mdFlags | MdFlags.NON_QUOTE,
            ByteOrder.LITTLE_ENDIAN);
        length = execution.limit();
    }

    private void send()
    {
        final int flags = SimbaPacketDescriptor.FLAG_INCREMENTAL | SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
        SimbaPacketDescriptor.putPacketHeader(packet, 0, 1, length, flags, 1_000);
        SimbaPacketDescriptor.putIncrementalHeader(packet, 0, 1_000, 1);
        receiver.onPacket(SimbaFeed.INCREMENTAL_A, packet, 0, length);
    }

    private static String text(final MarketTrade trade)
    {
        assertEquals(0, trade.aggressorOrderId());
        assertEquals(0, trade.restingOrderId());
        return trade.tradeId() + " " + trade.securityId() + " " + trade.qtyLots() + "@" + trade.priceE5() +
            (trade.isStrategyLeg() ? " leg" : "") + (trade.isNegotiated() ? " negotiated" : "");
    }
}
