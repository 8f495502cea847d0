// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.OrdersDecoder;
import io.bourse.engine.protocol.snapshot.OrdersEncoder;

import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Live orders in snapshots, wherever they are: login by login, in the order in which a mass cancel takes them. They are
 * counted against limits as they are read; {@link OrderQueueSnapshot} puts them into their places.
 */
public final class OrderSnapshot implements SnapshotPart
{
    private static final int ORDERS = SnapshotWriter.entriesPerRecord(
        OrdersEncoder.BLOCK_LENGTH, OrdersEncoder.EntriesEncoder.sbeBlockLength());

    private final OrdersEncoder encoder = new OrdersEncoder();
    private final OrdersDecoder decoder = new OrdersDecoder();
    private final ReferenceData referenceData;
    private final OrderTable orders;
    private final OrderPool pool;
    private final PreTradeRisk risk;

    public OrderSnapshot(
        final ReferenceData referenceData, final OrderTable orders, final OrderPool pool, final PreTradeRisk risk)
    {
        this.referenceData = referenceData;
        this.orders = orders;
        this.pool = pool;
        this.risk = risk;
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(OrdersDecoder.TEMPLATE_ID, this::read);
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        write(writer, ORDERS, order -> true, order -> order.instrument.index);
    }

    /**
     * Writes orders.
     *
     * @param writer of the records.
     * @param ordersPerRecord at most.
     * @param filter which of the live orders.
     * @param instrument what the instrument of an order is known by.
     */
    public void write(
        final SnapshotWriter writer,
        final int ordersPerRecord,
        final Predicate<Order> filter,
        final ToIntFunction<Order> instrument)
    {
        OrdersEncoder.EntriesEncoder group = begin(writer, ordersPerRecord);
        int count = 0;
        for (int i = 0; i < referenceData.loginCount(); i++)
        {
            for (Order order = referenceData.loginAt(i).firstOrder; null != order; order = order.nextOfLogin)
            {
                if (!filter.test(order))
                {
                    continue;
                }
                if (count == ordersPerRecord)
                {
                    end(writer, group);
                    group = begin(writer, ordersPerRecord);
                    count = 0;
                }
                encode(group.next(), order, instrument.applyAsInt(order));
                count++;
            }
        }
        end(writer, group);
    }

    private OrdersEncoder.EntriesEncoder begin(final SnapshotWriter writer, final int ordersPerRecord)
    {
        return writer.begin(encoder).entriesCount(ordersPerRecord);
    }

    private void end(final SnapshotWriter writer, final OrdersEncoder.EntriesEncoder group)
    {
        group.resetCountToIndex();
        writer.write(encoder.encodedLength());
    }

    private static void encode(final OrdersEncoder.EntriesEncoder entry, final Order order, final int instrument)
    {
        entry
            .orderId(order.orderId)
            .clOrdId(order.clOrdId)
            .expireDateNs(order.expireDateNs)
            .priceTicks(order.priceTicks)
            .stopPriceE5(order.stopPriceE5)
            .restLots(order.restLots)
            .executedLots(order.executedLots)
            .shownLots(order.shownLots)
            .displayLots(order.displayLots)
            .displayVarianceLots(order.displayVarianceLots)
            .displayOrderId(order.displayOrderId)
            .minLots(order.minLots)
            .matchRef(order.matchRef)
            .counterparty(order.counterparty)
            .expiryDeadline(order.deadlineId)
            .delayDeadline(order.delayDeadlineId)
            .account(order.accountId)
            .instrument(instrument)
            .loginId(order.login.loginId)
            .linkId(order.linkId)
            .clientFlags(order.clientFlags)
            .conditions(order.conditions)
            .complianceId(order.complianceId)
            .side(order.side.value())
            .orderType(order.orderType.value())
            .timeInForce(order.timeInForce.value())
            .place(order.place.value())
            .selfTradeScope(order.selfTradeScope.value())
            .selfTradeMode(order.selfTradeMode.value())
            .hasOwnSelfTradeMode(SnapshotWriter.flag(order.hasOwnSelfTradeMode))
            .isHidden(SnapshotWriter.flag(order.isHidden));
    }

    private void read(final SnapshotRecord record)
    {
        final OrdersDecoder.EntriesDecoder group = record.decode(decoder).entries();
        while (group.hasNext())
        {
            final Order order = pool.acquire();
            decode(group.next(), order, referenceData::instrumentAt);
            orders.put(order);
            risk.reserved(order);
        }
    }

    /**
     * Reads an order, which counts nowhere yet.
     *
     * @param entry of a record.
     * @param order that takes it.
     * @param find finds an instrument by what it is known by.
     */
    public void decode(
        final OrdersDecoder.EntriesDecoder entry, final Order order, final IntFunction<Instrument> find)
    {
        decodeTerms(entry, order);
        order.instrument = find.apply(entry.instrument());
        decodeOwner(entry, order);
    }

    private static void decodeTerms(final OrdersDecoder.EntriesDecoder entry, final Order order)
    {
        order.orderId = entry.orderId();
        order.clOrdId = entry.clOrdId();
        order.expireDateNs = entry.expireDateNs();
        order.priceTicks = entry.priceTicks();
        order.stopPriceE5 = entry.stopPriceE5();
        order.restLots = entry.restLots();
        order.executedLots = entry.executedLots();
        order.shownLots = entry.shownLots();
        order.displayLots = entry.displayLots();
        order.displayVarianceLots = entry.displayVarianceLots();
        order.displayOrderId = entry.displayOrderId();
        order.minLots = entry.minLots();
        order.matchRef = entry.matchRef();
        order.counterparty = entry.counterparty();
        order.deadlineId = entry.expiryDeadline();
        order.delayDeadlineId = entry.delayDeadline();
        order.linkId = entry.linkId();
        order.clientFlags = entry.clientFlags();
        order.conditions = entry.conditions();
        order.complianceId = entry.complianceId();
        order.side = Side.get(entry.side());
        order.orderType = OrderType.get(entry.orderType());
        order.timeInForce = TimeInForce.get(entry.timeInForce());
        order.place = OrderPlace.get(entry.place());
        order.isHidden = 0 != entry.isHidden();
    }

    private void decodeOwner(final OrdersDecoder.EntriesDecoder entry, final Order order)
    {
        order.login = referenceData.login(entry.loginId());
        order.accountId = entry.account();
        order.accountCode = referenceData.accounts().keyAt(order.accountId);
        order.clientId = referenceData.clientId(order.accountId);
        order.firmId = order.login.firm.firmId;
        order.selfTradeScope = SelfTradeScope.get(entry.selfTradeScope());
        order.selfTradeMode = SelfTradeMode.get(entry.selfTradeMode());
        order.hasOwnSelfTradeMode = 0 != entry.hasOwnSelfTradeMode();
        order.exposure = null;
        order.loginExposure = null;
    }
}
