// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.RecordingSync;
import io.bourse.engine.host.snapshot.SnapshotCounters;
import io.bourse.engine.host.snapshot.SnapshotFile;
import io.bourse.engine.host.snapshot.SnapshotHeader;
import io.bourse.engine.host.snapshot.SnapshotListener;
import io.bourse.engine.host.snapshot.BackgroundSnapshotWriter;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SnapshotEvent;
import org.agrona.DirectBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

/**
 * Takes snapshots of the solo host's core: on the matcher's thread the core is only encoded, between two commands; the
 * file is the writer's business. Whatever goes wrong here fails the snapshot and nothing else: writing changes nothing
 * in the core.
 */
final class SnapshotTaker implements DueSnapshots, SnapshotListener, AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SnapshotTaker.class);

    private final SnapshotBeginDecoder begin = new SnapshotBeginDecoder();
    private final MessageHeaderDecoder messageHeader = new MessageHeaderDecoder();
    private final BooleanSupplier progress;
    private final CounterSet<EngineCounter> counters;
    private final SnapshotCounters shared;
    private final Runnable whenComplete;
    private final RecordingSync recordings;
    private final BackgroundSnapshotWriter writer;
    private boolean isBegun;
    private long lastStampedNs;
    private long eventCursor;

    /**
     * A taker.
     *
     * @param dataDir of the venue.
     * @param maxWaitNs longest time one snapshot may wait for the disk while the matcher stands, in nanoseconds.
     * @param progress keeps driver and archive going while the matcher encodes; false when the engine stops.
     * @param counters to count in.
     * @param shared counters that other processes see.
     * @param recordings that a snapshot rests on.
     * @param whenComplete called with every complete snapshot, on the writer's thread; does not wait.
     */
    SnapshotTaker(
        final Path dataDir,
        final long maxWaitNs,
        final BooleanSupplier progress,
        final CounterSet<EngineCounter> counters,
        final SnapshotCounters shared,
        final RecordingSync recordings,
        final Runnable whenComplete)
    {
        this.progress = progress;
        this.counters = counters;
        this.shared = shared;
        this.whenComplete = whenComplete;
        this.recordings = recordings;
        writer = new BackgroundSnapshotWriter(dataDir, maxWaitNs, "bourse-snapshots", this);
    }

    @Override
    public void take(final MatchingEngine engine, final long stampedNs, final long cursor, final long beganNs)
    {
        if (writer.isBusy())
        {
            LOGGER.warn("no snapshot is taken, the one before is still being written: journalPosition={}",
                engine.commandPosition());
            countFailed(engine.commandPosition(), "the one before is still being written");
            return;
        }
        lastStampedNs = stampedNs;
        eventCursor = cursor;
        isBegun = false;
        try
        {
            engine.writeSnapshot(this::onRecord);
            writer.complete(progress);
        }
        catch (final RuntimeException | OutOfMemoryError ex)
        {
            if (isBegun)
            {
                writer.abort(ex);
            }
            else
            {
                onFailed(engine.commandPosition(), ex);
            }
        }
        final long elapsedNs = System.nanoTime() - beganNs;
        counters.set(EngineCounter.LAST_SNAPSHOT_PAUSE_NS, elapsedNs);
        shared.paused(elapsedNs);
    }

    boolean awaitWritten(final long timeoutNs)
    {
        return writer.awaitWritten(timeoutNs);
    }

    private void onRecord(final DirectBuffer buffer, final int offset, final int length)
    {
        if (!isBegun)
        {
            begin.wrapAndApplyHeader(buffer, offset, messageHeader);
            writer.begin(new SnapshotHeader(begin.partition(), begin.commandPosition(), eventCursor,
                begin.frameSequence(), begin.engineTimeNs(), lastStampedNs, begin.stateHash()));
            isBegun = true;
        }
        writer.append(buffer, offset, length, progress);
    }

    @Override
    public void beforeName(final SnapshotHeader header) throws IOException
    {
        recordings.upTo(header);
    }

    @Override
    public void onComplete(final SnapshotFile.Contents contents)
    {
        final SnapshotHeader header = contents.header();
        LOGGER.info("snapshot taken: partition={} journalPosition={} eventCursor={} records={} bytes={} pauseNs={}",
            header.partition(), header.journalPosition(), header.eventCursor(), contents.records(), contents.bytes(),
            counters.get(EngineCounter.LAST_SNAPSHOT_PAUSE_NS));
        SnapshotEvent.taken(header.journalPosition(), contents.records(), contents.bytes(),
            counters.get(EngineCounter.LAST_SNAPSHOT_PAUSE_NS));
        counters.incrementShared(EngineCounter.SNAPSHOTS_TAKEN);
        shared.completed(header.journalPosition(), contents.records(), contents.bytes());
        whenComplete.run();
    }

    @Override
    public void onFailed(final long journalPosition, final Throwable cause)
    {
        LOGGER.error("snapshot failed, trading goes on: journalPosition={}", journalPosition, cause);
        countFailed(journalPosition, cause.toString());
    }

    private void countFailed(final long journalPosition, final String cause)
    {
        SnapshotEvent.failed(journalPosition, cause);
        counters.incrementShared(EngineCounter.SNAPSHOTS_FAILED);
        shared.failed(journalPosition);
    }

    @Override
    public void close()
    {
        writer.close();
    }
}
