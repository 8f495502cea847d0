// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.OperatorSession;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.MoveOutDecoder;
import io.bourse.engine.protocol.MovedOrderNamedDecoder;
import io.bourse.engine.protocol.MovingOrderDecoder;
import io.bourse.engine.protocol.NameMovedOrderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.Principal;
import io.bourse.engine.simulator.MemoryPartition;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A move whose coordinator dies before or after any of its commands, with partitions that start again: the next one
 * ends it, or undoes it, and orders and positions are in one partition.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PartitionMoveTest
{
    private static final String UNDERLYING = "Si";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(10);
    private static final int ORDERS = 9;
    private static final int FIX_LOGIN = 2;

    @TempDir
    private Path dir;

    private final MemoryPartition from = new MemoryPartition(0, this::tick, (number, command) -> true);
    private final MemoryPartition to = new MemoryPartition(1, this::tick, (number, command) -> true);
    private long ticks;
    /** Commands that are still sent; none when it is 0. */
    private int left = Integer.MAX_VALUE;
    /** Whether the last of them is executed before the coordinator dies. */
    private boolean isExecuted;

    /** Whether the FIX gateway of the first partition names orders that leave. */
    private boolean isGatewayUp = true;

    /** The coordinator is killed. */
    private static final class Killed extends RuntimeException
    {
        private static final long serialVersionUID = 1;
    }

    /** Lets the coordinator die at a command. */
    private final class Mortal extends ForwardingEngineClient
    {
        Mortal(final EngineClient partition)
        {
            super(partition);
        }

        @Override
        public CommandPublisher newCommandPublisher(final Principal sender)
        {
            final CommandPublisher publisher = super.newCommandPublisher(sender);
            return (buffer, offset, length) ->
            {
                left--;
                if (left > 0 || left == 0 && isExecuted)
                {
                    publisher.offer(buffer, offset, length);
                    if (isGatewayUp && MoveOutDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, offset))
                    {
                        nameOrders();
                    }
                }
                if (left <= 0)
                {
                    throw new Killed();
                }
                return true;
            };
        }

        @Override
        public void close()
        {
            // The partitions outlive their clients.
        }
    }

    private long tick()
    {
        return ++ticks;
    }

    private PartitionMove coordinator()
    {
        return new PartitionMove(side(from), side(to), line ->
        {
        });
    }

    private PartitionMove.Side side(final MemoryPartition partition)
    {
        return new PartitionMove.Side(
            new OperatorSession(null, null, "test", dir, Confirming.NOT_ASKED), new Mortal(partition));
    }

    private static void define(final MemoryPartition partition, final int instrument, final String underlying)
    {
        try (OperatorClient operator = new OperatorClient(partition, TIMEOUT_NS))
        {
            final SessionOperator sessions = new SessionOperator(operator);
            for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
            {
                sessions.setFeatureLevel(level);
            }
            operator.defineClearingFirm("AA");
            operator.defineBrokerageFirm("AA01");
            operator.defineAccount("AA01001", 0);
            operator.defineAccount("AA01002", 1);
            operator.defineLogin(1, LoginProtocol.TWIME, "one", "AA01");
            operator.defineLogin(FIX_LOGIN, LoginProtocol.FIX, "two", "AA01");
            operator.defineInstrument(new InstrumentSpec(instrument, underlying + "-12.26", InstrumentKind.FUTURE,
                underlying, "RUB", 1, 100_000, 1, 1_000_000, 500, 0, 0, 20_261_217));
            operator.openSession(1, 20_261_130);
        }
    }

    private static void order(
        final MemoryPartition partition, final int number, final Side side, final String account, final long priceE5)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        final NewOrderEncoder order =
            new NewOrderEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        order.header().sequence(number).sessionId(0 == number % 3 ? FIX_LOGIN : 1).gatewayId(1)
            .partition(partition.partition());
        order.clOrdId(number).accountCode(AccountCode.pack(account)).instrumentId(1).side(side.value()).qtyLots(1)
            .priceE5(priceE5).timeInForce(TimeInForce.GTC.value()).putClientRef(new byte[0], 0, 0);
        final byte[] command = new byte[MessageHeaderEncoder.ENCODED_LENGTH + order.encodedLength()];
        buffer.getBytes(0, command);
        partition.execute(command);
    }

    /** As the FIX gateway of the first partition does it. */
    private void nameOrders()
    {
        final List<byte[]> commands = new ArrayList<>();
        StreamHistory.read(from, new EventListener()
        {
            @Override
            public void onMovingOrder(final EventGroup group, final MovingOrderDecoder event)
            {
                commands.add(name(event.moveId(), event.orderId()));
            }
        });
        commands.forEach(from::execute);
    }

    private static byte[] name(final long moveId, final long orderId)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        final NameMovedOrderEncoder name =
            new NameMovedOrderEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        name.header().sequence(0).sessionId(0).gatewayId(2).partition(0);
        name.moveId(moveId).orderId(orderId).rootOrderId(orderId).orderQtyLots(1).cumLots(0).valueHigh(0).valueLow(0)
            .isPriced((short)0).number((short)0).names((short)1).clientRef("order" + orderId);
        final byte[] command = new byte[MessageHeaderEncoder.ENCODED_LENGTH + name.encodedLength()];
        buffer.getBytes(0, command);
        return command;
    }

    private void start()
    {
        define(from, 1, UNDERLYING);
        define(to, 2, "RTS");
        for (int i = 1; i <= ORDERS; i++)
        {
            order(from, i, Side.BUY, "AA01001", 500 - i);
        }
        order(from, ORDERS + 1, Side.SELL, "AA01002", 499);
        for (final MemoryPartition partition : List.of(from, to))
        {
            try (OperatorClient operator = new OperatorClient(partition, TIMEOUT_NS))
            {
                operator.suspendTrading(1, ClearingKind.EVENING);
                operator.completeClearing(1, ClearingKind.EVENING);
            }
        }
    }

    private static StateReport report(final MemoryPartition partition)
    {
        try (OperatorClient operator = new OperatorClient(partition, TIMEOUT_NS))
        {
            return operator.reportState();
        }
    }

    /** Dies at each command in turn until a coordinator comes to its end. */
    private void moveWithDeaths(final boolean afterwards) throws IOException
    {
        isExecuted = afterwards;
        for (int commands = 1; commands < 100; commands++)
        {
            left = commands;
            try
            {
                coordinator().move(List.of(UNDERLYING));
                return;
            }
            catch (final IllegalStateException ended)
            {
                // The last coordinator died after its last command.
                assertTrue(afterwards && ended.getMessage().contains("any more"), ended::toString);
                return;
            }
            catch (final Killed ignored)
            {
                from.restart(0 == commands % 2);
                to.restart(0 != commands % 2);
                final long orders = report(from).orderCount() + report(to).orderCount();
                assertTrue(0 == orders || ORDERS - 1 == orders, () -> "orders=" + orders);
            }
        }
        throw new AssertionError("the move never ends");
    }

    private void requireMoved()
    {
        assertEquals(0, report(from).orderCount());
        assertEquals(List.of(), report(from).positions());
        final StateReport report = report(to);
        assertEquals(ORDERS - 1, report.orderCount());
        assertEquals(2, report.positions().size());
        assertEquals(List.of(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L),
            report.orders().stream().map(StateReport.RestingOrder::orderId).sorted().toList());
        final List<String> names = new ArrayList<>();
        StreamHistory.read(to, new EventListener()
        {
            @Override
            public void onMovedOrderNamed(final EventGroup group, final MovedOrderNamedDecoder event)
            {
                final byte[] name = new byte[event.length()];
                event.getName(name, 0, name.length);
                names.add(new String(name, StandardCharsets.US_ASCII));
            }
        });
        assertEquals(List.of("order3", "order6", "order9"), names);
    }

    @Test
    void shouldWaitForTheGatewayThatKnowsTheNamesOfOrders() throws IOException
    {
        start();
        isGatewayUp = false;
        final PartitionMove move = new PartitionMove(side(from), side(to), line ->
        {
        }, 1);
        final List<String> underlyings = List.of(UNDERLYING);
        final String message = assertThrows(IllegalStateException.class, () -> move.move(underlyings)).getMessage();
        assertTrue(message.contains("has not named all orders") && message.contains("orders=3 firstOrder=3"), message);
        nameOrders();
        move.move(List.of(UNDERLYING));
        requireMoved();
    }

    @Test
    void shouldEndAMoveThatDiedBeforeAnyOfItsCommands() throws IOException
    {
        start();
        moveWithDeaths(false);
        requireMoved();
    }

    @Test
    void shouldEndAMoveThatDiedAfterAnyOfItsCommands() throws IOException
    {
        start();
        moveWithDeaths(true);
        requireMoved();
    }

    @Test
    void shouldUndoAMoveUntilItIsInTheOtherPartition() throws IOException
    {
        start();
        left = 3;
        isExecuted = true;
        assertThrows(Killed.class, () -> coordinator().move(List.of(UNDERLYING)));
        left = 1;
        assertThrows(Killed.class, () -> coordinator().undo());
        left = Integer.MAX_VALUE;
        coordinator().undo();
        assertEquals(ORDERS - 1, report(from).orderCount());
        assertEquals(2, report(from).positions().size());
        assertThrows(IllegalStateException.class, () -> coordinator().undo());
        moveWithDeaths(true);
        requireMoved();
    }
}
