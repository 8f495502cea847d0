// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Hears the messages of a unit as {@link PitchReader} reads them. Time offsets are nanoseconds of the second that the
 * last Time named; prices are x 100 000; symbols are packed, see {@link PitchSymbol}; short, long and expanded forms
 * of a message are one.
 */
public interface PitchListener
{
    /**
     * Time.
     *
     * @param secondOfDay 0 to 86399.
     */
    default void onTime(final int secondOfDay)
    {
    }

    /**
     * UnitClear: no order of the unit is left.
     *
     * @param timeOffsetNs in the second.
     */
    default void onUnitClear(final int timeOffsetNs)
    {
    }

    /**
     * AddOrder: an order enters at the end of its price level.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param isBid side.
     * @param qtyLots quantity.
     * @param symbol packed.
     * @param priceE5 limit.
     * @param flags AddFlags.
     */
    default void onAddOrder(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final int flags)
    {
    }

    /**
     * OrderExecuted: traded at the order's price.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param executedLots to take off the order.
     * @param executionId uint64.
     */
    default void onOrderExecuted(
        final int timeOffsetNs, final long orderId, final long executedLots, final long executionId)
    {
    }

    /**
     * OrderExecutedAtPriceSize: traded at another price.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param executedLots traded.
     * @param remainingLots left in the order; 0: it is gone.
     * @param executionId uint64.
     * @param priceE5 of the trade.
     */
    default void onOrderExecutedAtPriceSize(
        final int timeOffsetNs,
        final long orderId,
        final long executedLots,
        final long remainingLots,
        final long executionId,
        final long priceE5)
    {
    }

    /**
     * ReduceSize: a part is cancelled, the rest keeps its place.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param canceledLots to take off the order.
     */
    default void onReduceSize(final int timeOffsetNs, final long orderId, final long canceledLots)
    {
    }

    /**
     * ModifyOrder: another quantity and price.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     * @param qtyLots new quantity.
     * @param priceE5 new limit.
     * @param flags ModifyFlags.
     */
    default void onModifyOrder(
        final int timeOffsetNs, final long orderId, final long qtyLots, final long priceE5, final int flags)
    {
    }

    /**
     * DeleteOrder.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64.
     */
    default void onDeleteOrder(final int timeOffsetNs, final long orderId)
    {
    }

    /**
     * Trade: with an order that nobody saw; no book changes.
     *
     * @param timeOffsetNs in the second.
     * @param orderId uint64, 0 for none.
     * @param isBid side of the order that nobody saw.
     * @param qtyLots traded.
     * @param symbol packed.
     * @param priceE5 of the trade.
     * @param executionId uint64.
     */
    default void onTrade(
        final int timeOffsetNs,
        final long orderId,
        final boolean isBid,
        final long qtyLots,
        final long symbol,
        final long priceE5,
        final long executionId)
    {
    }

    /**
     * TradeBreak.
     *
     * @param timeOffsetNs in the second.
     * @param executionId uint64.
     */
    default void onTradeBreak(final int timeOffsetNs, final long executionId)
    {
    }

    /**
     * EndOfSession.
     *
     * @param timeOffsetNs in the second.
     */
    default void onEndOfSession(final int timeOffsetNs)
    {
    }

    /**
     * TradingStatus.
     *
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param status one of the STATUS characters of {@link PitchMessages}.
     * @param regShoAction '0' or '1'.
     */
    default void onTradingStatus(
        final int timeOffsetNs, final long symbol, final byte status, final byte regShoAction)
    {
    }

    /**
     * AuctionUpdate.
     *
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param auctionType kind of the auction.
     * @param referencePriceE5 price that the auction is measured by.
     * @param buyLots to buy at the indicative price.
     * @param sellLots to sell at the indicative price.
     * @param indicativePriceE5 0 for none.
     * @param auctionOnlyPriceE5 0 for none.
     */
    default void onAuctionUpdate(
        final int timeOffsetNs,
        final long symbol,
        final byte auctionType,
        final long referencePriceE5,
        final long buyLots,
        final long sellLots,
        final long indicativePriceE5,
        final long auctionOnlyPriceE5)
    {
    }

    /**
     * AuctionSummary.
     *
     * @param timeOffsetNs in the second.
     * @param symbol packed.
     * @param auctionType kind of the auction.
     * @param priceE5 0 if nothing traded.
     * @param qtyLots traded.
     */
    default void onAuctionSummary(
        final int timeOffsetNs, final long symbol, final byte auctionType, final long priceE5, final long qtyLots)
    {
    }

    /**
     * A message of a type that is not known here; it has a number like any other.
     *
     * @param type 0 to 255.
     * @param length bytes.
     */
    default void onUnknown(final int type, final int length)
    {
    }
}
