// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.book.FastOrderBook;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.command.CommandAdapter;
import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.event.RejectPublisher;
import io.bourse.engine.core.operator.OperatorGate;
import io.bourse.engine.core.order.OrderHandler;
import io.bourse.engine.core.reference.FeatureLevel;
import io.bourse.engine.core.session.Consequences;
import io.bourse.engine.core.session.QuarantinedCommands;
import io.bourse.engine.core.session.SnapshotHandler;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.state.ClockGuard;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.SequenceTracker;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.CancelOrderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.NewOrderDecoder;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceOrderDecoder;
import org.agrona.DirectBuffer;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * The core as its hosts see it: commands in journal order in, event frames out.
 * <p>
 * Every command that is understood gives exactly one event group. Checks common to all commands come first, in this
 * order: is it understood, is it for this partition, is it new. A command for another partition does not count as
 * processed for the exactly-once rule; a refused one does. A message that is not understood has no effect; before
 * {@link io.bourse.engine.protocol.FeatureLevels#BOUNDED} one of a known version is answered with a rejection.
 */
public final class MatchingEngine
{
    /** Highest partition: ids of orders and trades have eight bits for it. */
    public static final int MAX_PARTITION = 0xFF;
    /** What {@link #nextDeadlineNs()} gives when nothing is to happen. */
    public static final long NO_DEADLINE = DeadlineQueue.NONE;

    private static final int OPERATORS = 0;

    private final int partition;
    private final CommandAdapter adapter;
    private final CommandEnvelope envelope = new CommandEnvelope();
    private final FeatureLevel featureLevel;
    private final VenueLimits limits;
    private final QuarantinedCommands quarantined;
    private final EngineTime time;
    private final ClockGuard clock;
    private final SequenceTracker sequences;
    private final EventGroupWriter writer;
    private final RejectPublisher rejectPublisher;
    private final OrderHandler orderHandler;
    private final OperatorGate operatorGate;
    private final Consequences consequences;
    private final DeadlineQueue deadlines;
    private final CoreSnapshot snapshot;
    private final SnapshotHandler snapshotHandler;

    /**
     * A core without any state.
     *
     * @param partition it serves, from 0 to 255.
     * @param sink of its event frames.
     * @throws IllegalArgumentException when the partition is out of range.
     */
    public MatchingEngine(final int partition, final EventFrameSink sink)
    {
        this(partition, sink, FastOrderBook::new);
    }

    /**
     * A core without any state and with books of choice.
     *
     * @param partition it serves, from 0 to 255.
     * @param sink of its event frames.
     * @param bookSupplier of an empty book per instrument.
     */
    MatchingEngine(
        final int partition, final EventFrameSink sink, final Supplier<OrderBook<Order>> bookSupplier)
    {
        if (partition < 0 || partition > MAX_PARTITION)
        {
            throw new IllegalArgumentException("partition must be from 0 to 255: partition=" + partition);
        }
        Objects.requireNonNull(sink, "sink");
        this.partition = partition;
        writer = new EventGroupWriter(partition, sink);
        final CoreAssembly assembly = new CoreAssembly(partition, writer, bookSupplier);
        adapter = new CommandAdapter(assembly.commandTable());
        featureLevel = assembly.featureLevel();
        limits = assembly.limits();
        quarantined = assembly.quarantined();
        time = assembly.time();
        clock = assembly.clock();
        sequences = assembly.sequences();
        rejectPublisher = assembly.rejectPublisher();
        orderHandler = assembly.orderHandler();
        operatorGate = assembly.operatorGate();
        consequences = assembly.consequences();
        deadlines = assembly.deadlines();
        snapshot = assembly.snapshot();
        snapshotHandler = assembly.snapshotHandler();
    }

    /**
     * Writes all that decides what this core does from now on, between two commands. {@link SnapshotReader} makes a
     * core of it that goes on with the same events, byte for byte. Two cores with the same state write the same bytes,
     * and a core made of a snapshot writes that snapshot again.
     *
     * @param sink of the records, which come in the order in which they must be read.
     */
    public void writeSnapshot(final SnapshotSink sink)
    {
        Objects.requireNonNull(sink, "sink");
        snapshot.write(sink, commandPosition());
    }

    /**
     * Whether the last command was a {@code TakeSnapshot} that was not refused: the host writes a snapshot now, before
     * the next command.
     *
     * @return true until the next command; false in a core that was just made of a snapshot.
     */
    public boolean isSnapshotDue()
    {
        return envelope.commandPosition == snapshotHandler.duePosition();
    }

    /**
     * Partition served.
     *
     * @return from 0 to {@link #MAX_PARTITION}.
     */
    public int partition()
    {
        return partition;
    }

    /**
     * Where a core made of a snapshot goes on.
     *
     * @return journal position after the last command, as it was given with it; 0 before the first one.
     */
    public long commandPosition()
    {
        return envelope.commandPosition;
    }

    /**
     * Where the event stream goes on.
     *
     * @return sequence of the last event frame, 0 before the first one.
     */
    public long frameSequence()
    {
        return writer.frameSequence();
    }

    /**
     * By which rules commands are judged.
     *
     * @return see {@link io.bourse.engine.protocol.FeatureLevels}.
     */
    public int featureLevel()
    {
        return featureLevel.level();
    }

    /**
     * How much the core keeps in memory, and may. Only the thread that gives it commands may ask.
     *
     * @return limits and what is used of them.
     */
    public VenueLimits limits()
    {
        return limits;
    }

    /**
     * Another program leads the members that execute this history.
     *
     * @param highestLevel feature level up to which it may be asked to go.
     */
    public void offerFeatureLevel(final int highestLevel)
    {
        featureLevel.offer(highestLevel);
    }

    /**
     * Engine time: the latest time of any command so far.
     *
     * @return ns since the epoch.
     */
    public long engineTimeNs()
    {
        return time.nowNs();
    }

    /**
     * Whether orders are refused because the time is uncertain.
     *
     * @return true from {@code StopOrderEntry} to {@code ConfirmTime}.
     */
    public boolean isOrderEntryStopped()
    {
        return clock.isStopped();
    }

    /**
     * How often an operator has confirmed the time.
     *
     * @return count of {@code ConfirmTime}.
     */
    public long timeConfirmations()
    {
        return clock.confirmations();
    }

    /**
     * The time that an operator has confirmed last.
     *
     * @return ns since the epoch; 0 when there is none.
     */
    public long confirmedTimeNs()
    {
        return clock.confirmedNs();
    }

    /** The last record of a snapshot has been read. */
    void onSnapshotRead()
    {
        envelope.commandPosition = snapshot.commandPositionRead();
    }

    /** Who reads the records of a snapshot into this core. */
    SnapshotTable snapshotTable()
    {
        return snapshot.table();
    }

    /**
     * When the core wants an {@code AdvanceTime} command.
     *
     * @return engine time in ns, or {@link #NO_DEADLINE}.
     */
    public long nextDeadlineNs()
    {
        return deadlines.nextDeadlineNs();
    }

    /**
     * Executes one command and hands its event group to the sink before returning.
     *
     * @param timestampNs stamped by the sequencer; engine time never goes back even if this does.
     * @param commandPosition journal position just after the command.
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @return false when the message is not understood and had no effect.
     */
    public boolean onCommand(
        final long timestampNs,
        final long commandPosition,
        final DirectBuffer buffer,
        final int offset,
        final int length)
    {
        final CommandEnvelope envelope = this.envelope;
        final boolean isWellFormed = adapter.decode(buffer, offset, length, featureLevel.level(), envelope);
        envelope.commandPosition = commandPosition;
        if (!isWellFormed && (featureLevel.isBounded() || envelope.version > MessageHeaderDecoder.SCHEMA_VERSION))
        {
            return false;
        }
        time.advanceTo(timestampNs);
        envelope.engineTimeNs = time.nowNs();

        writer.begin(envelope);
        if (isWellFormed)
        {
            final RejectReason reason = execute(envelope);
            if (null != reason)
            {
                rejectPublisher.reject(writer.command(), reason);
            }
            else
            {
                consequences.run();
            }
        }
        else
        {
            rejectPublisher.rejectMalformed();
        }
        writer.end();
        return true;
    }

    /**
     * Passes over a command that cannot be executed: two people have taken it out of the history. Its sender is given
     * a rejection; it counts as processed for the exactly-once rule, so that it does not come again; nothing else
     * changes.
     *
     * @param timestampNs stamped by the sequencer.
     * @param commandPosition journal position just after the command.
     * @param buffer that holds the command.
     * @param offset of its message header.
     * @param length of the whole message.
     * @param sha256 of the command's bytes.
     */
    public void onQuarantined(
        final long timestampNs,
        final long commandPosition,
        final DirectBuffer buffer,
        final int offset,
        final int length,
        final byte[] sha256)
    {
        final CommandEnvelope envelope = this.envelope;
        final boolean isWellFormed = adapter.decode(buffer, offset, length, featureLevel.level(), envelope);
        envelope.commandPosition = commandPosition;
        time.advanceTo(timestampNs);
        envelope.engineTimeNs = time.nowNs();
        quarantined.add(commandPosition, sha256);
        if (partition == envelope.partition)
        {
            sequences.accept(envelope.gatewayId, envelope.sessionId, envelope.sequence);
        }

        writer.begin(envelope);
        if (isWellFormed)
        {
            rejectPublisher.reject(envelope, RejectReason.INVALID_FIELD);
        }
        else
        {
            rejectPublisher.rejectMalformed();
        }
        writer.end();
    }

    private RejectReason execute(final CommandEnvelope command)
    {
        if (partition != command.partition)
        {
            return RejectReason.WRONG_PARTITION;
        }
        if (!sequences.accept(command.gatewayId, command.sessionId, command.sequence))
        {
            return RejectReason.DUPLICATE_COMMAND;
        }
        // The three commands that make up the day are called directly: through the table they would be megamorphic.
        return switch (command.templateId)
        {
            case NewOrderDecoder.TEMPLATE_ID -> orderHandler.onNewOrder(command);
            case CancelOrderDecoder.TEMPLATE_ID -> orderHandler.onCancelOrder(command);
            case ReplaceOrderDecoder.TEMPLATE_ID -> orderHandler.onReplaceOrder(command);
            default -> OPERATORS == command.gatewayId ?
                operatorGate.execute(command) : command.kind.handler.execute(command);
        };
    }
}
