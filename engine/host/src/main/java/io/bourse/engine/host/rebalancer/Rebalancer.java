// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.rebalancer;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.Checkpoint;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CollateralLackingDecoder;
import io.bourse.engine.protocol.CollateralMovedDecoder;
import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.FirmLimitsSetDecoder;
import io.bourse.engine.protocol.GiveCollateralDecoder;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.SettlementAccountAssignedDecoder;
import io.bourse.engine.protocol.SharedLimits;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.CloseHelper;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Moves collateral of registers, and their limits of live orders and of orders per second, between the partitions of a
 * venue, by what is used: to a partition that has refused an order for lack of it at once, and to one that uses nearly
 * all it has when another uses little. A rate is moved after refusals alone.
 * <p>
 * A partition gives no more than it has free there ({@code GiveCollateral}, decided by its core), and another one takes
 * it when the giver's event stream says so ({@code TakeCollateral}, with the sum of all that was ever given). What is
 * given and not taken is missing meanwhile, so that all parts together are never more than the whole. Which amounts are
 * under way follows from the streams alone: whatever dies, they are taken once.
 * <p>
 * Not thread-safe.
 */
public final class Rebalancer implements AutoCloseable
{
    /** Name of its checkpoints, and of what it needs of the event streams. */
    public static final String COMPONENT = "rebalancer";
    private static final Logger LOGGER = LoggerFactory.getLogger(Rebalancer.class);
    private static final int STATE_VERSION = 2;
    private static final int FRAME_LIMIT = 1_000;
    /** After this time a command that was not answered is sent again. */
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long CHECKPOINT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int CLEARING_FIRM_LENGTH = 2;
    private static final int PER_CENT = 100;
    /** A part of which more is used gets some of one of which less is used. */
    private static final int BUSY_PER_CENT = 80;
    private static final int IDLE_PER_CENT = 50;
    private static final int NONE = SharedRegister.NONE;

    private static final List<LimitKind> COMPARED = List.of(LimitKind.COLLATERAL, LimitKind.ACTIVE_ORDERS);
    private static final SharedRegister NO_REGISTER =
        new SharedRegister(LimitKind.NULL_VAL, LimitLevel.NULL_VAL, "", 0);

    private final Map<String, SharedRegister> registers = new TreeMap<>();
    /** Settlement account of a brokerage firm that was assigned one. */
    private final Map<String, String> settlementAccounts = new TreeMap<>();
    private final Long2ObjectHashMap<SharedRegister[]> registersOfAccount = new Long2ObjectHashMap<>();
    private final Long2ObjectHashMap<SharedRegister[]> registersOfLogin = new Long2ObjectHashMap<>();
    private final ArrayDeque<SharedRegister> active = new ArrayDeque<>();
    private final List<Partition> partitions = new ArrayList<>();
    private final CheckpointStore store;
    private final CounterSet<RebalancerCounter> counters;
    private final NanoClock clock;
    private final long intervalNs;
    private long checkpointNs;
    private boolean isCheckpointDue;
    private boolean isLive;

    /**
     * Begins where the last checkpoint is, or with the streams.
     *
     * @param clients of all partitions of the venue, ascending; used, not owned.
     * @param store of checkpoints; null for none.
     * @param counters of this.
     * @param clock for what is repeated.
     * @param intervalNs between two looks at a register whose use changes.
     */
    public Rebalancer(
        final List<? extends EngineClient> clients,
        final CheckpointStore store,
        final CounterSet<RebalancerCounter> counters,
        final NanoClock clock,
        final long intervalNs)
    {
        this.store = store;
        this.counters = counters;
        this.clock = clock;
        this.intervalNs = intervalNs;
        checkpointNs = clock.nanoTime();
        final List<Checkpoint> checkpoints = null == store ? List.of() : store.read(clients);
        final List<StreamPosition> positions = checkpoints.isEmpty() ? null : checkpoints.getFirst().positions();
        for (int i = 0; i < clients.size(); i++)
        {
            partitions.add(new Partition(i, clients.get(i), null == positions ? null : positions.get(i)));
        }
        if (null != positions)
        {
            checkpoint(checkpoints.getFirst().state());
        }
        counters.set(RebalancerCounter.BROKEN_REGISTERS, 0);
        counters.set(RebalancerCounter.SHARED_REGISTERS,
            registers.values().stream().filter(register -> register.setParts() > 1).count());
    }

    /**
     * Its checkpoints.
     *
     * @param directory of them.
     * @return store.
     */
    public static CheckpointStore store(final Path directory)
    {
        return new CheckpointStore(directory, COMPONENT, STATE_VERSION, "");
    }

    /**
     * Reads what is new, and moves what is to be moved.
     *
     * @return how much was done.
     * @throws IllegalStateException when a partition is gone.
     */
    public int doWork()
    {
        int work = 0;
        for (final Partition partition : partitions)
        {
            work += partition.follower.poll(FRAME_LIMIT);
        }
        final long nowNs = clock.nanoTime();
        if (!isLive)
        {
            isLive = partitions.stream().allMatch(Partition::hasCaughtUp);
            if (isLive)
            {
                // What was refused before is of the past.
                registers.values().forEach(register ->
                {
                    Arrays.stream(register.parts).forEach(part -> part.lacking = 0);
                    activate(register);
                });
            }
        }
        if (isLive && canMove(FeatureLevels.SHARED))
        {
            work += decide(nowNs);
        }
        checkpointWhenDue(nowNs);
        return work;
    }

    /** Whether all that had happened before it began was read. */
    public boolean isLive()
    {
        return isLive;
    }

    private boolean canMove(final int featureLevel)
    {
        return partitions.stream().allMatch(partition -> partition.featureLevel >= featureLevel);
    }

    private int decide(final long nowNs)
    {
        final boolean canMoveOrders = canMove(FeatureLevels.BALANCED);
        int work = 0;
        long oldestNs = 0;
        for (int i = active.size(); i > 0; i--)
        {
            final SharedRegister register = active.poll();
            register.isActive = false;
            if (LimitKind.COLLATERAL != register.kind && !canMoveOrders)
            {
                continue;
            }
            work += decide(register, nowNs);
            if (isWaiting(register))
            {
                activate(register);
            }
            register.movingSinceNs = !isMoving(register) ? 0 :
                0 == register.movingSinceNs ? nowNs : register.movingSinceNs;
            oldestNs = Math.max(oldestNs, 0 == register.movingSinceNs ? 0 : nowNs - register.movingSinceNs);
        }
        counters.set(RebalancerCounter.OLDEST_MOVE_NS, oldestNs);
        return work;
    }

    private static boolean isWaiting(final SharedRegister register)
    {
        return !register.isBroken && (isMoving(register) || register.setParts() > 1 &&
            (register.isTouched || register.isCompared || !register.isAnswered() ||
            Arrays.stream(register.parts).anyMatch(part -> part.lacking > 0)));
    }

    private static boolean isMoving(final SharedRegister register)
    {
        return NONE != register.receiver || register.isUnderWay();
    }

    private int decide(final SharedRegister register, final long nowNs)
    {
        if (register.isBroken)
        {
            return 0;
        }
        int work = take(register, nowNs);
        if (register.setParts() > 1 && !register.isBroken)
        {
            work += share(register, nowNs);
            work += NONE == register.receiver ? begin(register, nowNs) : 0;
            work += NONE == register.receiver ? 0 : give(register, nowNs);
        }
        return work;
    }

    /** Has taken what was given. */
    private int take(final SharedRegister register, final long nowNs)
    {
        int work = 0;
        for (int from = 0; from < register.parts.length; from++)
        {
            for (int to = 0; to < register.parts.length; to++)
            {
                final long underWay = register.underWay(from, to);
                if (underWay < 0 && partitions.get(from).isAtEnd())
                {
                    register.isBroken = true;
                    counters.increment(RebalancerCounter.BROKEN_REGISTERS);
                    LOGGER.error("More was taken than given, a partition has lost history; this limit of the " +
                        "register is left as it is: {} from={} to={} given={} taken={}", register,
                        partitions.get(from).number, partitions.get(to).number,
                        register.parts[from].given[to], register.parts[to].taken[from]);
                    return work;
                }
                final SharedRegister.Part receiver = register.parts[to];
                if (underWay > 0 && isDue(receiver.saidNs[from], nowNs) && partitions.get(to).commands.take(
                    register, register.parts[from].given[to], partitions.get(from).number))
                {
                    receiver.saidNs[from] = nowNs;
                    work++;
                }
            }
        }
        return work;
    }

    /** Each part is shared with another one once: then its core says what it lacks. */
    private int share(final SharedRegister register, final long nowNs)
    {
        int work = 0;
        for (int i = 0; i < register.parts.length; i++)
        {
            if (register.parts[i].isSet && !register.parts[i].isAnswered)
            {
                work += ask(register, i, nowNs);
            }
        }
        return work;
    }

    private int ask(final SharedRegister register, final int partition, final long nowNs)
    {
        final SharedRegister.Part part = register.parts[partition];
        if (isDue(part.askedNs, nowNs) &&
            partitions.get(partition).commands.give(register, 0, partitions.get(0 == partition ? 1 : 0).number))
        {
            part.askedNs = nowNs;
            return 1;
        }
        return 0;
    }

    private static boolean isDue(final long lastNs, final long nowNs)
    {
        return 0 == lastNs || nowNs - lastNs >= RETRY_NS;
    }

    /** What is lacking goes before what is uneven. */
    private int begin(final SharedRegister register, final long nowNs)
    {
        for (int i = 0; i < register.parts.length; i++)
        {
            final SharedRegister.Part part = register.parts[i];
            // What is on its way to it may be enough: it will be said.
            if (part.lacking > 0 && !register.isUnderWayTo(i))
            {
                return serve(register, i, nowNs);
            }
        }
        return compare(register, nowNs);
    }

    /** Nothing is moved when there is not enough: the other partitions may have a use for what they have. */
    private int serve(final SharedRegister register, final int receiver, final long nowNs)
    {
        final SharedRegister.Part part = register.parts[receiver];
        if (register.freeBeside(part) >= part.lacking)
        {
            register.isCompared = false;
            begin(register, receiver, part.lacking, 0);
            register.isRefusal = true;
        }
        else if (!register.isCompared)
        {
            return askAll(register, nowNs);
        }
        else if (register.isAnswered())
        {
            register.isCompared = false;
            counters.increment(RebalancerCounter.REFUSALS_UNSERVED);
        }
        else
        {
            return 0;
        }
        part.lacking = 0;
        return 1;
    }

    private static void begin(
        final SharedRegister register, final int receiver, final long kopecks, final long triedPartitions)
    {
        register.receiver = receiver;
        register.needed = Math.min(kopecks, SharedRegister.MOST);
        register.triedPartitions = triedPartitions | 1L << receiver;
        register.giver = NONE;
        register.isRefusal = false;
    }

    private int askAll(final SharedRegister register, final long nowNs)
    {
        register.isTouched = false;
        register.isCompared = true;
        register.comparedNs = nowNs;
        Arrays.stream(register.parts).forEach(part ->
        {
            part.isAnswered = false;
            part.askedNs = 0;
        });
        return share(register, nowNs);
    }

    private int compare(final SharedRegister register, final long nowNs)
    {
        if (!register.isCompared)
        {
            return register.isTouched && nowNs - register.comparedNs >= intervalNs ? askAll(register, nowNs) : 0;
        }
        if (!register.isAnswered())
        {
            return 0;
        }
        register.isCompared = false;
        final SharedRegister.Part poorest = set(register).min(Comparator.comparingInt(Rebalancer::idlePerCent)).get();
        final SharedRegister.Part richest =
            set(register).max(Comparator.comparingLong(SharedRegister.Part::free)).get();
        final long kopecks = (richest.free() - poorest.free()) / 2;
        if (kopecks > 0 && idlePerCent(poorest) < PER_CENT - BUSY_PER_CENT &&
            idlePerCent(richest) > PER_CENT - IDLE_PER_CENT)
        {
            final List<SharedRegister.Part> parts = List.of(register.parts);
            // No other one is asked.
            begin(register, parts.indexOf(poorest), kopecks, ~(1L << parts.indexOf(richest)));
            return 1;
        }
        return 0;
    }

    private static Stream<SharedRegister.Part> set(final SharedRegister register)
    {
        return Arrays.stream(register.parts).filter(part -> part.isSet);
    }

    /** Share of what a part may use that is free; below 0 when it needs more than it has. */
    private static int idlePerCent(final SharedRegister.Part part)
    {
        final long free = part.free();
        return free <= 0 ?
            -1 : (int)Math.min(PER_CENT, free * PER_CENT / Math.clamp(part.usable, 1, SharedRegister.MOST));
    }

    /** Has one partition after the other give, the one with most first, until there is enough. */
    private int give(final SharedRegister register, final long nowNs)
    {
        if (NONE == register.giver)
        {
            final int richest = richest(register);
            if (NONE == richest || register.needed <= 0)
            {
                if (register.isRefusal)
                {
                    counters.increment(register.needed <= 0 ?
                        RebalancerCounter.REFUSALS_SERVED : RebalancerCounter.REFUSALS_UNSERVED);
                }
                register.receiver = NONE;
                return 1;
            }
            register.giver = richest;
            register.givenNs = 0;
            // Half of what would be left comes too, for the next order.
            register.demanded = !register.isRefusal ? register.needed :
                Math.min(SharedRegister.MOST, register.needed +
                Math.max(0, register.parts[richest].free() - register.needed) / 2);
        }
        if (isDue(register.givenNs, nowNs) && partitions.get(register.giver).commands.give(
            register, register.demanded, partitions.get(register.receiver).number))
        {
            register.givenNs = nowNs;
            return 1;
        }
        return 0;
    }

    private static int richest(final SharedRegister register)
    {
        int richest = NONE;
        for (int i = 0; i < register.parts.length; i++)
        {
            if (register.parts[i].isSet && 0 == (register.triedPartitions & 1L << i) && (NONE == richest ||
                register.parts[i].free() > register.parts[richest].free()))
            {
                richest = i;
            }
        }
        return richest;
    }

    private void activate(final SharedRegister register)
    {
        if (!register.isActive)
        {
            register.isActive = true;
            active.add(register);
        }
    }

    private SharedRegister register(final LimitKind kind, final LimitLevel level, final String code)
    {
        return registers.computeIfAbsent(SharedRegister.key(kind, level, code), key ->
        {
            registersOfAccount.clear();
            registersOfLogin.clear();
            return new SharedRegister(kind, level, code, partitions.size());
        });
    }

    /** Orders of an account were accepted. A rate is that of the moment: it is not compared. */
    private void touch(final long accountCode, final int loginId)
    {
        SharedRegister[] touched = registersOfAccount.get(accountCode);
        if (null == touched)
        {
            final String account = AccountCode.unpack(accountCode);
            final String firm = account.substring(0, Math.min(account.length(), AccountCode.BROKERAGE_FIRM_LENGTH));
            final String settlementAccount = settlementAccounts.getOrDefault(
                firm, firm.substring(0, Math.min(firm.length(), CLEARING_FIRM_LENGTH)));
            touched = COMPARED.stream().flatMap(kind -> Stream.of(
                SharedRegister.key(kind, LimitLevel.CLIENT, account),
                SharedRegister.key(kind, LimitLevel.BROKERAGE_FIRM, firm),
                SharedRegister.key(kind, LimitLevel.SETTLEMENT_ACCOUNT, settlementAccount)))
                .map(registers::get).filter(Objects::nonNull).toArray(SharedRegister[]::new);
            registersOfAccount.put(accountCode, touched);
        }
        touch(touched);
        SharedRegister[] ofLogin = registersOfLogin.get(loginId);
        if (null == ofLogin)
        {
            final SharedRegister register = registers.get(
                SharedRegister.key(LimitKind.ACTIVE_ORDERS, LimitLevel.LOGIN, Integer.toString(loginId)));
            ofLogin = null == register ? new SharedRegister[0] : new SharedRegister[]{register};
            registersOfLogin.put(loginId, ofLogin);
        }
        touch(ofLogin);
    }

    private void touch(final SharedRegister[] touched)
    {
        for (final SharedRegister register : touched)
        {
            register.isTouched = true;
            activate(register);
        }
    }

    private void checkpointWhenDue(final long nowNs)
    {
        if (null != store && isCheckpointDue && nowNs - checkpointNs >= CHECKPOINT_NS)
        {
            checkpoint();
        }
    }

    /** Writes a checkpoint, if every stream has begun. */
    public void checkpoint()
    {
        if (null != store && partitions.stream().allMatch(partition -> null != partition.position))
        {
            final CheckpointState state = CheckpointState.writing(STATE_VERSION);
            checkpoint(state);
            store.write(partitions.stream().map(partition -> partition.position).toList(), state);
            isCheckpointDue = false;
        }
        checkpointNs = clock.nanoTime();
    }

    private void checkpoint(final CheckpointState state)
    {
        partitions.forEach(partition -> partition.featureLevel = state.number(partition.featureLevel));
        state.map(settlementAccounts, "", state::text, "", state::text);
        state.map(registers, "", state::text, NO_REGISTER, written ->
        {
            final LimitKind kind = state.version() < SharedRegister.SINCE_ORDERS ?
                LimitKind.COLLATERAL : state.constant(written.kind, LimitKind.values());
            final LimitLevel level = state.constant(written.level, LimitLevel.values());
            final String code = state.text(written.code);
            final SharedRegister register =
                state.isReading() ? new SharedRegister(kind, level, code, partitions.size()) : written;
            register.checkpoint(state);
            return register;
        });
        state.end();
        if (state.isReading())
        {
            // A former version has other keys.
            final List<SharedRegister> read = List.copyOf(registers.values());
            registers.clear();
            read.forEach(register ->
                registers.put(SharedRegister.key(register.kind, register.level, register.code), register));
        }
    }

    @Override
    public void close()
    {
        partitions.forEach(partition -> CloseHelper.quietClose(partition.follower));
    }

    /** The stream of one partition. */
    private final class Partition implements EventListener
    {
        private final int index;
        private final int number;
        private final EngineClient client;
        private final CollateralCommands commands;
        private final EventFollower follower;
        private final long endCursor;
        private StreamPosition position;
        private long cursor;
        private int featureLevel = FeatureLevels.BASE;
        /** Limit that the last refusal names. */
        private LimitKind refusing;

        Partition(final int index, final EngineClient client, final StreamPosition position)
        {
            this.index = index;
            this.client = client;
            this.position = position;
            number = client.partition();
            cursor = null == position ? EngineClient.FROM_START : position.cursor();
            endCursor = client.endCursor();
            commands = new CollateralCommands(client);
            follower = client.follow(cursor, this);
        }

        boolean isAtEnd()
        {
            return cursor >= client.endCursor();
        }

        boolean hasCaughtUp()
        {
            return cursor >= endCursor;
        }

        @Override
        public void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
        {
            featureLevel = event.level();
            registers.values().forEach(Rebalancer.this::activate);
        }

        @Override
        public void onSettlementAccountAssigned(final EventGroup group, final SettlementAccountAssignedDecoder event)
        {
            settlementAccounts.put(event.brokerageFirm(), event.code());
            registersOfAccount.clear();
        }

        @Override
        public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
        {
            touch(event.accountCode(), event.loginId());
        }

        @Override
        public void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
        {
            final SharedRegister register = register(LimitKind.COLLATERAL, event.level(), event.registerCode());
            final boolean wasShared = register.setParts() > 1;
            register.set(index, event.collateralKopecks(), event.requiredKopecks());
            onSet(register, wasShared);
        }

        @Override
        public void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
        {
            final LimitLevel level = event.level();
            final String code = event.registerCode();
            setOrders(LimitKind.ACTIVE_ORDERS, level, code, false, event.maxActiveOrders());
            setOrders(LimitKind.ORDER_RATE, level, code, false, event.maxOrdersPerSecond());
        }

        @Override
        public void onFirmLimitsSet(final EventGroup group, final FirmLimitsSetDecoder event)
        {
            final LimitLevel level = event.level();
            final String code = event.registerCode();
            setOrders(LimitKind.ACTIVE_ORDERS, level, code, true, event.maxActiveOrders());
            setOrders(LimitKind.ORDER_RATE, level, code, true, event.maxOrdersPerSecond());
        }

        private void setOrders(
            final LimitKind kind, final LimitLevel level, final String code, final boolean isFirm, final long orders)
        {
            if (0 != orders || registers.containsKey(SharedRegister.key(kind, level, code)))
            {
                final SharedRegister register = register(kind, level, code);
                final boolean wasShared = register.setParts() > 1;
                register.setOrders(index, isFirm, orders);
                onSet(register, wasShared);
            }
        }

        private void onSet(final SharedRegister register, final boolean wasShared)
        {
            final boolean isShared = register.setParts() > 1;
            if (wasShared != isShared)
            {
                counters.add(RebalancerCounter.SHARED_REGISTERS, isShared ? 1 : -1);
            }
            register.isTouched = true;
            activate(register);
        }

        @Override
        public void onCollateralMoved(final EventGroup group, final CollateralMovedDecoder event)
        {
            final SharedRegister register =
                register(SharedLimits.of(event.limitKind()), event.level(), event.registerCode());
            final SharedRegister.Part part = register.parts[index];
            final int other = indexOf(event.otherPartition());
            part.given[other] = event.givenKopecks();
            part.taken[other] = event.takenKopecks();
            part.usable = event.usableKopecks();
            part.used = event.requiredKopecks();
            part.isAnswered = true;
            part.askedNs = 0;
            if (GiveCollateralDecoder.TEMPLATE_ID != group.commandTemplateId())
            {
                part.saidNs[other] = 0;
                part.lacking = 0;
                if (event.kopecks() > 0)
                {
                    counters.increment(RebalancerCounter.MOVES);
                    counters.add(RebalancerCounter.MOVED_KOPECKS,
                        LimitKind.COLLATERAL == register.kind ? event.kopecks() : 0);
                }
            }
            else if (register.giver == index && register.receiver == other && 0 != register.givenNs)
            {
                register.needed += event.kopecks();
                register.triedPartitions |= 1L << index;
                register.giver = NONE;
            }
            activate(register);
        }

        @Override
        public void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
        {
            refusing = event.limitKind();
        }

        @Override
        public void onQuoteAcknowledged(final EventGroup group, final QuoteAcknowledgedDecoder event)
        {
            refusing = event.limitKind();
        }

        @Override
        public void onCollateralLacking(final EventGroup group, final CollateralLackingDecoder event)
        {
            final SharedRegister register = register(refusing, event.level(), event.registerCode());
            final SharedRegister.Part part = register.parts[index];
            part.lacking = Math.max(part.lacking, event.lackingKopecks());
            activate(register);
        }

        @Override
        public void onGroupEnd(final EventGroup group)
        {
            position = StreamPosition.of(group, cursor);
            cursor = group.cursor();
            isCheckpointDue = true;
        }

        private int indexOf(final int partition)
        {
            for (final Partition each : partitions)
            {
                if (partition == each.number)
                {
                    return each.index;
                }
            }
            throw new IllegalStateException("collateral is moved to a partition that is not followed: partition=" +
                partition + " cursor=" + cursor);
        }
    }
}
