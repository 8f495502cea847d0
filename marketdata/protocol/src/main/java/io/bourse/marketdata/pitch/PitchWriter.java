// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the messages of a unit (sheet E.1), each in the shortest form that holds it. Every method returns the length
 * of the message in bytes. Time offsets are nanoseconds of the second that the last Time named; quantities are lots up
 * to 4294967295; prices are x 100 000 and {@link PitchPrice#isShowable}; symbols are packed by {@link PitchSymbol}.
 */
public final class PitchWriter
{
    /** Largest quantity of a message. */
    public static final long MAX_QTY = 0xFFFF_FFFFL;

    private static final byte NOT_A_CUSTOMER = 'N';
    private static final int MAX_SHORT_QTY = 0xFFFF;
    private static final int FOUR_SPACES = 0x2020_2020;

    private PitchWriter()
    {
    }

    /**
     * Time.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param secondOfDay 0 to 86399.
     * @return length.
     */
    public static int time(final MutableDirectBuffer buffer, final int offset, final int secondOfDay)
    {
        return begin(buffer, offset, PitchMessages.TIME, secondOfDay);
    }

    /**
     * UnitClear.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @return length.
     */
    public static int unitClear(final MutableDirectBuffer buffer, final int offset, final int timeOffsetNs)
    {
        return begin(buffer, offset, PitchMessages.UNIT_CLEAR, timeOffsetNs);
    }

    /**
     * EndOfSession.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @return length.
     */
    public static int endOfSession(final MutableDirectBuffer buffer, final int offset, final int timeOffsetNs)
    {
        return begin(buffer, offset, PitchMessages.END_OF_SESSION, timeOffsetNs);
    }

    /**
     * AddOrder: short if quantity, price and symbol allow it, long if the symbol has up to 6 characters, else expanded
     * with no participant; the customer indicator says that it is not known to be a customer's.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param isBid side.
     * @param qtyLots quantity.
     * @param symbol packed.
     * @param priceE5 limit.
     * @return length.
     */
    public static int addOrder(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5)
    {
        final boolean isShortSymbol = PitchSymbol.isShort(symbol);
        final boolean isShort = isShortSymbol && isShort(qtyLots, priceE5);
        final int type = isShort ? PitchMessages.ADD_ORDER_SHORT :
            isShortSymbol ? PitchMessages.ADD_ORDER_LONG : PitchMessages.ADD_ORDER_EXPANDED;
        final int length = begin(buffer, offset, type, timeOffsetNs);
        final int end = order(buffer, offset, orderId, isBid, qtyLots, symbol, priceE5, isShort);
        buffer.putByte(end, (byte)PitchMessages.FLAG_DISPLAY);
        if (!isShortSymbol)
        {
            buffer.putInt(end + 1, FOUR_SPACES, LITTLE_ENDIAN);
            buffer.putByte(end + 5, NOT_A_CUSTOMER);
        }
        return length;
    }

    /**
     * Trade: short, long or expanded like {@link #addOrder}.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64, 0 for none.
     * @param isBid side of the order that nobody saw.
     * @param qtyLots quantity.
     * @param symbol packed.
     * @param priceE5 price of the trade.
     * @param executionId uint64.
     * @return length.
     */
    public static int trade(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final long executionId)
    {
        final boolean isShortSymbol = PitchSymbol.isShort(symbol);
        final boolean isShort = isShortSymbol && isShort(qtyLots, priceE5);
        final int type = isShort ? PitchMessages.TRADE_SHORT :
            isShortSymbol ? PitchMessages.TRADE_LONG : PitchMessages.TRADE_EXPANDED;
        final int length = begin(buffer, offset, type, timeOffsetNs);
        final int end = order(buffer, offset, orderId, isBid, qtyLots, symbol, priceE5, isShort);
        buffer.putLong(end, executionId, LITTLE_ENDIAN);
        return length;
    }

    /**
     * OrderExecuted.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param executedLots quantity.
     * @param executionId uint64.
     * @return length.
     */
    public static int orderExecuted(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final long executedLots,
        final long executionId)
    {
        final int length = begin(buffer, offset, PitchMessages.ORDER_EXECUTED, timeOffsetNs);
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        buffer.putInt(offset + 14, (int)executedLots, LITTLE_ENDIAN);
        buffer.putLong(offset + 18, executionId, LITTLE_ENDIAN);
        return length;
    }

    /**
     * OrderExecutedAtPriceSize.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param executedLots quantity.
     * @param remainingLots left in the order, 0 if it is gone.
     * @param executionId uint64.
     * @param priceE5 of the trade.
     * @return length.
     */
    public static int orderExecutedAtPriceSize(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final long executedLots,
        final long remainingLots,
        final long executionId,
        final long priceE5)
    {
        final int length = begin(buffer, offset, PitchMessages.ORDER_EXECUTED_AT_PRICE_SIZE, timeOffsetNs);
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        buffer.putInt(offset + 14, (int)executedLots, LITTLE_ENDIAN);
        buffer.putInt(offset + 18, (int)remainingLots, LITTLE_ENDIAN);
        buffer.putLong(offset + 22, executionId, LITTLE_ENDIAN);
        buffer.putLong(offset + 30, PitchPrice.toLong(priceE5), LITTLE_ENDIAN);
        return length;
    }

    /**
     * ReduceSize, short or long.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param canceledLots taken off the order.
     * @return length.
     */
    public static int reduceSize(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final long canceledLots)
    {
        final boolean isShort = canceledLots <= MAX_SHORT_QTY;
        final int type = isShort ? PitchMessages.REDUCE_SIZE_SHORT : PitchMessages.REDUCE_SIZE_LONG;
        final int length = begin(buffer, offset, type, timeOffsetNs);
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        if (isShort)
        {
            buffer.putShort(offset + 14, (short)canceledLots, LITTLE_ENDIAN);
        }
        else
        {
            buffer.putInt(offset + 14, (int)canceledLots, LITTLE_ENDIAN);
        }
        return length;
    }

    /**
     * ModifyOrder, short or long.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param qtyLots new quantity.
     * @param priceE5 new limit.
     * @param flags bits of {@link PitchMessages#FLAG_DISPLAY} and {@link PitchMessages#FLAG_MAINTAIN_PRIORITY}.
     * @return length.
     */
    public static int modifyOrder(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long orderId,
        final long qtyLots,
        final long priceE5,
        final int flags)
    {
        final boolean isShort = isShort(qtyLots, priceE5);
        final int type = isShort ? PitchMessages.MODIFY_ORDER_SHORT : PitchMessages.MODIFY_ORDER_LONG;
        final int length = begin(buffer, offset, type, timeOffsetNs);
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        if (isShort)
        {
            buffer.putShort(offset + 14, (short)qtyLots, LITTLE_ENDIAN);
            buffer.putShort(offset + 16, (short)PitchPrice.toShort(priceE5), LITTLE_ENDIAN);
        }
        else
        {
            buffer.putInt(offset + 14, (int)qtyLots, LITTLE_ENDIAN);
            buffer.putLong(offset + 18, PitchPrice.toLong(priceE5), LITTLE_ENDIAN);
        }
        buffer.putByte(offset + length - 1, (byte)flags);
        return length;
    }

    /**
     * DeleteOrder.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @return length.
     */
    public static int deleteOrder(
        final MutableDirectBuffer buffer, final int offset, final int timeOffsetNs, final long orderId)
    {
        final int length = begin(buffer, offset, PitchMessages.DELETE_ORDER, timeOffsetNs);
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        return length;
    }

    /**
     * TradeBreak.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param executionId uint64.
     * @return length.
     */
    public static int tradeBreak(
        final MutableDirectBuffer buffer, final int offset, final int timeOffsetNs, final long executionId)
    {
        final int length = begin(buffer, offset, PitchMessages.TRADE_BREAK, timeOffsetNs);
        buffer.putLong(offset + 6, executionId, LITTLE_ENDIAN);
        return length;
    }

    /**
     * TradingStatus without a short sale restriction.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param status one of the STATUS characters of {@link PitchMessages}.
     * @return length.
     */
    public static int tradingStatus(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long symbol,
        final byte status)
    {
        final int length = begin(buffer, offset, PitchMessages.TRADING_STATUS, timeOffsetNs);
        buffer.putLong(offset + 6, symbol, LITTLE_ENDIAN);
        buffer.putByte(offset + 14, status);
        buffer.putByte(offset + 15, (byte)'0');
        buffer.putByte(offset + 16, (byte)' ');
        buffer.putByte(offset + 17, (byte)' ');
        return length;
    }

    /**
     * AuctionUpdate without a price for auction orders alone.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param auctionType kind of the auction.
     * @param referencePriceE5 price that the auction is measured by.
     * @param buyLots lots to buy at the indicative price.
     * @param sellLots lots to sell at the indicative price.
     * @param indicativePriceE5 0 for none.
     * @return length.
     */
    public static int auctionUpdate(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long symbol,
        final byte auctionType,
        final long referencePriceE5,
        final long buyLots,
        final long sellLots,
        final long indicativePriceE5)
    {
        final int length = begin(buffer, offset, PitchMessages.AUCTION_UPDATE, timeOffsetNs);
        buffer.putLong(offset + 6, symbol, LITTLE_ENDIAN);
        buffer.putByte(offset + 14, auctionType);
        buffer.putLong(offset + 15, PitchPrice.toLong(referencePriceE5), LITTLE_ENDIAN);
        buffer.putInt(offset + 23, (int)buyLots, LITTLE_ENDIAN);
        buffer.putInt(offset + 27, (int)sellLots, LITTLE_ENDIAN);
        buffer.putLong(offset + 31, PitchPrice.toLong(indicativePriceE5), LITTLE_ENDIAN);
        buffer.putLong(offset + 39, 0, LITTLE_ENDIAN);
        return length;
    }

    /**
     * AuctionSummary.
     *
     * @param buffer to write to.
     * @param offset of the message.
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param auctionType kind of the auction.
     * @param priceE5 of all its trades, 0 if there were none.
     * @param qtyLots traded.
     * @return length.
     */
    public static int auctionSummary(
        final MutableDirectBuffer buffer,
        final int offset,
        final int timeOffsetNs,
        final long symbol,
        final byte auctionType,
        final long priceE5,
        final long qtyLots)
    {
        final int length = begin(buffer, offset, PitchMessages.AUCTION_SUMMARY, timeOffsetNs);
        buffer.putLong(offset + 6, symbol, LITTLE_ENDIAN);
        buffer.putByte(offset + 14, auctionType);
        buffer.putLong(offset + 15, PitchPrice.toLong(priceE5), LITTLE_ENDIAN);
        buffer.putInt(offset + 23, (int)qtyLots, LITTLE_ENDIAN);
        return length;
    }

    private static boolean isShort(final long qtyLots, final long priceE5)
    {
        return qtyLots <= MAX_SHORT_QTY && PitchPrice.isShort(priceE5);
    }

    /** Order id, side, quantity, symbol and price; returns where they end. */
    private static int order(
        final MutableDirectBuffer buffer,
        final int offset,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final boolean isShort)
    {
        buffer.putLong(offset + 6, orderId, LITTLE_ENDIAN);
        buffer.putByte(offset + 14, (byte)(isBid ? 'B' : 'S'));
        int position = offset + 15;
        if (isShort)
        {
            buffer.putShort(position, (short)qtyLots, LITTLE_ENDIAN);
            position += 2;
        }
        else
        {
            buffer.putInt(position, (int)qtyLots, LITTLE_ENDIAN);
            position += 4;
        }
        // All 8 bytes, also of a short symbol: the price after it covers the last two.
        buffer.putLong(position, symbol, LITTLE_ENDIAN);
        position += PitchSymbol.isShort(symbol) ? PitchSymbol.SHORT_LENGTH : PitchSymbol.MAX_LENGTH;
        if (isShort)
        {
            buffer.putShort(position, (short)PitchPrice.toShort(priceE5), LITTLE_ENDIAN);
            return position + 2;
        }
        buffer.putLong(position, PitchPrice.toLong(priceE5), LITTLE_ENDIAN);
        return position + 8;
    }

    private static int begin(
        final MutableDirectBuffer buffer, final int offset, final int type, final int timeOrOffset)
    {
        final int length = PitchMessages.lengthOf(type);
        buffer.putByte(offset, (byte)length);
        buffer.putByte(offset + 1, (byte)type);
        buffer.putInt(offset + 2, timeOrOffset, LITTLE_ENDIAN);
        return length;
    }
}
