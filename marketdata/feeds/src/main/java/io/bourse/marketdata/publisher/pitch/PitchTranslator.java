// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.market.PublicCorrection;
import io.bourse.marketdata.market.PublicEntry;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.ArrayDeque;

/**
 * Turns a public transaction into PITCH. An order that trades on entry is not shown doing so: only the orders it trades
 * with are, and what is left of it is added when it rests. Every trade is shown by each displayed order that rests in
 * it, or, if there is none, by one Trade.
 */
final class PitchTranslator
{
    private final EnteringOrders entering = new EnteringOrders();
    private final PitchInstruments instruments;
    private final PitchMessagesOut out;

    PitchTranslator(final PitchInstruments instruments, final PitchMessagesOut out)
    {
        this.instruments = instruments;
        this.out = out;
    }

    void translate(final PublicTransaction transaction)
    {
        out.begin(transaction.engineTimeNs());
        // Definitions first: symbols depend on their order, and entries of the transaction may need them.
        for (int i = 0, size = transaction.changedCount(); i < size; i++)
        {
            instruments.of(transaction.changed(i));
        }
        if (0 < transaction.entryCount())
        {
            translateEntries(transaction);
        }
        for (int i = 0, size = transaction.corrections().size(); i < size; i++)
        {
            final PublicCorrection correction = transaction.corrections().get(i);
            out.correct(instruments.of(correction.instrument()).symbol, correction);
        }
        translateChanges(transaction);
        if (0 != transaction.sessionChanges())
        {
            translateSession(transaction);
        }
    }

    private void translateEntries(final PublicTransaction transaction)
    {
        entering.read(transaction, instruments);
        final int size = transaction.entryCount();
        int index = 0;
        while (index < size)
        {
            final PublicEntry entry = transaction.entry(index);
            if (PublicEntry.EXECUTION == entry.kind())
            {
                final boolean isPair = index + 1 < size && isSameTrade(entry, transaction.entry(index + 1));
                index += trade(entry, isPair ? transaction.entry(index + 1) : null, index);
            }
            else
            {
                if (PublicEntry.EMPTY_BOOK == entry.kind())
                {
                    out.unitClear();
                }
                else
                {
                    order(entry, index);
                }
                index++;
            }
        }
        for (int i = 0; i < entering.count(); i++)
        {
            releaseThrough(entering.at(i));
        }
    }

    private static boolean isSameTrade(final PublicEntry entry, final PublicEntry next)
    {
        return PublicEntry.EXECUTION == next.kind() && next.tradeId() == entry.tradeId() &&
            next.instrument() == entry.instrument();
    }

    private void order(final PublicEntry entry, final int index)
    {
        final EnteringOrder order = entering.get(entry.orderId());
        if (null != order && index <= order.lastIndex)
        {
            final ArrayDeque<EnteringOrder> queue = order.instrument.queue(order.isBid);
            if (PublicEntry.NEW == entry.action())
            {
                queue.add(order);
            }
            release(queue, index);
            return;
        }
        if (null != order)
        {
            releaseThrough(order);
        }
        if (PublicEntry.DELETE == entry.action())
        {
            out.delete(entry.orderId());
        }
        else
        {
            out.resize(entry.orderId(), entry.qtyLots());
        }
    }

    /** Both sides of a trade; returns how many entries they were. */
    private int trade(final PublicEntry first, final PublicEntry second, final int index)
    {
        boolean isShown = side(first, index);
        if (null != second)
        {
            isShown |= side(second, index + 1);
        }
        if (!isShown)
        {
            // A trade without a displayed order names the resting side; without one it is the buyer's.
            final boolean isBid = null != second && isActive(first) ? second.isBid() :
                null == second ? first.isBid() : isActive(second) ? first.isBid() : true;
            out.trade(instruments.of(first.instrument()).symbol, isBid, first);
        }
        final EnteringOrder aggressor = isActive(first) ? entering.get(first.orderId()) : null;
        if (null != aggressor)
        {
            release(aggressor.instrument.queue(aggressor.isBid), index + 1);
        }
        return null == second ? 1 : 2;
    }

    /** One side of a trade; returns whether a displayed order shows it. */
    private boolean side(final PublicEntry entry, final int index)
    {
        if (entry.isUnseen())
        {
            return false;
        }
        final EnteringOrder order = entering.get(entry.orderId());
        if (null != order && index <= order.lastIndex)
        {
            return false;
        }
        if (null != order)
        {
            releaseThrough(order);
        }
        if (isActive(entry))
        {
            // It was displayed before it traded as aggressor; the other side shows the trade.
            out.resize(entry.orderId(), entry.qtyLots());
            return false;
        }
        return out.execute(entry);
    }

    private static boolean isActive(final PublicEntry entry)
    {
        return 0 != (entry.mdFlags() & MdFlags.ACTIVE_SIDE);
    }

    /** Adds the orders at the front of a queue whose entering is over. */
    private void release(final ArrayDeque<EnteringOrder> queue, final int index)
    {
        while (!queue.isEmpty() && queue.peek().lastIndex <= index)
        {
            add(queue.remove());
        }
    }

    private void releaseThrough(final EnteringOrder order)
    {
        final ArrayDeque<EnteringOrder> queue = order.instrument.queue(order.isBid);
        while (!order.isReleased && !queue.isEmpty())
        {
            add(queue.remove());
        }
    }

    private void add(final EnteringOrder order)
    {
        order.isReleased = true;
        if (0 < order.restLots)
        {
            out.add(order);
        }
    }

    private void translateChanges(final PublicTransaction transaction)
    {
        for (int i = 0, size = transaction.changedCount(); i < size; i++)
        {
            final PublicInstrument changed = transaction.changed(i);
            final PitchInstrument instrument = instruments.of(changed);
            final int changes = changed.changes();
            if (0 != (changes & PublicInstrument.UNCROSSED))
            {
                out.auctionSummary(instrument);
            }
            if (0 != (changes & (PublicInstrument.DEFINITION | PublicInstrument.PHASE)))
            {
                status(instrument, transaction.session());
            }
            if (0 != (changes & PublicInstrument.INDICATION))
            {
                out.auctionUpdate(instrument);
            }
        }
    }

    private void translateSession(final PublicTransaction transaction)
    {
        final PublicSession session = transaction.session();
        for (int i = 0, size = instruments.count(); i < size; i++)
        {
            status(instruments.at(i), session);
        }
        if (0 != (transaction.sessionChanges() & PublicSession.SUSPENDED) && session.isEvening())
        {
            out.endOfSession();
        }
    }

    private void status(final PitchInstrument instrument, final PublicSession session)
    {
        final boolean isSuspended = PublicSession.NO_SESSION == session.sessionId() || session.isSuspended() ||
            session.isEvening();
        out.tradingStatus(instrument, isSuspended, instrument.instrument.phase());
    }
}
