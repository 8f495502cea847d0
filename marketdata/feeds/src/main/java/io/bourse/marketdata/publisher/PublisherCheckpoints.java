// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.Checkpoint;
import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointWriter;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.marketdata.market.PublicMarket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.util.List;

/**
 * When a publisher writes a checkpoint. Its thread copies the state into memory, in a turn in which nothing else was to
 * be done; another thread writes the file. A state of more than {@link CheckpointWriter#MAX_LENGTH_IN_TRADING} is only
 * copied while nothing trades: before the publisher is live and while a clearing run holds trading.
 */
final class PublisherCheckpoints implements CheckpointWriter.Results, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(PublisherCheckpoints.class);

    private final CounterSet<CheckpointCounter> counters;
    private final CheckpointStore store;
    private final long intervalBytes;
    private final CheckpointWriter writer;
    private long lastCursor;
    private int lastLength;

    PublisherCheckpoints(final CheckpointStore store, final long intervalBytes)
    {
        this.store = store;
        counters = CountersFile.labelled(
            "feed=" + store.component(), () -> new CounterSet<>(CheckpointCounter.class));
        this.intervalBytes = intervalBytes;
        writer = new CheckpointWriter(store, this);
    }

    List<Checkpoint> read(final EngineClient client)
    {
        return store.read(List.of(client));
    }

    void refused(final Checkpoint checkpoint, final Exception reason)
    {
        store.refused(checkpoint.file(), reason);
    }

    /**
     * Reads the state, and the publisher goes on from there.
     *
     * @throws CheckpointException when it is not one of this market and these feeds.
     */
    void restore(final Checkpoint checkpoint, final PublicMarket market, final MarketFeed[] feeds)
    {
        lastLength = checkpoint.state().remaining();
        state(checkpoint.state(), market, feeds);
        lastCursor = checkpoint.positions().getFirst().cursor();
        counters.set(CheckpointCounter.CURSOR, lastCursor);
        counters.set(CheckpointCounter.WRITTEN_MS, checkpoint.file().toFile().lastModified());
        LOGGER.info("Market data goes on from a checkpoint. file={} cursor={}", checkpoint.file(), lastCursor);
    }

    /**
     * Whether so much of the stream has been read since the last one that another one is to be written.
     */
    boolean isDue(final long cursor)
    {
        return cursor - lastCursor >= intervalBytes && !writer.isBusy();
    }

    /**
     * Copies the state, if there is time for it and all feeds are at rest.
     *
     * @param market between two transactions.
     * @param feeds of the market.
     * @param isTrading whether orders may come at any moment.
     * @return whether it was copied.
     */
    boolean write(final PublicMarket market, final MarketFeed[] feeds, final boolean isTrading)
    {
        if (isTrading && lastLength > CheckpointWriter.MAX_LENGTH_IN_TRADING)
        {
            return false;
        }
        for (final MarketFeed feed : feeds)
        {
            if (!((CheckpointedFeed)feed).isAtRest())
            {
                return false;
            }
        }
        final long startNs = System.nanoTime();
        final CheckpointState state = writer.begin();
        state(state, market, feeds);
        counters.set(CheckpointCounter.LAST_COPY_NS, System.nanoTime() - startNs);
        lastLength = state.length();
        final StreamPosition position = market.position();
        lastCursor = position.cursor();
        writer.write(position);
        return true;
    }

    @Override
    public void onWritten(final StreamPosition position)
    {
        counters.set(CheckpointCounter.CURSOR, position.cursor());
        counters.set(CheckpointCounter.WRITTEN_MS, System.currentTimeMillis());
        counters.increment(CheckpointCounter.WRITTEN);
    }

    @Override
    public void onFailed()
    {
        counters.increment(CheckpointCounter.FAILED);
    }

    private static void state(final CheckpointState state, final PublicMarket market, final MarketFeed[] feeds)
    {
        market.state(state);
        for (final MarketFeed feed : feeds)
        {
            ((CheckpointedFeed)feed).state(state, market);
        }
        state.end();
    }

    CounterSet<CheckpointCounter> counters()
    {
        return counters;
    }

    @Override
    public void close()
    {
        writer.close();
    }
}
