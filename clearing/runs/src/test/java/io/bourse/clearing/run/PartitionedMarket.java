// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ingest.UnionClient;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.TestOperators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.MoveOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.ContractStyle;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MoveAdvancedDecoder;
import io.bourse.engine.protocol.MoveRecordDecoder;
import io.bourse.engine.protocol.OptionRight;
import io.bourse.engine.protocol.SettlementType;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.RecordedDays.Request;
import io.bourse.engine.testing.TestEngine;
import io.bourse.testing.TestProcess;
import org.agrona.CloseHelper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A market of futures, and of options on them that end in the evening, on some partitions: each an engine, one of them
 * in a process of its own that can be killed. The same seed gives every instrument the same orders on any number of
 * partitions.
 */
final class PartitionedMarket implements AutoCloseable
{
    static final int DATE = 20_261_123;
    static final List<String> CLIENTS = List.of("AA01001", "BB01XYZ", "AA02AAA", "CC01000", "BB01001", "CC01ABC");
    /** Futures, then an option on each. */
    private static final int FUTURES = 4;
    private static final long E5 = 100_000;
    private static final long TICK_E5 = E5 / 100;
    private static final int GATEWAY = 1;
    private static final long PRICE = 100;
    private static final List<Long> PRICES = List.of(PRICE, PRICE, PRICE, PRICE);
    private static final String READY = "READY ";

    private final Path dir;
    private final Random random;
    private final int killable;
    private final List<Long> prices;
    private final List<EngineClient> clients = new ArrayList<>();
    private final List<TestEngine> engines = new ArrayList<>();
    /** By partition, then by client. */
    private final List<List<OrderSender>> senders = new ArrayList<>();
    /** By partition. */
    private final List<RecordedFlow> flows = new ArrayList<>();
    private Process process;
    private boolean hasMoved;
    private boolean haveOptionsEnded;

    /**
     * Starts a market and opens its session.
     *
     * @param partitions their number.
     * @param killable partition in a process of its own; -1 for none.
     */
    PartitionedMarket(final Path dir, final int partitions, final int killable, final long seed) throws IOException
    {
        this(dir, partitions, killable, seed, PRICES);
    }

    /** With futures of other prices than those of the random orders. */
    PartitionedMarket(
        final Path dir, final int partitions, final int killable, final long seed, final List<Long> prices)
        throws IOException
    {
        this.dir = dir;
        this.killable = killable;
        this.prices = prices;
        random = new Random(seed);
        ClearingKeys.allowDemo(keysDir());
        for (int i = 0; i < partitions; i++)
        {
            start(i);
            onPartition(i, this::defineMembers);
            senders.add(new ArrayList<>());
            connectSenders(i);
            flows.add(new RecordedFlow(CLIENTS));
            flows.get(i).connect(clients.get(i));
        }
        for (int i = 1; i <= FUTURES; i++)
        {
            define(i);
        }
        for (int i = 0; i < partitions; i++)
        {
            onPartition(i, operator -> operator.openSession(1, DATE));
        }
    }

    private Path dataDir(final int partition)
    {
        return dir.resolve("partition-" + partition);
    }

    List<Path> dataDirs()
    {
        return IntStream.range(0, clients.size()).mapToObj(this::dataDir).toList();
    }

    private Path keysDir()
    {
        return dir.resolve("keys");
    }

    private void start(final int partition) throws IOException
    {
        final Path data = dataDir(partition);
        if (partition == killable)
        {
            process = TestProcess.of(PartitionedMarket.class, data.toString(), Integer.toString(partition)).start();
            final BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = output.readLine();
            while (null != line && !line.startsWith(READY))
            {
                line = output.readLine();
            }
            set(partition, AeronEngineClient.connect(AeronClientOptions.builder()
                .aeronDirectoryName(line.substring(READY.length()))
                .credentials(CredentialStore.in(data))
                .partition(partition)
                .build()));
        }
        else
        {
            final TestEngine engine = startEngine(data, partition);
            engines.add(engine);
            set(partition, engine.connect());
        }
    }

    private void set(final int partition, final EngineClient client)
    {
        if (partition < clients.size())
        {
            clients.set(partition, client);
        }
        else
        {
            clients.add(client);
        }
    }

    private static TestEngine startEngine(final Path data, final int partition)
    {
        return TestEngine.start(TestEngine.options(data, host -> host.partition(partition)));
    }

    /** The process of a partition, until it is killed. */
    public static void main(final String[] args) throws IOException
    {
        try (TestEngine engine = startEngine(Path.of(args[0]), Integer.parseInt(args[1])))
        {
            System.out.println(READY + engine.engine().aeronDirectoryName());
            while (System.in.read() >= 0)
            {
                Thread.onSpinWait();
            }
        }
    }

    /** Ends the process of a partition as kill -9 does. */
    void kill() throws InterruptedException
    {
        process.destroyForcibly().waitFor();
        flows.get(killable).disconnect();
        CloseHelper.quietClose(clients.get(killable));
    }

    /** Starts it again where it was. */
    void restart() throws IOException
    {
        start(killable);
        connectSenders(killable);
        flows.get(killable).connect(clients.get(killable));
    }

    private void connectSenders(final int partition)
    {
        final List<OrderSender> before = List.copyOf(senders.get(partition));
        senders.get(partition).clear();
        for (int i = 0; i < CLIENTS.size(); i++)
        {
            final OrderSender sender = new OrderSender(clients.get(partition), GATEWAY, i + 1, CLIENTS.get(i));
            senders.get(partition).add(before.isEmpty() ? sender : sender.sequence(before.get(i).sequence()));
        }
    }

    private void onPartition(final int partition, final Consumer<OperatorClient> work)
    {
        try (OperatorClient operator = new OperatorClient(clients.get(partition), TestEngine.TIMEOUT_NS))
        {
            work.accept(operator);
        }
    }

    private void defineMembers(final OperatorClient operator)
    {
        List.of("AA", "BB", "CC").forEach(operator::defineClearingFirm);
        List.of("AA01", "AA02", "BB01", "CC01").forEach(operator::defineBrokerageFirm);
        operator.defineAccounts(CLIENTS, 0);
        for (int i = 0; i < CLIENTS.size(); i++)
        {
            operator.defineLogin(i + 1, LoginProtocol.TWIME, "TW" + i, CLIENTS.get(i).substring(0, 4));
        }
        final RiskOperator risk = new RiskOperator(operator);
        risk.defineSettlementAccount("HOUSE");
        risk.assignSettlementAccount("AA01", "HOUSE");
        risk.setCollateral(LimitLevel.CLIENT, CLIENTS.getFirst(), Long.MAX_VALUE / 16);
    }

    private void define(final int future)
    {
        onPartition(partitionOf(future), operator ->
        {
            final long price = prices.get(future - 1);
            operator.defineInstrument(spec(future, "F" + future, InstrumentKind.FUTURE, price));
            operator.defineInstrument(spec(future + FUTURES, "O" + future, InstrumentKind.OPTION, PRICE));
            new ContractOperator(operator).defineContract(new ContractSpec(future + FUTURES,
                ContractStyle.MARGINED_OPTION, OptionRight.CALL, SettlementType.PHYSICAL, (price - 5) * E5, 1, future,
                DATE, false));
        });
    }

    private static InstrumentSpec spec(
        final int id, final String symbol, final InstrumentKind kind, final long price)
    {
        return new InstrumentSpec(id, symbol, kind, "F", "RUB", TICK_E5, TICK_E5, price / 2 * E5,
            (price + price / 2) * E5, price * E5, 2_655, 1_965, 20_261_217);
    }

    private int partitionOf(final int instrument)
    {
        return hasMoved ? 1 : (instrument - 1) % FUTURES % clients.size();
    }

    /** Between two sessions the instruments of the first of two partitions go to the second one. */
    void move()
    {
        final List<byte[]> records = new ArrayList<>();
        final long[] hash = new long[1];
        for (int partition = 0; partition < clients.size(); partition++)
        {
            onPartition(partition, operator ->
            {
                for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.MOVABLE; level++)
                {
                    new SessionOperator(operator).setFeatureLevel(level);
                }
            });
        }
        onPartition(0, operator -> new MoveOperator(operator).moveOut(1, List.of("F"), 1));
        StreamHistory.read(clients.getFirst(), new EventListener()
        {
            @Override
            public void onMoveRecord(final EventGroup group, final MoveRecordDecoder event)
            {
                final byte[] record = new byte[event.length()];
                event.getData(record, 0, record.length);
                records.add(record);
            }

            @Override
            public void onMoveAdvanced(final EventGroup group, final MoveAdvancedDecoder event)
            {
                hash[0] = event.hash();
            }
        });
        onPartition(1, operator ->
        {
            final MoveOperator moves = new MoveOperator(operator);
            moves.moveIn(1, records, 0);
            moves.endMove(1, records.size(), hash[0], 0, false);
        });
        onPartition(0, operator -> new MoveOperator(operator).endMove(1, records.size(), hash[0], 1, false));
        hasMoved = true;
    }

    /** Opens a session after the evening that ended the options. */
    void openSession(final int sessionId, final int date)
    {
        haveOptionsEnded = true;
        for (int partition = 0; partition < clients.size(); partition++)
        {
            onPartition(partition, operator -> operator.openSession(sessionId, date));
        }
    }

    /** Orders of the day go on; each is executed before the next is sent. */
    void trade(final int orders)
    {
        for (int i = 0; i < orders; i++)
        {
            final int instrument = 1 + random.nextInt(2 * FUTURES);
            final int account = random.nextInt(CLIENTS.size());
            final Side side = random.nextBoolean() ? Side.BUY : Side.SELL;
            final TimeInForce timeInForce = 0 == random.nextInt(9) ? TimeInForce.GTC : TimeInForce.DAY;
            final long priceE5 = (PRICE + random.nextInt(7) - 3) * E5;
            final int lots = 1 + random.nextInt(9);
            send(instrument, account, side, timeInForce, priceE5, lots);
        }
    }

    /** One order on each side of a future. */
    void quote(final int future)
    {
        send(future, 0, Side.BUY, TimeInForce.DAY, (PRICE - 1) * E5, 1);
        send(future, 0, Side.SELL, TimeInForce.DAY, (PRICE + 1) * E5, 1);
    }

    /** Waits until the order is executed. */
    private void send(
        final int instrument,
        final int account,
        final Side side,
        final TimeInForce timeInForce,
        final long priceE5,
        final int lots)
    {
        final EngineClient client = clients.get(partitionOf(instrument));
        final long before = client.endCursor();
        senders.get(partitionOf(instrument)).get(account).newOrder(instrument, side, timeInForce, priceE5, lots);
        TestEngine.await("an order is executed", () -> client.endCursor() > before);
    }

    /**
     * A part of recorded days goes on, one day for each future, until all is answered. In the middle of it the
     * partition that can be killed is killed, with requests on their way, and misses a part of what the others do.
     *
     * @param part from 0.
     * @param parts how many the days are divided into.
     */
    void replay(final List<List<Request>> days, final int part, final int parts) throws Exception
    {
        final int requests = days.stream().mapToInt(List::size).max().orElseThrow();
        final int from = requests * part / parts;
        final int to = requests * (part + 1) / parts;
        boolean isKilled = !isKillable();
        for (int i = from; i < to; i++)
        {
            if (!isKilled && from + (to - from) / 3 <= i && flows.get(killable).unanswered() > 0)
            {
                kill();
                isKilled = true;
            }
            if (isKillable() && from + (to - from) / 3 * 2 == i)
            {
                assertTrue(isKilled);
                restart();
            }
            for (int day = 0; day < days.size(); day++)
            {
                // All days last as long.
                final long count = days.get(day).size();
                for (final Request request : days.get(day)
                    .subList((int)(count * i / requests), (int)(count * (i + 1) / requests)))
                {
                    flows.get(partitionOf(day + 1)).send(day + 1, request);
                }
            }
        }
        flows.forEach(flow -> flow.listen(0));
    }

    boolean isKillable()
    {
        return killable >= 0;
    }

    List<EngineClient> clients()
    {
        return List.copyOf(clients);
    }

    ClearingContext context()
    {
        return context(clients);
    }

    /** Options of a run with settlement prices of its own, over other clients of the same partitions. */
    ClearingContext context(final List<? extends EngineClient> through)
    {
        final String json = "{\"groups\": {\"F\": {\"instruments\": [1, 2, 3, 4], \"risk\": {\"rate1E6\": 400000, " +
            "\"rate2E6\": 400000, \"rate3E6\": 400000, \"limit1Units\": 1000000, \"limit2Units\": 2000000}}}}";
        ClearingContext ctx = ClearingContext.builder()
            .engineClient(UnionClient.of(through))
            .baseDir(dir.resolve("clearing"))
            .keysDir(keysDir())
            .timeoutNs(TestEngine.TIMEOUT_NS)
            .margin(MarginParameters.read(json.getBytes(StandardCharsets.UTF_8)))
            .options(ClearingRunOptions.builder().approvalPolicy(ApprovalPolicy.NONE)
                .signer(TestOperators.of("tester")).operators(TestOperators::register).build())
            .build();
        for (int i = 1; i <= FUTURES; i++)
        {
            ctx = ctx.settlementOverrideE5(i, (prices.get(i - 1) + i) * E5);
            if (!haveOptionsEnded)
            {
                ctx = ctx.settlementOverrideE5(i + FUTURES, (4 + i) * E5);
            }
        }
        for (int i = 0; i < CLIENTS.size(); i++)
        {
            ctx = ctx.openingBalance(CLIENTS.get(i), (i + 1) * 1_000_000_000_000L);
        }
        return ctx;
    }

    @Override
    public void close()
    {
        flows.forEach(RecordedFlow::close);
        if (null != process)
        {
            process.destroyForcibly();
            try
            {
                process.waitFor();
            }
            catch (final InterruptedException ex)
            {
                Thread.currentThread().interrupt();
            }
            CloseHelper.quietClose(clients.get(killable));
        }
        engines.forEach(TestEngine::close);
    }
}
