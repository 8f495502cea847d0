// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Reads the messages of a unit (sheet E.1). Blocks must have passed {@link SequencedUnit#check}; more bytes in a
 * message than are known are skipped.
 */
public final class PitchReader
{
    private PitchReader()
    {
    }

    /**
     * Reads all messages of a block.
     *
     * @param buffer to read.
     * @param offset of the block.
     * @param listener of the messages.
     * @return number of messages.
     */
    public static int read(final DirectBuffer buffer, final int offset, final PitchListener listener)
    {
        final int count = SequencedUnit.count(buffer, offset);
        int position = offset + SequencedUnit.HEADER_LENGTH;
        for (int i = 0; i < count; i++)
        {
            position += readMessage(buffer, position, listener);
        }
        return count;
    }

    /**
     * Reads one message.
     *
     * @param buffer to read.
     * @param offset of the message.
     * @param listener of it.
     * @return its length in bytes.
     */
    public static int readMessage(final DirectBuffer buffer, final int offset, final PitchListener listener)
    {
        final int length = buffer.getByte(offset) & 0xFF;
        final int type = buffer.getByte(offset + 1) & 0xFF;
        if (!PitchMessages.isOfUnit(type))
        {
            listener.onUnknown(type, length);
            return length;
        }
        final int timeOffsetNs = buffer.getInt(offset + 2, LITTLE_ENDIAN);
        switch (type)
        {
            case PitchMessages.TIME -> listener.onTime(timeOffsetNs);
            case PitchMessages.UNIT_CLEAR -> listener.onUnitClear(timeOffsetNs);
            case PitchMessages.END_OF_SESSION -> listener.onEndOfSession(timeOffsetNs);
            case PitchMessages.TRADING_STATUS -> listener.onTradingStatus(
                timeOffsetNs,
                buffer.getLong(offset + 6, LITTLE_ENDIAN),
                buffer.getByte(offset + 14),
                buffer.getByte(offset + 15));
            case PitchMessages.AUCTION_UPDATE -> listener.onAuctionUpdate(
                timeOffsetNs,
                buffer.getLong(offset + 6, LITTLE_ENDIAN),
                buffer.getByte(offset + 14),
                longPrice(buffer, offset + 15),
                uint32(buffer, offset + 23),
                uint32(buffer, offset + 27),
                longPrice(buffer, offset + 31),
                longPrice(buffer, offset + 39));
            case PitchMessages.AUCTION_SUMMARY -> listener.onAuctionSummary(
                timeOffsetNs,
                buffer.getLong(offset + 6, LITTLE_ENDIAN),
                buffer.getByte(offset + 14),
                longPrice(buffer, offset + 15),
                uint32(buffer, offset + 23));
            case PitchMessages.TRADE_BREAK -> listener.onTradeBreak(timeOffsetNs, orderId(buffer, offset));
            default -> readOrder(buffer, offset, type, length, listener);
        }
        return length;
    }

    private static void readOrder(
        final DirectBuffer buffer, final int offset, final int type, final int length, final PitchListener listener)
    {
        final int timeOffsetNs = buffer.getInt(offset + 2, LITTLE_ENDIAN);
        final long orderId = orderId(buffer, offset);
        switch (type)
        {
            case PitchMessages.ADD_ORDER_SHORT, PitchMessages.ADD_ORDER_LONG, PitchMessages.ADD_ORDER_EXPANDED,
                PitchMessages.TRADE_SHORT, PitchMessages.TRADE_LONG, PitchMessages.TRADE_EXPANDED ->
                readWithSymbol(buffer, offset, type, listener);
            case PitchMessages.ORDER_EXECUTED -> listener.onOrderExecuted(
                timeOffsetNs, orderId, uint32(buffer, offset + 14), buffer.getLong(offset + 18, LITTLE_ENDIAN));
            case PitchMessages.ORDER_EXECUTED_AT_PRICE_SIZE -> listener.onOrderExecutedAtPriceSize(
                timeOffsetNs,
                orderId,
                uint32(buffer, offset + 14),
                uint32(buffer, offset + 18),
                buffer.getLong(offset + 22, LITTLE_ENDIAN),
                longPrice(buffer, offset + 30));
            case PitchMessages.REDUCE_SIZE_LONG ->
                listener.onReduceSize(timeOffsetNs, orderId, uint32(buffer, offset + 14));
            case PitchMessages.REDUCE_SIZE_SHORT ->
                listener.onReduceSize(timeOffsetNs, orderId, uint16(buffer, offset + 14));
            case PitchMessages.MODIFY_ORDER_LONG -> listener.onModifyOrder(
                timeOffsetNs,
                orderId,
                uint32(buffer, offset + 14),
                longPrice(buffer, offset + 18),
                buffer.getByte(offset + 26));
            case PitchMessages.MODIFY_ORDER_SHORT -> listener.onModifyOrder(
                timeOffsetNs,
                orderId,
                uint16(buffer, offset + 14),
                shortPrice(buffer, offset + 16),
                buffer.getByte(offset + 18));
            case PitchMessages.DELETE_ORDER -> listener.onDeleteOrder(timeOffsetNs, orderId);
            default -> listener.onUnknown(type, length);
        }
    }

    private static void readWithSymbol(
        final DirectBuffer buffer, final int offset, final int type, final PitchListener listener)
    {
        final boolean isShort = PitchMessages.ADD_ORDER_SHORT == type || PitchMessages.TRADE_SHORT == type;
        final boolean isExpanded = PitchMessages.ADD_ORDER_EXPANDED == type || PitchMessages.TRADE_EXPANDED == type;
        final int timeOffsetNs = buffer.getInt(offset + 2, LITTLE_ENDIAN);
        final long orderId = orderId(buffer, offset);
        final boolean isBid = 'B' == buffer.getByte(offset + 14);
        final long qtyLots = isShort ? uint16(buffer, offset + 15) : uint32(buffer, offset + 15);
        final int symbolOffset = offset + (isShort ? 17 : 19);
        final long symbol = isExpanded ? buffer.getLong(symbolOffset, LITTLE_ENDIAN) : PitchSymbol.ofShort(
            buffer.getInt(symbolOffset, LITTLE_ENDIAN), buffer.getShort(symbolOffset + 4, LITTLE_ENDIAN));
        final int priceOffset = symbolOffset + (isExpanded ? PitchSymbol.MAX_LENGTH : PitchSymbol.SHORT_LENGTH);
        final long priceE5 = isShort ? shortPrice(buffer, priceOffset) : longPrice(buffer, priceOffset);
        final int end = priceOffset + (isShort ? 2 : 8);
        switch (type)
        {
            case PitchMessages.TRADE_SHORT, PitchMessages.TRADE_LONG, PitchMessages.TRADE_EXPANDED -> listener.onTrade(
                timeOffsetNs, orderId, isBid, qtyLots, symbol, priceE5, buffer.getLong(end, LITTLE_ENDIAN));
            default -> listener.onAddOrder(
                timeOffsetNs, orderId, isBid, qtyLots, symbol, priceE5, buffer.getByte(end) & 0xFF);
        }
    }

    private static long orderId(final DirectBuffer buffer, final int offset)
    {
        return buffer.getLong(offset + 6, LITTLE_ENDIAN);
    }

    private static long longPrice(final DirectBuffer buffer, final int offset)
    {
        return PitchPrice.ofLong(buffer.getLong(offset, LITTLE_ENDIAN));
    }

    private static long shortPrice(final DirectBuffer buffer, final int offset)
    {
        return PitchPrice.ofShort(uint16(buffer, offset));
    }

    private static long uint32(final DirectBuffer buffer, final int offset)
    {
        return buffer.getInt(offset, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
    }

    private static int uint16(final DirectBuffer buffer, final int offset)
    {
        return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
    }
}
