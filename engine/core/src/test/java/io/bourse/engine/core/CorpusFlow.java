// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginAction;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

import static io.bourse.engine.core.OperatorCommandWriter.ANNA;
import static io.bourse.engine.core.OperatorCommandWriter.BORIS;
import static io.bourse.engine.core.OperatorCommandWriter.CLARA;

/**
 * The history of an entry of the corpus, the same whenever it is written: at every feature level every command there
 * is, those that the level does not know too, and random ones; in the end a register of operators, from where on
 * commands are signed. At each level a snapshot.
 */
final class CorpusFlow
{
    private static final long SEED = 20_261_129;
    private static final int COMMANDS_OF_LEVEL = 250;
    private static final long WATCH_NS = 1_000;
    /** Ids of moves back. */
    private static final int BACK = 10_000;
    private static final int TOGETHER = 20_000;
    private static final int FIX_LOGIN = 40;
    private static final byte[] SHA256 = new byte[32];

    private final List<CorpusEntry.Command> journal = new ArrayList<>();
    private final List<SnapshotRecords> snapshots = new ArrayList<>();
    private final CoreFixture core = new CoreFixture();
    private final VenueCommandWriter venue = new VenueCommandWriter(core.commands);
    private final RiskCommandWriter risk = new RiskCommandWriter(core.commands);
    private final OperatorCommandWriter operators = new OperatorCommandWriter(core);
    private final ContractCommandWriter contracts = new ContractCommandWriter(core.commands);
    private final RandomVenueCommands random;
    private int accounts = CoreFixture.ACCOUNTS.length - 1;

    private CorpusFlow()
    {
        core.onCommand = length -> journal.add(CorpusEntry.Command.of(core, length, new byte[0]));
        core.withMembers().open();
        core.returnsTexts = false;
        random = new RandomVenueCommands(SEED, core);
    }

    static CorpusEntry record()
    {
        final CorpusFlow flow = new CorpusFlow();
        for (int level = FeatureLevels.BASE; level <= FeatureLevels.HIGHEST; level++)
        {
            flow.core.raiseTo(level);
            flow.sendLevel(level);
            flow.snapshots.add(SnapshotRecords.of(flow.core.engine));
        }
        flow.sendSigned();
        flow.snapshots.add(SnapshotRecords.of(flow.core.engine));
        flow.sendRandom();
        flow.core.send(flow.operators.signed(ANNA, flow.core.commands.reportState(1)));
        return new CorpusEntry(flow.journal, flow.core.recorder.frames, flow.snapshots, new TreeMap<>());
    }

    private void sendLevel(final int level)
    {
        final int sessionId = random.sendNextSession();
        final int date = RandomCommands.dateOf(sessionId);
        // Past the end of the session and of orders that end with it.
        core.send(core.commands.moveSessionDate(sessionId, date, date));
        sendReferenceData(level);
        sendMarket(level);
        sendHost(level);
        sendRandom();
        sendQuarantine();
        sendOperators(level);
        sendInstrumentMoves(level);
    }

    /** Between two sessions an instrument with an order goes to another partition, and comes back in another move. */
    private void sendInstrumentMoves(final int level)
    {
        final int instrument = core.books.size() + 1;
        final String underlying = "MOVED-" + level;
        core.send(core.commands.instrument(instrument, underlying, encoder -> encoder.underlying(underlying)));
        core.order(1, encoder -> encoder.instrumentId(instrument).clOrdId(4).side(Side.BUY.value())
            .timeInForce(TimeInForce.GTC.value()).priceE5(400));
        if (level >= FeatureLevels.NAMED)
        {
            core.send(core.commands.login(FIX_LOGIN, LoginProtocol.FIX, "fix", "AA01"));
            core.order(FIX_LOGIN, encoder -> encoder.instrumentId(instrument).clOrdId(5).side(Side.BUY.value())
                .accountCode(CoreFixture.ACCOUNTS[1]).timeInForce(TimeInForce.GTC.value()).priceE5(399));
        }
        random.sendEvening();
        core.send(venue.moveOut(level, underlying, 1));
        final List<byte[]> records = MovedRecords.of(core.recorder.events);
        final List<Long> unnamed = MovedRecords.unnamed(core.recorder.events);
        core.send(venue.nameMovedOrder(level, unnamed.isEmpty() ? 1 : unnamed.getFirst(), 0, 1, "corpus"));
        records.addAll(MovedRecords.of(core.recorder.events));
        final long hash = MovedRecords.hash(records);
        core.send(venue.endMove(level, records.size(), hash, 1, false));
        final int back = BACK + level;
        core.send(venue.beginMove(back, Math.max(1, records.size()), hash, 1));
        core.send(venue.moveIn(back, 0, records.isEmpty() ? SHA256 : records.getFirst()));
        for (int i = 1; i < records.size(); i++)
        {
            core.send(venue.moveIn(back, i, records.get(i)));
        }
        core.send(venue.endMove(back, records.size(), hash, 1, false));
        core.send(venue.moveOutTogether(TOGETHER + level, 1, underlying, "MOVED-" + (level - 1)));
        core.send(venue.endMove(TOGETHER + level, 0, 0, 1, true));
    }

    private void sendReferenceData(final int level)
    {
        final CommandWriter commands = core.commands;
        final String digit = Integer.toString(level, Character.MAX_RADIX).toUpperCase(Locale.ROOT);
        core.send(commands.clearingFirm("C" + (char)('A' + level)));
        core.send(commands.brokerageFirm("AA1" + digit));
        core.send(commands.account("AA01X0" + digit, accounts));
        accounts++;
        core.send(risk.accounts(accounts, "AA01Y0" + digit, "BB01Y0" + digit));
        accounts += 2;
        core.send(commands.login(10 + level, LoginProtocol.TWIME, "login" + level, "AA01"));
        final int instrument = core.books.size() + 1;
        core.send(commands.instrument(instrument, "EXTRA-" + level, 1, 1_000, 2_000));
        core.send(contracts.contract(instrument, (encoder) -> encoder.expiryDate(20_270_101)));
        sendTradeAtTheLimit(instrument);
        sendOwnOrders(instrument);
        core.send(commands.instrument(instrument + 1, "SPREAD-" + level, (encoder) ->
            encoder.kind(InstrumentKind.SPREAD).priceTickE5(10).settlementPriceE5(0).lowLimitE5(-9).highLimitE5(9)));
        core.send(venue.legs(instrument + 1, new int[]{2, 1}, new int[]{-1, 1}));
        core.send(risk.settlementAccount("SA-" + level));
        core.send(risk.assign("AA02", "SA-" + level));
        core.send(commands.tradingDays("FORTS", 0, 31));
        core.send(commands.tradingDays("FORTS", 2_027 + level, 0, 0, 7));
    }

    /** The last price stays at the upper limit until the limits shift. */
    private void sendTradeAtTheLimit(final int instrument)
    {
        core.send(venue.priceControls(instrument, (encoder) -> encoder
            .limitWatchNs(WATCH_NS).limitWatchPct((short)50).limitShiftPct((short)25).maxLimitShifts((short)3)));
        for (final Side side : new Side[]{Side.BUY, Side.SELL})
        {
            core.order(side.value(), (encoder) -> encoder.instrumentId(instrument).clOrdId(1).side(side.value())
                .priceE5(2_000));
        }
        core.timeNs += WATCH_NS;
        core.send(venue.advanceTime());
    }

    /** An order meets one of its own firm, and both lose lots without a trade. */
    private void sendOwnOrders(final int instrument)
    {
        core.send(venue.selfTrade("AA01", SelfTradeScope.FIRM, SelfTradeMode.DECREMENT));
        for (final Side side : new Side[]{Side.BUY, Side.SELL})
        {
            core.order(1, (encoder) -> encoder.instrumentId(instrument).clOrdId(2).side(side.value())
                .qtyLots(Side.BUY == side ? 5 : 3).priceE5(1_500));
        }
        core.send(venue.selfTrade("AA01", SelfTradeScope.NONE, SelfTradeMode.CANCEL_INCOMING));
    }

    private void sendMarket(final int level)
    {
        core.send(new QuoteCommandWriter(core.commands).request(1, 1, 5, 1));
        core.send(venue.calendar("INDEX", level, new long[]{core.timeNs + 500, core.timeNs + 900},
            new Phase[]{Phase.OPENING_AUCTION, Phase.CONTINUOUS}));
        core.send(venue.protection(1, 1_000, 50, 50, 5));
        core.send(venue.resetProtection(1));
        core.send(venue.connected(1));
        core.send(venue.disconnected(3));
        core.send(venue.lost(1));
        for (int gateway = 1; gateway <= 3; gateway++)
        {
            core.send(venue.connected(gateway, 1));
        }
        core.send(venue.lost(3, 1));
        core.send(venue.disconnected(2, 1));
        core.send(venue.killSwitch(0, 2, "BB01", KillAction.STOP));
        core.send(venue.killSwitch(0, 2, "BB01", KillAction.LIFT));
        core.send(venue.collateral(LimitLevel.BROKERAGE_FIRM, "AA01", 900_000_000));
        core.send(venue.margin(1, 3, 4));
        sendMoves();
        core.send(venue.limits(LimitLevel.CLIENT, "AA01001", (encoder) -> encoder.maxOrderLots(40 + level)));
        core.send(contracts.exercise("AA01001", core.books.size(), 3));
        core.send(contracts.move(0, 0, new long[]{0, 1, 1, 0}));
        core.send(contracts.expire(0, 1));
    }

    /** A firm gives all that it has free, lacks it, and gets as much from another partition. */
    private void sendMoves()
    {
        final int instrument = core.books.size() - 1;
        core.send(venue.margin(instrument, 3, 4));
        core.send(venue.giveCollateral(LimitLevel.BROKERAGE_FIRM, "AA01", 900_000_000, 1));
        core.order(1, (encoder) -> encoder.instrumentId(instrument).clOrdId(3).side(Side.BUY.value()).qtyLots(9)
            .priceE5(1_500));
        for (int i = 0; i < 2; i++)
        {
            core.send(venue.takeCollateral(LimitLevel.BROKERAGE_FIRM, "AA01", 900_000_000, 2));
        }
        core.send(venue.limits(LimitLevel.BROKERAGE_FIRM, "AA01", limits -> limits
            .maxActiveOrders(1_000_000).maxOrdersPerSecond(1_000_000)));
        for (final LimitKind kind : new LimitKind[]{LimitKind.ACTIVE_ORDERS, LimitKind.ORDER_RATE})
        {
            core.send(venue.give(kind, LimitLevel.BROKERAGE_FIRM, "AA01", 1_000_000, 1));
            core.order(1, encoder -> encoder.instrumentId(instrument).clOrdId(6).side(Side.BUY.value()).qtyLots(9)
                .priceE5(1_500));
            core.send(venue.take(kind, LimitLevel.BROKERAGE_FIRM, "AA01", 1_000_000, 2));
        }
    }

    private void sendHost(final int level)
    {
        final CommandWriter commands = core.commands;
        core.send(commands.connectGateway(level));
        core.send(venue.takeSnapshot(0));
        core.send(venue.news(0, (news) -> news.headline("Level").text("It is " + level).instrumentId(1)));
        core.send(venue.controlLogin(0, 1, LoginAction.BLOCK.value()));
        core.send(venue.controlLogin(0, 1, LoginAction.UNBLOCK.value()));
        core.send(venue.activateGateway(0, level));
        core.send(commands.auditTrail(CommandWriter.CLEARING_ID, level, 20_261_121, level, level));
        core.send(venue.venueLimits((encoder) -> encoder.liveOrders(1_000_000).accounts(100).instruments(1_000)));
        core.send(commands.stopOrderEntry(0, core.timeNs + 1, core.timeNs));
        core.buy(level, 1, 50);
        core.send(commands.confirmTime(0, core.timeNs + 1));
        core.send(commands.reportState(level));
    }

    private void sendRandom()
    {
        for (int i = 0; i < COMMANDS_OF_LEVEL; i++)
        {
            random.sendNext();
        }
    }

    private void sendQuarantine()
    {
        core.commands.newOrder(1, (encoder) -> encoder.accountCode(CoreFixture.ACCOUNTS[1]));
        core.position += 96;
        final CorpusEntry.Command passedOver = CorpusEntry.Command.of(core, core.commands.length, SHA256);
        journal.add(passedOver);
        core.engine.onQuarantined(core.timeNs, core.position, core.commands.buffer, CommandWriter.OFFSET,
            core.commands.length, SHA256);
        core.send(venue.quarantine(passedOver.position(), SHA256, "anna", "boris", 0));
    }

    /** Commands of a register; before the last level only those that do not put it in force. */
    private void sendOperators(final int level)
    {
        core.send(operators.firmLimits(LimitLevel.CLIENT, "AA01001", new long[]{0, 50, 0, 0, 0}, false));
        core.send(operators.cancelOrders("AA02", "", 0, 1));
        core.send(operators.officer(12, "olaf", 1, BORIS.publicKey(), "AA02"));
        core.send(operators.signed(ANNA, core.commands.clearingFirm("SS")));
        if (level < FeatureLevels.GUARDED)
        {
            operators.found();
        }
    }

    private void sendSigned()
    {
        final int sessionId = random.sendNextSession();
        final int date = RandomCommands.dateOf(sessionId);
        final int nextDate = RandomCommands.dateOf(sessionId + 1);
        core.send(core.commands.moveSessionDate(sessionId, date, nextDate));
        core.send(core.commands.moveSessionDate(sessionId, nextDate, date));
        // Every snapshot has an order.
        final int instrument = core.books.size() + 1;
        core.send(core.commands.instrument(instrument, "LAST", 1, 1_000, 2_000));
        core.order(2, (encoder) -> encoder.instrumentId(instrument).clOrdId(6).side(Side.SELL.value())
            .timeInForce(TimeInForce.GTC.value()).priceE5(1_900));
        MemberOfficerTest.found(core, operators);
        core.send(operators.signed(ANNA, core.commands.clearingFirm("SS")));
        core.send(operators.signed(ANNA, venue.changePhase(1, Phase.HALTED, 0, 0, Phase.CLOSED)));
        core.send(operators.signed(ANNA, venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CLOSED)));
        core.send(operators.signed(ANNA, BORIS, venue.changePhase(1, Phase.CONTINUOUS, 0, 0, Phase.CLOSED)));
        core.send(operators.signed(ANNA, venue.limits(LimitLevel.CLIENT, "AA01001", (to) -> to.maxOrderLots(30))));
        for (final long lots : new long[]{20, 31})
        {
            core.send(operators.signed(MemberOfficerTest.OLGA, operators.firmLimits(
                LimitLevel.CLIENT, "AA01001", new long[]{0, lots, 0, 0, 0}, false)));
        }
        core.send(operators.signed(MemberOfficerTest.OLGA, operators.cancelOrders("AA01", "", 0, 0)));
        core.send(operators.signed(MemberOfficerTest.OLGA, operators.cancelOrders("BB01", "", 0, 0)));
        core.send(operators.signed(CLARA, operators.define(4, "dora", ANNA.roles, 1, ANNA.publicKey())));
        core.send(core.commands.clearingFirm("TT"));
        core.send(core.commands.suspend(1_000_000, ClearingKind.INTRADAY));
        core.send(core.commands.resume(1_000_000));
    }
}
