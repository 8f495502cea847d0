// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.acts.Replaced;
import io.bourse.deploy.operators.acts.Replacement;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.LimitLevel;

/**
 * Sets all trading limits of a register at once: those that are null are switched off, or kept. Limits are above 0.
 *
 * @param level of the register.
 * @param code of the register: an account, a firm, a settlement account, the number of a login.
 * @param orderLots most lots of one order.
 * @param orderNotionalKopecks highest value of one order.
 * @param positionLots farthest a position may get from zero in an instrument, orders counted.
 * @param activeOrders most orders live at the same time.
 * @param ordersPerSecond most orders accepted in a second.
 * @param off switches all of them off.
 * @param keep keeps the present value of what is null.
 */
public record SetTradingLimits(
    LimitLevel level,
    String code,
    Long orderLots,
    Long orderNotionalKopecks,
    Long positionLots,
    Long activeOrders,
    Integer ordersPerSecond,
    boolean off,
    boolean keep) implements Act<Replaced>
{
    /** Checks the form. */
    public SetTradingLimits
    {
        RegisterCodes.require(level, code);
        Forms.positiveOrNone("orderLots", orderLots);
        Forms.require(null == orderNotionalKopecks || orderNotionalKopecks > 0, "orderNotionalKopecks",
            "a limit is above 0; leave it out to switch it off: {orderNotionalKopecks}=" +
                (null == orderNotionalKopecks ? "" : Forms.roubles(orderNotionalKopecks)));
        Forms.positiveOrNone("positionLots", positionLots);
        Forms.positiveOrNone("activeOrders", activeOrders);
        Forms.positiveOrNone("ordersPerSecond", ordersPerSecond);
        Forms.somethingOrOff("limit", null != orderLots || null != orderNotionalKopecks || null != positionLots ||
            null != activeOrders || null != ordersPerSecond, off, keep);
    }

    @Override
    public SetTradingLimits part(final int partition, final int count)
    {
        return new SetTradingLimits(level, code, orderLots, orderNotionalKopecks, positionLots,
            Partitions.partOfLimit(activeOrders, partition, count),
            Partitions.partOfLimit(ordersPerSecond, partition, count), off, keep);
    }

    @Override
    public Replaced execute(final ActContext context)
    {
        final VenueSettings settings = context.settings();
        settings.requireRegister(level, code);
        final Replacement replacement = new Replacement(keep);
        final TradingLimitsSpec replacing = replacing(replacement, settings.limits(level, code));
        replacement.require(context, RegisterCodes.text(level, code), off, settings.isWhole());
        new RiskOperator(context.operator()).setTradingLimits(level, code, replacing);
        return replacement.result();
    }

    /** The limits that are given, 0 for none. */
    public TradingLimitsSpec spec()
    {
        return replacing(new Replacement(false), new TradingLimitsSpec(0, 0, 0, 0, 0));
    }

    /** The new limits, each noted with what it was. */
    private TradingLimitsSpec replacing(final Replacement replacement, final TradingLimitsSpec present)
    {
        final long order = replacement.replace("orderLots", orderLots, present.maxOrderLots());
        final long notional = replacement.replace("orderNotional", orderNotionalKopecks,
            present.maxOrderNotionalKopecks(), 0L, kopecks -> 0 == kopecks ? Replacement.OFF : Forms.roubles(kopecks));
        final long position = replacement.replace("position", positionLots, present.maxPositionLots());
        final long active = replacement.replace("activeOrders", activeOrders, present.maxActiveOrders());
        final long perSecond = replacement.replace("ordersPerSecond",
            null == ordersPerSecond ? null : ordersPerSecond.longValue(), present.maxOrdersPerSecond());
        return new TradingLimitsSpec(position, order, notional, active, (int)perSecond);
    }
}
