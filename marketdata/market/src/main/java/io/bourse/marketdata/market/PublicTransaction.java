// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.marketdata.book.MdFlags;

import java.util.ArrayList;
import java.util.List;

/**
 * What the public learns of one transaction of the engine, in the order of its events. All books are past it when it is
 * shown. Reused: valid during the callback.
 */
public final class PublicTransaction
{
    /** Ids show when an order came; that of a hidden one is not public. */
    private static final long UNSEEN_ORDER_ID = 0;

    private final ArrayList<PublicEntry> entries = new ArrayList<>();
    private final ArrayList<PublicInstrument> changedTouches = new ArrayList<>();
    private final ArrayList<PublicInstrument> changed = new ArrayList<>();
    private final ArrayList<PublicInstrument> affected = new ArrayList<>();
    /** Rare. */
    private final List<PublicCorrection> corrections = new ArrayList<>();
    private final PublicSession session;
    private int entryCount;
    private int sessionChanges;
    private long cursor;
    private long engineTimeNs;
    private long publishedNs;
    private boolean isMoreWaiting;

    PublicTransaction(final PublicSession session)
    {
        this.session = session;
    }

    /**
     * Where the event stream goes on after this transaction.
     *
     * @return position in bytes.
     */
    public long cursor()
    {
        return cursor;
    }

    /**
     * Time of matching (t5).
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    /**
     * When the matcher handed it to the event stream (t6).
     *
     * @return nanoseconds since the Unix epoch, 0 if unknown.
     */
    public long publishedNs()
    {
        return publishedNs;
    }

    /**
     * Whether the matcher already had the next command when it published this one: a burst. The same for all readers
     * of one recording and in every replay of it; the members of a cluster never say so.
     *
     * @return true if the next transaction follows at once.
     */
    public boolean isMoreWaiting()
    {
        return isMoreWaiting;
    }

    /**
     * The trading session.
     *
     * @return the same object always; past this transaction.
     */
    public PublicSession session()
    {
        return session;
    }

    /**
     * What has become of the session in this transaction.
     *
     * @return bits of {@link PublicSession}, 0 for nothing.
     */
    public int sessionChanges()
    {
        return sessionChanges;
    }

    /**
     * Number of entries of the order log.
     *
     * @return 0 or more.
     */
    public int entryCount()
    {
        return entryCount;
    }

    /**
     * An entry of the order log.
     *
     * @param index from 0.
     * @return entry.
     */
    public PublicEntry entry(final int index)
    {
        return entries.get(index);
    }

    /**
     * Number of instruments whose best price, or the quantity at it, is another than before.
     *
     * @return 0 or more.
     */
    public int changedTouchCount()
    {
        return changedTouches.size();
    }

    /**
     * An instrument whose touch has changed.
     *
     * @param index from 0, in the order of the first change of the transaction.
     * @return instrument.
     */
    public PublicInstrument changedTouch(final int index)
    {
        return changedTouches.get(index);
    }

    /**
     * Number of instruments of which something else than orders has changed: see {@link PublicInstrument#changes()}.
     *
     * @return 0 or more.
     */
    public int changedCount()
    {
        return changed.size();
    }

    /**
     * An instrument of which something else than orders has changed.
     *
     * @param index from 0, in the order of the first change of the transaction.
     * @return instrument.
     */
    public PublicInstrument changed(final int index)
    {
        return changed.get(index);
    }

    /**
     * Number of instruments of which anything that trading shows has changed: by entries, by changes other than of
     * margins, or because the state of the session is another one.
     *
     * @return 0 or more.
     */
    public int affectedCount()
    {
        return affected.size();
    }

    /**
     * An instrument of which anything has changed.
     *
     * @param index from 0, in the order of the first change of the transaction.
     * @return instrument.
     */
    public PublicInstrument affected(final int index)
    {
        return affected.get(index);
    }

    /**
     * Trades that are broken or corrected.
     *
     * @return in the order of their events, nearly always none.
     */
    public List<PublicCorrection> corrections()
    {
        return corrections;
    }

    void correct(final PublicCorrection correction)
    {
        corrections.add(correction);
        affect(correction.instrument());
    }

    void begin(final EventGroup group)
    {
        corrections.clear();
        for (int i = 0, size = affected.size(); i < size; i++)
        {
            affected.get(i).isAffected = false;
        }
        affected.clear();
        for (int i = 0, size = changed.size(); i < size; i++)
        {
            changed.get(i).forgetChanges();
        }
        changed.clear();
        changedTouches.clear();
        entryCount = 0;
        sessionChanges = 0;
        cursor = group.cursor();
        engineTimeNs = group.engineTimeNs();
        publishedNs = group.publishedNs();
        isMoreWaiting = group.isMoreWaiting();
    }

    void end()
    {
        if (0 < entryCount)
        {
            final PublicEntry last = entries.get(entryCount - 1);
            last.mdFlags |= MdFlags.END_OF_TRANSACTION;
        }
    }

    void addChangedTouch(final PublicInstrument instrument)
    {
        changedTouches.add(instrument);
    }

    void affect(final PublicInstrument instrument)
    {
        if (!instrument.isAffected)
        {
            instrument.isAffected = true;
            affected.add(instrument);
        }
    }

    void addChange(final PublicInstrument instrument, final int change)
    {
        if (PublicInstrument.MARGIN != change)
        {
            affect(instrument);
        }
        if (instrument.addChange(change))
        {
            changed.add(instrument);
        }
    }

    void addSessionChange(final int change)
    {
        sessionChanges |= change;
    }

    /** A change of one order. */
    PublicEntry order(
        final PublicInstrument instrument,
        final long orderId,
        final boolean isBid,
        final long priceE5,
        final long qtyLots,
        final long mdFlags,
        final int action)
    {
        final PublicEntry entry = next(PublicEntry.ORDER, instrument, isBid, mdFlags);
        entry.action = action;
        entry.orderId = orderId;
        entry.priceE5 = priceE5;
        entry.qtyLots = qtyLots;
        return entry;
    }

    /** One order of a trade. What is left in it decides between change and delete. */
    PublicEntry execution(
        final PublicInstrument instrument,
        final long orderId,
        final boolean isBid,
        final long orderPriceE5,
        final long restLots,
        final long tradeId,
        final long tradePriceE5,
        final long tradeLots,
        final long mdFlags)
    {
        final PublicEntry entry = next(PublicEntry.EXECUTION, instrument, isBid, mdFlags);
        entry.orderId = orderId;
        entry.tradeId = tradeId;
        entry.tradePriceE5 = tradePriceE5;
        entry.tradeLots = tradeLots;
        complete(entry, orderPriceE5, restLots);
        return entry;
    }

    /** Sets limit and rest of an execution that could not know them yet. */
    static void complete(final PublicEntry execution, final long orderPriceE5, final long restLots)
    {
        execution.priceE5 = orderPriceE5;
        execution.qtyLots = restLots;
        execution.action = 0 == restLots ? PublicEntry.DELETE : PublicEntry.CHANGE;
    }

    /** One party of a trade whose order is not public, so that no book changes. */
    void unseenExecution(
        final PublicInstrument instrument,
        final boolean isBid,
        final long tradeId,
        final long tradePriceE5,
        final long tradeLots,
        final long mdFlags)
    {
        final PublicEntry entry = execution(instrument, UNSEEN_ORDER_ID, isBid, PublicEntry.NULL_PRICE,
            PublicEntry.NULL_QTY, tradeId, tradePriceE5, tradeLots, mdFlags | MdFlags.NON_QUOTE);
        entry.action = PublicEntry.NEW;
    }

    void emptyBook()
    {
        final PublicEntry entry = take();
        entry.kind = PublicEntry.EMPTY_BOOK;
        entry.instrument = null;
        entry.action = PublicEntry.DELETE;
        entry.orderId = 0;
        entry.priceE5 = PublicEntry.NULL_PRICE;
        entry.qtyLots = PublicEntry.NULL_QTY;
        entry.mdFlags = 0;
        entry.rptSeq = 0;
    }

    private PublicEntry next(
        final int kind, final PublicInstrument instrument, final boolean isBid, final long mdFlags)
    {
        final PublicEntry entry = take();
        entry.kind = kind;
        entry.instrument = instrument;
        entry.isBid = isBid;
        entry.mdFlags = mdFlags;
        entry.rptSeq = instrument.nextRptSeq();
        affect(instrument);
        return entry;
    }

    private PublicEntry take()
    {
        if (entryCount == entries.size())
        {
            entries.add(new PublicEntry());
        }
        final PublicEntry entry = entries.get(entryCount);
        entryCount++;
        return entry;
    }
}
