// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.host.rebalancer.Rebalancer;
import io.bourse.engine.host.rebalancer.RebalancerCounter;
import io.bourse.engine.protocol.AssignSettlementAccountEncoder;
import io.bourse.engine.protocol.CancelOrderEncoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.DefineSettlementAccountEncoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.GiveCollateralDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.OrderClass;
import io.bourse.engine.protocol.SetCollateralEncoder;
import io.bourse.engine.protocol.SetTradingLimitsEncoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TakeCollateralDecoder;
import io.bourse.engine.protocol.TakeCollateralEncoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Two or four partitions whose registers share collateral and limits of orders, and the rebalancer of production
 * between them, whose commands come late, twice, out of order or not at all, while partitions and the rebalancer die,
 * also between a gift and its receipt, and the wholes change. After every step the parts with what is on its way are
 * not above the whole; at rest they are the whole, and an order that one partition refuses is taken there as long as
 * the others have enough.
 */
final class PartitionsSchedule
{
    private static final int OPERATOR_SESSION = 900;
    private static final int REBALANCER = 65_534;
    private static final int LOGIN = 1;
    private static final int OTHER_LOGIN = 2;
    private static final int MOST_RESTING = 6;
    private static final long STEP_NS = 50_000_000;
    private static final long INTERVAL_NS = 10 * STEP_NS;
    /** Longer than the rebalancer waits before it says something again. */
    private static final int QUIET_STEPS = 25;
    private static final int MAX_STEPS = 4_000;
    /** In these steps a refused order has to find what it lacks: each gift and each receipt takes two. */
    private static final int REBALANCE_STEPS = 40;
    private static final int MAX_ORDERS = 80;
    private static final int PRICE = 500;
    private static final String ACCOUNT = "AA01001";
    private static final String SETTLEMENT_ACCOUNT = "HOUSE";

    /** A limit that the partitions share. */
    private static final class Shared
    {
        private final LimitKind kind;
        private final LimitLevel level;
        private final String code;
        private final String key;
        private long whole;
        private long former;
        /** Partition that gets its part of the whole next. */
        private int next;

        Shared(final LimitKind kind, final LimitLevel level, final String code, final long whole)
        {
            this.kind = kind;
            this.level = level;
            this.code = code;
            this.whole = whole;
            key = PartitionLedger.key(kind, level, code);
        }

        long part(final int partition, final int partitions)
        {
            return whole / partitions + (partition < whole % partitions ? 1 : 0);
        }
    }

    /**
     * A command of the rebalancer on its way.
     *
     * @param more what its sender thinks that it brings.
     */
    private record Message(int partition, byte[] bytes, long more)
    {
    }

    private final Schedule.Options options;
    private final Trace trace;
    private final Chance chance;
    private final Counts counts = new Counts();
    private final CommandBytes encoder = new CommandBytes();
    private final SimulatedClock clock = new SimulatedClock(SimulatedClock.START_NS);
    private final CheckpointStore store;
    private final List<MemoryPartition> partitions = new ArrayList<>();
    private final List<PartitionLedger> ledgers = new ArrayList<>();
    private final List<Shared> limits = new ArrayList<>();
    private final List<Message> network = new ArrayList<>();
    private final CounterSet<RebalancerCounter> counters = new CounterSet<>(RebalancerCounter.class);
    private Rebalancer rebalancer;
    private long sequence;
    private boolean isSettling;

    PartitionsSchedule(final Schedule.Options options, final Trace trace, final CheckpointStore store)
    {
        this.options = options;
        this.trace = trace;
        this.store = store;
        chance = new Chance(options.seed());
        final int count = chance.oneIn(2) ? 2 : 4;
        for (int i = 0; i < count; i++)
        {
            partitions.add(new MemoryPartition(i, clock, this::send));
            ledgers.add(new PartitionLedger(partitions.get(i), count));
            define(i);
        }
        chooseLimits(chance.below(4));
        limits.forEach(this::setAll);
        startRebalancer();
    }

    private void define(final int partition)
    {
        new VenueSetup(encoder).commands().forEach(command -> operate(partition, command));
        final DefineSettlementAccountEncoder account = encoder.begin(new DefineSettlementAccountEncoder());
        operate(partition, encoder.end(account.code(SETTLEMENT_ACCOUNT)));
        final AssignSettlementAccountEncoder assignment = encoder.begin(new AssignSettlementAccountEncoder());
        operate(partition, encoder.end(
            assignment.brokerageFirm(VenueSetup.firm(LOGIN)).code(SETTLEMENT_ACCOUNT)));
    }

    /** All at once would have the tightest one refuse nearly everything. */
    private void chooseLimits(final int choice)
    {
        final String firm = VenueSetup.firm(LOGIN);
        if (0 == choice || 3 == choice)
        {
            final long kopecks = 30_000 + chance.below(20_000);
            limits.add(new Shared(LimitKind.COLLATERAL, LimitLevel.CLIENT, ACCOUNT, kopecks));
            limits.add(new Shared(LimitKind.COLLATERAL, LimitLevel.BROKERAGE_FIRM, firm, kopecks));
            limits.add(new Shared(LimitKind.COLLATERAL, LimitLevel.SETTLEMENT_ACCOUNT, SETTLEMENT_ACCOUNT, kopecks));
        }
        if (1 == choice || 3 == choice)
        {
            final int orders = 8 + chance.below(8);
            limits.add(new Shared(LimitKind.ACTIVE_ORDERS, LimitLevel.CLIENT, ACCOUNT, orders));
            limits.add(new Shared(LimitKind.ACTIVE_ORDERS, LimitLevel.LOGIN, Integer.toString(LOGIN), orders + 1));
        }
        if (2 == choice)
        {
            limits.add(new Shared(LimitKind.ORDER_RATE, LimitLevel.BROKERAGE_FIRM, firm, 4 + chance.below(5)));
            limits.add(new Shared(LimitKind.ORDER_RATE, LimitLevel.LOGIN, Integer.toString(LOGIN), 6));
        }
    }

    Counts run()
    {
        chance.faults(options.crashStep() < 0);
        for (int step = 0; step < options.steps(); step++)
        {
            clock.advance(chance.below(2 * STEP_NS));
            step();
            if (step == options.crashStep())
            {
                crashRebalancer();
                restart(0);
            }
            check();
        }
        trace.step("settle", network.size(), 0);
        chance.faults(false);
        isSettling = true;
        limits.forEach(this::setAll);
        rest();
        orderUntilRefused(chance.below(partitions.size()));
        rest();
        finish();
        return counts;
    }

    private void step()
    {
        final int choice = chance.below(100);
        if (choice < 35)
        {
            trade();
        }
        else if (choice < 65)
        {
            trace.step("rebalance", rebalancer.doWork(), network.size());
        }
        else if (choice < 92)
        {
            deliver();
        }
        else if (choice < 95)
        {
            changeWhole();
        }
        else if (choice < 97 && chance.isFault(1))
        {
            restart(chance.below(partitions.size()));
        }
        else if (chance.isFault(2))
        {
            crashRebalancer();
        }
    }

    private void trade()
    {
        final int partition = chance.below(partitions.size());
        final int login = chance.oneIn(2) ? LOGIN : OTHER_LOGIN;
        final TreeMap<Long, Long> live = ledgers.get(partition).live(login);
        if (live.size() > MOST_RESTING || live.size() > 2 && chance.oneIn(2))
        {
            cancel(partition, login, List.copyOf(live.keySet()).get(chance.below(live.size())));
            return;
        }
        order(partition, login, chance.oneIn(2) ? Side.BUY : Side.SELL, PRICE - 5 + chance.below(10),
            1 + chance.below(8));
    }

    private void order(final int partition, final int login, final Side side, final long priceE5, final long lots)
    {
        final NewOrderEncoder command = encoder.begin(new NewOrderEncoder());
        execute(partition, login, encoder.end(command
            .clOrdId(sequence + 1)
            .priceE5(priceE5)
            .qtyLots(lots)
            .accountCode(VenueSetup.account(login))
            .instrumentId(VenueSetup.FIRST)
            .side(side.value())
            .timeInForce(TimeInForce.DAY.value())
            .complianceId((byte)' ')
            .clientRef("")));
        trace.step("order", partition, login);
    }

    private void cancel(final int partition, final int login, final long orderId)
    {
        final CancelOrderEncoder command = encoder.begin(new CancelOrderEncoder());
        execute(partition, login, encoder.end(command
            .clOrdId(sequence + 1)
            .orderId(orderId)
            .accountCode(VenueSetup.account(login))
            .instrumentId(VenueSetup.FIRST)
            .orderClass(OrderClass.ANY)
            .clientRef("")));
        trace.step("cancel", partition, orderId);
    }

    /**
     * One part of a new whole is set, or a whole begins to change: all its parts grow, or all shrink. Orders that live
     * stay when their limit shrinks, so that it only grows.
     */
    private void changeWhole()
    {
        final Shared limit = limits.get(chance.below(limits.size()));
        if (limit.next == partitions.size())
        {
            limit.former = limit.whole;
            limit.whole += LimitKind.ACTIVE_ORDERS == limit.kind ?
                chance.below(2) : chance.below(limit.whole) - limit.whole / 2;
            limit.whole = Math.max(partitions.size(), limit.whole);
            limit.next = 0;
        }
        setNext(limit);
    }

    private void setAll(final Shared limit)
    {
        while (limit.next < partitions.size())
        {
            setNext(limit);
        }
    }

    private void setNext(final Shared limit)
    {
        final long part = limit.part(limit.next, partitions.size());
        trace.step("set", limit.next, part);
        if (LimitKind.COLLATERAL == limit.kind)
        {
            final SetCollateralEncoder command = encoder.begin(new SetCollateralEncoder());
            operate(limit.next, encoder.end(command
                .collateralKopecks(part).level(limit.level.value()).registerCode(limit.code)));
        }
        else
        {
            final SetTradingLimitsEncoder command = encoder.begin(new SetTradingLimitsEncoder());
            operate(limit.next, encoder.end(command
                .maxActiveOrders(LimitKind.ACTIVE_ORDERS == limit.kind ? part : 0)
                .maxOrdersPerSecond(LimitKind.ORDER_RATE == limit.kind ? (int)part : 0)
                .level(limit.level.value()).registerCode(limit.code)));
        }
        limit.next++;
    }

    private void operate(final int partition, final byte[] command)
    {
        CommandBytes.identify(command, 0, OPERATOR_SESSION, ++sequence, clock.nanoTime());
        executeRaw(partition, command);
    }

    private void execute(final int partition, final int login, final byte[] command)
    {
        CommandBytes.identify(command, 1, login, ++sequence, clock.nanoTime());
        executeRaw(partition, command);
    }

    private void executeRaw(final int partition, final byte[] command)
    {
        CommandBytes.address(command, partition);
        partitions.get(partition).execute(command);
        ledgers.get(partition).read();
    }

    private void startRebalancer()
    {
        rebalancer = new Rebalancer(partitions.stream().map(SlowReader::new).toList(),
            store, counters, clock, INTERVAL_NS);
    }

    /** What it has sent arrives, or does not. */
    private void crashRebalancer()
    {
        counts.add(Count.REBALANCER_CRASHES);
        trace.step("rebalancer-crash", network.size(), 0);
        rebalancer.close();
        lose();
        startRebalancer();
    }

    /** What is on its way to a partition arrives, or does not. */
    private void restart(final int partition)
    {
        final boolean isFromSnapshot = chance.oneIn(2);
        counts.add(Count.ENGINE_CRASHES);
        counts.add(isFromSnapshot ? Count.STARTS_FROM_SNAPSHOT : Count.RESTARTS);
        trace.step("crash", partition, isFromSnapshot ? 1 : 0);
        partitions.get(partition).restart(isFromSnapshot);
        lose();
    }

    private void lose()
    {
        final int before = network.size();
        network.removeIf(message -> chance.oneIn(2));
        counts.add(Count.LOST_MESSAGES, before - network.size());
    }

    /** The rebalancer sends a command. */
    private boolean send(final int partition, final byte[] bytes)
    {
        if (chance.isFault(8))
        {
            return false;
        }
        final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
        long more = 0;
        if (TakeCollateralDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, 0))
        {
            final TakeCollateralDecoder take = take(buffer);
            more = take.givenKopecks() - ledgers.get(partition).part(key(take)).taken(take.fromPartition());
        }
        else
        {
            final GiveCollateralDecoder give =
                new GiveCollateralDecoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderDecoder());
            if (Defect.GIFTS_LOST == options.defect() && give.kopecks() > 0)
            {
                return true;
            }
            if (Defect.RAISED_BEFORE_LOWERED == options.defect())
            {
                raise(partition, give);
            }
        }
        network.add(new Message(partition, bytes, more));
        return true;
    }

    /** A defect: what a partition is asked for is said to the other one at once. */
    private void raise(final int from, final GiveCollateralDecoder give)
    {
        final TakeCollateralEncoder take = encoder.begin(new TakeCollateralEncoder());
        final String key = PartitionLedger.key(
            SharedLimits.of(give.limitKind()), LimitLevel.get(give.level()), give.registerCode());
        final byte[] command = encoder.end(take
            .givenKopecks(ledgers.get(give.toPartition()).part(key).taken(from) + give.kopecks())
            .fromPartition((short)from).limitKind(give.limitKind()).level(give.level())
            .registerCode(give.registerCode()));
        CommandBytes.identify(command, REBALANCER, 0, 0, clock.nanoTime());
        network.add(new Message(give.toPartition(), command, 0));
    }

    private static TakeCollateralDecoder take(final UnsafeBuffer command)
    {
        return new TakeCollateralDecoder().wrapAndApplyHeader(command, 0, new MessageHeaderDecoder());
    }

    private static String key(final TakeCollateralDecoder take)
    {
        return PartitionLedger.key(
            SharedLimits.of(take.limitKind()), LimitLevel.get(take.level()), take.registerCode());
    }

    /** Any one of those on their way, and now and then one that comes again later, or not at all. */
    private void deliver()
    {
        if (!network.isEmpty())
        {
            final int index = chance.below(network.size());
            final Message message = network.get(index);
            if (chance.isFault(10))
            {
                counts.add(Count.COPIES);
            }
            else
            {
                network.remove(index);
            }
            if (chance.isFault(12))
            {
                counts.add(Count.LOST_MESSAGES);
                return;
            }
            execute(message);
        }
    }

    private void execute(final Message message)
    {
        final byte[] command = message.bytes().clone();
        if (Defect.TAKEN_TWICE == options.defect() &&
            TakeCollateralDecoder.TEMPLATE_ID == CommandForm.templateId(new UnsafeBuffer(command), 0))
        {
            final TakeCollateralDecoder take = take(new UnsafeBuffer(command));
            final long taken = ledgers.get(message.partition()).part(key(take)).taken(take.fromPartition());
            new TakeCollateralEncoder().wrap(new UnsafeBuffer(command), MessageHeaderDecoder.ENCODED_LENGTH)
                .givenKopecks(taken + message.more());
        }
        executeRaw(message.partition(), command);
        trace.step("deliver", message.partition(), network.size());
    }

    private void check()
    {
        counts.add(Count.CHECKS);
        for (final Shared limit : limits)
        {
            final long whole = limit.next < partitions.size() ? Math.max(limit.former, limit.whole) : limit.whole;
            final long sum = sum(limit);
            final long underWay = underWay(limit);
            if (sum + underWay > whole)
            {
                throw new ScheduleFailedException("the parts are above the whole: limit=" + limit.key +
                    " parts=" + sum + " onTheirWay=" + underWay + " whole=" + whole);
            }
            final long live = ledgers.stream().mapToLong(ledger -> ledger.live(LOGIN).size()).sum();
            if (LimitKind.ACTIVE_ORDERS == limit.kind && live > whole)
            {
                throw new ScheduleFailedException("more orders are live than there may be: limit=" + limit.key +
                    " live=" + live + " whole=" + whole);
            }
        }
    }

    private long sum(final Shared limit)
    {
        return ledgers.stream().mapToLong(ledger -> ledger.part(limit.key).usable()).sum();
    }

    private long underWay(final Shared limit)
    {
        long sum = 0;
        for (int from = 0; from < partitions.size(); from++)
        {
            for (int to = 0; to < partitions.size(); to++)
            {
                final long underWay =
                    ledgers.get(from).part(limit.key).given(to) - ledgers.get(to).part(limit.key).taken(from);
                if (underWay < 0)
                {
                    throw new ScheduleFailedException("more was taken than given, the parts are above the whole: " +
                        "limit=" + limit.key + " from=" + from + " to=" + to + " more=" + -underWay);
                }
                sum += underWay;
            }
        }
        return sum;
    }

    /** Everything arrives, and nothing new is ordered. */
    private void rest()
    {
        int steps = 0;
        for (int quiet = 0; quiet < QUIET_STEPS; quiet = network.isEmpty() ? quiet + 1 : 0)
        {
            if (++steps > MAX_STEPS)
            {
                throw new ScheduleFailedException("the rebalancer does not come to rest: sent=" + network.size());
            }
            clock.advance(STEP_NS);
            rebalance();
        }
        for (final Shared limit : limits)
        {
            if (sum(limit) != limit.whole)
            {
                throw new ScheduleFailedException("at rest the parts are not the whole: limit=" + limit.key +
                    " parts=" + sum(limit) + " whole=" + limit.whole);
            }
        }
        if (0 != counters.get(RebalancerCounter.BROKEN_REGISTERS))
        {
            throw new ScheduleFailedException("the rebalancer takes a partition for one that has lost history");
        }
    }

    private void rebalance()
    {
        rebalancer.doWork();
        if (!network.isEmpty())
        {
            execute(network.removeFirst());
        }
        check();
    }

    /** One partition gets all that is free, order by order. */
    private void orderUntilRefused(final int partition)
    {
        final PartitionLedger ledger = ledgers.get(partition);
        for (int i = 0; i < MAX_ORDERS; i++)
        {
            order(partition, LOGIN, Side.BUY, 1, 1);
            final String refusedBy = ledger.refusedBy();
            if (null == refusedBy)
            {
                continue;
            }
            for (int step = 0; step < REBALANCE_STEPS; step++)
            {
                clock.advance(1);
                rebalance();
            }
            order(partition, LOGIN, Side.BUY, 1, 1);
            if (!refusedBy.equals(ledger.refusedBy()))
            {
                counts.add(Count.REFUSALS_SERVED);
                continue;
            }
            final long spare = ledgers.stream().filter(other -> other != ledger)
                .mapToLong(other -> other.part(refusedBy).free()).sum();
            if (spare >= ledger.lacking())
            {
                throw new ScheduleFailedException("an order is refused for what other partitions have: limit=" +
                    refusedBy + " partition=" + partition + " lacking=" + ledger.lacking() + " spare=" + spare);
            }
            return;
        }
    }

    /** Their journals give what they have published. */
    private void finish()
    {
        for (int i = 0; i < partitions.size(); i++)
        {
            final MemoryPartition partition = partitions.get(i);
            partition.restart(false);
            trace.note("partition", i, partition.eventsHash());
            counts.add(Count.COMMANDS, partition.commands());
            counts.add(Count.TRADES, ledgers.get(i).trades());
            counts.add(Count.LIMIT_MOVES, ledgers.get(i).moves());
            counts.add(Count.LIMIT_REFUSALS, ledgers.get(i).refusals());
        }
    }

    /** The rebalancer reads some of what there is. */
    private final class SlowReader extends ForwardingEngineClient
    {
        SlowReader(final MemoryPartition partition)
        {
            super(partition);
        }

        @Override
        public EventFollower follow(final long fromCursor, final EventListener listener)
        {
            final EventFollower follower = super.follow(fromCursor, listener);
            return new EventFollower()
            {
                @Override
                public int poll(final int frameLimit)
                {
                    return follower.poll(isSettling || chance.oneIn(4) ? frameLimit : chance.below(6));
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
}
