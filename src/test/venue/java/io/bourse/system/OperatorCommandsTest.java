// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.TradeDecoder;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What operators set by the command line against a running venue, and what its traders then may do.
 */
@Tag("venue")
class OperatorCommandsTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int FRAME_LIMIT = 256;
    private static final int PRECONDITION = 3;

    @TempDir
    private Path dir;

    private final OrderAction action = new OrderAction();
    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private Path dataDir;
    private Venue venue;
    private long lastKey;

    @BeforeEach
    void startVenue() throws IOException
    {
        dataDir = dir.resolve("data");
        venue = Venue.start(TestVenue.config(dataDir));
        connect(trader);
    }

    @AfterEach
    void closeAll()
    {
        trader.close();
        venue.close();
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldShowTheFeatureLevelAndNotRaiseItBeyondWhatIsKnown() throws IOException
    {
        assertDone("feature level " + FeatureLevels.HIGHEST + "  highest of this program " + FeatureLevels.HIGHEST,
            "feature-level");
        assertNotDone("bourse feature-level: the venue is at the highest feature level that this program knows, " +
            "nothing was done: featureLevel=" + FeatureLevels.HIGHEST, "feature-level --raise --yes");
    }

    @Test
    void shouldRefuseOrdersByTheLimitsThatAnOperatorSets() throws IOException
    {
        assertDone("changes level=BROKERAGE_FIRM code=AA01 orderLots 500000 -> off, orderNotional 1000000000.00 -> " +
            "off\nlimits level=BROKERAGE_FIRM code=AA01 orderLots=off orderNotional=off position=off " +
            "activeOrders=off ordersPerSecond=off", "risk limits --firm AA01 --off");
        assertDone("changes level=BROKERAGE_FIRM code=AA01 orderLots off -> 10\n" +
            "limits level=BROKERAGE_FIRM code=AA01 orderLots=10 orderNotional=off position=off " +
            "activeOrders=off ordersPerSecond=off", "risk limits --firm AA01 --order-lots 10");
        buy(11);
        buy(10);
        assertDone("changes level=CLIENT code=AA01000 position off -> 21\n" +
            "limits level=CLIENT code=AA01000 orderLots=off orderNotional=off position=21 activeOrders=off " +
            "ordersPerSecond=off", "risk limits --client AA01000 --position 21");
        // Limits that are left out are switched off, when that is wanted: 11 lots are fine again, a position of 22 is
        // not.
        assertNotDone("bourse risk limits: nothing was done: options that were left out switch off what is set: " +
            "level=BROKERAGE_FIRM code=AA01 orderLots 10 -> off; add --yes to do it all the same, or --keep to keep " +
            "what is left out", "risk limits --firm AA01 --order-notional 1000000.50");
        buy(11);
        assertDone("changes level=BROKERAGE_FIRM code=AA01 orderLots 10 -> off, orderNotional off -> 1000000.50\n" +
            "limits level=BROKERAGE_FIRM code=AA01 orderLots=off orderNotional=1000000.50 position=off " +
            "activeOrders=off ordersPerSecond=off", "risk limits --firm AA01 --order-notional 1000000.50 --yes");
        buy(12);
        // 10 lots at 92 345 roubles are below 1 000 000.50, 11 above.
        buy(11);
        assertDone("changes level=LOGIN code=1 activeOrders off -> 1\n" +
            "limits level=LOGIN code=1 orderLots=off orderNotional=off position=off activeOrders=1 " +
            "ordersPerSecond=off", "risk limits --login 1 --active-orders 1");
        buy(1);
        assertDone("changes level=LOGIN code=1 ordersPerSecond off -> 100\n" +
            "limits level=LOGIN code=1 orderLots=off orderNotional=off position=off activeOrders=1 " +
            "ordersPerSecond=100", "risk limits --login 1 --orders-per-second 100 --keep");

        assertDone("settlement account SA-ALPHA defined", "risk settlement-account define SA-ALPHA");
        assertDone("firm AA01 under settlement account SA-ALPHA\nfirm AA02 under settlement account SA-ALPHA",
            "risk settlement-account assign SA-ALPHA --firm AA01 --firm AA02");
        assertDone("margin instrument=1001 long=14250.00 short=14780.50; before: not set",
            "risk margin --instrument 1001 --long 14250 --short 14780.50");
        assertDone("collateral level=SETTLEMENT_ACCOUNT code=SA-ALPHA amount=156749.99; before: not set",
            "risk collateral --settlement-account SA-ALPHA --amount 156749.99");
        assertDone("changes level=LOGIN code=1 activeOrders 1 -> off, ordersPerSecond 100 -> off\n" +
            "limits level=LOGIN code=1 orderLots=off orderNotional=off position=off activeOrders=off " +
            "ordersPerSecond=off", "risk limits --login 1 --off");
        // Eleven lots need 156 750.00.
        buy(1);
        assertDone("collateral level=SETTLEMENT_ACCOUNT code=SA-ALPHA amount=156750.00; before: 156749.99",
            "risk collateral --settlement-account SA-ALPHA --amount 156750.00");
        buy(1);

        assertEquals(
            List.of(
                "RISK_LIMIT BROKERAGE_FIRM ORDER_LOTS",
                "RISK_LIMIT BROKERAGE_FIRM ORDER_LOTS",
                "RISK_LIMIT CLIENT POSITION",
                "RISK_LIMIT BROKERAGE_FIRM ORDER_NOTIONAL",
                "RISK_LIMIT LOGIN ACTIVE_ORDERS",
                "RISK_LIMIT SETTLEMENT_ACCOUNT COLLATERAL"),
            story());
        assertEquals(6, trader.refusals().size());
    }

    @Test
    void shouldShowAndSetHowMuchTheVenueKeeps() throws IOException
    {
        buy(1);
        assertNotDone("bourse capacity set: nothing was done: options that were left out switch off what is set: the " +
            "venue liveOrders 50000 -> off, accounts 20000 -> off, instruments 2000 -> off, logins 500 -> off, " +
            "exposures 50000 -> off; add --yes to do it all the same, or --keep to keep what is left out",
            "capacity set --live-orders-per-login 1");
        assertDone("changes the venue liveOrdersPerLogin 20000 -> 1\ncapacity liveOrders=50000 liveOrdersPerLogin=1 " +
            "accounts=20000 instruments=2000 logins=500 exposures=50000",
            "capacity set --live-orders-per-login 1 --keep");
        assertNotDone("bourse capacity set: nothing was done: everything more is refused at once: accounts used=900 " +
            "limit=90; add --yes to do it all the same, or --keep to keep what is left out",
            "capacity set --accounts 90 --keep");
        buy(2);
        final VenueProcess.Result shown = run("capacity show");
        assertEquals(0, shown.exitCode(), shown::toString);
        assertTrue(shown.out().contains("login 1"), shown.out());
        assertTrue(shown.out().contains("100 !"), shown.out());
        final List<String> session = run("session show").out().lines().toList();
        assertEquals(List.of("venue      feature level " + FeatureLevels.HIGHEST + "  administrators 1: clara",
            "capacity   live orders of a login, most: login 1: at the limit, more is refused, used=1 limit=1; see " +
            "`bourse capacity`"), session.subList(1, session.size()));
        // To look is no use of a privilege.
        final VenueProcess.Result log = run("security show --last 0");
        assertTrue(log.out().contains("bourse capacity set") && !log.out().contains("bourse capacity show"),
            log::toString);
        // The demo venue starts with any heap: it is asked.
        final VenueProcess.Result much = run("capacity set --live-orders 90000000 --keep");
        assertEquals(PRECONDITION, much.exitCode(), much::toString);
        assertTrue(much.err().contains("nothing was done: what clients may fill then does not fit into the heap of " +
            "the venue; start it first with BOURSE_JAVA_OPTS=-Xmx"), much::toString);
        assertDone("stopped login=1 cancelledOrders=1", "kill --login 1");
        assertDone("lifted login=1", "kill --login 1 --lift");
        // No order is left.
        assertEquals(1, run("session show").out().lines().filter(line -> line.startsWith("venue")).count());
        assertFalse(run("capacity show").out().contains("most: login"), "there are orders");
        buy(3);
        assertEquals(List.of("CAPACITY", "KILL_SWITCH 1"), story());
    }

    @Test
    void shouldStopAndLiftTraders() throws IOException
    {
        buy(1);
        buy(2);
        assertDone("stopped login=1 cancelledOrders=2", "kill --login 1");
        buy(3);
        assertDone("lifted login=1", "kill --login 1 --lift");
        buy(4);
        assertDone("stopped firm=AA cancelledOrders=1", "kill --firm AA");
        buy(5);
        assertDone("lifted firm=AA", "kill --firm AA --lift");
        buy(6);

        assertEquals(
            List.of(
                "KILL_SWITCH 1", "KILL_SWITCH 2", "BLOCKED", "KILL_SWITCH 4", "BLOCKED"),
            story());
    }

    @Test
    void shouldCancelOnDisconnectAsLastSet() throws IOException
    {
        assertDone("changes login=1 cancelOnDisconnect never -> PT0S\n" +
            "rights login=1 quotes=off killSwitch=off dontCheckLimits=off cancelOnDisconnect=PT0S",
            "rights --login 1 --cancel-on-disconnect 0s");
        assertDone("changes login=2 dontCheckLimits off -> on, cancelOnDisconnect never -> PT0S\n" +
            "rights login=2 quotes=off killSwitch=off dontCheckLimits=on cancelOnDisconnect=PT0S",
            "rights --login 2 --dont-check-limits --cancel-on-disconnect 0s");
        assertDone("changes login=2 quotes off -> on\n" +
            "rights login=2 quotes=on killSwitch=off dontCheckLimits=on cancelOnDisconnect=PT0S",
            "rights --login 2 --quotes --keep");
        assertNotDone("bourse rights: nothing was done: options that were left out switch off what is set: login=2 " +
            "dontCheckLimits on -> off, cancelOnDisconnect PT0S -> never; add --yes to do it all the same, or " +
            "--keep to keep what is left out", "rights --login 2 --quotes --kill-switch");
        assertDone("changes login=2 killSwitch off -> on, dontCheckLimits on -> off, cancelOnDisconnect PT0S -> " +
            "never\nrights login=2 quotes=on killSwitch=on dontCheckLimits=off cancelOnDisconnect=never",
            "rights --login 2 --quotes --kill-switch --yes");
        try (TwimeTrader keeper = new TwimeTrader("TWBB01", 2, List.of("BB01000")))
        {
            connect(keeper);
            buy(1);
            action.newOrder(++lastKey, true, PRICE_E5, 2, false);
            sendAndAwait(keeper);
        }
        // Orders that go at once go in the transaction of the loss.
        awaitStory(List.of("lost 2"));
        trader.close();
        awaitStory(List.of("lost 2", "lost 1", "DISCONNECT 1"));
    }

    @Test
    void shouldPreventSelfTradesAsLastSet() throws IOException
    {
        assertDone("self-trade prevention firm=AA01 scope=CLIENT mode=CANCEL_RESTING; before: off",
            "self-trade --firm AA01 --scope client --mode cancel-resting");
        buy(1);
        sell(2);
        assertDone("self-trade prevention firm=AA01 off; before: scope=CLIENT mode=CANCEL_RESTING",
            "self-trade --firm AA01 --off");
        buy(2);
        assertEquals(List.of("SELF_TRADE 1", "trade 2"), story());
    }

    @Test
    void shouldBreakATradeWithASecondPerson() throws IOException
    {
        buy(3);
        sell(2);
        assertNotDone("bourse trade bust: the event stream has no such trade: tradeId=99",
            "trade bust 99 --reason wrong --yes");
        assertNotDone("bourse trade correct: the trade can have another price and fewer lots: tradeId=1 lots=2 " +
            "newLots=3 priceE5=" + PRICE_E5 + " newPriceE5=" + PRICE_E5,
            "trade correct 1 --lots 3 --reason wrong --yes");
        final VenueProcess.Result shown = run("trade bust 1 --reason wrong");
        assertEquals(PRECONDITION, shown.exitCode(), shown::toString);
        assertTrue(shown.err().contains("AA01000 login TWAA01 (1) order "), shown::toString);
        final VenueProcess.Result asked = run("trade bust 1 --reason wrong --yes");
        assertTrue(asked.err().contains("a second person has to approve this, nothing was done yet: Break the trade "),
            asked::toString);
        assertEquals(0, run("approve 1").exitCode());
        assertTrue(run("trade show 1").out().contains("state      broken, reason \"wrong\""));
        assertNotDone("bourse trade bust: the trade is broken, reason \"wrong\": tradeId=1",
            "trade bust 1 --reason again --yes");
    }

    @Test
    void shouldDefineLegsOfAStrategy() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(client, LIMIT_NS))
        {
            operator.defineInstrument(new InstrumentSpec(
                2001, "Si-Eu-12.26", InstrumentKind.SPREAD, "Si-Eu", "RUB", 100_000, 100_000, -50_000_00000L,
                50_000_00000L, 8_905_00000L, 0, 0, 20261217));
        }
        assertDone("legs strategy=2001 1001:-1 1002:1", "legs --strategy 2001 --leg 1001:-1 --leg 1002:1");
        assertDone("legs strategy=2001 1001:-1 1002:1", "legs --strategy 2001 --leg 1001:-1 --leg 1002:1");
        assertRefused("bourse legs: ", "ALREADY_DEFINED", "instrumentId=2001",
            "legs --strategy 2001 --leg 1001:1 --leg 1002:-1");
    }

    @Test
    void shouldSayWhyTheEngineRefusesACommand() throws IOException
    {
        assertRefused("bourse kill: ", "UNKNOWN_LOGIN", "loginId=99", "kill --login 99");
        assertRefused("bourse legs: ", "INVALID_FIELD", "instrumentId=1001", "legs --strategy 1001 --leg 1002:-1 " +
            "--leg 1003:1");
    }

    @Test
    void shouldNotBotherTheEngineWithNamesThatAreNotThere() throws IOException
    {
        final long before = endCursor();
        for (final String line : new String[]{
            "risk limits --firm ZZ99 --order-lots 10", "risk limits --login 99 --order-lots 10",
            "risk limits --client AA01999 --order-lots 10", "risk collateral --settlement-account SA --amount 1",
            "risk margin --instrument 9 --long 1 --short 1", "risk settlement-account assign NOWHERE --firm AA01",
            "rights --login 99 --off", "self-trade --firm ZZ99 --off", "controls --instrument 9 --off",
            "exercise --account AA01999 --instrument 1001 --lots 1", "exercise --account AA01000 --instrument 9 " +
            "--lots 1", "legs --strategy 9 --leg 1001:-1 --leg 1002:1", "calendar --remove", "news Hello --login 99",
            "news Hello --firm ZZ99", "news Hello --instrument 9", "fix-password FIXZZ99 --generate"})
        {
            final VenueProcess.Result result = run(line);
            assertEquals(PRECONDITION, result.exitCode(), result::toString);
            assertEquals(1, result.err().lines().count(), result::toString);
            assertTrue(result.err().contains("nothing was done"), result::toString);
        }
        assertEquals(before, endCursor());
    }

    private long endCursor() throws IOException
    {
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            return client.endCursor();
        }
    }

    private void assertNotDone(final String expected, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(PRECONDITION, result.exitCode(), result::toString);
        assertEquals(expected, result.err().strip(), result::toString);
    }

    @Test
    void shouldSetPriceControlsAndCalendars() throws IOException
    {
        assertDone("changes instrument=1001 protection off -> 50\nprice controls instrument=1001 set",
            "controls --instrument 1001 --protection 50");
        assertDone("changes instrument=1001 collar off -> 100\nprice controls instrument=1001 set",
            "controls --instrument 1001 --collar 100 --keep");
        assertNotDone("bourse controls: nothing was done: options that were left out switch off what is set: " +
            "instrument=1001 protection 50 -> off; add --yes to do it all the same, or --keep to keep what is left " +
            "out", "controls --instrument 1001 --collar 100");
        final Path file = Files.writeString(dir.resolve("far.csv"), """
            start,phase,random
            2199-01-01T08:50,OPENING_AUCTION,30s
            2199-01-01T09:00,CONTINUOUS,
            """);
        assertDone("calendar of the market set: entries=2", "calendar " + file);
        assertDone("calendar of Si set: entries=2", "calendar " + file + " --underlying Si");
        assertDone("calendar of Si removed; before: entries=2", "calendar --remove --underlying Si");
        assertNotDone("bourse calendar: there is no calendar of Si to be removed, nothing was done",
            "calendar --remove --underlying Si");
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, true, PRICE_E5 + 101 * 100_000L, 1, false);
        sendAndAwait();
        assertEquals(List.of("PRICE_OUT_OF_COLLAR"), story());
    }

    private void buy(final long lots)
    {
        order(true, lots);
    }

    private void sell(final long lots)
    {
        order(false, lots);
    }

    /** Sends an order and waits for its answer. */
    private void order(final boolean isBuy, final long lots)
    {
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, isBuy, PRICE_E5, lots, false);
        sendAndAwait();
    }

    private void sendAndAwait()
    {
        sendAndAwait(trader);
    }

    private void sendAndAwait(final TwimeTrader sender)
    {
        assertTrue(sender.send(action));
        await(sender::poll, () -> 0 == sender.outstanding());
    }

    private void connect(final TwimeTrader newcomer) throws IOException
    {
        newcomer.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        await(newcomer::poll, newcomer::isRecovered);
    }

    private void assertDone(final String expected, final String line) throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(0, result.exitCode(), result::toString);
        assertEquals("", result.err(), result::toString);
        assertEquals(expected, result.out());
    }

    private void assertRefused(final String prefix, final String reason, final String fact, final String line)
        throws IOException
    {
        final VenueProcess.Result result = run(line);
        assertEquals(PRECONDITION, result.exitCode(), result::toString);
        assertEquals(1, result.err().lines().count(), result::toString);
        assertTrue(result.err().startsWith(prefix), result::toString);
        assertTrue(result.err().contains(" reason=" + reason + " "), result::toString);
        assertTrue(result.err().contains(fact), result::toString);
    }

    private VenueProcess.Result run(final String line) throws IOException
    {
        final List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
        arguments.addAll(List.of("--data", dataDir.toString()));
        return VenueProcess.execute(trader::poll, arguments);
    }

    /** What the event stream says so far. */
    private List<String> story() throws IOException
    {
        final Story story = new Story();
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            final long endCursor = client.endCursor();
            try (EventFollower follower = client.follow(EngineClient.FROM_START, story))
            {
                await(() -> follower.poll(FRAME_LIMIT), () -> follower.cursor() >= endCursor);
            }
        }
        return story.lines;
    }

    /** Waits until the event stream has as many lines, and compares them. */
    private void awaitStory(final List<String> expected) throws IOException
    {
        final Story story = new Story();
        try (EngineClient client = VenueProcess.connect(dataDir);
            EventFollower follower = client.follow(EngineClient.FROM_START, story))
        {
            await(() -> follower.poll(FRAME_LIMIT), () -> story.lines.size() >= expected.size());
        }
        assertEquals(expected, story.lines);
    }

    private void await(final IntSupplier work, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        final IdleStrategy idle = new BackoffIdleStrategy();
        while (!done.getAsBoolean())
        {
            idle.idle(work.getAsInt());
            assertTrue(System.nanoTime() < deadlineNs, () -> "no answer from the venue of " + dataDir);
        }
    }

    /** Refusals with level and limit, cancelled orders and trades with their lots, and lost connections. */
    private static final class Story implements EventListener
    {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
        {
            lines.add(RejectReason.RISK_LIMIT == event.reason() ?
                event.reason() + " " + event.limitLevel() + " " + event.limitKind() : event.reason().toString());
        }

        @Override
        public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
        {
            lines.add(event.reason() + " " + event.qtyLots());
        }

        @Override
        public void onTrade(final EventGroup group, final TradeDecoder event)
        {
            lines.add("trade " + event.qtyLots());
        }

        @Override
        public void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
        {
            if (0 == event.connected())
            {
                lines.add("lost " + event.loginId());
            }
        }
    }
}
