// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.marketdata.book.MdFlags;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The generated flyweights against the tables of SIMBA B.1 to B.3.
 */
class SimbaSchemaTest
{
    @Test
    void shouldHaveIdentityOfVersion8()
    {
        assertEquals(19780, MessageHeaderDecoder.SCHEMA_ID);
        assertEquals(8, MessageHeaderDecoder.SCHEMA_VERSION);
        assertEquals(8, MessageHeaderDecoder.ENCODED_LENGTH);
        assertEquals(3, GroupSizeDecoder.ENCODED_LENGTH);
        assertEquals(16, SimbaPacketDescriptor.messagesOffset(0));
        assertEquals(28, SimbaPacketDescriptor.messagesOffset(SimbaPacketDescriptor.FLAG_INCREMENTAL));
    }

    @Test
    void shouldHaveTemplateIdsAndBlockLengthsOfTheProtocol()
    {
        assertEquals(
            List.of(1, 0, 2, 4, 4, 4, 14, 0, 36, 15, 50, 16, 74, 17, 16, 57),
            List.of(
                HeartbeatDecoder.TEMPLATE_ID, HeartbeatDecoder.BLOCK_LENGTH,
                SequenceResetDecoder.TEMPLATE_ID, SequenceResetDecoder.BLOCK_LENGTH,
                EmptyBookDecoder.TEMPLATE_ID, EmptyBookDecoder.BLOCK_LENGTH,
                BestPricesDecoder.TEMPLATE_ID, BestPricesDecoder.BLOCK_LENGTH,
                BestPricesDecoder.NoMDEntriesDecoder.sbeBlockLength(),
                OrderUpdateDecoder.TEMPLATE_ID, OrderUpdateDecoder.BLOCK_LENGTH,
                OrderExecutionDecoder.TEMPLATE_ID, OrderExecutionDecoder.BLOCK_LENGTH,
                OrderBookSnapshotDecoder.TEMPLATE_ID, OrderBookSnapshotDecoder.BLOCK_LENGTH,
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.sbeBlockLength()));
    }

    @Test
    void shouldHaveOffsetsOfOrderUpdate()
    {
        assertEquals(
            List.of(0, 8, 16, 24, 32, 40, 44, 48, 49),
            List.of(
                OrderUpdateDecoder.mDEntryIDEncodingOffset(),
                OrderUpdateDecoder.mDEntryPxEncodingOffset(),
                OrderUpdateDecoder.mDEntrySizeEncodingOffset(),
                OrderUpdateDecoder.mDFlagsEncodingOffset(),
                OrderUpdateDecoder.mDFlags2EncodingOffset(),
                OrderUpdateDecoder.securityIDEncodingOffset(),
                OrderUpdateDecoder.rptSeqEncodingOffset(),
                OrderUpdateDecoder.mDUpdateActionEncodingOffset(),
                OrderUpdateDecoder.mDEntryTypeEncodingOffset()));
    }

    @Test
    void shouldHaveOffsetsOfOrderExecution()
    {
        assertEquals(
            List.of(0, 8, 16, 24, 32, 40, 48, 56, 64, 68, 72, 73),
            List.of(
                OrderExecutionDecoder.mDEntryIDEncodingOffset(),
                OrderExecutionDecoder.mDEntryPxEncodingOffset(),
                OrderExecutionDecoder.mDEntrySizeEncodingOffset(),
                OrderExecutionDecoder.lastPxEncodingOffset(),
                OrderExecutionDecoder.lastQtyEncodingOffset(),
                OrderExecutionDecoder.tradeIDEncodingOffset(),
                OrderExecutionDecoder.mDFlagsEncodingOffset(),
                OrderExecutionDecoder.mDFlags2EncodingOffset(),
                OrderExecutionDecoder.securityIDEncodingOffset(),
                OrderExecutionDecoder.rptSeqEncodingOffset(),
                OrderExecutionDecoder.mDUpdateActionEncodingOffset(),
                OrderExecutionDecoder.mDEntryTypeEncodingOffset()));
    }

    @Test
    void shouldHaveOffsetsOfBestPricesEntry()
    {
        assertEquals(
            List.of(0, 8, 16, 24, 32),
            List.of(
                BestPricesDecoder.NoMDEntriesDecoder.mktBidPxEncodingOffset(),
                BestPricesDecoder.NoMDEntriesDecoder.mktOfferPxEncodingOffset(),
                BestPricesDecoder.NoMDEntriesDecoder.mktBidSizeEncodingOffset(),
                BestPricesDecoder.NoMDEntriesDecoder.mktOfferSizeEncodingOffset(),
                BestPricesDecoder.NoMDEntriesDecoder.securityIDEncodingOffset()));
    }

    @Test
    void shouldHaveOffsetsOfOrderBookSnapshot()
    {
        assertEquals(
            List.of(0, 4, 8, 12, 0, 8, 16, 24, 32, 40, 48, 56),
            List.of(
                OrderBookSnapshotDecoder.securityIDEncodingOffset(),
                OrderBookSnapshotDecoder.lastMsgSeqNumProcessedEncodingOffset(),
                OrderBookSnapshotDecoder.rptSeqEncodingOffset(),
                OrderBookSnapshotDecoder.exchangeTradingSessionIDEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDEntryIDEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.transactTimeEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDEntryPxEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDEntrySizeEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.tradeIDEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDFlagsEncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDFlags2EncodingOffset(),
                OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDEntryTypeEncodingOffset()));
    }

    @Test
    void shouldHaveNullsOfTheProtocol()
    {
        assertEquals(Long.MAX_VALUE, Decimal5NULLDecoder.mantissaNullValue());
        assertEquals(Long.MIN_VALUE, OrderExecutionDecoder.mDEntrySizeNullValue());
        assertEquals(Long.MIN_VALUE, BestPricesDecoder.NoMDEntriesDecoder.mktBidSizeNullValue());
        assertEquals(Long.MIN_VALUE, OrderBookSnapshotDecoder.NoMDEntriesDecoder.mDEntryIDNullValue());
        assertEquals(4294967295L, EmptyBookDecoder.lastMsgSeqNumProcessedNullValue());
    }

    @Test
    void shouldHaveFlagBitsOfTheSchema()
    {
        assertEquals(MdFlags.DAY, MDFlagsSetEncoder.day(0L, true));
        assertEquals(MdFlags.IOC, MDFlagsSetEncoder.iOC(0L, true));
        assertEquals(MdFlags.NON_QUOTE, MDFlagsSetEncoder.nonQuote(0L, true));
        assertEquals(MdFlags.END_OF_TRANSACTION, MDFlagsSetEncoder.endOfTransaction(0L, true));
        assertEquals(MdFlags.FOK, MDFlagsSetEncoder.fOK(0L, true));
        assertEquals(MdFlags.REPLACE, MDFlagsSetEncoder.replace(0L, true));
        assertEquals(MdFlags.CANCEL, MDFlagsSetEncoder.cancel(0L, true));
        assertEquals(MdFlags.ACTIVE_SIDE, MDFlagsSetEncoder.activeSide(0L, true));
        assertEquals(MdFlags.PASSIVE_SIDE, MDFlagsSetEncoder.passiveSide(0L, true));
        assertEquals(
            List.of((byte)'0', (byte)'1', (byte)'J'),
            List.of(MDEntryType.Bid.value(), MDEntryType.Offer.value(), MDEntryType.EmptyBook.value()));
        assertEquals(
            List.of((short)0, (short)1, (short)2),
            List.of(MDUpdateAction.New.value(), MDUpdateAction.Change.value(), MDUpdateAction.Delete.value()));
    }
}
