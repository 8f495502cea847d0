// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.core.snapshot.SnapshotPart;
import io.bourse.engine.core.snapshot.SnapshotRecord;
import io.bourse.engine.core.snapshot.SnapshotTable;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.snapshot.IndicationsDecoder;
import io.bourse.engine.protocol.snapshot.IndicationsEncoder;

import java.util.Arrays;

/**
 * Indicative prices of open auctions, published at the end of a transaction when they have changed. A crossed book of
 * thousands of orders is priced once a transaction, however many of its orders have moved.
 */
public final class AuctionIndications implements HashedState, SnapshotPart
{
    private static final int INITIAL_CAPACITY = 16;
    private static final int ENTRIES = SnapshotWriter.entriesPerRecord(
        IndicationsEncoder.BLOCK_LENGTH, IndicationsEncoder.EntriesEncoder.sbeBlockLength());

    /** Last published indication of one auction; nothing tradable before the first. */
    private static final class Indication
    {
        long priceTicks;
        long lots;
        long imbalanceLots;
        boolean isTouched;
    }

    private final AuctionPricer pricer;
    private final PhaseEventPublisher publisher;
    private final AuctionResult result = new AuctionResult();
    /** By {@link Instrument#index}; null for an instrument that never had an auction. */
    private Indication[] indications = new Indication[INITIAL_CAPACITY];
    /** In order of first touch. */
    private Instrument[] touched = new Instrument[INITIAL_CAPACITY];
    private int touchedCount;

    public AuctionIndications(final AuctionPricer pricer, final PhaseEventPublisher publisher)
    {
        this.pricer = pricer;
        this.publisher = publisher;
    }

    /**
     * An auction begins: nothing has been published of it.
     *
     * @param instrument that is in its auction now.
     */
    public void begin(final Instrument instrument)
    {
        final Indication indication = indication(instrument.index);
        indication.priceTicks = 0;
        indication.lots = 0;
        indication.imbalanceLots = 0;
        touch(instrument);
    }

    /**
     * The book has changed.
     *
     * @param instrument of the book; looked at only if it is in an auction.
     */
    public void touch(final Instrument instrument)
    {
        if (!PhaseTraits.of(instrument.phase).isAuction())
        {
            return;
        }
        final Indication indication = indications[instrument.index];
        if (!indication.isTouched)
        {
            indication.isTouched = true;
            if (touchedCount == touched.length)
            {
                touched = Arrays.copyOf(touched, touchedCount << 1);
            }
            touched[touchedCount++] = instrument;
        }
    }

    /** Publishes what has changed in this transaction. */
    public void publish()
    {
        for (int i = 0; i < touchedCount; i++)
        {
            final Instrument instrument = touched[i];
            touched[i] = null;
            final Indication indication = indications[instrument.index];
            indication.isTouched = false;
            if (PhaseTraits.of(instrument.phase).isAuction())
            {
                publish(instrument, indication);
            }
        }
        touchedCount = 0;
    }

    private void publish(final Instrument instrument, final Indication indication)
    {
        pricer.compute(instrument, result);
        if (result.priceTicks != indication.priceTicks ||
            result.lots != indication.lots ||
            result.imbalanceLots != indication.imbalanceLots)
        {
            indication.priceTicks = result.priceTicks;
            indication.lots = result.lots;
            indication.imbalanceLots = result.imbalanceLots;
            publisher.auctionIndicated(instrument, result);
        }
    }

    private Indication indication(final int index)
    {
        if (index >= indications.length)
        {
            indications = Arrays.copyOf(indications, Math.max(indications.length << 1, index + 1));
        }
        if (null == indications[index])
        {
            indications[index] = new Indication();
        }
        return indications[index];
    }

    @Override
    public void writeTo(final SnapshotWriter writer)
    {
        final IndicationsEncoder encoder = new IndicationsEncoder();
        IndicationsEncoder.EntriesEncoder group = begin(writer, encoder);
        int count = 0;
        for (int i = 0; i < indications.length; i++)
        {
            final Indication indication = indications[i];
            if (null != indication)
            {
                if (count == ENTRIES)
                {
                    end(writer, encoder, group);
                    group = begin(writer, encoder);
                    count = 0;
                }
                group.next()
                    .priceTicks(indication.priceTicks)
                    .lots(indication.lots)
                    .imbalanceLots(indication.imbalanceLots)
                    .instrument(i);
                count++;
            }
        }
        end(writer, encoder, group);
    }

    private static IndicationsEncoder.EntriesEncoder begin(
        final SnapshotWriter writer, final IndicationsEncoder encoder)
    {
        return writer.begin(encoder).entriesCount(ENTRIES);
    }

    private static void end(
        final SnapshotWriter writer, final IndicationsEncoder encoder, final IndicationsEncoder.EntriesEncoder group)
    {
        group.resetCountToIndex();
        writer.write(encoder.encodedLength());
    }

    @Override
    public void register(final SnapshotTable table)
    {
        table.add(IndicationsDecoder.TEMPLATE_ID, this::read);
    }

    private void read(final SnapshotRecord record)
    {
        final IndicationsDecoder.EntriesDecoder group = record.decode(new IndicationsDecoder()).entries();
        while (group.hasNext())
        {
            final Indication indication = indication(group.next().instrument());
            indication.priceTicks = group.priceTicks();
            indication.lots = group.lots();
            indication.imbalanceLots = group.imbalanceLots();
        }
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        for (int i = 0; i < indications.length; i++)
        {
            final Indication indication = indications[i];
            if (null != indication)
            {
                hash.add(i);
                hash.add(indication.priceTicks);
                hash.add(indication.lots);
                hash.add(indication.imbalanceLots);
            }
        }
    }
}
