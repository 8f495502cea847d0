// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.client.RefusalCounts;
import io.bourse.jmh.loadtest.client.Wire;
import io.bourse.jmh.loadtest.client.WireEvents;
import io.bourse.jmh.loadtest.flow.OrderFlow;
import io.bourse.jmh.loadtest.flow.OwnOrders;
import io.bourse.jmh.loadtest.flow.Wanted;
import org.agrona.BitUtil;

/**
 * One session with its orders and its transactions on their way. Their ids count up; those on their way are kept in a
 * ring that is as long as the window.
 */
final class LoadSession implements WireEvents
{
    /** Most transactions of a session on their way. */
    static final int LARGEST_WINDOW = 4096;
    private static final int ID_BITS = 20;
    private static final int SECOND_BITS = 23;
    private static final byte NOTHING = 0;
    private static final byte ORDER = 1;
    private static final byte CANCEL = 2;

    private final byte[] kind;
    private final long[] ids;
    private final long[] ofOrder;
    private final long[] dueNs;
    private final int[] place;
    private final int mask;
    private final int index;
    private final int distribution;
    private final OwnOrders own;
    private final OrderFlow flow;
    private final Recording recording;
    private final Wanted wanted = new Wanted();
    private Wire wire;
    /** Ids of a former generator with the same login are taken; no session does as many in a second. */
    private long lastId = (System.currentTimeMillis() / 1_000 & (1 << SECOND_BITS) - 1) << ID_BITS;
    private int pending;

    /**
     * A session without a connection.
     *
     * @param index of it among those of its flow.
     * @param distribution of its orders; that of its cancels is the next one.
     * @param window most transactions on their way.
     * @param expectedOrders at a time.
     */
    LoadSession(
        final int index,
        final int distribution,
        final int window,
        final int expectedOrders,
        final OrderFlow flow,
        final Recording recording)
    {
        this.index = index;
        this.distribution = distribution;
        this.flow = flow;
        this.recording = recording;
        own = new OwnOrders(expectedOrders);
        final int capacity = BitUtil.findNextPositivePowerOfTwo(Math.clamp(window, 1, LARGEST_WINDOW));
        mask = capacity - 1;
        kind = new byte[capacity];
        ids = new long[capacity];
        ofOrder = new long[capacity];
        dueNs = new long[capacity];
        place = new int[capacity];
    }

    void connect(final Wire newWire)
    {
        wire = newWire;
    }

    Wire wire()
    {
        return wire;
    }

    int pending()
    {
        return pending;
    }

    OwnOrders own()
    {
        return own;
    }

    /**
     * Sends the next transaction of the flow; it is written by the next {@link Wire#flush} or {@link Wire#receive}.
     *
     * @param due moment from which its time counts.
     * @param ofPacket place in its packet.
     * @return false when the session takes no more now.
     */
    boolean trySend(final long due, final int ofPacket)
    {
        final long id = nextId();
        final int at = (int)id & mask;
        if (NOTHING != kind[at] || !flow.next(index, own, wanted))
        {
            return false;
        }
        final int slot = wanted.isCancel ? wanted.slot : own.nextSlot();
        final boolean isSent = wanted.isCancel ?
            wire.cancel(id, own.orderId(slot), own.clOrdId(slot), own.instrument(slot), own.isBuy(slot),
                own.lots(slot)) :
            wire.newOrder(id, wanted);
        if (!isSent)
        {
            return false;
        }
        lastId = id;
        pending++;
        kind[at] = wanted.isCancel ? CANCEL : ORDER;
        ids[at] = id;
        dueNs[at] = due;
        place[at] = recording.place(ofPacket, wanted.isCancel ? own.instrument(slot) : wanted.instrument);
        if (wanted.isCancel)
        {
            ofOrder[at] = own.clOrdId(slot);
            own.onCancelSent(slot);
        }
        else
        {
            own.onSent(wanted, id);
        }
        flow.sent(index, own, wanted, slot);
        return true;
    }

    private long nextId()
    {
        long id = lastId + 1;
        while (!own.hasSlotFor(id))
        {
            id++;
        }
        return id;
    }

    /** Place in the ring of a transaction that is on its way, or -1. */
    private int find(final long id, final byte ofKind)
    {
        final int at = (int)id & mask;
        return id == ids[at] && ofKind == kind[at] ? at : -1;
    }

    private void answered(final int at)
    {
        pending--;
        recording.onAnswer(distribution + (CANCEL == kind[at] ? 1 : 0), dueNs[at], place[at]);
        kind[at] = NOTHING;
    }

    @Override
    public void onAccepted(final long id, final long venuesId)
    {
        final int at = find(id, ORDER);
        if (at >= 0)
        {
            own.onAccepted(own.slot(id), venuesId);
            if (Distributions.isClient(distribution))
            {
                recording.onClientOrder(venuesId, dueNs[at]);
            }
            answered(at);
        }
    }

    @Override
    public void onCancelled(final long id)
    {
        final int at = find(id, CANCEL);
        own.onGone(own.slot(at >= 0 ? ofOrder[at] : id));
        if (at >= 0)
        {
            answered(at);
        }
    }

    @Override
    public void onRemoved(final long venuesId)
    {
        own.onGone(own.slotOfVenuesId(venuesId));
    }

    @Override
    public void onTraded(final long id, final boolean isBuy, final long lots)
    {
        recording.onTrade(isBuy);
        final int slot = own.slot(id);
        if (OwnOrders.NONE != slot)
        {
            flow.traded(index, own.instrument(slot), isBuy, lots);
            own.onTraded(slot, lots);
        }
    }

    @Override
    public void onRefused(final long id, final int reason)
    {
        final int order = find(id, ORDER);
        final int cancel = find(id, CANCEL);
        final int at = Math.max(order, cancel);
        if (at < 0)
        {
            throw new IllegalStateException("a refusal of nothing that was sent: id=" + id + " reason=" +
                RefusalCounts.name(reason));
        }
        final int slot = own.slot(order >= 0 ? id : ofOrder[at]);
        final int why = order >= 0 ? reason : RefusalCounts.ofCancel(reason);
        if (order >= 0 || RefusalCounts.TOO_LATE == why)
        {
            own.onGone(slot);
        }
        else
        {
            own.onStays(slot);
        }
        pending--;
        recording.onRefusal(distribution, why, dueNs[at]);
        kind[at] = NOTHING;
    }
}
