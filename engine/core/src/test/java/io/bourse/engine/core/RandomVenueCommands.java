// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.EnumSet;
import java.util.SplittableRandom;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.NewSpecialOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.ReplaceMode;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

/**
 * A seeded flow of every command there is: orders of every type, time in force and condition, quotes, mass actions,
 * phases, price controls, limits, negotiated orders and a strategy over two instruments; half of it plain orders from
 * {@link RandomCommands}, so that there is always a book to meet.
 */
final class RandomVenueCommands
{
    static final int STRATEGY = 4;
    private static final int LOGINS = 3;
    private static final int GATEWAYS = 2;
    private static final String[] FIRMS = {"AA01", "BB01", "AA02"};
    private static final TimeInForce[] TIMES = TimeInForce.values();
    private static final OrderType[] TYPES = OrderType.values();
    private static final Phase[] PHASES = Phase.values();
    private static final Phase[] OTHER_PHASES =
        EnumSet.complementOf(EnumSet.of(Phase.CONTINUOUS, Phase.NULL_VAL)).toArray(new Phase[0]);
    private static final long SECOND_NS = 1_000_000_000L;

    private final SplittableRandom random;
    private final CoreFixture core;
    private final VenueCommandWriter venue;
    private final RandomCommands plain;
    private final RandomContractCommands contracts;
    private final SplittableRandom correctionRandom;
    private final RandomTradeCorrections corrections;
    private long clOrdId = 1L << 40;
    /** Next step of a clearing run that other commands come between: suspend, complete, open or resume. */
    private int runStep;
    private long runId;
    private ClearingKind runKind;

    RandomVenueCommands(final long seed, final CoreFixture core)
    {
        random = new SplittableRandom(~seed);
        this.core = core;
        venue = new VenueCommandWriter(core.commands);
        plain = new RandomCommands(seed, core);
        contracts = new RandomContractCommands(random.split(), core);
        correctionRandom = new SplittableRandom(31 * seed);
        corrections = new RandomTradeCorrections(correctionRandom, core);
        core.send(core.commands.instrument(STRATEGY, "ONE-TWO", encoder -> encoder
            .kind(InstrumentKind.SPREAD)
            .priceTickE5(10)
            .settlementPriceE5(0)
            .lowLimitE5(-1_000)
            .highLimitE5(1_000)));
        core.send(venue.legs(STRATEGY, new int[]{2, 1}, new int[]{-1, 1}));
        for (int login = 1; login <= LOGINS; login++)
        {
            core.send(venue.loginRights(login, LoginRights.QUOTES | LoginRights.DONT_CHECK_LIMITS, SECOND_NS));
        }
    }

    void sendNext()
    {
        sendOther();
        corrections.remember();
        if (0 == correctionRandom.nextInt(50))
        {
            corrections.sendNext();
        }
    }

    /** Ends the session in the evening and opens the next one, whose id it gives back. */
    int sendNextSession()
    {
        do
        {
            sendRunStep();
        }
        while (0 != runStep || ClearingKind.EVENING != runKind);
        plain.remember();
        return plain.sessionId();
    }

    /** Ends the session in the evening; {@link #sendNextSession} opens the next one. */
    void sendEvening()
    {
        do
        {
            sendRunStep();
        }
        while (2 != runStep || ClearingKind.EVENING != runKind);
        plain.remember();
    }

    private void sendOther()
    {
        final int choice = random.nextInt(1_000);
        if (choice < 500)
        {
            plain.sendNext();
            return;
        }
        if (0 == random.nextInt(0 == runStep ? 1_500 : 20))
        {
            sendRunStep();
            plain.remember();
            return;
        }
        clOrdId++;
        core.timeNs += random.nextInt(100) < 5 ? random.nextLong(SECOND_NS) : random.nextInt(1_000);
        if (choice < 740)
        {
            sendSpecial();
        }
        else if (choice < 860)
        {
            sendReplace();
        }
        else if (choice < 900)
        {
            sendQuote();
        }
        else if (choice < 930)
        {
            sendNegotiated();
        }
        else if (choice < 950)
        {
            core.send(venue.advanceTime());
        }
        else if (choice < 958)
        {
            contracts.sendNext();
        }
        else if (choice < 960)
        {
            core.send(venue.takeSnapshot(random.nextInt(2)));
        }
        else
        {
            sendMarketOrMember(choice);
        }
        plain.remember();
    }

    private void sendRunStep()
    {
        final CommandWriter commands = core.commands;
        if (0 == runStep)
        {
            runId = plain.nextRunId();
            runKind = random.nextBoolean() ? ClearingKind.INTRADAY : ClearingKind.EVENING;
            core.send(commands.suspend(runId, runKind));
        }
        else if (1 == runStep)
        {
            final long lowE5 = 100 + 10 * random.nextInt(35);
            core.send(commands.settlement(runId, 2, 500, 100_000, lowE5, 1_000 - 10 * random.nextInt(45)));
            contracts.sendRunStep(runId);
            core.send(commands.complete(runId, runKind));
        }
        else if (ClearingKind.EVENING == runKind)
        {
            final int sessionId = plain.nextSessionId();
            core.send(commands.openSession(sessionId, RandomCommands.dateOf(sessionId)));
        }
        else
        {
            core.send(commands.resume(runId));
        }
        runStep = (runStep + 1) % 3;
    }

    private void sendMarketOrMember(final int choice)
    {
        final int login = login();
        if (choice < 970)
        {
            sendPhase();
        }
        else if (choice < 975)
        {
            sendControls();
        }
        else if (choice < 980)
        {
            sendMassCancel(login);
        }
        else if (choice < 984)
        {
            core.send(venue.selfTrade(
                FIRMS[login - 1],
                SelfTradeScope.get((short)random.nextInt(4)),
                SelfTradeMode.get((short)(1 + random.nextInt(4)))));
        }
        else if (choice < 988)
        {
            final int gateway = 1 + (int)(core.position / 96 % GATEWAYS);
            core.send(random.nextBoolean() ? venue.disconnected(gateway, login) : venue.connected(gateway, login));
        }
        else if (choice < 991)
        {
            core.send(venue.protection(login, SECOND_NS, random.nextInt(60), random.nextInt(60), random.nextInt(6)));
        }
        else if (choice < 994)
        {
            core.send(venue.resetProtection(login));
        }
        else if (choice < 996)
        {
            core.send(venue.killSwitch(0, random.nextBoolean() ? login : 0, FIRMS[login - 1], KillAction.STOP));
            plain.remember();
            core.send(venue.killSwitch(0, 0, FIRMS[login - 1], KillAction.LIFT));
            core.send(venue.killSwitch(0, login, FIRMS[login - 1], KillAction.LIFT));
        }
        else
        {
            sendLimits(login);
        }
    }

    private void sendSpecial()
    {
        final int instrumentId = instrument();
        final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
        final long lots = 1 + random.nextInt(60);
        final boolean isIceberg = 0 == random.nextInt(4);
        final int conditions = 0 == random.nextInt(5) ? 1 + random.nextInt(3) : 0;
        core.special(login(), encoder -> encoder
            .clOrdId(clOrdId)
            .expireDateNs(core.timeNs + random.nextLong(2 * SECOND_NS))
            .priceE5(priceE5(instrumentId))
            .stopPriceE5(priceE5(instrumentId))
            .qtyLots(lots)
            .displayLots(isIceberg ? 1 + random.nextInt(10) : 0)
            .displayVarianceLots(isIceberg ? random.nextInt(4) : 0)
            .minLots(0 == random.nextInt(10) ? 1 + random.nextInt((int)lots) : 0)
            .instrumentId(instrumentId)
            .linkId(random.nextInt(3))
            .side(side.value())
            .timeInForce(timeInForce())
            .orderType(orderType(encoder))
            .selfTradeMode((short)random.nextInt(5))
            .conditions((short)conditions));
    }

    /** Terms that do not fit together are refused; this makes most orders fit. */
    private short orderType(final NewSpecialOrderEncoder encoder)
    {
        final OrderType type = 0 == random.nextInt(2) ? OrderType.LIMIT : TYPES[random.nextInt(TYPES.length - 1)];
        final OrderTypeTraits traits = OrderTypeTraits.of(type);
        if (!traits.hasTrigger())
        {
            encoder.stopPriceE5(0);
        }
        if (0 == traits.iceberg())
        {
            encoder.displayLots(0).displayVarianceLots(0);
        }
        if (0 == traits.minimum())
        {
            encoder.minLots(0);
        }
        return type.value();
    }

    private short timeInForce()
    {
        return 0 == random.nextInt(3) ?
            TimeInForce.DAY.value() : TIMES[random.nextInt(TIMES.length - 1)].value();
    }

    private void sendReplace()
    {
        final int instrumentId = instrument();
        final OrderClass[] classes = {OrderClass.ANY, OrderClass.PLAIN, OrderClass.ICEBERG};
        final int order = plain.anyRecent();
        core.send(core.commands.replaceOrder(plain.loginOf(order), encoder ->
        {
            encoder
                .clOrdId(clOrdId)
                .orderId(plain.orderIdOf(order))
                .priceE5(priceE5(instrumentId))
                .qtyLots(1 + random.nextInt(50))
                .mode(ReplaceMode.get((short)random.nextInt(4)).value())
                .orderClass(classes[random.nextInt(classes.length)]);
            if (0 == random.nextInt(3))
            {
                encoder.stopPriceE5(priceE5(instrumentId));
            }
        }));
    }

    private void sendQuote()
    {
        final int instrumentId = instrument();
        final long bidE5 = priceE5(instrumentId);
        final long widthE5 = tickE5(instrumentId) * random.nextInt(-1, 20);
        core.send(venue.quote(
            login(), instrumentId, random.nextInt(15), bidE5, random.nextInt(15), bidE5 + widthE5));
    }

    private void sendNegotiated()
    {
        final int login = login();
        final int instrumentId = 1 + random.nextInt(2);
        core.send(venue.negotiated(
            login,
            instrumentId,
            random.nextInt(2),
            (short)(1 + random.nextInt(2)),
            1 + random.nextInt(2),
            tickE5(instrumentId) * (50 + random.nextInt(2)),
            FIRMS[random.nextInt(LOGINS)]));
    }

    private void sendPhase()
    {
        final int instrumentId = 0 == random.nextInt(3) ? 0 : instrument();
        if (0 == random.nextInt(20))
        {
            sendCalendar();
        }
        else if (random.nextBoolean())
        {
            core.send(venue.changePhase(instrumentId, Phase.CONTINUOUS, 0, 0, Phase.CONTINUOUS));
        }
        else
        {
            core.send(venue.changePhase(
                instrumentId,
                OTHER_PHASES[random.nextInt(OTHER_PHASES.length)],
                1 + random.nextInt(1_000_000),
                random.nextInt(1_000),
                Phase.CONTINUOUS));
        }
    }

    private void sendCalendar()
    {
        final int length = random.nextInt(5);
        final long[] startsNs = new long[length];
        final Phase[] phases = new Phase[length];
        long startNs = core.timeNs;
        for (int i = 0; i < length; i++)
        {
            startNs += 100 + random.nextInt(1_000_000);
            startsNs[i] = startNs;
            phases[i] = length == i + 1 ? Phase.CONTINUOUS : PHASES[random.nextInt(PHASES.length - 1)];
        }
        core.send(venue.calendar(random.nextBoolean() ? "" : "INDEX", random.nextLong(), startsNs, phases));
    }

    private void sendControls()
    {
        final int instrumentId = instrument();
        final long tickE5 = tickE5(instrumentId);
        core.send(venue.priceControls(instrumentId, encoder -> encoder
            .collarE5(tickE5 * random.nextInt(30))
            .protectionE5(tickE5 * random.nextInt(5))
            .dynamicRangeE5(tickE5 * random.nextInt(12))
            .staticRangeE5(tickE5 * random.nextInt(40))
            .volatilityAuctionNs(1 + random.nextInt(10_000))
            .volatilityRandomNs(random.nextInt(1_000))
            .limitWatchNs(2 == instrumentId ? random.nextInt(100_000) : 0)
            .limitWatchPct((short)random.nextInt(60))
            .limitShiftPct((short)random.nextInt(20))
            .maxLimitShifts((short)random.nextInt(3))
            .passiveDelayNs(0 == random.nextInt(3) ? random.nextInt(100_000) : 0)));
    }

    private void sendMassCancel(final int login)
    {
        final int instrumentId = random.nextInt(3);
        core.send(venue.massCancel(login, encoder -> encoder
            .instrumentId(instrumentId)
            .linkId(random.nextInt(3))
            .scope(random.nextBoolean() ? MassCancelScope.LOGIN : MassCancelScope.BROKERAGE_FIRM)
            .side((short)(random.nextBoolean() ? 89 : 1 + random.nextInt(2)))
            .securityTypes((short)random.nextInt(8))));
    }

    private void sendLimits(final int login)
    {
        final int choice = random.nextInt(4);
        final String firm = FIRMS[login - 1];
        if (0 == choice)
        {
            core.send(venue.margin(instrument(), random.nextInt(500), random.nextInt(500)));
        }
        else if (1 == choice)
        {
            core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, firm, 200_000 + random.nextInt(1_000_000)));
        }
        else if (2 == choice)
        {
            core.send(venue.collateral(LimitLevel.CLIENT, firm + "001", 200_000 + random.nextInt(1_000_000)));
        }
        else
        {
            core.send(venue.limits(LimitLevel.CLIENT, firm + "001", encoder -> encoder
                .maxOrderLots(0 == random.nextInt(2) ? 0 : 20 + random.nextInt(40))
                .maxActiveOrders(500 + random.nextInt(500))));
        }
    }

    private int login()
    {
        return 1 + random.nextInt(LOGINS);
    }

    private int instrument()
    {
        final int choice = random.nextInt(8);
        return choice < 4 ? 1 : choice < 7 ? 2 : STRATEGY;
    }

    private static long tickE5(final int instrumentId)
    {
        return 1 == instrumentId ? 1 : 10;
    }

    private long priceE5(final int instrumentId)
    {
        final long ticks = STRATEGY == instrumentId ? random.nextInt(-8, 8) : 50 + random.nextInt(-12, 13);
        return ticks * tickE5(instrumentId);
    }
}
