// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.checkpoint.DayCheckpoints;
import io.bourse.engine.protocol.EventListenerPair;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.telemetry.CheckpointCounters;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.marketdata.statistics.IndexListener;
import io.bourse.marketdata.statistics.IndexReport;
import io.bourse.marketdata.statistics.MarketStatistics;
import io.bourse.marketdata.statistics.ObligationCounters;
import io.bourse.marketdata.statistics.PriceIndices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;

/**
 * Statistics, indices and obligations by request: follows the engine's events, from the last trading session on when it
 * has checkpoints, and answers questions over HTTP on loopback. Requests do not touch the counters: answers come from
 * an immutable copy that is made between two polls on request, at most once per interval.
 */
public final class ObligationService implements Agent, AutoCloseable
{
    /** Name, in a data directory, of the file that says where HTTP is answered. */
    public static final String ADDRESS_FILE = "statistics.address";

    private static final int FRAME_LIMIT = 128;

    /** Obligations with the statistics of the same place in the event stream. */
    private static final class Measures extends ObligationCounters
    {
        private final MarketStatistics statistics;

        private Measures(final ObligationServiceOptions options)
        {
            super(options.obligations());
            statistics = new MarketStatistics(new PriceIndices(options.indices(), IndexListener.NONE));
        }

        @Override
        public void state(final CheckpointState state)
        {
            super.state(state);
            statistics.state(state);
        }
    }

    private final Measures obligations;
    private final MarketStatistics statistics;
    private final CheckpointCounters checkpointCounters = CountersFile.labelled(
        "feed=obligations", CheckpointCounters::new);
    private final DayCheckpoints days;
    private final EventFollower follower;
    private final StatisticsServer server;
    private final SnapshotRequests handler;
    private final Path addressFile;
    private final long historyCursor;

    /**
     * Listens, and starts to follow the engine.
     *
     * @param options of the service.
     * @throws UncheckedIOException when the address is taken or its file cannot be written.
     */
    public ObligationService(final ObligationServiceOptions options)
    {
        days = null == options.checkpoints() ? null :
            new DayCheckpoints(options.checkpoints(), checkpointCounters::written, checkpointCounters::failed);
        obligations = null == days ? new Measures(options) :
            days.restore(options.engineClient(), () -> new Measures(options));
        checkpointCounters.started(obligations.position().cursor());
        statistics = obligations.statistics;
        handler = new SnapshotRequests(options.clock(), options.snapshotIntervalNs());
        addressFile = options.addressFile();
        server = new StatisticsServer(options.bindAddress(), handler::ask, options.securityLog());
        EventFollower opened = null;
        try
        {
            historyCursor = options.engineClient().endCursor();
            opened = options.engineClient().follow(
                obligations.position().cursor(), new EventListenerPair(statistics, obligations));
            follower = opened;
            writeAddress();
        }
        catch (final RuntimeException ex)
        {
            CloseHelper.quietCloseAll(opened, server, days);
            throw ex;
        }
    }

    @Override
    public int doWork()
    {
        if (null != days)
        {
            days.write();
        }
        final int workCount = follower.poll(FRAME_LIMIT);
        final long cursor = follower.cursor();
        final ServiceSnapshot last = handler.last();
        if (null == last ? cursor < historyCursor : !handler.isAsked())
        {
            return workCount;
        }
        handler.serve(null == last || cursor != last.cursor() ? newSnapshot(cursor) : last);
        return workCount + 1;
    }

    private ServiceSnapshot newSnapshot(final long cursor)
    {
        final List<IndexReport> indices = statistics.indices().indices().stream().map(IndexReport::of).toList();
        return new ServiceSnapshot(
            cursor,
            statistics.engineTimeNs(),
            statistics.sessionId(),
            statistics.tradingDate(),
            obligations.reports(),
            obligations.previousReports(),
            statistics.reports(),
            indices);
    }

    /**
     * Whether history has been read and questions are answered.
     *
     * @return true once live.
     */
    public boolean isLive()
    {
        return null != handler.last();
    }

    /**
     * What it has written for its next process.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<CheckpointCounter> checkpointCounters()
    {
        return checkpointCounters.all();
    }

    /**
     * Where HTTP is answered.
     *
     * @return address with the port that was bound.
     */
    public InetSocketAddress localAddress()
    {
        return server.localAddress();
    }

    @Override
    public String roleName()
    {
        return "obligations";
    }

    @Override
    public void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(server, follower, days, this::removeAddress);
    }

    private void writeAddress()
    {
        if (null == addressFile)
        {
            return;
        }
        try
        {
            final InetSocketAddress address = server.localAddress();
            final Path temporary = addressFile.resolveSibling(addressFile.getFileName() + ".tmp");
            Files.createDirectories(addressFile.toAbsolutePath().getParent());
            Files.writeString(temporary, address.getAddress().getHostAddress() + ':' + address.getPort() + '\n');
            Files.move(temporary, addressFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write where statistics are answered: file=" + addressFile, ex);
        }
    }

    private void removeAddress() throws IOException
    {
        if (null != addressFile)
        {
            Files.deleteIfExists(addressFile);
        }
    }
}
