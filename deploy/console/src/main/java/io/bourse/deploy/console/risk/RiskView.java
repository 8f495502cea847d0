// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.risk;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FirmLimitsSetDecoder;
import io.bourse.engine.protocol.InstrumentDefinedDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginDefinedDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.OffBookKind;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradePartyDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2ObjectHashMap;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Positions, live orders and what they need as cover, counted from events the way the core counts them for its checks
 * before a trade: for each instrument the dearer of what a register may be long and short, at the margin of a lot.
 */
public final class RiskView implements EventListener
{
    private final Map<LimitLevel, NavigableMap<String, RegisterExposure>> registers = new EnumMap<>(LimitLevel.class);
    private final Map<LimitLevel, Map<String, Limits>> limits = new EnumMap<>(LimitLevel.class);
    private final Map<LimitLevel, Map<String, FirmLimits>> firmLimits = new EnumMap<>(LimitLevel.class);
    private final Map<String, String> loginFirms = new TreeMap<>();
    private final Long2ObjectHashMap<LiveOrder> orders = new Long2ObjectHashMap<>();
    private final Map<Integer, Instrument> instruments = new TreeMap<>();
    private final Map<String, String> settlementAccounts = new TreeMap<>();

    /**
     * A live order.
     *
     * @param orderId of the core.
     * @param account code of its register.
     * @param loginId whose it is.
     * @param instrumentId what it is for.
     * @param isBuy side.
     * @param priceE5 limit x 100 000.
     * @param restLots left in it.
     */
    record LiveOrder(
        long orderId, String account, int loginId, int instrumentId, boolean isBuy, long priceE5, long restLots)
    {
        private LiveOrder withRest(final long newRestLots)
        {
            return new LiveOrder(orderId, account, loginId, instrumentId, isBuy, priceE5, newRestLots);
        }

        private LiveOrder withPrice(final long newPriceE5)
        {
            return new LiveOrder(orderId, account, loginId, instrumentId, isBuy, newPriceE5, restLots);
        }
    }

    /** Limits of a register; 0: not limited. */
    record Limits(
        long maxPositionLots, long maxOrderLots, long maxOrderNotionalKopecks, long maxActiveOrders,
        int maxOrdersPerSecond)
    {
    }

    /** Limits that a firm has set itself; 0: none of its own. */
    record FirmLimits(
        long maxPositionLots, long maxOrderLots, long maxOrderNotionalKopecks, long maxActiveOrders,
        int maxOrdersPerSecond, boolean isBlocked)
    {
    }

    /** A leg of a strategy. */
    private record Leg(int instrumentId, int ratio)
    {
    }

    private static final class Instrument
    {
        private final String symbol;
        private final boolean isStrategy;
        private final List<Leg> legs = new ArrayList<>();
        private long longKopecks;
        private long shortKopecks;

        private Instrument(final String symbol, final boolean isStrategy)
        {
            this.symbol = symbol;
            this.isStrategy = isStrategy;
        }
    }

    /** Makes an empty one. */
    public RiskView()
    {
        for (final LimitLevel level : LimitLevel.values())
        {
            registers.put(level, new TreeMap<>());
            limits.put(level, new TreeMap<>());
            firmLimits.put(level, new TreeMap<>());
        }
    }

    /** Registers of a level that hold, have ordered or were given something, by code. */
    NavigableMap<String, RegisterExposure> registers(final LimitLevel level)
    {
        return registers.get(level);
    }

    /** Null when none were set. */
    Limits limits(final LimitLevel level, final String code)
    {
        return limits.get(level).get(code);
    }

    /** Null when the firm has set none. */
    FirmLimits firmLimits(final LimitLevel level, final String code)
    {
        return firmLimits.get(level).get(code);
    }

    /** The brokerage firm of a register; null of settlement accounts, which may have several. */
    String firmOf(final LimitLevel level, final String code)
    {
        return switch (level)
        {
            case CLIENT -> code.substring(0, Math.min(code.length(), AccountCode.BROKERAGE_FIRM_LENGTH));
            case BROKERAGE_FIRM -> code;
            case LOGIN -> loginFirms.get(code);
            case SETTLEMENT_ACCOUNT, NULL_VAL -> null;
        };
    }

    /** Live orders of a register, in no order. */
    List<LiveOrder> orders(final LimitLevel level, final String code)
    {
        final List<LiveOrder> found = new ArrayList<>();
        orders.forEachLong((id, order) ->
        {
            if (code.equals(codeOf(level, order.account(), order.loginId())))
            {
                found.add(order);
            }
        });
        return found;
    }

    String symbol(final int instrumentId)
    {
        final Instrument instrument = instruments.get(instrumentId);
        return null == instrument ? null : instrument.symbol;
    }

    /** Where the obligations of a brokerage firm are settled; null when it was never assigned. */
    String settlementAccount(final String firm)
    {
        return settlementAccounts.get(firm);
    }

    /** Cover of one exposure. */
    BigInteger requiredKopecks(final int instrumentId, final RegisterExposure.Exposure exposure)
    {
        final Instrument instrument = instruments.get(instrumentId);
        return null == instrument ? BigInteger.ZERO :
            product(exposure.longLots(), instrument.longKopecks)
                .max(product(exposure.shortLots(), instrument.shortKopecks));
    }

    /** Cover of all exposures. */
    BigInteger requiredKopecks(final RegisterExposure register)
    {
        BigInteger sum = BigInteger.ZERO;
        for (final Int2ObjectHashMap<RegisterExposure.Exposure>.EntryIterator at =
            register.exposures().entrySet().iterator(); at.hasNext();)
        {
            at.next();
            sum = sum.add(requiredKopecks(at.getIntKey(), at.getValue()));
        }
        return sum;
    }

    private static BigInteger product(final long lots, final long kopecks)
    {
        return BigInteger.valueOf(lots).multiply(BigInteger.valueOf(kopecks));
    }

    private String codeOf(final LimitLevel level, final String account, final int loginId)
    {
        final String firm = account.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH);
        return switch (level)
        {
            case CLIENT -> account;
            case BROKERAGE_FIRM -> firm;
            case SETTLEMENT_ACCOUNT -> settlementAccounts.get(firm);
            case LOGIN -> 0 == loginId ? null : Integer.toString(loginId);
            case NULL_VAL -> null;
        };
    }

    private RegisterExposure registerOf(final LimitLevel level, final String account, final int loginId)
    {
        final String code = codeOf(level, account, loginId);
        return null == code ? null : register(level, code);
    }

    private RegisterExposure register(final LimitLevel level, final String code)
    {
        return registers.get(level).computeIfAbsent(code, (key) -> new RegisterExposure());
    }

    private void move(final String account, final int loginId, final int instrumentId, final long lots)
    {
        change(account, loginId, instrumentId, lots, 0, 0);
    }

    private void change(
        final String account,
        final int loginId,
        final int instrumentId,
        final long netLots,
        final long buyLots,
        final long sellLots)
    {
        for (final LimitLevel level : LimitLevel.values())
        {
            final RegisterExposure register = registerOf(level, account, loginId);
            if (null != register)
            {
                register.change(instrumentId, netLots, buyLots, sellLots);
            }
        }
    }

    /** Counts what an order has left, or takes it off. */
    private void count(final LiveOrder order, final int sign)
    {
        final Instrument instrument = instruments.get(order.instrumentId());
        if (null == instrument || !instrument.isStrategy)
        {
            countLots(order, order.instrumentId(), sign * order.restLots(), order.isBuy());
        }
        else
        {
            for (final Leg leg : instrument.legs)
            {
                countLots(order, leg.instrumentId(), sign * order.restLots() * Math.abs(leg.ratio()),
                    order.isBuy() == leg.ratio() > 0);
            }
        }
        for (final LimitLevel level : LimitLevel.values())
        {
            final RegisterExposure register = registerOf(level, order.account(), order.loginId());
            if (null != register)
            {
                register.countOrders(sign);
            }
        }
    }

    private void countLots(final LiveOrder order, final int instrumentId, final long lots, final boolean isBuy)
    {
        change(order.account(), order.loginId(), instrumentId, 0, isBuy ? lots : 0, isBuy ? 0 : lots);
    }

    private void put(final LiveOrder order)
    {
        remove(order.orderId());
        if (order.restLots() > 0)
        {
            orders.put(order.orderId(), order);
            count(order, 1);
        }
    }

    private void remove(final long orderId)
    {
        final LiveOrder order = orders.remove(orderId);
        if (null != order)
        {
            count(order, -1);
        }
    }

    private void rest(final long orderId, final long restLots)
    {
        final LiveOrder order = orders.get(orderId);
        if (null != order)
        {
            put(order.withRest(restLots));
        }
    }

    @Override
    public void onInstrumentDefined(final EventGroup group, final InstrumentDefinedDecoder event)
    {
        instruments.put(event.instrumentId(),
            new Instrument(event.symbol(), InstrumentKind.SPREAD == event.kind()));
    }

    @Override
    public void onLegDefined(final EventGroup group, final LegDefinedDecoder event)
    {
        final Instrument instrument = instruments.get(event.instrumentId());
        if (null != instrument)
        {
            instrument.legs.add(new Leg(event.legInstrumentId(), event.ratio()));
        }
    }

    @Override
    public void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
        final Instrument instrument = instruments.get(event.instrumentId());
        if (null != instrument)
        {
            instrument.longKopecks = event.longKopecks();
            instrument.shortKopecks = event.shortKopecks();
        }
    }

    @Override
    public void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
    {
        final RegisterExposure firm = register(LimitLevel.BROKERAGE_FIRM, event.brokerageFirm());
        final String former = settlementAccounts.put(event.brokerageFirm(), event.code());
        if (null != former)
        {
            register(LimitLevel.SETTLEMENT_ACCOUNT, former).add(firm, -1);
        }
        register(LimitLevel.SETTLEMENT_ACCOUNT, event.code()).add(firm, 1);
    }

    @Override
    public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
        register(event.level(), event.registerCode()).collateralKopecks(event.collateralKopecks());
    }

    @Override
    public void onCollateralMoved(final EventGroup group, final CollateralMovedDecoder event)
    {
        if (LimitKind.COLLATERAL == SharedLimits.of(event.limitKind()))
        {
            register(event.level(), event.registerCode()).countMoved(event.kopecks());
        }
    }

    @Override
    public void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
        register(event.level(), event.registerCode());
        limits.get(event.level()).put(event.registerCode(), new Limits(event.maxPositionLots(), event.maxOrderLots(),
            event.maxOrderNotionalKopecks(), event.maxActiveOrders(), event.maxOrdersPerSecond()));
    }

    @Override
    public void onFirmLimitsSet(final EventGroup group, final FirmLimitsSetDecoder event)
    {
        register(event.level(), event.registerCode());
        firmLimits.get(event.level()).put(event.registerCode(), new FirmLimits(event.maxPositionLots(),
            event.maxOrderLots(), event.maxOrderNotionalKopecks(), event.maxActiveOrders(),
            event.maxOrdersPerSecond(), 0 != event.isBlocked()));
    }

    @Override
    public void onLoginDefined(final EventGroup group, final LoginDefinedDecoder event)
    {
        loginFirms.put(Integer.toString(event.loginId()), event.brokerageFirm());
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        put(new LiveOrder(event.orderId(), AccountCode.unpack(event.accountCode()), event.loginId(),
            event.instrumentId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderRestated(final EventGroup group, final OrderRestatedDecoder event)
    {
        put(new LiveOrder(event.orderId(), AccountCode.unpack(event.accountCode()), event.loginId(),
            event.instrumentId(), Side.BUY == event.side(), event.priceE5(), event.restLots()));
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        remove(event.prevOrderId());
        put(new LiveOrder(event.orderId(), AccountCode.unpack(event.accountCode()), event.loginId(),
            event.instrumentId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderActivated(final EventGroup group, final OrderActivatedDecoder event)
    {
        final LiveOrder order = orders.get(event.orderId());
        if (null != order)
        {
            orders.put(event.orderId(), order.withPrice(event.priceE5()));
        }
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        remove(event.orderId());
    }

    @Override
    public void onOrderReduced(final EventGroup group, final OrderReducedDecoder event)
    {
        rest(event.orderId(), event.restLots());
    }

    /** The position of a strategy's trade is in its legs, which follow. */
    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final Instrument instrument = instruments.get(event.instrumentId());
        final boolean isHeld = null == instrument || !instrument.isStrategy;
        final long lots = isHeld ? event.qtyLots() : 0;
        onSide(event.buy(), event.instrumentId(), lots, true);
        onSide(event.sell(), event.instrumentId(), -lots, true);
    }

    @Override
    public void onOffBookTrade(final EventGroup group, final OffBookTradeDecoder event)
    {
        final Instrument instrument = instruments.get(event.instrumentId());
        final boolean isHeld = null == instrument || !instrument.isStrategy;
        final long lots = isHeld ? event.qtyLots() : 0;
        final boolean isOfOrders = OffBookKind.SPREAD_LEG != event.kind();
        onSide(event.buy(), event.instrumentId(), lots, isOfOrders);
        onSide(event.sell(), event.instrumentId(), -lots, isOfOrders);
    }

    private void onSide(
        final TradeSideDecoder side, final int instrumentId, final long signedLots, final boolean isOfOrder)
    {
        if (isOfOrder)
        {
            rest(side.orderId(), side.restLots());
        }
        if (0 != signedLots)
        {
            move(AccountCode.unpack(side.accountCode()), side.loginId(), instrumentId, signedLots);
        }
    }

    @Override
    public void onTradeCorrected(final EventGroup group, final TradeCorrectedDecoder event)
    {
        final Instrument instrument = instruments.get(event.instrumentId());
        if (null == instrument || !instrument.isStrategy)
        {
            final long lots = event.newQtyLots() - event.qtyLots();
            onParty(event.buy(), event.instrumentId(), lots);
            onParty(event.sell(), event.instrumentId(), -lots);
        }
    }

    private void onParty(final TradePartyDecoder party, final int instrumentId, final long signedLots)
    {
        move(AccountCode.unpack(party.accountCode()), party.loginId(), instrumentId, signedLots);
    }

    @Override
    public void onPositionMoved(final EventGroup group, final PositionMovedDecoder event)
    {
        move(AccountCode.unpack(event.accountCode()), 0, event.instrumentId(), event.lots());
    }

    /**
     * All of it.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public void state(final CheckpointState state)
    {
        for (final LimitLevel level : LimitLevel.values())
        {
            state.map(registers.get(level), "", state::text, new RegisterExposure(), (register) ->
                (state.isReading() ? new RegisterExposure() : register).state(state));
            state.map(limits.get(level), "", state::text, new Limits(0, 0, 0, 0, 0), (of) -> new Limits(
                state.number(of.maxPositionLots()), state.number(of.maxOrderLots()),
                state.number(of.maxOrderNotionalKopecks()), state.number(of.maxActiveOrders()),
                state.number(of.maxOrdersPerSecond())));
            state.map(firmLimits.get(level), "", state::text, new FirmLimits(0, 0, 0, 0, 0, false), (of) ->
                new FirmLimits(state.number(of.maxPositionLots()), state.number(of.maxOrderLots()),
                    state.number(of.maxOrderNotionalKopecks()), state.number(of.maxActiveOrders()),
                    state.number(of.maxOrdersPerSecond()), state.flag(of.isBlocked())));
        }
        state.map(loginFirms, "", state::text, "", state::text);
        state.map(settlementAccounts, "", state::text, "", state::text);
        state.map(instruments, 0, state::number, new Instrument("", false), (of) ->
        {
            final Instrument instrument = new Instrument(state.text(of.symbol), state.flag(of.isStrategy));
            instrument.legs.addAll(of.legs);
            state.collection(instrument.legs, new Leg(0, 0), (leg) ->
                new Leg(state.number(leg.instrumentId()), state.number(leg.ratio())));
            instrument.longKopecks = state.number(of.longKopecks);
            instrument.shortKopecks = state.number(of.shortKopecks);
            return instrument;
        });
        final Map<Long, LiveOrder> sorted = new TreeMap<>(orders);
        state.map(sorted, 0L, state::number, new LiveOrder(0, "", 0, 0, false, 0, 0), (of) -> new LiveOrder(
            state.number(of.orderId()), state.text(of.account()), state.number(of.loginId()),
            state.number(of.instrumentId()), state.flag(of.isBuy()), state.number(of.priceE5()),
            state.number(of.restLots())));
        orders.putAll(sorted);
    }
}
