// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.risk;

import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.RejectReason;

/**
 * Sets all limits that a firm has of its own for a register at once: those that are null are none. Of each the tighter
 * one of the venue's and the firm's holds.
 *
 * @param level client, brokerage firm or login.
 * @param code of the register: an account, a firm, the number of a login.
 * @param orderLots most lots of one order.
 * @param orderNotionalKopecks highest value of one order.
 * @param positionLots farthest a position may get from zero in an instrument, orders counted.
 * @param activeOrders most orders live at the same time.
 * @param ordersPerSecond most orders accepted in a second.
 * @param block lets nothing new be ordered, and no order be changed.
 * @param off takes all of them away.
 */
public record SetFirmLimits(
    LimitLevel level,
    String code,
    Long orderLots,
    Long orderNotionalKopecks,
    Long positionLots,
    Long activeOrders,
    Integer ordersPerSecond,
    boolean block,
    boolean off) implements Act<Void>
{
    /** Checks the form. */
    public SetFirmLimits
    {
        RegisterCodes.require(level, code);
        Forms.require(LimitLevel.SETTLEMENT_ACCOUNT != level, "level", "firms have no limits for settlement accounts");
        Forms.positiveOrNone("orderLots", orderLots);
        Forms.positiveOrNone("orderNotionalKopecks", orderNotionalKopecks);
        Forms.positiveOrNone("positionLots", positionLots);
        Forms.positiveOrNone("activeOrders", activeOrders);
        Forms.positiveOrNone("ordersPerSecond", ordersPerSecond);
        Forms.somethingOrOff("limit, or {block}", block || null != orderLots || null != orderNotionalKopecks ||
            null != positionLots || null != activeOrders || null != ordersPerSecond, off, false);
    }

    @Override
    public SetFirmLimits part(final int partition, final int count)
    {
        return new SetFirmLimits(level, code, orderLots, orderNotionalKopecks, positionLots,
            Partitions.partOfLimit(activeOrders, partition, count),
            Partitions.partOfLimit(ordersPerSecond, partition, count), block, off);
    }

    @Override
    public Void execute(final ActContext context)
    {
        context.requireLevel(FeatureLevels.DELEGATED);
        final VenueSettings settings = context.settings();
        context.requireOwn(settings.firmOf(level, code));
        settings.requireRegister(level, code);
        final TradingLimitsSpec venue = settings.limits(level, code);
        requireBelow("orderLots", orderLots, venue.maxOrderLots());
        requireBelow("orderNotionalKopecks", orderNotionalKopecks, venue.maxOrderNotionalKopecks());
        requireBelow("positionLots", positionLots, venue.maxPositionLots());
        requireBelow("activeOrders", activeOrders, venue.maxActiveOrders());
        requireBelow("ordersPerSecond", ordersPerSecond, venue.maxOrdersPerSecond());
        new RiskOperator(context.operator()).setFirmLimits(level, code, new TradingLimitsSpec(
            orZero(positionLots), orZero(orderLots), orZero(orderNotionalKopecks), orZero(activeOrders),
            (int)orZero(ordersPerSecond)), block);
        return null;
    }

    private static long orZero(final Number given)
    {
        return null == given ? 0 : given.longValue();
    }

    /** The engine refuses it too, and cannot say which one. */
    private void requireBelow(final String name, final Number given, final long venue)
    {
        if (0 != venue && orZero(given) > venue)
        {
            throw CommandRefusedException.notSent(RejectReason.ABOVE_VENUE_LIMIT, name + "=" + given + " venue=" +
                venue + " " + RegisterCodes.text(level, code) + "; a limit of a firm is never looser than that of " +
                "the venue, choose one up to it");
        }
    }
}
