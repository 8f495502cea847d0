// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.marketdata.simba.BestPricesEncoder;
import io.bourse.marketdata.simba.Decimal5NULLEncoder;
import io.bourse.marketdata.simba.HeartbeatEncoder;
import io.bourse.marketdata.simba.MDEntryType;
import io.bourse.marketdata.simba.MDUpdateAction;
import io.bourse.marketdata.simba.MessageHeaderEncoder;
import io.bourse.marketdata.simba.OrderBookSnapshotEncoder;
import io.bourse.marketdata.simba.OrderExecutionEncoder;
import io.bourse.marketdata.simba.OrderUpdateEncoder;
import io.bourse.marketdata.simba.SecurityAltIDSource;
import io.bourse.marketdata.simba.SecurityDefinitionEncoder;
import io.bourse.marketdata.simba.SecurityTradingStatus;
import io.bourse.marketdata.simba.SequenceResetEncoder;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets made by the codecs of the publishers.
 */
public final class SamplePackets
{
    /** SendingTime of all packets: 2026-11-22T04:00:00.123456789Z. */
    public static final long SENDING_TIME_NS = 1_795_320_000_123_456_789L;
    /** TransactTime of all packets: 2026-11-22T04:00:00.000000001Z. */
    public static final long TRANSACT_TIME_NS = 1_795_320_000_000_000_001L;

    private static final int MESSAGES_OFFSET = SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1_400]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private int length;

    /**
     * The packet made last, from index 0.
     *
     * @return reused buffer.
     */
    public UnsafeBuffer buffer()
    {
        return buffer;
    }

    /**
     * Length of the packet made last.
     *
     * @return bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * A heartbeat.
     *
     * @param msgSeqNum of the packet.
     * @return this.
     */
    public SamplePackets heartbeat(final long msgSeqNum)
    {
        final HeartbeatEncoder message = new HeartbeatEncoder().wrapAndApplyHeader(buffer, MESSAGES_OFFSET, header);
        return end(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, message.limit());
    }

    /**
     * A trade: touch, aggressor, both executions.
     *
     * @param msgSeqNum of the packet.
     * @return this.
     */
    public SamplePackets trade(final long msgSeqNum)
    {
        final int first = MESSAGES_OFFSET + SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
        final BestPricesEncoder touch = new BestPricesEncoder().wrapAndApplyHeader(buffer, first, header);
        final BestPricesEncoder.NoMDEntriesEncoder entry = touch.noMDEntriesCount(1).next();
        entry.mktBidPx().mantissa(-12_345_678);
        entry.mktOfferPx().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        entry.mktBidSize(7).mktOfferSize(BestPricesEncoder.NoMDEntriesEncoder.mktOfferSizeNullValue())
            .securityID(1001);
        final OrderUpdateEncoder update = new OrderUpdateEncoder()
            .wrapAndApplyHeader(buffer, touch.limit(), header);
        update.mDEntryID(9_007_199_254_740_993L);
        update.mDEntryPx().mantissa(50);
        update.mDEntrySize(5);
        update.mDFlags().clear().day(true).bOC(true);
        update.mDFlags2().clear();
        update.securityID(1001).rptSeq(4_294_967_294L).mDUpdateAction(MDUpdateAction.New)
            .mDEntryType(MDEntryType.Bid);
        final OrderExecutionEncoder execution = new OrderExecutionEncoder()
            .wrapAndApplyHeader(buffer, update.limit(), header);
        execution.mDEntryID(3);
        execution.mDEntryPx().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        execution.mDEntrySize(OrderExecutionEncoder.mDEntrySizeNullValue());
        execution.lastPx().mantissa(9_234_500_000L);
        execution.lastQty(5).tradeID(77);
        execution.mDFlags().clear().nonQuote(true).endOfTransaction(true).duringDiscreteAuction(true);
        execution.mDFlags2().clear();
        execution.securityID(1002).rptSeq(9).mDUpdateAction(MDUpdateAction.New).mDEntryType(MDEntryType.Offer);
        SimbaPacketDescriptor.putIncrementalHeader(buffer, 0, TRANSACT_TIME_NS, 42);
        return end(msgSeqNum,
            SimbaPacketDescriptor.FLAG_LAST_FRAGMENT | SimbaPacketDescriptor.FLAG_INCREMENTAL, execution.limit());
    }

    /**
     * An order of instrument 1001 that comes to rest, one transaction.
     *
     * @param msgSeqNum of the packet.
     * @param rptSeq of the instrument.
     * @param orderId of the order.
     * @param isBid side.
     * @param priceE5 price x 100 000.
     * @param lots quantity.
     * @return this.
     */
    public SamplePackets order(
        final long msgSeqNum,
        final long rptSeq,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long lots)
    {
        final OrderUpdateEncoder update = update(MESSAGES_OFFSET + SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH,
            rptSeq, orderId, isBid, priceE5, lots);
        update.mDFlags().endOfTransaction(true);
        return endIncremental(msgSeqNum, update.limit());
    }

    /**
     * A buy order of instrument 1001 that is filled by a resting one.
     *
     * @param msgSeqNum of the packet.
     * @param rptSeq of the first message.
     * @param orderId of the aggressor.
     * @param restingOrderId of the resting order.
     * @param priceE5 price of both x 100 000.
     * @param lots quantity.
     * @param restLots left of the resting order.
     * @return this.
     */
    public SamplePackets fill(
        final long msgSeqNum,
        final long rptSeq,
        final long orderId,
        final long restingOrderId,
        final long priceE5,
        final long lots,
        final long restLots)
    {
        final OrderUpdateEncoder update = update(MESSAGES_OFFSET + SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH,
            rptSeq, orderId, true, priceE5, lots);
        int limit = update.limit();
        for (int side = 0; side < 2; side++)
        {
            final boolean isAggressor = 0 == side;
            final OrderExecutionEncoder execution =
                new OrderExecutionEncoder().wrapAndApplyHeader(buffer, limit, header);
            execution.mDEntryID(isAggressor ? orderId : restingOrderId);
            execution.mDEntryPx().mantissa(priceE5);
            execution.mDEntrySize(isAggressor ? 0 : restLots);
            execution.lastPx().mantissa(priceE5);
            execution.lastQty(lots).tradeID(77);
            execution.mDFlags().clear().day(true).activeSide(isAggressor).passiveSide(!isAggressor)
                .endOfTransaction(!isAggressor);
            execution.mDFlags2().clear();
            execution.securityID(1001).rptSeq(rptSeq + 1 + side)
                .mDUpdateAction(isAggressor ? MDUpdateAction.Delete : MDUpdateAction.Change)
                .mDEntryType(isAggressor ? MDEntryType.Bid : MDEntryType.Offer);
            limit = execution.limit();
        }
        return endIncremental(msgSeqNum, limit);
    }

    private OrderUpdateEncoder update(
        final int offset,
        final long rptSeq,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long lots)
    {
        final OrderUpdateEncoder update = new OrderUpdateEncoder().wrapAndApplyHeader(buffer, offset, header);
        update.mDEntryID(orderId);
        update.mDEntryPx().mantissa(priceE5);
        update.mDEntrySize(lots);
        update.mDFlags().clear().day(true);
        update.mDFlags2().clear();
        update.securityID(1001).rptSeq(rptSeq).mDUpdateAction(MDUpdateAction.New)
            .mDEntryType(isBid ? MDEntryType.Bid : MDEntryType.Offer);
        return update;
    }

    private SamplePackets endIncremental(final long msgSeqNum, final int limit)
    {
        SimbaPacketDescriptor.putIncrementalHeader(buffer, 0, TRANSACT_TIME_NS + msgSeqNum, 42);
        return end(msgSeqNum,
            SimbaPacketDescriptor.FLAG_LAST_FRAGMENT | SimbaPacketDescriptor.FLAG_INCREMENTAL, limit);
    }

    /**
     * The end of a snapshot cycle.
     *
     * @param msgSeqNum of the packet.
     * @return this.
     */
    public SamplePackets sequenceReset(final long msgSeqNum)
    {
        final SequenceResetEncoder message =
            new SequenceResetEncoder().wrapAndApplyHeader(buffer, MESSAGES_OFFSET, header).newSeqNo(1);
        return end(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, message.limit());
    }

    /**
     * A snapshot of instrument 1001 with one buy order.
     *
     * @param msgSeqNum of the packet.
     * @param lastProcessed LastMsgSeqNumProcessed.
     * @param rptSeq of the instrument.
     * @param priceE5 price x 100 000.
     * @param lots quantity.
     * @return this.
     */
    public SamplePackets book(
        final long msgSeqNum, final long lastProcessed, final long rptSeq, final long priceE5, final long lots)
    {
        final OrderBookSnapshotEncoder snapshot = new OrderBookSnapshotEncoder()
            .wrapAndApplyHeader(buffer, MESSAGES_OFFSET, header);
        snapshot.securityID(1001).lastMsgSeqNumProcessed(lastProcessed).rptSeq(rptSeq).exchangeTradingSessionID(42);
        final OrderBookSnapshotEncoder.NoMDEntriesEncoder entry = snapshot.noMDEntriesCount(1).next();
        entry.mDEntryID(5).transactTime(TRANSACT_TIME_NS);
        entry.mDEntryPx().mantissa(priceE5);
        entry.mDEntrySize(lots).tradeID(OrderBookSnapshotEncoder.NoMDEntriesEncoder.tradeIDNullValue());
        entry.mDFlags().clear().day(true);
        entry.mDFlags2().clear();
        entry.mDEntryType(MDEntryType.Bid);
        return end(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT |
            SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT | SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT,
            snapshot.limit());
    }

    /**
     * A snapshot of one order and one empty book's entry.
     *
     * @param msgSeqNum of the packet.
     * @return this.
     */
    public SamplePackets snapshot(final long msgSeqNum)
    {
        final OrderBookSnapshotEncoder snapshot = new OrderBookSnapshotEncoder()
            .wrapAndApplyHeader(buffer, MESSAGES_OFFSET, header);
        snapshot.securityID(1001).lastMsgSeqNumProcessed(12).rptSeq(8).exchangeTradingSessionID(42);
        final OrderBookSnapshotEncoder.NoMDEntriesEncoder entries = snapshot.noMDEntriesCount(2);
        entries.next().mDEntryID(5).transactTime(TRANSACT_TIME_NS);
        entries.mDEntryPx().mantissa(15_000_000);
        entries.mDEntrySize(10).tradeID(OrderBookSnapshotEncoder.NoMDEntriesEncoder.tradeIDNullValue());
        entries.mDFlags().clear().day(true);
        entries.mDFlags2().clear();
        entries.mDEntryType(MDEntryType.Offer);
        entries.next().mDEntryID(OrderBookSnapshotEncoder.NoMDEntriesEncoder.mDEntryIDNullValue()).transactTime(0);
        entries.mDEntryPx().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        entries.mDEntrySize(OrderBookSnapshotEncoder.NoMDEntriesEncoder.mDEntrySizeNullValue())
            .tradeID(OrderBookSnapshotEncoder.NoMDEntriesEncoder.tradeIDNullValue());
        entries.mDFlags().clear();
        entries.mDFlags2().clear();
        entries.mDEntryType(MDEntryType.EmptyBook);
        return end(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT |
            SimbaPacketDescriptor.FLAG_START_OF_SNAPSHOT | SimbaPacketDescriptor.FLAG_END_OF_SNAPSHOT,
            snapshot.limit());
    }

    /**
     * A definition of a future with an underlying, two legs and a description.
     *
     * @param msgSeqNum of the packet.
     * @return this.
     */
    public SamplePackets definition(final long msgSeqNum)
    {
        buffer.setMemory(MESSAGES_OFFSET, 400, (byte)0);
        final SecurityDefinitionEncoder message =
            new SecurityDefinitionEncoder().wrapAndApplyHeader(buffer, MESSAGES_OFFSET, header);
        message.totNumReports(2).symbol("Si-12.26").securityID(1001).securityAltID("SiZ6")
            .securityAltIDSource(SecurityAltIDSource.ExchangeSymbol).securityType("FUT").cFICode("FFXPSX");
        message.strikePrice().mantissa(Decimal5NULLEncoder.mantissaNullValue());
        message.contractMultiplier(1_000).securityTradingStatus(SecurityTradingStatus.ReadyToTrade).currency("RUB");
        message.minPriceIncrement().mantissa(100_000);
        message.initialMarginOnBuy().mantissa(1_234_567);
        message.riskFreeRate(0.125);
        message.flags().clear().daySession(true).anonymousTrading(true);
        message.noMDFeedTypesCount(0);
        message.noUnderlyingsCount(1).next().underlyingSymbol("Si").underlyingBoard("").underlyingSecurityID(5);
        final SecurityDefinitionEncoder.NoLegsEncoder legs = message.noLegsCount(2);
        legs.next().legSymbol("Si-12.26").legSecurityID(1).legRatioQty(1);
        legs.next().legSymbol("Si-3.27").legSecurityID(2).legRatioQty(-1);
        message.noInstrAttribCount(0);
        message.noEventsCount(0);
        message.securityDesc("Si-12.26 future").quotationList("");
        return end(msgSeqNum, SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, message.limit());
    }

    /** Sends the packet so much later than all others: in a feed the time of sending grows. */
    public SamplePackets later(final long byNs)
    {
        buffer.putLong(SimbaPacketDescriptor.SENDING_TIME_OFFSET, SENDING_TIME_NS + byNs, ByteOrder.LITTLE_ENDIAN);
        return this;
    }

    private SamplePackets end(final long msgSeqNum, final int flags, final int limit)
    {
        length = limit;
        SimbaPacketDescriptor.putPacketHeader(buffer, 0, msgSeqNum, limit, flags, SENDING_TIME_NS);
        return this;
    }
}
