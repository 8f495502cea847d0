// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.MoveOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.partitions.PartitionLink;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.order.MoveRecords;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import io.bourse.gateway.fix.session.LogonCheck;
import org.agrona.CloseHelper;
import org.agrona.concurrent.SleepingIdleStrategy;
import org.agrona.concurrent.SystemEpochNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * One gateway for two partitions, each an engine with an instrument; orders are entered at the FIX gateways of the
 * partitions. One session has the copies of all: whatever is killed, none is lost, and none comes twice.
 */
@Tag("venue")
class FixSeveralPartitionsTest
{
    private static final int GATEWAY = 4;
    private static final int GATEWAY_OF_PARTITION = 2;
    private static final int PARTITIONS = 2;
    private static final int PARTITION_SHIFT = 48;
    private static final long E5 = 100_000;
    private static final long TIMEOUT_NS = 60_000_000_000L;
    private static final List<InstrumentSpec> INSTRUMENTS = List.of(DemoReferenceData.SI, DemoReferenceData.RI);
    private static final List<String> ACCOUNTS = List.of("AA01001", "BB01001");
    /** A command of the gateway itself may reach an engine twice. */
    private static final Pattern REPORTED =
        Pattern.compile("(ACCEPTED|REPLACED|CANCELLED|REJECTED) .*(?<!reason=DUPLICATE_COMMAND)");

    @TempDir
    private Path dir;

    private final SleepingIdleStrategy idle = new SleepingIdleStrategy(50_000);
    private final TestEngine[] engines = new TestEngine[PARTITIONS];
    private final PartitionLink[] links = new PartitionLink[PARTITIONS];
    private final OrderSender[][] senders = new OrderSender[PARTITIONS][ACCOUNTS.size()];
    private final GapClient watcher = new GapClient("FIXBB1");
    private final GapClient trader = new GapClient("FIXAA1");
    private Set<Role> roles = EnumSet.of(Role.DROP_COPY, Role.MARKET_DATA);
    private Set<Role> rolesOfTrader = Set.of();
    private boolean isMarketData = true;
    private AtomicBoolean isAlive;
    private PartitionsClient partitions;
    private FixGateway gateway;
    private int lives;

    @BeforeEach
    void start() throws IOException
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            links[i] = new PartitionLink(i);
            startEngine(i);
            DemoReferenceData.define(engines[i].operator(), INSTRUMENTS.get(i));
        }
        startGateway();
    }

    @AfterEach
    void close()
    {
        CloseHelper.closeAll(watcher, trader, gateway, partitions);
        CloseHelper.closeAll(engines);
    }

    private void startEngine(final int partition)
    {
        engines[partition] = TestEngine.start(TestEngine.options(
            dir.resolve("partition-" + partition), host -> host.partition(partition)));
        final EngineClient client = engines[partition].connect();
        for (int i = 0; i < ACCOUNTS.size(); i++)
        {
            final OrderSender former = senders[partition][i];
            senders[partition][i] = new OrderSender(
                client, GATEWAY_OF_PARTITION, DemoReferenceData.FIXAA1_LOGIN_ID + i, ACCOUNTS.get(i))
                .sequence(null == former ? 0 : former.sequence());
        }
    }

    private void connect(final int partition)
    {
        final EngineClient client = engines[partition].connect();
        final CommandPublisher publisher = client.newCommandPublisher(Principal.gateway(GATEWAY));
        final AtomicBoolean isOwnerAlive = isAlive;
        links[partition].connected(client,
            (buffer, offset, length) -> !isOwnerAlive.get() || publisher.offer(buffer, offset, length));
    }

    private void startGateway() throws IOException
    {
        isAlive = new AtomicBoolean(true);
        for (int i = 0; i < PARTITIONS; i++)
        {
            if (links[i].isFree())
            {
                connect(i);
            }
        }
        partitions = new PartitionsClient(List.of(links), life(), false, GATEWAY, new SystemEpochNanoClock());
        gateway = new FixGateway(
            FixGatewayOptions.builder()
                .gatewayId(GATEWAY)
                .bindAddress(new InetSocketAddress("127.0.0.1", 0))
                .publicFirstTimeoutNs(0)
                .storeDirectory(life().resolve("fix"))
                .marketData(isMarketData)
                .defaults(FixSessionOptions.builder().roles(rolesOfTrader).maxSessionMessagesPerSecond(0).build())
                .sessions(Map.of("FIXBB1",
                    FixSessionOptions.builder().roles(roles).dropCopyFirms(List.of("AA", "BB"))
                        .maxSessionMessagesPerSecond(0).build()))
                .build(),
            partitions,
            LogonCheck.ACCEPT_ALL);
        await("gateway accepts", gateway::isAccepting);
        watcher.connect(gateway.localAddress().getPort(), "");
        trader.connect(gateway.localAddress().getPort(), "");
        await("logon", () -> watcher.isLoggedOn() && trader.isLoggedOn());
    }

    private void letTrade() throws IOException
    {
        killGateway();
        rolesOfTrader = EnumSet.of(Role.ORDER_ENTRY);
        startGateway();
    }

    private Path life()
    {
        return dir.resolve("gateway-" + lives);
    }

    /** As after kill -9: its last words reach no engine, and the next one finds its files as they are now. */
    private void killGateway() throws IOException
    {
        isAlive.set(false);
        final Path files = life();
        lives++;
        copy(files, life());
        watcher.disconnect();
        trader.disconnect();
        CloseHelper.closeAll(gateway, partitions);
        gateway = null;
        for (int i = 0; i < PARTITIONS; i++)
        {
            links[i] = new PartitionLink(i);
        }
    }

    private static void copy(final Path from, final Path to) throws IOException
    {
        try (Stream<Path> files = Files.walk(from))
        {
            for (final Path each : files.toList())
            {
                try
                {
                    Files.copy(each, to.resolve(from.relativize(each)));
                }
                catch (final NoSuchFileException ex)
                {
                    // A checkpoint that has got its name meanwhile, or was removed.
                    assertTrue(ex.getFile().contains(".checkpoint"), ex.getFile());
                }
            }
        }
    }

    private void loseEngine(final int partition)
    {
        engines[partition].close();
        engines[partition] = null;
        if (null != gateway)
        {
            links[partition].lost();
            await("the link is let go", links[partition]::isFree);
        }
    }

    private int cycle()
    {
        try
        {
            watcher.poll();
            trader.poll();
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(ex);
        }
        return null == gateway ? 0 : gateway.doWork();
    }

    private void await(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0,
                () -> "did not happen in time: " + what + " watcher=" + watcher + " " + watcher.messages() +
                    " trader=" + trader + " " + trader.messages());
            idle.idle(cycle());
        }
    }

    private boolean has(final String... fields)
    {
        return has(watcher, fields);
    }

    private static boolean has(final GapClient client, final String... fields)
    {
        return client.messages().values().stream().anyMatch(message -> Stream.of(fields).allMatch(message::contains));
    }

    private void order(final int partition, final int login, final String clOrdId, final long ticks, final long lots)
    {
        order(partition, login, clOrdId, ticks, lots, TimeInForce.DAY);
    }

    /** The first login buys, the second one sells. */
    private void order(
        final int partition,
        final int login,
        final String clOrdId,
        final long ticks,
        final long lots,
        final TimeInForce timeInForce)
    {
        order(senders[partition][login], INSTRUMENTS.get(partition), clOrdId, ticks, lots, timeInForce);
    }

    private void order(
        final OrderSender sender,
        final InstrumentSpec instrument,
        final String clOrdId,
        final long ticks,
        final long lots,
        final TimeInForce timeInForce)
    {
        final long priceE5 = instrument.settlementPriceE5() + ticks * instrument.priceTickE5();
        final Side side = ACCOUNTS.getFirst().equals(sender.account()) ? Side.BUY : Side.SELL;
        final int length = sender.special(instrument.instrumentId(), side, priceE5, lots)
            .timeInForce((short)timeInForce.value()).clientRef(clOrdId).encodedLength();
        sender.send(length);
    }

    private void cancel(final int partition, final int login, final String clOrdId, final long orderId)
    {
        cancel(senders[partition][login], INSTRUMENTS.get(partition), clOrdId, orderId);
    }

    private void cancel(
        final OrderSender sender, final InstrumentSpec instrument, final String clOrdId, final long orderId)
    {
        final CancelOrderEncoder cancel = new CancelOrderEncoder();
        cancel.wrapAndApplyHeader(sender.buffer(), 0, new MessageHeaderEncoder());
        sender.header(cancel.header());
        cancel.clOrdId(sender.sequence())
            .orderId(orderId)
            .accountCode(AccountCode.pack(sender.account()))
            .instrumentId(instrument.instrumentId())
            .clientFlags((short)0)
            .orderClass(OrderClass.ANY)
            .clientRef(clOrdId);
        sender.send(cancel.encodedLength());
    }

    /** What the first login sends at the gateway of all. */
    private void send(final String type, final String clOrdId, final int partition, final String more)
        throws IOException
    {
        trader.send(type + "|11=" + clOrdId + "|1=AA01001|55=" + INSTRUMENTS.get(partition).symbol() +
            "|54=1|60=20261123-09:00:00" + more);
    }

    private static String terms(final int partition, final long ticks, final long lots)
    {
        final InstrumentSpec instrument = INSTRUMENTS.get(partition);
        return "|38=" + lots + "|40=2|59=0|44=" +
            (instrument.settlementPriceE5() + ticks * instrument.priceTickE5()) / E5;
    }

    private long orderId(final String clOrdId)
    {
        return watcher.messages().values().stream().filter(message -> message.contains("|11=" + clOrdId + "|"))
            .mapToLong(message -> Long.parseLong(GapClient.field(message, 37))).findFirst().orElseThrow();
    }

    @Test
    void shouldCopyWhatTheGatewaysOfThePartitionsReportInOneSession() throws IOException
    {
        order(0, 0, "a1", 0, 5);
        order(1, 0, "a2", 0, 5);
        await("new orders", () -> has("|11=a1|", "|150=0|") && has("|11=a2|", "|150=0|"));
        assertEquals(List.of(0L, 1L), Stream.of("a1", "a2").map(each -> orderId(each) >>> PARTITION_SHIFT).toList());
        order(0, 1, "b1", 0, 2);
        order(1, 1, "b2", 0, 2);
        await("both sides of both trades", () -> Stream.of("a1", "a2", "b1", "b2").allMatch(
            clOrdId -> has("|11=" + clOrdId + "|", "|150=F|", "|32=2|")));
        cancel(1, 0, "a3", orderId("a2"));
        order(1, 0, "a4", 1_000_000, 1);
        cancel(0, 0, "a5", orderId("a1") + 1_000);
        await("the cancel", () -> has("|11=a3|", "|41=a2|", "|150=4|"));
        await("rejects", () -> has("|11=a4|", "|150=8|") && has("9|", "|11=a5|"));
        assertTrue(watcher.messages().values().stream().filter(message -> message.startsWith("8|"))
            .allMatch(message -> message.contains("|797=Y|") == message.contains("|11=a")),
            watcher.messages()::toString);
        assertEquals(10, Set.copyOf(watcher.reports()).size());
        assertEquals(Set.of(0L, 1L), Set.copyOf(watcher.reports().stream()
            .map(id -> Long.parseLong(id.substring(0, id.indexOf('-'))) >>> PARTITION_SHIFT).toList()));

        watcher.send("D|11=x1|1=BB01001|55=SI-12.26|54=1|38=1|40=2|44=90000|59=0|60=20261123-09:00:00");
        await("no orders", () -> has("j|", "|372=D|"));
        assertEquals(0, gateway.counters().get(FixCounter.COMMANDS));
        killGateway();
        isMarketData = false;
        startGateway();
        askForBooks('0');
        await("no market data", () -> has("j|", "|372=V|"));
    }

    @Test
    void shouldCopyOrdersOfOtherProtocolsToAClientThatHasBegunAnew() throws IOException
    {
        watcher.disconnect();
        watcher.connect(gateway.localAddress().getPort(), "|141=Y");
        await("logon", watcher::isLoggedOn);
        for (int i = 0; i < PARTITIONS; i++)
        {
            final InstrumentSpec instrument = INSTRUMENTS.get(i);
            new OrderSender(engines[i].connect(), 1, DemoReferenceData.TWAA1_LOGIN_ID, ACCOUNTS.getFirst())
                .newOrder(instrument.instrumentId(), Side.BUY, instrument.settlementPriceE5(), 1);
        }
        await("copies", () -> INSTRUMENTS.stream().allMatch(each ->
            has("|55=" + each.symbol() + "|", "|11=1|", "|150=0|", "|797=Y|")));
    }

    @Test
    void shouldCaptureTradesOfBothPartitions() throws IOException
    {
        killGateway();
        roles = EnumSet.of(Role.TRADE_CAPTURE);
        startGateway();
        for (int i = 0; i < PARTITIONS; i++)
        {
            order(i, 0, "a" + i, 0, 3);
            order(i, 1, "b" + i, 0, 3);
        }
        await("a report of each trade", () -> 2 == watcher.messages().values().stream()
            .filter(message -> message.startsWith("AE|")).count());
        watcher.send("AD|568=r1|569=0");
        await("the trades again", () -> has("AQ|", "|568=r1|", "|748=2|") && has("AE|", "|568=r1|", "|912=Y|"));
        assertFalse(has("|797=Y|"), watcher.messages()::toString);
    }

    @Test
    void shouldGoOnWithTheOtherPartitionWhenOneIsLost()
    {
        order(0, 0, "a1", 0, 1);
        order(1, 0, "a2", 0, 1);
        await("new orders", () -> has("|11=a1|") && has("|11=a2|"));
        loseEngine(1);
        order(0, 1, "b1", 0, 1);
        await("the other partition", () -> has("|11=b1|", "|150=F|"));
        startEngine(1);
        order(1, 1, "b2", 0, 1);
        connect(1);
        await("the lost partition", () -> has("|11=b2|", "|150=F|"));
        assertEquals(0, watcher.repeated());
    }

    private void askForBooks(final char kind) throws IOException
    {
        watcher.send("V|262=m1|263=" + kind + "|264=1|265=1|267=1|269=0|146=2|55=SI-12.26|55=RI-12.26");
    }

    private static String of(final int partition)
    {
        return "|55=" + INSTRUMENTS.get(partition).symbol() + '|';
    }

    @Test
    void shouldListTheInstrumentsOfAllPartitionsInOneList() throws IOException
    {
        watcher.send("x|320=all|559=4|263=1");
        await("one list of both", () -> has("y|", of(0), "|320=all|", "|893=Y|"));
        assertTrue(has("y|", of(1), "|320=all|", "|393=2|", "|146=2|"), watcher.messages()::toString);
        watcher.send("x|320=one|559=0|48=" + INSTRUMENTS.getLast().instrumentId() + "|22=8");
        await("one by its id", () -> has("y|", of(1), "|320=one|", "|393=1|"));
        watcher.send("x|320=session|559=3|336=" + DemoReferenceData.SESSION_ID);
        await("those of the session", () -> has("y|", of(1), "|320=session|", "|393=2|"));
        engines[1].operator().defineInstrument(new InstrumentSpec(1003, "BR-12.26", InstrumentKind.FUTURE, "BR", "RUB",
            100_000L, 100_000L, 80_000_00000L, 100_000_00000L, 90_000_00000L, 1_320, 880, 20261217));
        await("a new one", () -> has("y|", "|320=all|", "|55=BR-12.26|", "|393=1|"));
    }

    @Test
    void shouldShowTheBooksOfAllPartitionsAlsoAfterALoss() throws IOException
    {
        askForBooks('1');
        await("snapshots", () -> has("W|", of(0), "|262=m1|") && has("W|", of(1), "|262=m1|"));
        order(0, 0, "a1", 0, 5);
        order(1, 0, "a2", 0, 6);
        await("changes", () -> has("X|", "|279=", of(0), "|271=5|") && has("X|", "|279=", of(1), "|271=6|"));
        loseEngine(1);
        order(0, 0, "a3", 1, 7);
        await("the other partition", () -> has("X|", "|279=", of(0), "|271=7|"));
        startEngine(1);
        order(1, 0, "a4", 1, 8);
        connect(1);
        await("the lost partition", () -> has("X|", "|279=", of(1), "|271=8|"));
        watcher.send("V|262=m2|263=0|264=0|267=1|269=0|146=1|55=" + INSTRUMENTS.getLast().symbol());
        await("its whole book", () -> has("W|", of(1), "|262=m2|", "|268=2|", "|271=8|", "|271=6|"));
    }

    @Test
    void shouldEndTheDayAndGoOnFromACheckpointThatHasAPlaceInEachStream() throws IOException
    {
        order(0, 0, "a1", 0, 1);
        order(1, 0, "a2", 0, 1);
        await("new orders", () -> has("|11=a1|") && has("|11=a2|"));
        for (int i = 0; i < PARTITIONS; i++)
        {
            DemoReferenceData.clearEvening(engines[i].operator(), 1, INSTRUMENTS.get(i));
        }
        await("the ends of the orders", () -> has("|11=a1|", "|150=C|") && has("|11=a2|", "|150=C|"));
        final int sessionId = DemoReferenceData.SESSION_ID + 1;
        final long written = gateway.orderCheckpoints().get(CheckpointCounter.WRITTEN);
        engines[0].operator().openSession(sessionId, DemoReferenceData.TRADING_DATE + 1);
        order(0, 0, "a3", 0, 1);
        await("the first partition's session", () -> has("|11=a3|", "|336=" + sessionId + "|"));
        engines[1].operator().openSession(sessionId, DemoReferenceData.TRADING_DATE + 1);
        order(1, 0, "a4", 0, 1);
        await("the second one's", () -> has("|11=a4|", "|336=" + sessionId + "|"));
        await("checkpoints", () -> written + 1 == gateway.orderCheckpoints().get(CheckpointCounter.WRITTEN) &&
            PARTITIONS <= gateway.dataCheckpoints().get(CheckpointCounter.WRITTEN));

        killGateway();
        startGateway();
        assertTrue(gateway.orderCheckpoints().get(CheckpointCounter.CURSOR) > 0);
        assertTrue(gateway.dataCheckpoints().get(CheckpointCounter.CURSOR) > 0);
        askForBooks('0');
        await("books of both", () -> has("W|", of(0), "|271=1|") && has("W|", of(1), "|271=1|"));
        order(0, 1, "b3", 0, 1);
        order(1, 1, "b4", 0, 1);
        await("trades with orders of before", () -> has("|11=a3|", "|150=F|") && has("|11=a4|", "|150=F|"));
        awaitAll();
        assertEquals(0, gateway.counters().get(FixCounter.REPORTS_NOT_REPEATED));
    }

    @Test
    void shouldTakeOrdersForBothPartitionsAndSumAMassCancel() throws IOException
    {
        letTrade();
        for (int i = 0; i < PARTITIONS; i++)
        {
            send("D", "a" + i, i, terms(i, 0, 5));
            send("D", "b" + i, i, terms(i, -1, 1));
            send("D", "c" + i, i, terms(i, -2, 1));
        }
        await("new orders", () -> Stream.of("a0", "b0", "c0", "a1", "b1", "c1").allMatch(
            each -> has(trader, "|11=" + each + "|", "|150=0|")));
        for (int i = 0; i < PARTITIONS; i++)
        {
            order(i, 1, "s" + i, 0, 2);
            send("G", "d" + i, i, "|41=a" + i + terms(i, 0, 7));
            send("F", "e" + i, i, "|41=b" + i + "|38=1");
            trader.send("H|11=c" + i + "|54=1|55=" + INSTRUMENTS.get(i).symbol());
        }
        await("a trade, a replace, a cancel and a state in each", () -> IntStream.range(0, PARTITIONS).allMatch(i ->
            has(trader, "|150=F|", "|32=2|", "|55=" + INSTRUMENTS.get(i).symbol() + "|") &&
                has(trader, "|11=d" + i + "|", "|150=5|") &&
                has(trader, "|11=e" + i + "|", "|41=b" + i + "|", "|150=4|") &&
                has(trader, "|11=c" + i + "|", "|150=I|", "|39=0|")));
        trader.send("q|11=m1|530=7|60=20261123-09:00:00");
        await("one answer of both", () -> has(trader, "r|", "|11=m1|", "|531=7|", "|533=4|"));
        assertEquals(1, trader.messages().values().stream().filter(each -> each.startsWith("r|")).count());
        assertTrue(has(trader, "|11=c0|", "|150=4|") && has(trader, "|11=c1|", "|150=4|"), trader.messages()::toString);
        awaitAll();
    }

    /**
     * No other gateway names the orders. Those of its client and those of the partition's gateway go on as if nothing
     * had happened: with the same ids, without a report of the move, and each report after it comes once.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldGoOnWithOrdersThatMoveToAnotherPartition(final boolean isKilled) throws IOException
    {
        letTrade();
        for (final TestEngine engine : engines)
        {
            for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
            {
                new SessionOperator(engine.operator()).setFeatureLevel(level);
            }
        }
        final String lasting = terms(0, 0, 5).replace("59=0", "59=1");
        send("D", "a1", 0, lasting);
        send("D", "b1", 0, lasting);
        order(0, 1, "o1", 9, 3, TimeInForce.GTC);
        await("new orders", () -> has("|11=a1|", "|150=0|") && has("|11=b1|", "|150=0|") && has("|11=o1|", "|150=0|"));
        order(0, 1, "s1", 0, 2);
        await("a trade", () -> has(trader, "|11=a1|", "|150=F|", "|32=2|"));
        send("G", "a2", 0, "|41=a1" + lasting.replace("38=5", "38=6"));
        await("a replace", () -> has(trader, "|11=a2|", "|150=5|"));
        final long orderId = orderId("a1");
        for (int i = 0; i < PARTITIONS; i++)
        {
            DemoReferenceData.clearEvening(engines[i].operator(), 1, INSTRUMENTS.get(i));
        }
        move(isKilled);
        for (final TestEngine engine : engines)
        {
            engine.operator().openSession(DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
        }
        await("the orders in the new session", () -> Stream.of("a2", "b1", "o1").allMatch(
            clOrdId -> has("|11=" + clOrdId + "|", "|150=D|")));
        send("G", "a3", 0, "|41=a2" + lasting.replace("38=5", "38=7"));
        send("F", "b2", 0, "|41=b1|38=5");
        await("a replace and a cancel", () -> has(trader, "|11=a3|", "|41=a2|", "|37=" + orderId + "|", "|150=5|") &&
            has(trader, "|11=b2|", "|41=b1|", "|150=4|"));
        order(senders[1][1], INSTRUMENTS.getFirst(), "s2", 0, 1, TimeInForce.DAY);
        cancel(senders[1][1], INSTRUMENTS.getFirst(), "o2", orderId("o1"));
        await("a trade and a cancel of the other gateway", () ->
            has(trader, "|11=a3|", "|150=F|", "|32=1|", "|14=3|") && has("|11=o2|", "|41=o1|", "|150=4|"));
        final List<String> copied = copies("a3");
        assertEquals(2, copied.size(), copied::toString);
        assertTrue(copied.stream().allMatch(report -> report.contains("|37=" + orderId + "|")), copied::toString);
        assertFalse(has("58=MOVED"), watcher.messages()::toString);
        // Each of the three orders has left one partition and has come to the other, and was restated once.
        awaitAll(2 * 3 - 3);
        assertEquals(0, watcher.repeated());
    }

    private List<String> copies(final String clOrdId)
    {
        return watcher.messages().values().stream().filter(each -> each.contains("|11=" + clOrdId + "|")).toList();
    }

    /** The instrument of the first partition, with three orders, one of which has two names. */
    private void move(final boolean isKilled) throws IOException
    {
        final MoveOperator from = new MoveOperator(engines[0].operator());
        final MoveOperator to = new MoveOperator(engines[1].operator());
        from.moveOut(1, List.of(INSTRUMENTS.getFirst().underlying()), 1);
        if (isKilled)
        {
            killGateway();
        }
        final EngineClient client = engines[0].connect();
        final int unnamed = MoveRecords.of(client).records().size();
        if (isKilled)
        {
            startGateway();
        }
        await("names", () -> MoveRecords.of(client).records().size() == unnamed + 4);
        final MoveRecords moved = MoveRecords.of(client);
        final int count = moved.records().size();
        to.beginMove(1, count, moved.hash(), 0);
        to.moveIn(1, moved.records(), 0);
        to.endMove(1, count, moved.hash(), 0, false);
        from.endMove(1, count, moved.hash(), 1, false);
        if (isKilled)
        {
            killGateway();
            startGateway();
        }
    }

    @Test
    void shouldRejectWhatALostPartitionDoesNotExecuteAndGoOnWithTheOther() throws IOException
    {
        letTrade();
        send("D", "a0", 0, terms(0, 0, 1));
        send("D", "a1", 1, terms(1, 0, 1));
        await("new orders", () -> has(trader, "|11=a0|", "|150=0|") && has(trader, "|11=a1|", "|150=0|"));
        // Taken by the ring, and lost with the engine.
        isAlive.set(false);
        final long taken = gateway.counters().get(FixCounter.COMMANDS);
        send("D", "b1", 1, terms(1, 0, 1));
        await("the command", () -> gateway.counters().get(FixCounter.COMMANDS) > taken);
        loseEngine(1);
        isAlive.set(true);
        send("D", "c1", 1, terms(1, 0, 1));
        send("F", "d1", 1, "|41=a1|38=1");
        send("F", "d2", 1, "|41=b1|38=1");
        send("D", "c0", 0, terms(0, 0, 1));
        send("D", "b1", 0, terms(0, 0, 1));
        trader.send("q|11=m1|530=7|60=20261123-09:00:00");
        final String lost = FixRefusal.PARTITION_LOST.text();
        await("the other partition", () -> has(trader, "|11=c0|", "|150=4|") && has(trader, "|11=a0|", "|150=4|"));
        assertTrue(has(trader, "8|", "|11=c1|", "|150=8|", lost), trader.messages()::toString);
        assertTrue(has(trader, "9|", "|11=d1|", lost), trader.messages()::toString);
        assertTrue(has(trader, "9|", "|11=d2|", lost), "an order without an id holds up its session");
        assertTrue(has(trader, "8|", "|11=b1|", "|150=8|", FixRefusal.DUPLICATE_CL_ORD_ID.text()));
        assertFalse(has(trader, "r|"), "a partition has not cancelled yet");

        startEngine(1);
        connect(1);
        await("what was lost", () -> has(trader, "8|", "|11=b1|", "|150=8|", lost));
        await("the answer of both", () -> has(trader, "r|", "|11=m1|", "|533=3|"));
        send("D", "e1", 1, terms(1, 0, 1));
        await("the partition is back", () -> has(trader, "|11=e1|", "|150=0|"));
        awaitAll();
    }

    @Test
    void shouldLoseAndDoubleNothingWhateverIsKilled() throws IOException
    {
        killAndCompare(12);
    }

    @Test
    void shouldAnswerEachOrderOnceWhateverIsKilled() throws IOException
    {
        letTrade();
        killAndCompare(12);
        assertAcknowledged();
    }

    @Test
    @Tag("drill")
    void shouldAnswerEachOrderOnceHoweverOftenSomethingIsKilled() throws IOException
    {
        letTrade();
        killAndCompare(200);
        assertAcknowledged();
    }

    /** Orders of the engines are those that the client knows, once each, and none of them was rejected. */
    private void assertAcknowledged()
    {
        final List<String> inEngines = Stream.of(engines).flatMap(engine -> engine.collectToEnd(0).lines().stream())
            .map(String::strip).filter(line -> line.startsWith("ACCEPTED ") &&
                line.contains(" login=" + DemoReferenceData.FIXAA1_LOGIN_ID + " "))
            .map(line -> line.replaceAll("ACCEPTED order=(\\d+) .*", "$1")).sorted().toList();
        final List<String> known = trader.messages().values().stream().filter(each -> each.contains("|150=0|"))
            .map(each -> GapClient.field(each, 37)).sorted().toList();
        assertEquals(inEngines, known);
        final List<String> refused = trader.messages().values().stream().filter(each -> each.contains("|150=8|"))
            .map(each -> GapClient.field(each, 11)).toList();
        assertEquals(List.of(), trader.messages().values().stream().filter(each -> each.contains("|150=0|") &&
            refused.contains(GapClient.field(each, 11))).toList());
    }

    @Test
    @Tag("drill")
    void shouldLoseAndDoubleNothingHoweverOftenSomethingIsKilled() throws IOException
    {
        killAndCompare(200);
    }

    private void killAndCompare(final int rounds) throws IOException
    {
        final long seed = Long.getLong("bourse.seed", ThreadLocalRandom.current().nextLong());
        System.out.println("FixSeveralPartitionsTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < rounds; round++)
        {
            final int lost = random.nextInt(2 * PARTITIONS);
            final int killedAt = random.nextInt(80);
            for (int i = 0; i < 40; i++)
            {
                if (20 == i && lost < PARTITIONS)
                {
                    loseEngine(lost);
                }
                if (killedAt == i)
                {
                    killGateway();
                }
                final int partition = random.nextInt(PARTITIONS);
                if (!rolesOfTrader.isEmpty() && random.nextBoolean())
                {
                    send("D", "t" + round + "-" + i, partition, terms(partition, random.nextInt(5) - 2, 1));
                }
                else if (null != engines[partition])
                {
                    order(partition, random.nextInt(2), "o" + round + "-" + i, random.nextInt(5) - 2,
                        1 + random.nextInt(3), 0 == random.nextInt(4) ? TimeInForce.IOC : TimeInForce.DAY);
                }
                for (int turns = random.nextInt(4); turns > 0; turns--)
                {
                    cycle();
                }
            }
            if (lost < PARTITIONS)
            {
                startEngine(lost);
                if (null != gateway)
                {
                    connect(lost);
                }
            }
            if (null == gateway)
            {
                startGateway();
            }
        }
        awaitAll();
        final Map<Integer, String> given = new HashMap<>(watcher.messages());
        killGateway();
        startGateway();
        // Other content under a known number, and a report under a second one, fail in the client.
        watcher.send("2|7=1|16=0");
        watcher.send("1|112=end");
        await("all of it again", () -> has("0|", "|112=end|"));
        assertTrue(watcher.messages().entrySet().containsAll(given.entrySet()));
        awaitAll();
        assertEquals(0, watcher.repeated());
    }

    /** As many reports as the engines have reasons for. */
    private void awaitAll() throws IOException
    {
        awaitAll(0);
    }

    private void awaitAll(final int unreported) throws IOException
    {
        // What the client has sent is with the engines then.
        final String end = "end-" + trader.messages().size();
        trader.send("1|112=" + end);
        await("what was sent", () -> has(trader, "|112=" + end + "|"));
        long due = -unreported;
        for (final TestEngine engine : engines)
        {
            // What was sent before is in the event stream then.
            engine.operator().reportState();
            final List<String> lines = engine.collectToEnd(0).lines();
            due += lines.stream().filter(line -> REPORTED.matcher(line.strip()).matches()).count();
            due += 2 * lines.stream().filter(line -> line.strip().startsWith("TRADE ")).count();
        }
        final long ofBoth = due;
        await("a copy of everything", () -> watcher.reports().size() >= ofBoth);
        assertEquals(due, watcher.reports().size());
    }
}
