// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.pretrade.Exposures;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.MarginRates;
import io.bourse.engine.core.risk.Register;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SettlementAccount;
import io.bourse.engine.core.state.StrategyLegs;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.DefineInstrumentDecoder;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Orders, trades, cancels, replaces, margins, limits and settlement accounts at random, against {@link RiskOracle},
 * which computes everything anew at every step. The seed is printed; run one again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class PreTradeRiskPropertyTest
{
    private static final int STEPS = Integer.getInteger("bourse.steps", 3_000);
    private static final String[] FIRMS = {"AA01", "AA02", "BB01"};
    private static final int LOGINS = 4;
    private static final int ACCOUNTS = 6;
    private static final int OUTRIGHTS = 4;
    private static final int MAX_LIVE = 40;
    private static final long SECOND_NS = 1_000_000_000L;

    private record Traded(Order order, Instrument instrument, long signedLots)
    {
    }

    private final ReferenceData referenceData = new ReferenceData();
    private final Exposures exposures = new Exposures();
    private final EngineTime time = new EngineTime();
    private final OrderRequest request = new OrderRequest();
    private final PreTradeRisk risk = new PreTradeRisk(
        referenceData, exposures, new VenueLimits(referenceData, new OrderTable(0), exposures::size), time);
    private final RiskOracle oracle = new RiskOracle();
    private final Map<String, Integer> outcomes = new HashMap<>();
    /** Of what has traded, with the lots of each register. */
    private final List<Traded> trades = new ArrayList<>();
    private SplittableRandom random;
    private SplittableRandom bustRandom;
    private boolean areTradesBroken;
    private int busts;
    private long maxLots;
    private long maxMargin;
    private long maxCollateral;
    private long nowNs;

    PreTradeRiskPropertyTest()
    {
        request.command = new CommandEnvelope();
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void shouldEqualOracleWhenLotsAreFew(final long seed)
    {
        run(seed, 20, 1_000, 100_000);
        for (final LimitLevel level : RiskOracle.LEVELS)
        {
            for (final LimitKind kind : EnumSet.complementOf(EnumSet.of(LimitKind.NULL_VAL, LimitKind.BLOCKED)))
            {
                final boolean isPossible = LimitLevel.LOGIN != level || LimitKind.COLLATERAL != kind;
                assertTrue(
                    !isPossible || outcomes.containsKey("RISK_LIMIT " + level + " " + kind),
                    () -> "never refused: " + level + " " + kind + " seed=" + seed + " outcomes=" + outcomes);
            }
        }
        assertTrue(outcomes.get("null") > STEPS / 10, () -> "outcomes=" + outcomes);
    }

    @Tag("drill")
    @ParameterizedTest
    @ValueSource(longs = {2, 3})
    void shouldEqualOracleWhenLotsAreFewAndSeedIsAnother(final long seed)
    {
        shouldEqualOracleWhenLotsAreFew(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void shouldEqualOracleWhenTradesAreBroken(final long seed)
    {
        areTradesBroken = true;
        run(seed, 20, 1_000, 100_000);
        assertTrue(busts > 10, () -> "busts=" + busts);
    }

    @Test
    void shouldEqualOracleWhenSeedIsNew()
    {
        areTradesBroken = true;
        run(Long.getLong("bourse.seed", System.nanoTime()), 20, 1_000, 100_000);
    }

    @Test
    void shouldEqualOracleWhenLotsAndMarginsAreHuge()
    {
        runAtTheEdge(Long.getLong("bourse.seed", System.nanoTime()));
    }

    /** A firm once left its settlement account although its position held the others' in balance. */
    @Test
    void shouldEqualOracleWhenAFirmThatBalancedItsSettlementAccountLeaves()
    {
        runAtTheEdge(20_713_473_167_431L);
    }

    private void runAtTheEdge(final long seed)
    {
        areTradesBroken = true;
        run(seed, Exposure.MAX_LOTS / 2, MarginRates.MAX_KOPECKS, Long.MAX_VALUE);
        assertTrue(outcomes.containsKey("QTY_OUT_OF_RANGE"), () -> "outcomes=" + outcomes);
    }

    private void run(
        final long seed, final long largestLots, final long largestMargin, final long largestCollateral)
    {
        System.out.println("PreTradeRiskPropertyTest bourse.seed=" + seed + " maxLots=" + largestLots);
        random = new SplittableRandom(seed);
        bustRandom = new SplittableRandom(~seed);
        maxLots = largestLots;
        maxMargin = largestMargin;
        maxCollateral = largestCollateral;
        setUp();
        for (int step = 0; step < STEPS; step++)
        {
            nowNs += random.nextInt(10) < 8 ? random.nextLong(SECOND_NS / 20) : random.nextLong(2 * SECOND_NS);
            time.advanceTo(nowNs);
            final String at = "seed=" + seed + " step=" + step;
            act(at);
            if (areTradesBroken && 0 == bustRandom.nextInt(10) && !trades.isEmpty())
            {
                bust(trades.remove(bustRandom.nextInt(trades.size())));
            }
            assertSame(at);
        }
    }

    private void act(final String at)
    {
        final int choice = random.nextInt(100);
        final boolean isEmpty = oracle.live.isEmpty();
        if (choice < 30 && oracle.live.size() < MAX_LIVE || isEmpty && choice < 80)
        {
            open(at);
        }
        else if (choice < 45)
        {
            replace(anyLive(), at);
        }
        else if (choice < 62)
        {
            trade(anyLive());
        }
        else if (choice < 67)
        {
            reduce(anyLive(), false);
        }
        else if (choice < 80)
        {
            reduce(anyLive(), true);
        }
        else
        {
            configure(choice);
        }
    }

    private void open(final String at)
    {
        final Login login = referenceData.loginAt(random.nextInt(LOGINS));
        final Order order = new Order();
        order.login = login;
        order.accountId = accountOf(login.firm);
        order.instrument = referenceData.instrumentAt(random.nextInt(OUTRIGHTS + 1));
        order.side = random.nextBoolean() ? Side.BUY : Side.SELL;
        order.restLots = 1 + random.nextLong(maxLots);
        order.priceTicks = random.nextLong(-50, 200);
        order.clientFlags = (short)(random.nextInt(10) == 0 ? PreTradeRisk.DONT_CHECK_LIMITS : 0);
        final String expected = isFlagRefused(order, order.clientFlags) ? "NO_RIGHT" :
            oracle.refusal(order, true, order.restLots, order.priceTicks, nowNs, order.clientFlags);
        request.order = order;
        final RejectReason reason = risk.check(request);
        assertRefusal(expected, reason, at);
        if (null == reason)
        {
            risk.opened(order);
            oracle.count(order, nowNs);
            oracle.live.add(order);
        }
    }

    private void replace(final Order order, final String at)
    {
        final long restLots = random.nextInt(3) == 0 ? order.restLots : 1 + random.nextLong(maxLots);
        final long ticks = random.nextBoolean() ? order.priceTicks : random.nextLong(-50, 200);
        final int flags = random.nextInt(10) == 0 ? PreTradeRisk.DONT_CHECK_LIMITS : 0;
        final BigInteger before = notional(order.restLots, order.priceTicks);
        final boolean isChecked =
            restLots > order.restLots || notional(restLots, ticks).compareTo(before) > 0;
        String expected = null;
        if (isFlagRefused(order, flags))
        {
            expected = "NO_RIGHT";
        }
        else if (isChecked)
        {
            expected = oracle.refusal(order, false, restLots, ticks, nowNs, flags);
        }
        request.order = order;
        request.priceTicks = ticks;
        request.restLots = restLots;
        request.clientFlags = (short)flags;
        final RejectReason reason = risk.checkReplace(request);
        assertRefusal(expected, reason, at);
        if (null == reason)
        {
            final long previousLots = order.restLots;
            order.restLots = restLots;
            order.priceTicks = ticks;
            risk.resized(order, previousLots);
            oracle.count(order, nowNs);
        }
    }

    private void trade(final Order order)
    {
        final long lots = 1 + random.nextLong(order.restLots);
        final long signedLots = Side.BUY == order.side ? lots : -lots;
        order.restLots -= lots;
        risk.traded(order, lots);
        final StrategyLegs legs = order.instrument.legs;
        if (null == legs)
        {
            oracle.traded(order, order.instrument, signedLots);
            trades.add(new Traded(order, order.instrument, signedLots));
        }
        else
        {
            for (int i = 0; i < legs.instruments.length; i++)
            {
                risk.moved(order, legs.instruments[i], signedLots * legs.ratios[i]);
                oracle.traded(order, legs.instruments[i], signedLots * legs.ratios[i]);
                trades.add(new Traded(order, legs.instruments[i], signedLots * legs.ratios[i]));
            }
        }
        closeIfDone(order);
    }

    /** What is counted of a trade that is broken is as if it had never been. */
    private void bust(final Traded trade)
    {
        final Order order = trade.order;
        if (risk.mayMoveBack(order.accountId, trade.instrument, -trade.signedLots))
        {
            risk.movedBack(order.accountId, order.login, trade.instrument, -trade.signedLots);
            oracle.traded(order, trade.instrument, -trade.signedLots);
            busts++;
        }
    }

    private void reduce(final Order order, final boolean isCancel)
    {
        final long lots = isCancel ? order.restLots : 1 + random.nextLong(order.restLots);
        order.restLots -= lots;
        risk.reduced(order, lots);
        closeIfDone(order);
    }

    private void closeIfDone(final Order order)
    {
        if (0 == order.restLots)
        {
            risk.closed(order);
            oracle.live.remove(order);
        }
    }

    private void configure(final int choice)
    {
        final LimitLevel level = RiskOracle.LEVELS[random.nextInt(RiskOracle.LEVELS.length)];
        final Login login = referenceData.loginAt(random.nextInt(LOGINS));
        final int accountId = accountOf(login.firm);
        final int entityId = RiskOracle.entityId(level, login, accountId);
        if (choice < 84)
        {
            final Instrument instrument = referenceData.instrumentAt(random.nextInt(OUTRIGHTS));
            instrument.exposures.setMargin(sometimesZero(maxMargin), sometimesZero(maxMargin));
        }
        else if (choice < 86)
        {
            exposures.assign(login.firm, exposures.settlementAccounts().get(random.nextInt(2)));
        }
        else if (KeyTable.MISSING != entityId)
        {
            final Register register = register(level, login, accountId);
            final RiskOracle.Limits limits = oracle.limits(level, entityId);
            if (choice < 92 && LimitLevel.LOGIN != level)
            {
                limits.collateral = random.nextLong(-1, LimitLevel.CLIENT == level ? maxCollateral / 4 : maxCollateral);
                register.collateral(limits.collateral);
            }
            else
            {
                setLimits(register, limits);
            }
        }
    }

    private void setLimits(final Register register, final RiskOracle.Limits limits)
    {
        limits.position = sometimesZero(Math.min(maxLots, Exposure.MAX_LOTS / 8) * 8);
        limits.orderLots = sometimesZero(3 * maxLots);
        // So small a limit would keep huge orders out for good.
        limits.notional = maxLots > Integer.MAX_VALUE ? 0 : sometimesZero(maxLots * 100 * 100);
        limits.active = sometimesZero(8);
        limits.perSecond = (int)sometimesZero(6);
        if (0 == limits.perSecond)
        {
            limits.windowStartNs = 0;
            limits.inWindow = 0;
        }
        register.limitsOrAdd().set(
            limits.position, limits.orderLots, limits.notional, limits.active, limits.perSecond);
    }

    private void assertRefusal(final String expected, final RejectReason reason, final String at)
    {
        final String actual = null == reason ? null :
            reason + (RejectReason.RISK_LIMIT == reason ?
            " " + request.command.limitLevel + " " + request.command.limitKind : "");
        assertEquals(expected, actual, at);
        outcomes.merge(String.valueOf(actual), 1, Integer::sum);
    }

    private void assertSame(final String at)
    {
        // Accounts share firms and settlement accounts, and logins share accounts.
        final Set<String> seen = new HashSet<>();
        for (int i = 0; i < LOGINS; i++)
        {
            final Login login = referenceData.loginAt(i);
            for (int accountId = 0; accountId < ACCOUNTS; accountId++)
            {
                if (firmOf(accountId) == login.firm)
                {
                    for (final LimitLevel level : RiskOracle.LEVELS)
                    {
                        if (seen.add(level + "/" + RiskOracle.entityId(level, login, accountId)))
                        {
                            assertSame(level, login, accountId, at);
                        }
                    }
                }
            }
        }
        if (!oracle.live.isEmpty())
        {
            final Order order = anyLive();
            final boolean isExempt = 0 != (order.clientFlags & PreTradeRisk.DONT_CHECK_LIMITS);
            assertEquals(isExempt || oracle.isStillCovered(order), risk.isStillCovered(order), at);
        }
    }

    private void assertSame(final LimitLevel level, final Login login, final int accountId, final String at)
    {
        final int entityId = RiskOracle.entityId(level, login, accountId);
        final Register register = register(level, login, accountId);
        if (null == register)
        {
            return;
        }
        assertEquals(oracle.activeOrders(level, entityId), register.activeOrders(), at);
        if (register.hasCollateral())
        {
            final BigInteger required = oracle.required(level, entityId);
            final BigInteger clamped = required.min(BigInteger.valueOf(Long.MAX_VALUE));
            assertEquals(clamped.longValueExact(), register.required().clamped(), () -> at + " " + level + entityId);
        }
        for (int i = 0; i < OUTRIGHTS; i++)
        {
            final Instrument instrument = referenceData.instrumentAt(i);
            final Exposure exposure = exposure(level, login, accountId, instrument);
            final long net = null == exposure ? 0 : exposure.netLots();
            final long buys = null == exposure ? 0 : exposure.openBuyLots();
            final long sells = null == exposure ? 0 : exposure.openSellLots();
            assertEquals(oracle.text(level, entityId, instrument), net + " " + buys + " " + sells, at);
        }
    }

    private Exposure exposure(
        final LimitLevel level, final Login login, final int accountId, final Instrument instrument)
    {
        return switch (level)
        {
            case LOGIN -> exposures.login(login, instrument, null);
            case CLIENT -> exposures.client(accountId, instrument);
            case BROKERAGE_FIRM -> exposures.firm(login.firm, instrument);
            case SETTLEMENT_ACCOUNT, NULL_VAL -> exposures.settlement(login.firm, instrument);
        };
    }

    private Register register(final LimitLevel level, final Login login, final int accountId)
    {
        return switch (level)
        {
            case LOGIN -> login.register;
            case CLIENT -> exposures.clientRegisters().getOrAdd(accountId);
            case BROKERAGE_FIRM -> login.firm.register;
            case SETTLEMENT_ACCOUNT, NULL_VAL -> exposures.settlementRegister(login.firm);
        };
    }

    private static BigInteger notional(final long lots, final long ticks)
    {
        return BigInteger.valueOf(lots).multiply(BigInteger.valueOf(ticks).abs());
    }

    private static boolean isFlagRefused(final Order order, final int flags)
    {
        return 0 != (flags & PreTradeRisk.DONT_CHECK_LIMITS) &&
            0 == (order.login.rights & LoginRights.DONT_CHECK_LIMITS);
    }

    private long sometimesZero(final long max)
    {
        return random.nextInt(3) != 0 ? 0 : 1 + random.nextLong(max);
    }

    private Order anyLive()
    {
        return oracle.live.get(random.nextInt(oracle.live.size()));
    }

    private BrokerageFirm firmOf(final int accountId)
    {
        return referenceData.firm(AccountCode.brokerageFirm(referenceData.accounts().keyAt(accountId)));
    }

    private int accountOf(final BrokerageFirm firm)
    {
        final int half = random.nextInt(ACCOUNTS / FIRMS.length);
        return firm.firmId + half * FIRMS.length;
    }

    private void setUp()
    {
        for (final String firm : FIRMS)
        {
            referenceData.addFirm(AccountCode.packPrefix(firm));
        }
        for (int i = 0; i < ACCOUNTS; i++)
        {
            referenceData.addAccount(AccountCode.pack(FIRMS[i % FIRMS.length] + "00" + i), 0);
        }
        final CommandWriter commands = new CommandWriter();
        for (int i = 0; i < LOGINS; i++)
        {
            final String firm = FIRMS[i % FIRMS.length];
            commands.login(i + 1, LoginProtocol.TWIME, "login" + i, firm);
            final DefineLoginDecoder definition = new DefineLoginDecoder()
                .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder());
            final Login login = new Login(definition, referenceData.firm(AccountCode.packPrefix(firm)));
            login.rights = (short)(i % 2 == 0 ? LoginRights.DONT_CHECK_LIMITS : 0);
            referenceData.addLogin(login);
        }
        for (int i = 0; i <= OUTRIGHTS; i++)
        {
            commands.instrument(i + 1, "SYMBOL" + i, 1, -1_000, 1_000);
            referenceData.addInstrument(new Instrument(
                new DefineInstrumentDecoder()
                    .wrapAndApplyHeader(commands.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder()),
                i,
                new FastOrderBook<>()));
        }
        referenceData.instrumentAt(OUTRIGHTS).legs = new StrategyLegs(
            new Instrument[]{referenceData.instrumentAt(0), referenceData.instrumentAt(1)}, new int[]{-1, 2});
        for (final String code : new String[]{"SA-ONE", "SA-TWO"})
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[SettlementAccount.CODE_LENGTH]);
            buffer.putStringWithoutLengthAscii(0, code);
            exposures.settlementAccounts().add(buffer, 0);
        }
        exposures.assign(referenceData.firmAt(0), exposures.settlementAccounts().get(0));
        exposures.assign(referenceData.firmAt(1), exposures.settlementAccounts().get(0));
    }
}
