// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

import java.util.stream.Stream;

/**
 * What distinguishes the types of orders: the one table for all readers. The sets of times in force are bits by
 * {@link TimeInForce#value()}; terms that do not go together otherwise: an iceberg is not hidden, a post-only order has
 * no minimum quantity, only an iceberg has a display variance.
 *
 * @param type of the row.
 * @param sinceLevel feature level from which it is known: see {@link FeatureLevels}.
 * @param fixOrdType OrdType(40).
 * @param trigger what it waits for; with one it has a trigger price, StopPx(99).
 * @param afterTrigger what it becomes when its trigger is reached; itself without one.
 * @param hasLimit whether it names a limit, Price(44).
 * @param isAtBestOnly whether it trades at the best price only, and its rest stays there as a limit order.
 * @param timesInForce that it may have.
 * @param hidden times in force that it may be hidden with.
 * @param postOnly times in force that it may be post-only with.
 * @param iceberg times in force that it may be an iceberg with.
 * @param minimum times in force that it may have a minimum quantity with.
 */
public record OrderTypeTraits(
    OrderType type,
    int sinceLevel,
    char fixOrdType,
    Trigger trigger,
    OrderType afterTrigger,
    boolean hasLimit,
    boolean isAtBestOnly,
    int timesInForce,
    int hidden,
    int postOnly,
    int iceberg,
    int minimum)
{
    private static final int DAY = 1;
    private static final int GTC = 1 << 1;
    private static final int AT_OPENING = 1 << 2;
    private static final int IOC = 1 << 3;
    private static final int FOK = 1 << 4;
    private static final int GTD = 1 << 6;
    private static final int AT_CLOSE = 1 << 7;
    private static final int GOOD_FOR_AUCTION = 1 << 9;

    private static final int STAYS = DAY | GTC | GTD;
    private static final int AUCTION = AT_OPENING | AT_CLOSE | GOOD_FOR_AUCTION;
    private static final OrderTypeTraits[] BY_ORDINAL =
        Stream.of(OrderType.values()).map(OrderTypeTraits::row).toArray(OrderTypeTraits[]::new);
    private static final OrderTypeTraits[] BY_VALUE = new OrderTypeTraits[1 << Byte.SIZE];
    private static final OrderTypeTraits[] BY_FIX_ORD_TYPE = new OrderTypeTraits[1 << Byte.SIZE];

    static
    {
        for (final OrderTypeTraits traits : BY_ORDINAL)
        {
            if (OrderType.NULL_VAL != traits.type)
            {
                BY_VALUE[traits.type.value()] = traits;
                BY_FIX_ORD_TYPE[traits.fixOrdType] = traits;
            }
        }
    }

    /**
     * Traits of a type.
     *
     * @param type any.
     * @return its row.
     */
    public static OrderTypeTraits of(final OrderType type)
    {
        return BY_ORDINAL[type.ordinal()];
    }

    /**
     * Type of a number that may come from outside.
     *
     * @param value any.
     * @return null when there is no such type.
     */
    public static OrderType ofValue(final int value)
    {
        return 0 <= value && value < BY_VALUE.length && null != BY_VALUE[value] ? BY_VALUE[value].type : null;
    }

    /**
     * Traits of a type that a FIX client names.
     *
     * @param ordType any OrdType(40).
     * @return null when there is no such type.
     */
    public static OrderTypeTraits ofFixOrdType(final char ordType)
    {
        return ordType < BY_FIX_ORD_TYPE.length ? BY_FIX_ORD_TYPE[ordType] : null;
    }

    /**
     * Whether it waits for its trigger before it may trade.
     *
     * @return false for what trades, or is collected, at once.
     */
    public boolean hasTrigger()
    {
        return Trigger.NONE != trigger;
    }

    /**
     * Whether it trades without a limit of its own: how far it may go is decided when it is matched.
     *
     * @return false as long as it has a trigger.
     */
    public boolean isMarket()
    {
        return !hasLimit && !hasTrigger();
    }

    /**
     * Whether terms go together; the quantities of each are not looked at.
     *
     * @param timeInForce of the order.
     * @param isHidden whether it is hidden.
     * @param isPostOnly whether it may not trade at once.
     * @param isIceberg whether it shows slices.
     * @param hasMinimum whether some of it must trade at once.
     * @return true when there is such an order.
     */
    public boolean allows(
        final TimeInForce timeInForce,
        final boolean isHidden,
        final boolean isPostOnly,
        final boolean isIceberg,
        final boolean hasMinimum)
    {
        final int timesAllowed = timesInForce &
            (isHidden ? hidden : -1) &
            (isPostOnly ? postOnly : -1) &
            (isIceberg ? iceberg : -1) &
            (hasMinimum ? minimum : -1);
        return 0 != (timesAllowed & 1 << timeInForce.value()) &&
            !(isHidden && isIceberg) && !(isPostOnly && hasMinimum);
    }

    private static OrderTypeTraits row(final OrderType type)
    {
        return switch (type)
        {
            case LIMIT -> new OrderTypeTraits(
                type, FeatureLevels.BASE, '2', Trigger.NONE, type, true, false,
                STAYS | IOC | FOK | AUCTION, STAYS, STAYS, STAYS, STAYS | IOC);
            case MARKET -> new OrderTypeTraits(
                type, FeatureLevels.BASE, '1', Trigger.NONE, type, false, false,
                DAY | IOC | FOK | AUCTION, 0, 0, 0, DAY | IOC);
            case MARKET_TO_LIMIT -> new OrderTypeTraits(
                type, FeatureLevels.BASE, 'K', Trigger.NONE, type, false, true,
                STAYS | AUCTION, 0, 0, 0, STAYS);
            case STOP -> new OrderTypeTraits(
                type, FeatureLevels.BASE, '3', Trigger.STOP, OrderType.MARKET, false, false, STAYS, 0, 0, 0, 0);
            case STOP_LIMIT -> new OrderTypeTraits(
                type, FeatureLevels.BASE, '4', Trigger.STOP, OrderType.LIMIT, true, false, STAYS, STAYS, 0, STAYS, 0);
            case MARKET_IF_TOUCHED -> new OrderTypeTraits(
                type, FeatureLevels.TOUCHED, 'J', Trigger.TOUCH, OrderType.MARKET, false, false, STAYS, 0, 0, 0, 0);
            case NULL_VAL -> new OrderTypeTraits(
                type, FeatureLevels.BASE, '\0', Trigger.NONE, type, false, false, 0, 0, 0, 0, 0);
        };
    }
}
