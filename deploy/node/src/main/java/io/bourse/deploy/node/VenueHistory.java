// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.operators.history.CapacityUse;
import io.bourse.deploy.operators.history.TradeHistory;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.client.checkpoint.CheckpointedHistory;
import io.bourse.engine.client.checkpoint.CheckpointedListener;
import io.bourse.engine.client.checkpoint.StreamPosition;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.recording.ArchivedEvents;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.recording.SnapshotEvents;
import io.bourse.engine.host.retention.ConsumerParts;
import io.bourse.engine.host.retention.ConsumerRegistry;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.EventListenerPair;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What the event stream says that a start, the watch of gateways and commands of operators ask it for. The process of
 * the engine keeps it in checkpoints; all others read it from the last one on.
 */
public final class VenueHistory extends CheckpointedListener
{
    static final int STATE_VERSION = 2;
    private static final Logger LOGGER = LoggerFactory.getLogger(VenueHistory.class);
    private static final String CONSUMER = "venue";
    private static final String CHECKPOINTS = "checkpoints";

    private final SessionTracker session = new SessionTracker();
    private final SessionDates dates = new SessionDates(session);
    private final OperatorRegister operators = new OperatorRegister();
    private final CapacityUse settings = new CapacityUse();
    private final GatewayWatch.Connections connections = new GatewayWatch.Connections();
    private final EventListener listener = Stream
        .<EventListener>of(session, dates, operators, settings, connections, this)
        .reduce(EventListenerPair::new).orElseThrow();

    VenueHistory()
    {
    }

    /**
     * Reads the stream up to where it ends now.
     *
     * @param dataDir of the engine.
     * @param client of the engine.
     * @return what it says at that point.
     * @throws IllegalStateException when the stream goes silent before, or what is needed of it was purged, is not
     *     archived and in no snapshot.
     */
    public static VenueHistory read(final Path dataDir, final EngineClient client)
    {
        return read(dataDir, client, toRead(dataDir));
    }

    private static VenueHistory read(final Path dataDir, final EngineClient client, final CheckpointStore store)
    {
        return CheckpointedHistory.read(client, store, VenueHistory::new,
            (fromCursor, listener) -> readLost(dataDir, fromCursor, listener));
    }

    /**
     * When the first events were purged and are not archived, reads the newest snapshot instead of them, to where it
     * was taken.
     *
     * @param dataDir of the engine.
     * @param fromCursor end of a transaction, or the beginning.
     * @param listener receives events that say what the snapshot holds.
     * @return cursor from which the stream can be followed; as given when that is so already, or without a snapshot.
     */
    static long readLost(final Path dataDir, final long fromCursor, final EventListener listener)
    {
        if (EngineClient.FROM_START != fromCursor || !ArchivedEvents.isBeginningLost(dataDir))
        {
            return fromCursor;
        }
        final long cursor = SnapshotEvents.read(dataDir, listener);
        if (EngineClient.FROM_START != cursor)
        {
            LOGGER.warn("The first events were purged and are not archived, what they said is read from the newest " +
                "snapshot. Trading days are not in it: look at `bourse session days`, and set them again. dataDir={} " +
                "cursor={}", dataDir, cursor);
        }
        return cursor;
    }

    /** As it was at the last checkpoint: a follower goes on from its position. */
    static VenueHistory restore(final Path dataDir, final EngineClient client)
    {
        return CheckpointedHistory.restore(client, toRead(dataDir), VenueHistory::new);
    }

    private static CheckpointStore toRead(final Path dataDir)
    {
        return CheckpointStore.toRead(dataDir.resolve(CHECKPOINTS), CONSUMER, STATE_VERSION, "");
    }

    /**
     * Reads the stream up to where it ends now, and writes a checkpoint when much of it was read. For one process, and
     * one thread, at a time.
     *
     * @param dataDir of the engine.
     * @param client of the engine.
     * @return what it says at that point.
     */
    static VenueHistory keep(final Path dataDir, final EngineClient client)
    {
        final ConsumerParts parts = new ConsumerParts(new ConsumerRegistry(dataDir), CONSUMER);
        final CheckpointStore store =
            new CheckpointStore(dataDir.resolve(CHECKPOINTS), CONSUMER, STATE_VERSION, "").onNeeded(parts.part());
        keepOperators(dataDir, parts.part());
        return read(dataDir, client, store);
    }

    /** No start needs them: without a checkpoint they are read from all live events. */
    private static void keepOperators(final Path dataDir, final Consumer<List<StreamPosition>> needed)
    {
        try
        {
            RecordedOperators.keep(dataDir, needed);
        }
        catch (final HistoryException | IllegalStateException | UncheckedIOException ex)
        {
            LOGGER.warn("the register of operators is not kept, commands read all live events for it: dataDir={}" +
                " reason=\"{}\"", dataDir, ex.getMessage());
        }
    }

    /** The trading session. */
    public SessionTracker session()
    {
        return session;
    }

    /** Dates of sessions. */
    public SessionDates dates()
    {
        return dates;
    }

    /** Operators and their policy. */
    public OperatorRegister operators()
    {
        return operators;
    }

    /** What operators have set, and how much there is. */
    public CapacityUse settings()
    {
        return settings;
    }

    /**
     * A trade.
     *
     * @param dataDir of the engine.
     * @param client of the engine.
     * @param tradeId of the trade.
     * @return what the stream says of it; nothing when there is no such trade.
     */
    public TradeHistory trade(final Path dataDir, final EngineClient client, final long tradeId)
    {
        return TradeHistory.read(dataDir, client, settings, session.featureLevel(), tradeId);
    }

    /** Which logins are connected where. */
    GatewayWatch.Connections connections()
    {
        return connections;
    }

    @Override
    public EventListener listener()
    {
        return listener;
    }

    @Override
    public void state(final CheckpointState state)
    {
        positionState(state);
        session.state(state);
        dates.state(state);
        operators.state(state);
        settings.state(state);
        connections.state(state);
    }
}
