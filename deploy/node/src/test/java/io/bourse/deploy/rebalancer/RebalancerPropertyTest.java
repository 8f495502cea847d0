// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.rebalancer;

import io.bourse.deploy.config.Partitions;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.operator.CollateralSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.protocol.CollateralLackingDecoder;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.GiveCollateralDecoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TakeCollateralDecoder;
import io.bourse.engine.protocol.TakeCollateralEncoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.OrderSender;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Random orders on several partitions, whose cores are real, while partitions and the rebalancer die and its commands
 * come late, twice, out of order or not at all: in cuts through the histories that are consistent with who knew what
 * the parts of a register are not above the whole, and at rest they are the whole.
 */
class RebalancerPropertyTest
{
    private static final int STEPS = 1_500;
    /** Of a market with few moves or refusals. */
    private static final int MOST_STEPS = 10 * STEPS;
    private static final int FEW = 10;
    private static final long E5 = 100_000;
    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final int LOT_KOPECKS = 100;
    private static final int CUTS = 20;
    private static final List<String> REGISTERS =
        List.of("CLIENT AA01001", "BROKERAGE_FIRM AA01", "SETTLEMENT_ACCOUNT HOUSE");

    /** Faults that are put in on purpose: each must be found. */
    private enum Defect
    {
        NONE,
        /** What is asked of the giver is taken at once. */
        RAISE_BEFORE_LOWER,
        /** What is taken is added, whatever was taken before. */
        NO_ID
    }

    @TempDir
    private Path dir;

    @Test
    void shouldNeverExceedTheWholeOnTwoPartitions()
    {
        new Market(2, new Random().nextLong(), Defect.NONE).run();
    }

    @Test
    void shouldNeverExceedTheWholeOnFourPartitions()
    {
        new Market(4, new Random().nextLong(), Defect.NONE).run();
    }

    /** Their first steps have few moves or refusals. */
    @ParameterizedTest
    @ValueSource(longs = {-8790615706673889039L, 4215939422285993867L})
    void shouldGoOnUntilOrdersHaveBeenRefused(final long seed)
    {
        new Market(2, seed, Defect.NONE).run();
        new Market(4, seed, Defect.NONE).run();
    }

    @Test
    void shouldFindWhatIsTakenBeforeItIsGiven()
    {
        assertFound(Defect.RAISE_BEFORE_LOWER);
    }

    @Test
    void shouldFindWhatIsTakenTwice()
    {
        assertFound(Defect.NO_ID);
    }

    @Tag("drill")
    @RepeatedTest(100)
    void shouldNeverExceedTheWholeInManyDays()
    {
        new Market(2, new Random().nextLong(), Defect.NONE).run();
        new Market(4, new Random().nextLong(), Defect.NONE).run();
    }

    private void assertFound(final Defect defect)
    {
        for (final int partitions : new int[]{2, 4})
        {
            final String message = assertThrows(
                AssertionError.class, () -> new Market(partitions, 1, defect).run()).getMessage();
            assertTrue(message.contains("above the whole"), message);
        }
    }

    /**
     * A command of the rebalancer on its way.
     *
     * @param seen how much of each stream its sender had read.
     * @param moreKopecks what it thinks it takes.
     */
    private record Message(int partition, byte[] bytes, long[] seen, long moreKopecks)
    {
    }

    /**
     * A register in a partition after a command.
     *
     * @param cursor after it.
     * @param split number of the whole that its part is of.
     * @param needed how much of each stream must be there too.
     */
    private record State(long cursor, long usableKopecks, int split, long[] needed)
    {
    }

    private final class Market
    {
        private final List<MemoryPartition> partitions = new ArrayList<>();
        private final List<Truth> truths = new ArrayList<>();
        private final List<List<OrderSender>> senders = new ArrayList<>();
        private final List<List<Long>> orders = new ArrayList<>();
        /** Of the rebalancer. */
        private final List<Reader> readers = new ArrayList<>();
        private final List<Message> network = new ArrayList<>();
        private final List<Long> wholes = new ArrayList<>();
        private final CounterSet<RebalancerCounter> counters = new CounterSet<>(RebalancerCounter.class);
        private final Random random;
        private final String facts;
        private final Defect defect;
        private final boolean hasCheckpoints;
        private Rebalancer rebalancer;
        private long nowNs = 1;
        private int split = -1;
        private int refusals;

        Market(final int count, final long seed, final Defect defect)
        {
            random = new Random(seed);
            facts = "seed=" + seed + " partitions=" + count;
            System.out.println(facts + " defect=" + defect);
            this.defect = defect;
            hasCheckpoints = random.nextBoolean();
            for (int i = 0; i < count; i++)
            {
                final MemoryPartition partition = new MemoryPartition(i, this::send);
                partitions.add(partition);
                define(partition);
                truths.add(new Truth(i));
                orders.add(new ArrayList<>());
                senders.add(List.of(new OrderSender(partition, 1, 1, "AA01001"),
                    new OrderSender(partition, 1, 2, "BB01001")));
            }
            split(20_000);
            begin();
        }

        private void define(final MemoryPartition partition)
        {
            try (OperatorClient operator = new OperatorClient(partition, TimeUnit.SECONDS.toNanos(1)))
            {
                for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
                {
                    new SessionOperator(operator).setFeatureLevel(level);
                }
                List.of("AA", "BB").forEach(operator::defineClearingFirm);
                List.of("AA01", "BB01").forEach(operator::defineBrokerageFirm);
                operator.defineAccounts(List.of("AA01001", "BB01001"), 0);
                operator.defineLogin(1, LoginProtocol.TWIME, "ONE", "AA01");
                operator.defineLogin(2, LoginProtocol.TWIME, "TWO", "BB01");
                final int id = partition.partition() + 1;
                operator.defineInstrument(new InstrumentSpec(id, "F" + id, InstrumentKind.FUTURE, "F", "RUB", E5, E5,
                    50 * E5, 150 * E5, 100 * E5, 0, 0, 20_261_217));
                final RiskOperator risk = new RiskOperator(operator);
                risk.defineSettlementAccount("HOUSE");
                risk.assignSettlementAccount("AA01", "HOUSE");
                risk.setMargin(id, LOT_KOPECKS, LOT_KOPECKS);
                operator.openSession(1, 20_261_120);
            }
        }

        void run()
        {
            for (int i = 0; i < STEPS || i < MOST_STEPS && !isContended(); i++)
            {
                nowNs += STEP_NS;
                step();
                observe();
                check();
            }
            rest();
            assertTrue(isContended(),
                () -> facts + " moves=" + counters.get(RebalancerCounter.MOVES) + " refusals=" + refusals);
            assertEquals(0, counters.get(RebalancerCounter.BROKEN_REGISTERS), facts);
        }

        private boolean isContended()
        {
            return counters.get(RebalancerCounter.MOVES) > FEW && refusals > FEW;
        }

        private void step()
        {
            final int dice = random.nextInt(100);
            if (dice < 40)
            {
                trade();
            }
            else if (dice < 70)
            {
                rebalancer.doWork();
            }
            else if (dice < 95)
            {
                deliver();
            }
            else if (dice < 97)
            {
                partitions.get(random.nextInt(partitions.size())).restart(random.nextBoolean());
                network.removeIf(message -> random.nextBoolean());
            }
            else if (dice < 98)
            {
                rebalancer.close();
                begin();
            }
            else if (dice < 99)
            {
                split(5_000 + random.nextInt(30_000));
            }
            else
            {
                rebalancer.checkpoint();
            }
        }

        private void begin()
        {
            readers.clear();
            partitions.forEach(partition -> readers.add(new Reader(partition)));
            rebalancer = new Rebalancer(readers, store(), counters, () -> nowNs, 10 * STEP_NS);
        }

        private CheckpointStore store()
        {
            return hasCheckpoints ? Rebalancer.store(dir.resolve(facts.replace(' ', '-'))) : null;
        }

        private void trade()
        {
            final int partition = random.nextInt(partitions.size());
            final OrderSender sender = senders.get(partition).get(random.nextInt(2));
            final List<Long> live = orders.get(partition);
            if (live.size() > 3 && random.nextBoolean())
            {
                senders.get(partition).getFirst().cancel(partition + 1, live.remove(random.nextInt(live.size())));
                return;
            }
            sender.newOrder(partition + 1, random.nextBoolean() ? Side.BUY : Side.SELL,
                (95 + random.nextInt(10)) * E5, 1 + random.nextInt(40));
        }

        /** Parts of a new whole, in the order of the partitions: none grows when the whole shrinks. */
        private void split(final long wholeKopecks)
        {
            wholes.add(wholeKopecks);
            split++;
            final int count = partitions.size();
            for (int i = 0; i < count; i++)
            {
                final long part = Partitions.part(wholeKopecks, i, count);
                try (OperatorClient operator = new OperatorClient(partitions.get(i), TimeUnit.SECONDS.toNanos(1)))
                {
                    new RiskOperator(operator).setCollaterals(REGISTERS.stream().map(register -> new CollateralSpec(
                        LimitLevel.valueOf(register.split(" ")[0]), register.split(" ")[1], part)).iterator());
                }
                if (i < truths.size())
                {
                    truths.get(i).needed = cursors();
                    truths.get(i).follower.poll(Integer.MAX_VALUE);
                }
            }
        }

        private long[] cursors()
        {
            return partitions.stream().mapToLong(EngineClient::endCursor).toArray();
        }

        /** The rebalancer sends a command. */
        private void send(final int partition, final byte[] bytes)
        {
            final long[] seen = readers.stream().mapToLong(reader -> reader.cursor).toArray();
            long more = 0;
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            if (TakeCollateralDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, 0))
            {
                final TakeCollateralDecoder take = new TakeCollateralDecoder().wrapAndApplyHeader(
                    buffer, 0, new MessageHeaderDecoder());
                more = take.givenKopecks() - truths.get(partition).taken(register(take.level(), take.registerCode()),
                    take.fromPartition());
            }
            else if (Defect.RAISE_BEFORE_LOWER == defect)
            {
                raiseAtOnce(partition, buffer, seen);
            }
            network.add(new Message(partition, bytes, seen, more));
        }

        private void raiseAtOnce(final int partition, final UnsafeBuffer buffer, final long[] seen)
        {
            final GiveCollateralDecoder give = new GiveCollateralDecoder().wrapAndApplyHeader(
                buffer, 0, new MessageHeaderDecoder());
            if (give.kopecks() > 0)
            {
                final UnsafeBuffer take = new UnsafeBuffer(new byte[128]);
                final TakeCollateralEncoder encoder = new TakeCollateralEncoder().wrapAndApplyHeader(
                    take, 0, new MessageHeaderEncoder());
                encoder.header().stampedNs(0).receivedNs(0).sequence(0).sessionId(0).gatewayId(65_534)
                    .partition(give.toPartition());
                final String register = register(give.level(), give.registerCode());
                encoder.givenKopecks(truths.get(give.toPartition()).taken(register, partition) + give.kopecks())
                    .fromPartition(partition).level(give.level()).registerCode(give.registerCode());
                network.add(new Message(give.toPartition(), Arrays.copyOf(take.byteArray(),
                    MessageHeaderDecoder.ENCODED_LENGTH + encoder.encodedLength()), seen, 0));
            }
        }

        private static String register(final int level, final String code)
        {
            return LimitLevel.get((short)level) + " " + code;
        }

        /** Any one of those on their way, and now and then one that comes again later. */
        private void deliver()
        {
            if (!network.isEmpty())
            {
                final int index = random.nextInt(network.size());
                final Message message = network.get(index);
                if (random.nextInt(10) > 0)
                {
                    network.remove(index);
                }
                execute(message);
            }
        }

        private void execute(final Message message)
        {
            final Truth truth = truths.get(message.partition());
            final UnsafeBuffer buffer = new UnsafeBuffer(message.bytes().clone());
            if (Defect.NO_ID == defect && TakeCollateralDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, 0))
            {
                final TakeCollateralDecoder take = new TakeCollateralDecoder().wrapAndApplyHeader(
                    buffer, 0, new MessageHeaderDecoder());
                final long taken = truth.taken(register(take.level(), take.registerCode()), take.fromPartition());
                buffer.putLong(MessageHeaderDecoder.ENCODED_LENGTH + TakeCollateralDecoder.givenKopecksEncodingOffset(),
                    taken + message.moreKopecks(), ByteOrder.LITTLE_ENDIAN);
            }
            observe();
            partitions.get(message.partition()).execute(buffer.byteArray());
            truth.needed = message.seen();
            truth.follower.poll(Integer.MAX_VALUE);
        }

        private void observe()
        {
            truths.forEach(truth ->
            {
                truth.needed = new long[partitions.size()];
                truth.follower.poll(Integer.MAX_VALUE);
            });
        }

        private void check()
        {
            for (final String register : REGISTERS)
            {
                final int[] last = truths.stream().mapToInt(truth -> truth.of(register).size() - 1).toArray();
                assertNotAbove(register, last);
                for (int cut = 0; cut < CUTS; cut++)
                {
                    final int[] places = last.clone();
                    for (int i = 0; i < places.length; i++)
                    {
                        places[i] -= random.nextInt(Math.min(8, places[i] + 1));
                    }
                    makeConsistent(register, places);
                    assertNotAbove(register, places);
                }
            }
        }

        /** Goes back until nothing is there without what it was sent for. */
        private void makeConsistent(final String register, final int[] places)
        {
            boolean isChanged = true;
            while (isChanged)
            {
                isChanged = false;
                for (int i = 0; i < places.length; i++)
                {
                    for (int j = 0; j < places.length; j++)
                    {
                        final List<State> others = truths.get(j).of(register);
                        // The stream of the other one goes on up to its next state.
                        final long end = places[j] + 1 < others.size() ?
                            others.get(places[j] + 1).cursor() - 1 : Long.MAX_VALUE;
                        while (i != j && places[i] > 0 &&
                            truths.get(i).of(register).get(places[i]).needed()[j] > end)
                        {
                            places[i]--;
                            isChanged = true;
                        }
                    }
                }
            }
        }

        private void assertNotAbove(final String register, final int[] places)
        {
            long sum = 0;
            int first = Integer.MAX_VALUE;
            int last = 0;
            for (int i = 0; i < places.length; i++)
            {
                final State state = truths.get(i).of(register).get(places[i]);
                sum += state.usableKopecks();
                first = Math.min(first, state.split());
                last = Math.max(last, state.split());
            }
            final long whole = wholes.subList(first, last + 1).stream().mapToLong(Long::longValue).max().getAsLong();
            final long parts = sum;
            assertTrue(sum <= whole, () -> "the parts are above the whole: register=" + register + " parts=" + parts +
                " whole=" + whole + " places=" + Arrays.toString(places) + " " + facts);
        }

        /** Everything arrives, and nothing new is ordered. */
        private void rest()
        {
            for (int quiet = 0; quiet < 100; quiet = network.isEmpty() ? quiet + 1 : 0)
            {
                nowNs += STEP_NS;
                rebalancer.doWork();
                if (!network.isEmpty())
                {
                    execute(network.removeFirst());
                }
                observe();
                check();
            }
            for (final String register : REGISTERS)
            {
                assertEquals(wholes.getLast(), truths.stream()
                    .mapToLong(truth -> truth.of(register).getLast().usableKopecks()).sum(), register + " " + facts);
            }
        }

        /** The rebalancer reads some of what there is. */
        private final class Reader extends ForwardingEngineClient
        {
            private long cursor;

            Reader(final MemoryPartition partition)
            {
                super(partition);
            }

            @Override
            public EventFollower follow(final long fromCursor, final EventListener listener)
            {
                final EventFollower follower = super.follow(fromCursor, listener);
                cursor = fromCursor;
                return new EventFollower()
                {
                    @Override
                    public int poll(final int frameLimit)
                    {
                        final int taken = follower.poll(0 == random.nextInt(4) ? frameLimit : random.nextInt(6));
                        cursor = follower.cursor();
                        return taken;
                    }

                    @Override
                    public long cursor()
                    {
                        return follower.cursor();
                    }

                    @Override
                    public void close()
                    {
                        follower.close();
                    }
                };
            }
        }

        /** What the stream of a partition says, command by command. */
        private final class Truth implements EventListener
        {
            private final Map<String, List<State>> states = new HashMap<>();
            private final Map<String, long[]> given = new HashMap<>();
            private final Map<String, long[]> taken = new HashMap<>();
            private final int partition;
            private final EventFollower follower;
            private long[] needed;

            Truth(final int partition)
            {
                this.partition = partition;
                follower = partitions.get(partition).follow(EngineClient.FROM_START, this);
            }

            List<State> of(final String register)
            {
                return states.get(register);
            }

            long taken(final String register, final int from)
            {
                return taken.getOrDefault(register, new long[4])[from];
            }

            @Override
            public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
            {
                final String register = event.level() + " " + event.registerCode();
                final long moved = Arrays.stream(taken.computeIfAbsent(register, key -> new long[4])).sum() -
                    Arrays.stream(given.computeIfAbsent(register, key -> new long[4])).sum();
                add(register, group, event.collateralKopecks() + moved);
            }

            @Override
            public void onCollateralMoved(final EventGroup group, final CollateralMovedDecoder event)
            {
                final String register = event.level() + " " + event.registerCode();
                given.get(register)[event.otherPartition()] = event.givenKopecks();
                taken.get(register)[event.otherPartition()] = event.takenKopecks();
                add(register, group, event.usableKopecks());
            }

            private void add(final String register, final EventGroup group, final long usableKopecks)
            {
                final List<State> before = states.computeIfAbsent(register, key -> new ArrayList<>());
                final long[] all = needed.clone();
                for (int i = 0; !before.isEmpty() && i < all.length; i++)
                {
                    all[i] = Math.max(all[i], before.getLast().needed()[i]);
                }
                all[partition] = 0;
                before.add(new State(group.cursor(), usableKopecks, split, all));
            }

            @Override
            public void onCollateralLacking(final EventGroup group, final CollateralLackingDecoder event)
            {
                refusals++;
            }

            @Override
            public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
            {
                if (1 == event.loginId())
                {
                    orders.get(partition).add(event.orderId());
                }
            }
        }
    }
}
