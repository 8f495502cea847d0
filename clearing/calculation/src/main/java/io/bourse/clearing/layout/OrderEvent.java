// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.layout;

/**
 * An event of an order, as it is read: a view whose values change with every row.
 */
public interface OrderEvent
{
    /** Time in force of an event that does not tell it. */
    int NO_TIME_IN_FORCE = 0xF;

    /**
     * Engine time.
     *
     * @return nanoseconds since the Unix epoch.
     */
    long timeNs();

    /**
     * The order.
     *
     * @return order id.
     */
    long orderId();

    /**
     * Price of the order, of a fill that of the trade.
     *
     * @return price x 100 000.
     */
    long priceE5();

    /**
     * What the kind says.
     *
     * @return an id.
     */
    long ref();

    /**
     * Lots that the row is about: accepted, left after a replace, cancelled, traded, shown or taken off.
     *
     * @return lots.
     */
    long qtyLots();

    /**
     * Lots left in the order.
     *
     * @return lots.
     */
    long restLots();

    /**
     * Register of the order.
     *
     * @return account id.
     */
    int account();

    /**
     * Instrument of the order.
     *
     * @return ordinal.
     */
    int instrument();

    /**
     * What happened.
     *
     * @return kind.
     */
    OrderRowKind kind();

    /**
     * Side of the order.
     *
     * @return true to buy.
     */
    boolean isBuy();

    /**
     * Why an order was removed.
     *
     * @return value of a CancelReason; 0 for other kinds.
     */
    int reason();

    /**
     * How long a new order stays.
     *
     * @return value of a TimeInForce; {@link #NO_TIME_IN_FORCE} for other kinds.
     */
    int timeInForce();

    /**
     * Whose order or replace it is.
     *
     * @return login id; -1 for kinds that are not asked for by themselves.
     */
    int loginId();

    /**
     * How the order was made, in the words of the sender: by hand, by an algorithm.
     *
     * @return character; 0 for none.
     */
    int complianceId();
}
