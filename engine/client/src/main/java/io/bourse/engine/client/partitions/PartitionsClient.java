// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.security.Principal;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.concurrent.EpochNanoClock;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The engines of several partitions as one, for one gateway. Their transactions come one after the other, in an order
 * that is recorded before the gateway can answer them: another process of the gateway, on the same directory, gets them
 * in the same order. A cursor is the sum of the partitions' cursors. Commands go to the partition of their instrument,
 * those without one to all; each partition has one FIFO.
 *
 * <p>A partition whose engine has gone does not hold up the others: requests for it are not executed, see
 * {@link UnansweredCommands}, and commands for all reach it when it is back. One follower and one publisher; not
 * thread-safe but for the links.
 */
public final class PartitionsClient implements EngineClient
{
    /** Numbers of partitions are below. */
    public static final int NUMBERS = Integer.SIZE - 1;
    /** Name of the file, in the directory of a gateway, that keeps in which order it got their transactions. */
    public static final String ORDER_FILE = "merge.log";
    private static final int NOT_FOUND = -1;

    /** A request that is not executed, to be said with the next poll. */
    private record Refusal(int loginId, long clOrdId)
    {
    }

    private final Int2ObjectHashMap<CommandsUnderWay> underWay = new Int2ObjectHashMap<>();
    private final Long2LongHashMap partitionByInstrument = new Long2LongHashMap(NOT_FOUND);
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();
    private final PublishedWatermark watermark = new Watermark();
    private final Partition[] byNumber = new Partition[NUMBERS];
    private final AtomicReference<List<StreamPosition>> passed = new AtomicReference<>(List.of());
    private final List<PartitionLink> links;
    private final EpochNanoClock clock;
    private final int gatewayId;
    private final MergeLog log;
    private final CommandRouter router;
    private UnansweredCommands unanswered = UnansweredCommands.IGNORED;
    private EventDispatcher dispatcher;
    private boolean isRecorded = true;
    private boolean isRunCurrent;
    private boolean isDelivering;
    private int turn;
    private long cursor;

    /**
     * The partitions of a venue.
     *
     * @param links to all of them, with a connection each, or to come.
     * @param directory of this gateway alone, where the order is kept.
     * @param isSynced whether the order has to survive a loss of power.
     * @param gatewayId whose client it is.
     * @param clock of times of receipt.
     * @throws UncheckedIOException when the directory cannot be used.
     * @throws IllegalStateException when another gateway works with it.
     */
    public PartitionsClient(
        final List<PartitionLink> links, final Path directory, final boolean isSynced, final int gatewayId,
        final EpochNanoClock clock)
    {
        this.links = List.copyOf(links);
        this.gatewayId = gatewayId;
        this.clock = clock;
        for (final PartitionLink link : links)
        {
            final Partition partition = new Partition(link, this);
            if (null != byNumber[partition.number()])
            {
                throw new IllegalArgumentException("each partition has one link: partition=" + partition.number());
            }
            byNumber[partition.number()] = partition;
            partitions.add(partition);
        }
        log = new MergeLog(directory, byNumber.length, isSynced);
        router = new CommandRouter(this, partitions);
    }

    /**
     * Up to where a gateway has had the streams, by the order that it keeps. It may run.
     *
     * @param directory of the gateway.
     * @return cursor of each partition of which it has had anything.
     * @throws UncheckedIOException when it cannot be read.
     */
    public static SortedMap<Integer, Long> deliveredUpTo(final Path directory)
    {
        try
        {
            return MergeLog.end(directory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the order of the partitions' transactions cannot be read: directory=" +
                directory, ex);
        }
    }

    /**
     * Whether a gateway works with a directory.
     *
     * @param directory of the gateway.
     * @return true when a process has it.
     * @throws UncheckedIOException when it cannot be asked.
     */
    public static boolean isUsed(final Path directory)
    {
        try
        {
            return MergeLog.isUsed(directory);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("whether a gateway works with it cannot be asked: directory=" + directory,
                ex);
        }
    }

    /**
     * How many partitions there are.
     *
     * @return count.
     */
    public int partitions()
    {
        return partitions.size();
    }

    /**
     * Sets who hears of commands that no transaction answers.
     *
     * @param listener of them.
     */
    public void onUnanswered(final UnansweredCommands listener)
    {
        unanswered = listener;
    }

    /**
     * Says that no checkpoint of the gateway needs to know any more in which order it got what was before. Any thread.
     *
     * @param positions of all partitions at one moment; none: all is needed.
     */
    public void passed(final List<StreamPosition> positions)
    {
        passed.set(positions);
    }

    /**
     * Up to which command of a login all are decided, as far as partitions that are there have to decide them.
     *
     * @param loginId of the commands.
     * @param sequence of one that was decided.
     * @return its number; that of an earlier one when others are under way to other partitions.
     */
    public long decidedUpTo(final int loginId, final long sequence)
    {
        final CommandsUnderWay commands = underWay.get(loginId);
        return null == commands ? sequence : commands.decidedUpTo(sequence);
    }

    /**
     * Whether a mass cancel may mean orders of more than one instrument: it goes to all partitions then.
     *
     * @param linkId of the command.
     * @param instrumentId of the command.
     * @return false when it names an instrument that counts.
     */
    public static boolean isOfSeveralInstruments(final int linkId, final int instrumentId)
    {
        return 0 != linkId && Integer.MAX_VALUE != linkId || 0 == instrumentId || Integer.MAX_VALUE == instrumentId;
    }

    /** That of the first one; commands get the number of theirs, and transactions have it. */
    @Override
    public int partition()
    {
        return partitions.getFirst().number();
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        return router;
    }

    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        if (cursor != fromCursor || null != dispatcher)
        {
            throw new IllegalArgumentException("several partitions are followed once, from their beginning or from " +
                "where the state of a checkpoint has them: fromCursor=" + fromCursor + " cursor=" + cursor);
        }
        dispatcher = new EventDispatcher(listener);
        return new Follower();
    }

    /**
     * Clients of the engines.
     *
     * @return of all partitions that are connected, ascending when the links are.
     */
    public List<EngineClient> engines()
    {
        return links.stream().map(PartitionLink::connection).filter(Objects::nonNull)
            .map(PartitionLink.Connection::client).toList();
    }

    /**
     * Clients that each follow one partition, apart from the order of all, also when its engine was lost and is back.
     * They take no commands, end with this, and are used by its thread.
     *
     * @return of all partitions, in the order of the links.
     */
    public List<EngineClient> views()
    {
        return links.stream().<EngineClient>map(link -> new PartitionView(byNumber[link.partition()], link)).toList();
    }

    /**
     * Which partition has an instrument.
     *
     * @param instrumentId of the instrument.
     * @return its partition; the first one when no partition has it.
     */
    public int partitionOf(final int instrumentId)
    {
        return partitionOf(0, instrumentId).number();
    }

    /** Begins again at the beginning, before anything is followed. */
    public void reset()
    {
        cursor = 0;
        partitionByInstrument.clear();
        partitions.forEach(partition -> partition.seek(0, 0, 0));
    }

    /**
     * How far the streams of the partitions have been read, and which of them has which instrument.
     *
     * @param state to write to, or to read from before anything is followed.
     */
    public void state(final CheckpointState state)
    {
        state.map(partitionByInstrument);
        cursor = 0;
        for (final Partition partition : partitions)
        {
            partition.state(state);
            cursor += partition.cursor();
        }
    }

    /**
     * Where the partitions are when a transaction of one of them ends.
     *
     * @param group that ends.
     * @return of that partition this transaction, of each other one its last one before.
     */
    public List<StreamPosition> positions(final EventGroup group)
    {
        return partitions.stream().map(partition -> group.partition() == partition.number() ?
            partition.positionOf(group) : partition.position()).toList();
    }

    @Override
    public long endCursor()
    {
        return partitions.stream().mapToLong(Partition::endCursor).sum();
    }

    @Override
    public PublishedWatermark publishedWatermark()
    {
        return watermark;
    }

    @Override
    public void close()
    {
        partitions.forEach(Partition::close);
        log.close();
    }

    long epochNs()
    {
        return clock.nanoTime();
    }

    boolean isDelivering()
    {
        return isDelivering;
    }

    void instrument(final int instrumentId, final int partition)
    {
        partitionByInstrument.put(instrumentId, partition);
    }

    /**
     * The partition of an instrument, or of an order whose instrument is not said: that which gave its id, unless it
     * has moved since. Of what there is not, the first one, which refuses it.
     */
    Partition partitionOf(final long orderId, final int instrumentId)
    {
        final int ofInstrument = (int)partitionByInstrument.get(instrumentId);
        if (NOT_FOUND != ofInstrument)
        {
            return byNumber[ofInstrument];
        }
        final long ofOrder = orderId >>> Long.SIZE - Short.SIZE;
        if (orderId > 0 && ofOrder < byNumber.length && null != byNumber[(int)ofOrder])
        {
            return byNumber[(int)ofOrder];
        }
        return partitions.getFirst();
    }

    Partition partition(final int number)
    {
        return byNumber[number];
    }

    CommandsUnderWay underWay(final int loginId)
    {
        CommandsUnderWay commands = underWay.get(loginId);
        if (null == commands)
        {
            commands = new CommandsUnderWay(loginId);
            underWay.put(loginId, commands);
        }
        return commands;
    }

    void notExecuted(final int loginId, final long clOrdId)
    {
        refusals.add(new Refusal(loginId, clOrdId));
    }

    void resolved(final int loginId, final long clOrdId)
    {
        unanswered.onResolved(loginId, clOrdId);
    }

    /** Nothing of a partition is waited for any longer. */
    void lost(final Partition partition)
    {
        for (final CommandsUnderWay commands : underWay.values())
        {
            commands.lost(partition.number(), (loginId, sequence, clOrdId) ->
            {
                partition.unresolved(loginId, sequence, clOrdId);
                unanswered.onLost(loginId, clOrdId);
            });
            unanswered.onNotAwaited(commands.loginId(), commands.decidedUpTo(0));
        }
    }

    void deliver(final Partition partition, final EventGroup group)
    {
        if (gatewayId == group.gatewayId())
        {
            final CommandsUnderWay commands = underWay.get(group.sessionId());
            if (null != commands)
            {
                commands.decided(partition.number(), group.sequence());
            }
            partition.onOwn(group);
        }
        final long newCursor = cursor + group.cursor() - partition.cursor();
        isDelivering = true;
        partition.transaction().deliver(dispatcher, newCursor);
        isDelivering = false;
        cursor = newCursor;
        partition.delivered(group, newCursor);
        if (!isRecorded)
        {
            log.delivered(partition.number(), group.cursor());
        }
    }

    private int poll(final int frameLimit)
    {
        for (int i = 0; i < partitions.size(); i++)
        {
            partitions.get(i).refresh(router.connectGateway());
        }
        final int work = isRecorded ? pollRecorded(frameLimit) : pollLive(frameLimit);
        log.flush();
        if (!isRecorded && !passed.get().isEmpty())
        {
            final long[] cursors = new long[byNumber.length];
            passed.getAndSet(List.of()).forEach(position -> cursors[position.partition()] = position.cursor());
            log.trim(cursors);
        }
        if (!refusals.isEmpty())
        {
            refuse();
        }
        return work;
    }

    /** Frame by frame: a run may end with any transaction. */
    private int pollRecorded(final int frameLimit)
    {
        int work = 0;
        while (isRecorded && work < frameLimit)
        {
            isRunCurrent = isRunCurrent || log.next();
            isRecorded = isRunCurrent;
            if (isRunCurrent)
            {
                final Partition partition = byNumber[log.partition()];
                isRunCurrent = partition.cursor() < log.cursor();
                final int frames = isRunCurrent ? partition.poll(1) : 0;
                if (isRunCurrent && 0 == frames)
                {
                    return work;
                }
                work += frames;
            }
        }
        return work;
    }

    private int pollLive(final int frameLimit)
    {
        int work = 0;
        turn = turn + 1 < partitions.size() ? turn + 1 : 0;
        for (int i = 0; i < partitions.size(); i++)
        {
            work += partitions.get((turn + i) % partitions.size()).poll(frameLimit);
        }
        return work;
    }

    private void refuse()
    {
        for (final Refusal refusal : refusals)
        {
            unanswered.onNotExecuted(
                refusal.loginId(), refusal.clOrdId(), underWay(refusal.loginId()).decidedUpTo(0));
        }
        refusals.clear();
    }

    private final class Follower implements EventFollower
    {
        @Override
        public int poll(final int frameLimit)
        {
            return PartitionsClient.this.poll(frameLimit);
        }

        @Override
        public long cursor()
        {
            return cursor;
        }

        @Override
        public void close()
        {
            PartitionsClient.this.close();
        }
    }

    /** Each transaction below it is public in its partition; one that is lost holds nothing up. */
    private final class Watermark implements PublishedWatermark
    {
        @Override
        public long get()
        {
            long lowest = cursor;
            for (int i = 0; i < partitions.size(); i++)
            {
                lowest = Math.min(lowest, partitions.get(i).publicUpTo(cursor));
            }
            return lowest;
        }

        @Override
        public void advance(final long newCursor, final long publishedNs)
        {
            throw new UnsupportedOperationException("each partition's publisher moves its watermark");
        }
    }
}
