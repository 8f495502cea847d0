// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * Is shown what changes of {@link PriceLevels}, in the order to be sent.
 */
@FunctionalInterface
public interface LevelChanges
{
    /** Shows them nowhere: receivers have them. */
    LevelChanges NONE = (action, isBid, level, priceE5, qtyLots, orderCount) ->
    {
    };

    /** MDUpdateAction(279): the price came. */
    int NEW = 0;

    /** MDUpdateAction(279): its quantity or its number of orders is another. */
    int CHANGE = 1;

    /** MDUpdateAction(279): the price went. */
    int DELETE = 2;

    /**
     * A level changes.
     *
     * @param action {@link #NEW}, {@link #CHANGE} or {@link #DELETE}.
     * @param isBid side.
     * @param level from 1, at the moment of this change.
     * @param priceE5 price x 100 000.
     * @param qtyLots lots at the price now; of a level that goes, before.
     * @param orderCount orders at the price now; of a level that goes, before.
     */
    void onLevel(int action, boolean isBid, int level, long priceE5, long qtyLots, int orderCount);
}
