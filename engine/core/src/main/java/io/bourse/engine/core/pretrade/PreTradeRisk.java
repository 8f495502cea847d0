// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.pretrade;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;
import io.bourse.engine.core.risk.OrderDemand;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.RegisterHash;
import io.bourse.engine.core.state.SettlementAccounts;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.core.state.VenueLimits.Kind;
import io.bourse.engine.protocol.ClearingRange;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;

import java.util.Arrays;

/**
 * Positions, open orders and the limits on them. Every change of a live order passes here, so that what is counted
 * never differs from what is live: {@link #opened} when an order is accepted, {@link #resized} when it is replaced,
 * {@link #traded} for every execution, {@link #reduced} when lots leave without one, {@link #closed} last.
 * <p>
 * Checked are new orders, and replaced ones that become larger or dearer; nothing else. The levels are asked in this
 * order: login, client register, brokerage firm, settlement account; each of them for its order rate, order size,
 * notional, number of live orders, position, collateral. The first limit that does not let the order pass names the
 * refusal. From client registers on they are asked last whether clearing could hold all that is ordered
 * ({@link ClearingRange}), which no right exempts from. A check changes nothing.
 * <p>
 * An order in a strategy counts in its legs, with their ratios, and not in the strategy itself. Its legs are looked up
 * each time; a plain order finds its exposures once.
 */
public final class PreTradeRisk implements HashedState
{
    /** Bit of the client flags: DontCheckLimits of the binary protocol (TWIME A.1, ClientFlagsSet). */
    public static final int DONT_CHECK_LIMITS = 1;

    private static final int LOGIN = 0;
    private static final int CLIENT = 1;
    private static final int FIRM = 2;
    private static final int SETTLEMENT = 3;
    private static final int DECIMAL = 10;
    private static final LimitLevel[] LEVELS =
    {
        LimitLevel.LOGIN, LimitLevel.CLIENT, LimitLevel.BROKERAGE_FIRM, LimitLevel.SETTLEMENT_ACCOUNT
    };

    private static final long[] MAX_UNITS =
    {
        Long.MAX_VALUE, ClearingRange.REGISTER_UNITS, ClearingRange.MEMBER_UNITS, ClearingRange.MEMBER_UNITS
    };

    private final ReferenceData referenceData;
    private final Exposures exposures;
    private final VenueLimits limits;
    private final EngineTime time;
    private final OrderDemand demand = new OrderDemand();
    /** Whether the order just evaluated is the first of its account or login in an instrument. */
    private boolean isFirst;

    public PreTradeRisk(
        final ReferenceData referenceData, final Exposures exposures, final VenueLimits limits, final EngineTime time)
    {
        this.referenceData = referenceData;
        this.exposures = exposures;
        this.limits = limits;
        this.time = time;
    }

    /**
     * Whether a new order may be opened.
     *
     * @param request with the order made of it, complete but for its id, not opened; its command gets the limit that
     *     refuses it.
     * @return null when it may, otherwise why not.
     */
    public RejectReason check(final OrderRequest request)
    {
        final Order order = request.order;
        if (!isFlagAllowed(order, order.clientFlags))
        {
            return RejectReason.NO_RIGHT;
        }
        final Instrument instrument = order.instrument;
        demand.begin(time.nowNs(), order.restLots, order.priceTicks, instrument.tickValueE5);
        demand.kind(true, 0 != (order.clientFlags & DONT_CHECK_LIMITS));
        demand.ordersBeside(request.ordersBeside);
        order.exposure = null;
        order.loginExposure = null;
        if (null == instrument.legs)
        {
            order.exposure = exposures.client(order.accountId, instrument);
            order.loginExposure = exposures.login(order.login, instrument, order.exposure);
        }
        isFirst = false;
        final RejectReason reason = evaluate(request, order.restLots);
        return null == reason && isFirst ? limits.refusal(Kind.EXPOSURES, 1) : reason;
    }

    /**
     * Whether a live order may change.
     *
     * @param request with the order as it is, its new limit and its new rest; its command gets the limit that refuses
     *     it.
     * @return null when it may, otherwise why not.
     */
    public RejectReason checkReplace(final OrderRequest request)
    {
        final Order order = request.order;
        final long priceTicks = request.priceTicks;
        final long restLots = request.restLots;
        final short clientFlags = request.clientFlags;
        if (!isFlagAllowed(order, clientFlags))
        {
            return RejectReason.NO_RIGHT;
        }
        final boolean isLarger = restLots > order.restLots;
        if (!isLarger && !OrderDemand.isNotionalAbove(restLots, priceTicks, order.restLots, order.priceTicks))
        {
            return null;
        }
        demand.begin(time.nowNs(), restLots, priceTicks, order.instrument.tickValueE5);
        demand.kind(false, 0 != (clientFlags & DONT_CHECK_LIMITS));
        demand.ordersBeside(request.ordersBeside);
        return evaluate(request, restLots - order.restLots);
    }

    /**
     * Whether an order that waited, with its lots counted all the time, still has its margin.
     *
     * @param order live.
     * @return false when one of its registers needs more than it has, and less without this order.
     */
    public boolean isStillCovered(final Order order)
    {
        if (0 != (order.clientFlags & DONT_CHECK_LIMITS))
        {
            return true;
        }
        demand.begin(time.nowNs(), order.restLots, order.priceTicks, order.instrument.tickValueE5);
        addLegs(order, -order.restLots);
        for (int level = CLIENT; level <= SETTLEMENT; level++)
        {
            final Register register = register(level, order);
            if (null != register && register.isOverdrawnBy(demand, level))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * An order was accepted with its {@code restLots}.
     *
     * @param order that passed {@link #check}; live from now on.
     */
    public void opened(final Order order)
    {
        reserved(order);
        countForRate(order);
    }

    /**
     * Counts an order that is not taken yet, so that another one can be checked beside it. Must be followed by
     * {@link #released} within the same command.
     *
     * @param order that passed {@link #check}.
     */
    public void reserved(final Order order)
    {
        if (null == order.instrument.legs)
        {
            if (null == order.exposure)
            {
                order.exposure = exposures.clientOrAdd(order.accountId, order.login.firm, order.instrument);
            }
            order.loginExposure = exposures.loginOrAdd(order.login, order.instrument, order.exposure);
        }
        count(order, order.restLots);
        for (int level = LOGIN; level <= SETTLEMENT; level++)
        {
            final Register register = register(level, order);
            if (null != register)
            {
                register.opened();
            }
        }
    }

    /**
     * Takes back {@link #reserved}.
     *
     * @param order as it was then.
     */
    public void released(final Order order)
    {
        reduced(order, order.restLots);
        closed(order);
    }

    /**
     * A live order was replaced.
     *
     * @param order with its new rest.
     * @param previousLots its rest before.
     */
    public void resized(final Order order, final long previousLots)
    {
        if (order.restLots != previousLots)
        {
            count(order, order.restLots - previousLots);
        }
        countForRate(order);
    }

    /**
     * Lots have left a live order without a trade.
     *
     * @param order with or without its new rest: only {@code lots} count.
     * @param lots taken off; below 0 to count more for a while, as {@link #reserved} does.
     */
    public void reduced(final Order order, final long lots)
    {
        count(order, -lots);
    }

    /**
     * A live order has traded: the position moves, the open quantity falls. The positions of a strategy's legs are
     * moved by {@link #moved}.
     *
     * @param order of the trade.
     * @param lots traded.
     */
    public void traded(final Order order, final long lots)
    {
        if (null == order.instrument.legs)
        {
            final long signedLots = Side.BUY == order.side ? lots : -lots;
            order.exposure.tradeHeld(signedLots);
            order.loginExposure.trade(signedLots);
        }
        else
        {
            count(order, -lots);
        }
    }

    /**
     * A position moves outside the book of its instrument: a leg of a strategy.
     *
     * @param order whose account it is.
     * @param instrument whose position moves.
     * @param signedLots above 0 when bought.
     */
    public void moved(final Order order, final Instrument instrument, final long signedLots)
    {
        final Exposure client = exposures.clientOrAdd(order.accountId, order.login.firm, instrument);
        client.moveHeld(signedLots);
        client.countTraded(signedLots);
        exposures.loginOrAdd(order.login, instrument, client).move(signedLots);
    }

    /**
     * Whether the position of an account may go back by lots of a trade.
     *
     * @param accountId that has traded.
     * @param signedLots added to the position.
     * @return false when it could not be counted together with what is ordered.
     */
    public boolean mayMoveBack(final int accountId, final Instrument instrument, final long signedLots)
    {
        for (Exposure exposure = exposures.client(accountId, instrument); null != exposure;
            exposure = exposure.parent())
        {
            if (!exposure.fits(signedLots, -signedLots))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Lots of a trade were never traded. Clearing books the trade and its reversal: both count in the range of the
     * session.
     *
     * @param accountId that has traded.
     * @param login whose order it was.
     * @param signedLots added to the position.
     */
    public void movedBack(
        final int accountId, final Login login, final Instrument instrument, final long signedLots)
    {
        final Exposure client = exposures.client(accountId, instrument);
        client.moveHeld(signedLots);
        client.countTraded(signedLots);
        exposures.login(login, instrument, client).move(signedLots);
    }

    /**
     * An order is not live any more; all its lots have traded or were reduced.
     *
     * @param order that ends.
     */
    public void closed(final Order order)
    {
        for (int level = LOGIN; level <= SETTLEMENT; level++)
        {
            final Register register = register(level, order);
            if (null != register)
            {
                register.closed();
            }
        }
        order.exposure = null;
        order.loginExposure = null;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash(hash, exposures.clients());
        hash(hash, exposures.logins());
        exposures.clientRegisters().hashInto(hash);
        for (int i = 0; i < referenceData.loginCount(); i++)
        {
            RegisterHash.add(hash, referenceData.loginAt(i).register);
        }
        for (int i = 0; i < referenceData.brokerageFirms().size(); i++)
        {
            RegisterHash.add(hash, referenceData.firmAt(i).register);
        }
        final SettlementAccounts settlementAccounts = exposures.settlementAccounts();
        hash.add(settlementAccounts.size());
        for (int i = 0; i < settlementAccounts.size(); i++)
        {
            hash.add(settlementAccounts.get(i).code);
            RegisterHash.add(hash, settlementAccounts.get(i).register);
        }
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            final Instrument instrument = referenceData.instrumentById(i);
            hash.add(instrument.margin.longKopecks());
            hash.add(instrument.margin.shortKopecks());
            if (0 != instrument.exposures.unitsOfLot)
            {
                hash.add(instrument.exposures.unitsOfLot);
            }
        }
    }

    /** Only what is held: an exposure without a position decides nothing that the live orders do not decide. */
    private static void hash(final StateHash hash, final ExposureTable table)
    {
        int count = 0;
        for (Exposure exposure = table.first(); null != exposure; exposure = table.next(exposure))
        {
            if (0 != exposure.netLots())
            {
                hash.add(exposure.entityId());
                hash.add(exposure.instrumentId());
                hash.add(exposure.netLots());
                count++;
            }
        }
        hash.add(count);
    }

    private void countForRate(final Order order)
    {
        final long nowNs = time.nowNs();
        for (int level = LOGIN; level <= SETTLEMENT; level++)
        {
            final Register register = register(level, order);
            if (null != register)
            {
                register.countForRate(nowNs);
            }
        }
    }

    private static boolean isFlagAllowed(final Order order, final int clientFlags)
    {
        return 0 == (clientFlags & DONT_CHECK_LIMITS) || 0 != (order.login.rights & LoginRights.DONT_CHECK_LIMITS);
    }

    /** Asks all levels about so many more lots of an order. */
    private RejectReason evaluate(final OrderRequest request, final long moreLots)
    {
        final Order order = request.order;
        addLegs(order, moreLots);
        for (int level = LOGIN; level <= SETTLEMENT; level++)
        {
            if (!demand.fits(level))
            {
                return RejectReason.QTY_OUT_OF_RANGE;
            }
            final Register register = register(level, order);
            final LimitKind kind = null == register ? null : register.refusal(demand, level);
            if (null != kind)
            {
                request.command.limitLevel = LEVELS[level];
                request.command.limitKind = kind;
                sayLacking(request, level, register);
                return RejectReason.RISK_LIMIT;
            }
            if (LOGIN != level && !demand.hasRange(level, register, MAX_UNITS[level]))
            {
                return RejectReason.POSITION_OUT_OF_RANGE;
            }
        }
        return null;
    }

    private void sayLacking(final OrderRequest request, final int level, final Register register)
    {
        final CommandEnvelope command = request.command;
        command.lackingKopecks = register.lacking(command.limitKind, demand);
        if (0 != command.lackingKopecks && LOGIN == level)
        {
            sayLogin(command, request.order.login.loginId);
        }
        else if (0 != command.lackingKopecks)
        {
            final BrokerageFirm firm = request.order.login.firm;
            final byte[] code = SETTLEMENT == level ? exposures.settlementAccounts().of(firm).code : null;
            final long packed = CLIENT == level ? request.order.accountCode : firm.code;
            for (int i = 0; i < command.lackingCode.length; i++)
            {
                command.lackingCode[i] = null != code ? code[i] : i < Long.BYTES ? (byte)(packed >>> (i << 3)) : 0;
            }
        }
    }

    private static void sayLogin(final CommandEnvelope command, final int loginId)
    {
        Arrays.fill(command.lackingCode, (byte)0);
        int length = 1;
        for (int rest = loginId; rest >= DECIMAL; rest /= DECIMAL)
        {
            length++;
        }
        for (int i = length - 1, rest = loginId; i >= 0; i--, rest /= DECIMAL)
        {
            command.lackingCode[i] = (byte)('0' + rest % DECIMAL);
        }
    }

    private void addLegs(final Order order, final long moreLots)
    {
        final StrategyLegs legs = order.instrument.legs;
        if (null == legs)
        {
            addLeg(order, order.instrument, 1, moreLots, order.exposure, order.loginExposure);
            return;
        }
        for (int i = 0; i < legs.instruments.length; i++)
        {
            final Instrument instrument = legs.instruments[i];
            final Exposure client = exposures.client(order.accountId, instrument);
            final Exposure login = exposures.login(order.login, instrument, client);
            addLeg(order, instrument, legs.ratios[i], moreLots, client, login);
        }
    }

    private void addLeg(
        final Order order,
        final Instrument instrument,
        final int ratio,
        final long moreLots,
        final Exposure client,
        final Exposure login)
    {
        isFirst |= null == client || null == login;
        final BrokerageFirm orderFirm = order.login.firm;
        final boolean isBuy = (Side.BUY == order.side) == (ratio > 0);
        final long legLots = moreLots * Math.abs((long)ratio);
        final int leg = demand.addLeg(instrument.exposures, isBuy ? legLots : -legLots, isBuy);
        final Exposure firm = null != client ? client.parent() : exposures.firm(orderFirm, instrument);
        final Exposure settlement = null != firm ? firm.parent() : exposures.settlement(orderFirm, instrument);
        demand.exposure(LOGIN, leg, login);
        demand.exposure(CLIENT, leg, client);
        demand.exposure(FIRM, leg, firm);
        demand.exposure(SETTLEMENT, leg, settlement);
    }

    /** Counts so many more lots of a live order, below 0 for less. */
    private void count(final Order order, final long moreLots)
    {
        final StrategyLegs legs = order.instrument.legs;
        if (null == legs)
        {
            count(order.exposure, order.loginExposure, Side.BUY == order.side, moreLots);
            return;
        }
        for (int i = 0; i < legs.instruments.length; i++)
        {
            final Instrument instrument = legs.instruments[i];
            final int ratio = legs.ratios[i];
            final Exposure client = exposures.clientOrAdd(order.accountId, order.login.firm, instrument);
            final Exposure login = exposures.loginOrAdd(order.login, instrument, client);
            count(client, login, (Side.BUY == order.side) == (ratio > 0), moreLots * Math.abs((long)ratio));
        }
    }

    private static void count(
        final Exposure client, final Exposure login, final boolean isBuy, final long moreLots)
    {
        final long buyLots = isBuy ? moreLots : 0;
        final long sellLots = isBuy ? 0 : moreLots;
        client.order(buyLots, sellLots);
        login.order(buyLots, sellLots);
    }

    /** Register of an order on a level, or null when there is none. */
    private Register register(final int level, final Order order)
    {
        return switch (level)
        {
            case LOGIN -> order.login.register;
            case CLIENT -> null != order.exposure ?
                order.exposure.register() : exposures.clientRegisters().get(order.accountId);
            case FIRM -> order.login.firm.register;
            default -> exposures.settlementRegister(order.login.firm);
        };
    }
}
