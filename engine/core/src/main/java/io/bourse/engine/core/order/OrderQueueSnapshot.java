// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.matching.Parking;
import io.bourse.engine.core.matching.ReadyOrders;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderQueue;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.snapshot.OrderQueueDecoder;
import io.bourse.engine.protocol.snapshot.OrderQueueEncoder;
import io.bourse.engine.protocol.snapshot.OrderQueueKind;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteOrder;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.Predicate;

/**
 * Books and all other places of orders in snapshots: ids of orders in the order in which they wait.
 */
public final class OrderQueueSnapshot implements SnapshotPart
{
    private static final int IDS_LENGTH = SnapshotWriter.MAX_DATA_LENGTH;

    private final OrderQueueEncoder encoder = new OrderQueueEncoder();
    private final OrderQueueDecoder decoder = new OrderQueueDecoder();
    private final UnsafeBuffer idsOut = new UnsafeBuffer(new byte[IDS_LENGTH]);
    private final UnsafeBuffer idsIn = new UnsafeBuffer(new byte[0]);
    private final OrderTable orders;
    private final List<OrderQueue> queues;
    private int length;
    private long ordersRead;

    public OrderQueueSnapshot(final ReferenceData referenceData, final OrderTable orders, final Parking parking)
    {
        this.orders = orders;
        final ReadyOrders elected = parking.triggers().elected();
        final ReadyOrders ended = parking.delay().ended();
        queues = List.of(
            new OrderQueue(
                OrderQueueKind.BOOK,
                visitor -> forEachInBooks(referenceData, visitor),
                order -> order.instrument.book.restore(order)),
            new OrderQueue(
                OrderQueueKind.TRIGGER_WAITING, parking.triggers()::forEachWaiting, parking.triggers()::park),
            new OrderQueue(
                OrderQueueKind.TRIGGER_PASSED_OVER, elected::forEachPassedOver, elected::restorePassedOver),
            new OrderQueue(OrderQueueKind.TRIGGER_REACHED, elected::forEachReady, elected::add),
            new OrderQueue(
                OrderQueueKind.AUCTION, parking.auctionOrders()::forEach, parking.auctionOrders()::park),
            new OrderQueue(
                OrderQueueKind.DELAY_WAITING, parking.delay()::forEachWaiting, parking.delay()::restoreWaiting),
            new OrderQueue(OrderQueueKind.DELAY_PASSED_OVER, ended::forEachPassedOver, ended::restorePassedOver),
            new OrderQueue(OrderQueueKind.DELAY_ENDED, ended::forEachReady, ended::add),
            new OrderQueue(
                OrderQueueKind.NEGOTIATED, parking.negotiations()::forEach, parking.negotiations()::park));
    }

    private static void forEachInBooks(
        final ReferenceData referenceData, final OrderBook.OrderVisitor<Order> visitor)
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentAt(i).book.forEach(visitor);
        }
    }

    /** How many orders have come out of a snapshot. */
    public long ordersRead()
    {
        return ordersRead;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(OrderQueueDecoder.TEMPLATE_ID, this::read);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        write(writer, IDS_LENGTH, order -> true);
    }

    /**
     * Writes where orders wait.
     *
     * @param writer of the records.
     * @param idsLength bytes of ids in a record, at most.
     * @param filter which of the live orders.
     */
    public void write(final SnapshotWriter writer, final int idsLength, final Predicate<Order> filter)
    {
        for (final OrderQueue queue : queues)
        {
            length = 0;
            queue.source().forEach(order ->
            {
                if (!filter.test(order))
                {
                    return;
                }
                if (idsLength == length)
                {
                    write(writer, queue.kind());
                }
                idsOut.putLong(length, order.orderId, ByteOrder.LITTLE_ENDIAN);
                length += Long.BYTES;
            });
            if (0 != length)
            {
                write(writer, queue.kind());
            }
        }
    }

    private void write(final SnapshotWriter writer, final OrderQueueKind kind)
    {
        writer.begin(encoder).kind(kind).putOrders(idsOut, 0, length);
        writer.write(encoder.encodedLength());
        length = 0;
    }

    private void read(final SnapshotRecord record)
    {
        ordersRead += restore(record);
    }

    /**
     * Reads ids without doing anything.
     *
     * @param record of a place.
     * @param visitor of the ids.
     * @throws IllegalArgumentException when there is no such place.
     */
    public static void ids(final SnapshotRecord record, final LongConsumer visitor)
    {
        final OrderQueueDecoder decoder = record.decode(new OrderQueueDecoder());
        decoder.kind();
        final UnsafeBuffer ids = new UnsafeBuffer(new byte[0]);
        decoder.wrapOrders(ids);
        for (int i = 0; i < ids.capacity(); i += Long.BYTES)
        {
            visitor.accept(ids.getLong(i, ByteOrder.LITTLE_ENDIAN));
        }
    }

    /** Puts the orders of a record into their places; returns how many. */
    public int restore(final SnapshotRecord record)
    {
        record.decode(decoder);
        final OrderBook.OrderVisitor<Order> restore = queue(decoder.kind()).restore();
        decoder.wrapOrders(idsIn);
        for (int i = 0; i < idsIn.capacity(); i += Long.BYTES)
        {
            restore.onOrder(orders.get(idsIn.getLong(i, ByteOrder.LITTLE_ENDIAN)));
        }
        return idsIn.capacity() / Long.BYTES;
    }

    private OrderQueue queue(final OrderQueueKind kind)
    {
        for (final OrderQueue queue : queues)
        {
            if (queue.kind() == kind)
            {
                return queue;
            }
        }
        throw new IllegalArgumentException("unknown kind of waiting orders: kind=" + kind);
    }
}
