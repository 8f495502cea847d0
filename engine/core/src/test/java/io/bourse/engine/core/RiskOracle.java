// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.Side;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Pre-trade risk as obvious code: the trades and the live orders are kept in lists, and every number is computed from
 * them anew whenever somebody asks.
 */
final class RiskOracle
{
    static final LimitLevel[] LEVELS =
    {
        LimitLevel.LOGIN, LimitLevel.CLIENT, LimitLevel.BROKERAGE_FIRM, LimitLevel.SETTLEMENT_ACCOUNT
    };
    private static final BigInteger MAX_LOTS = BigInteger.valueOf(Exposure.MAX_LOTS);
    private static final BigInteger UNITS_PER_KOPECK = BigInteger.valueOf(1_000);
    private static final long SECOND_NS = 1_000_000_000L;

    /** Lots bought (sold if below 0) by a login for an account in an instrument that is no strategy. */
    private record Lots(Login login, int accountId, Instrument instrument, BigInteger lots)
    {
        boolean isOf(final LimitLevel level, final int entityId)
        {
            return entityId == entityId(level, login, accountId);
        }
    }

    /** Limits of a register as they were set; null or 0: none. */
    static final class Limits
    {
        Long collateral;
        long position;
        long orderLots;
        long notional;
        long active;
        int perSecond;
        long windowStartNs;
        int inWindow;
    }

    final List<Order> live = new ArrayList<>();
    private final List<Lots> traded = new ArrayList<>();
    private final Map<String, Limits> limits = new HashMap<>();
    LimitLevel refusedLevel;
    LimitKind refusedKind;

    static int entityId(final LimitLevel level, final Login login, final int accountId)
    {
        return switch (level)
        {
            case LOGIN -> login.loginId;
            case CLIENT -> accountId;
            case BROKERAGE_FIRM -> login.firm.firmId;
            case SETTLEMENT_ACCOUNT, NULL_VAL -> login.firm.settlementAccountId;
        };
    }

    Limits limits(final LimitLevel level, final int entityId)
    {
        return limits.computeIfAbsent(level + "/" + entityId, key -> new Limits());
    }

    void traded(final Order order, final Instrument instrument, final long signedLots)
    {
        traded.add(new Lots(order.login, order.accountId, instrument, BigInteger.valueOf(signedLots)));
    }

    private BigInteger net(final LimitLevel level, final int entityId, final Instrument instrument)
    {
        BigInteger net = BigInteger.ZERO;
        for (final Lots lots : traded)
        {
            if (lots.instrument == instrument && lots.isOf(level, entityId))
            {
                net = net.add(lots.lots);
            }
        }
        return net;
    }

    private BigInteger open(
        final LimitLevel level,
        final int entityId,
        final Instrument instrument,
        final int signum,
        final Order except,
        final Lots[] more)
    {
        BigInteger open = BigInteger.ZERO;
        final List<Lots> all = new ArrayList<>(List.of(more));
        for (final Order order : live)
        {
            if (order != except)
            {
                all.addAll(List.of(legs(order, order.restLots)));
            }
        }
        for (final Lots lots : all)
        {
            if (lots.instrument == instrument && lots.isOf(level, entityId) && lots.lots.signum() == signum)
            {
                open = open.add(lots.lots.abs());
            }
        }
        return open;
    }

    /** Position, lots to buy and lots to sell. */
    String text(final LimitLevel level, final int entityId, final Instrument instrument)
    {
        return net(level, entityId, instrument) + " " +
            open(level, entityId, instrument, 1, null, new Lots[0]) + " " +
            open(level, entityId, instrument, -1, null, new Lots[0]);
    }

    BigInteger required(final LimitLevel level, final int entityId)
    {
        return required(level, entityId, null, new Lots[0]);
    }

    long activeOrders(final LimitLevel level, final int entityId)
    {
        return live.stream().filter(order -> entityId == entityId(level, order.login, order.accountId)).count();
    }

    /** Whether a new order, or a live one with another rest and price, may be; says level and kind when it may not. */
    String refusal(
        final Order order,
        final boolean isNew,
        final long restLots,
        final long ticks,
        final long nowNs,
        final int flags)
    {
        final Lots[] change = legs(order, restLots);
        final Order replaced = isNew ? null : order;
        for (final LimitLevel level : LEVELS)
        {
            final int entityId = entityId(level, order.login, order.accountId);
            if (LimitLevel.SETTLEMENT_ACCOUNT == level && KeyTable.MISSING == entityId)
            {
                continue;
            }
            for (final Lots leg : change)
            {
                if (worst(level, entityId, leg, replaced, change).compareTo(MAX_LOTS) > 0)
                {
                    return "QTY_OUT_OF_RANGE";
                }
            }
            final LimitKind kind = kind(level, entityId, order, replaced, change, restLots, ticks, nowNs, flags);
            if (null != kind)
            {
                refusedLevel = level;
                refusedKind = kind;
                return "RISK_LIMIT " + level + " " + kind;
            }
        }
        return null;
    }

    void count(final Order order, final long nowNs)
    {
        for (final LimitLevel level : LEVELS)
        {
            final Limits set = limits(level, entityId(level, order.login, order.accountId));
            if (0 != set.perSecond)
            {
                if (0 == set.inWindow || nowNs - set.windowStartNs >= SECOND_NS)
                {
                    set.windowStartNs = nowNs;
                    set.inWindow = 0;
                }
                set.inWindow++;
            }
        }
    }

    boolean isStillCovered(final Order order)
    {
        for (final LimitLevel level : LEVELS)
        {
            final int entityId = entityId(level, order.login, order.accountId);
            final Long collateral = limits(level, entityId).collateral;
            if (null != collateral)
            {
                final BigInteger with = required(level, entityId);
                final BigInteger without = required(level, entityId, order, new Lots[0]);
                if (with.compareTo(BigInteger.valueOf(collateral)) > 0 && without.compareTo(with) < 0)
                {
                    return false;
                }
            }
        }
        return true;
    }

    private LimitKind kind(
        final LimitLevel level,
        final int entityId,
        final Order order,
        final Order replaced,
        final Lots[] change,
        final long restLots,
        final long ticks,
        final long nowNs,
        final int flags)
    {
        final Limits set = limits(level, entityId);
        if (0 != set.perSecond && set.inWindow >= set.perSecond && nowNs - set.windowStartNs < SECOND_NS)
        {
            return LimitKind.ORDER_RATE;
        }
        if (0 != set.orderLots && restLots > set.orderLots)
        {
            return LimitKind.ORDER_LOTS;
        }
        final BigInteger notional = BigInteger.valueOf(restLots).multiply(BigInteger.valueOf(ticks).abs())
            .multiply(BigInteger.valueOf(order.instrument.tickValueE5));
        if (0 != set.notional && notional.compareTo(BigInteger.valueOf(set.notional).multiply(UNITS_PER_KOPECK)) > 0)
        {
            return LimitKind.ORDER_NOTIONAL;
        }
        if (0 != set.active && null == replaced && activeOrders(level, entityId) >= set.active)
        {
            return LimitKind.ACTIVE_ORDERS;
        }
        if (0 != (flags & PreTradeRisk.DONT_CHECK_LIMITS))
        {
            return null;
        }
        final boolean isLarger = null == replaced || restLots > replaced.restLots;
        for (final Lots leg : change)
        {
            if (0 != set.position && isLarger &&
                worst(level, entityId, leg, replaced, change).compareTo(BigInteger.valueOf(set.position)) > 0)
            {
                return LimitKind.POSITION;
            }
        }
        final BigInteger after = required(level, entityId, replaced, change);
        return null != set.collateral && after.compareTo(required(level, entityId)) > 0 &&
            after.compareTo(BigInteger.valueOf(set.collateral)) > 0 ? LimitKind.COLLATERAL : null;
    }

    /** How far from zero the position may get on the side of a leg. */
    private BigInteger worst(
        final LimitLevel level, final int entityId, final Lots leg, final Order except, final Lots[] more)
    {
        final BigInteger net = net(level, entityId, leg.instrument);
        final int signum = leg.lots.signum();
        return open(level, entityId, leg.instrument, signum, except, more)
            .add(signum > 0 ? net : net.negate());
    }

    private BigInteger required(final LimitLevel level, final int entityId, final Order except, final Lots[] more)
    {
        if (LimitLevel.LOGIN == level)
        {
            return BigInteger.ZERO;
        }
        final Map<Integer, Instrument> instruments = new LinkedHashMap<>();
        traded.forEach(lots -> instruments.put(lots.instrument.instrumentId, lots.instrument));
        live.forEach(order -> List.of(legs(order, 1))
            .forEach(leg -> instruments.put(leg.instrument.instrumentId, leg.instrument)));
        List.of(more).forEach(leg -> instruments.put(leg.instrument.instrumentId, leg.instrument));
        BigInteger sum = BigInteger.ZERO;
        for (final int id : new TreeSet<>(instruments.keySet()))
        {
            final Instrument instrument = instruments.get(id);
            final BigInteger net = net(level, entityId, instrument);
            final BigInteger buys = open(level, entityId, instrument, 1, except, more);
            final BigInteger sells = open(level, entityId, instrument, -1, except, more);
            final BigInteger longest = net.max(net.add(buys)).max(BigInteger.ZERO);
            final BigInteger shortest = net.negate().max(sells.subtract(net)).max(BigInteger.ZERO);
            sum = sum.add(longest.multiply(BigInteger.valueOf(instrument.margin.longKopecks()))
                .max(shortest.multiply(BigInteger.valueOf(instrument.margin.shortKopecks()))));
        }
        return sum;
    }

    private static Lots[] legs(final Order order, final long lots)
    {
        final BigInteger signed = BigInteger.valueOf(Side.BUY == order.side ? lots : -lots);
        final StrategyLegs legs = order.instrument.legs;
        if (null == legs)
        {
            return new Lots[]{new Lots(order.login, order.accountId, order.instrument, signed)};
        }
        final Lots[] all = new Lots[legs.instruments.length];
        for (int i = 0; i < all.length; i++)
        {
            all[i] = new Lots(order.login, order.accountId, legs.instruments[i],
                signed.multiply(BigInteger.valueOf(legs.ratios[i])));
        }
        return all;
    }
}
