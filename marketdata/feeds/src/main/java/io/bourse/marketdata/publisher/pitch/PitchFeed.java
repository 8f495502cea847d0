// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static io.bourse.marketdata.publisher.pitch.PitchCounter.UNSHOWABLE;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.net.MulticastSender;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.CheckpointedFeed;
import io.bourse.marketdata.service.ServiceConnection;
import io.bourse.marketdata.service.ServiceCounters;
import io.bourse.marketdata.service.ServiceServer;
import org.agrona.CloseHelper;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.function.Function;

/**
 * The market of one partition as a unit of multicast PITCH (PITCH E), with its gap request server and its spin server
 * if the options name addresses for them. Everything happens in the duty cycle of the publisher that the feed belongs
 * to.
 */
public final class PitchFeed implements CheckpointedFeed
{
    /** Enough for what one datagram can hold; gap requests want more. */
    private static final int HISTORY_WITHOUT_RECOVERY = 512;

    private final ArrayList<AutoCloseable> resources = new ArrayList<>();
    private final CounterSet<PitchCounter> counters = new CounterSet<>(PitchCounter.class);
    private final OpenOrders openOrders = new OpenOrders();
    private final PitchFeedOptions options;
    private final PitchInstruments instruments;
    private final PitchMessagesOut out;
    private final PitchTranslator translator;
    private final PacketHistory history;
    private final FeedPair pair;
    private final MulticastSender retransmissions;
    private final PitchUnit unit;
    private final SymbolFile symbolFile;
    private final GapRetransmitter retransmitter;
    private final SpinServer spins;
    private final ServiceServer gapServer;
    private final ServiceServer spinServer;
    private long transactionCursor;
    private long publishedCursor;
    private long engineTimeNs;
    private boolean isLive;

    /**
     * Opens the sockets.
     *
     * @param options of the feed.
     * @throws UncheckedIOException when a socket cannot be opened.
     */
    public PitchFeed(final PitchFeedOptions options)
    {
        this.options = options;
        final PitchRecoveryOptions recovery = options.recovery();
        final DayTime dayTime = new DayTime(options.utcOffsetSeconds());
        final int maxPacketLength = options.maxPacketLength();
        history = register(null == recovery ?
            PacketHistory.inMemory(HISTORY_WITHOUT_RECOVERY * PacketHistory.BYTES_PER_SLOT) : recovery.newHistory());
        try
        {
            // Odd partitions send A first, even ones B.
            pair = register(new FeedPair(
                new FeedPairOptions(
                    options.interfaceName(), options.timeToLive(), 0 != (options.partition() & 1),
                    options.secondLine(), options.clock()),
                options.feedA(), options.feedB(), maxPacketLength, true));
            unit = new PitchUnit(pair, history, counters, options.unit(), maxPacketLength);
            instruments = new PitchInstruments(options.symbols());
            out = new PitchMessagesOut(unit, openOrders, dayTime, counters.counter(UNSHOWABLE));
            translator = new PitchTranslator(instruments, out);
            symbolFile = new SymbolFile(options.symbolFile());
            final boolean hasGaps = null != recovery && null != recovery.gapServer();
            final boolean hasSpins = null != recovery && null != recovery.spinServer();
            retransmissions = !hasGaps ? null : register(MulticastSender.open(
                recovery.retransmission(), options.interfaceName(), options.timeToLive()));
            retransmitter = !hasGaps ? null :
                register(new GapRetransmitter(retransmissions, history, unit, counters, maxPacketLength));
            gapServer = !hasGaps ? null : newServer("pitch-gap", recovery, recovery.gapServer(), new GapServer(
                recovery, retransmitter, newAccess(recovery), counters, options.unit())::newSession);
            final RecoveryAccess spinAccess = hasSpins ? newAccess(recovery) : null;
            spins = !hasSpins ? null : new SpinServer(
                openOrders, instruments, spinAccess, counters, dayTime, recovery.spinImageIntervalNs());
            spinServer =
                !hasSpins ? null : newServer("pitch-spin", recovery, recovery.spinServer(), spins::newSession);
        }
        catch (final RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        unit.published(transaction.publishedNs());
        translator.translate(transaction);
        transactionCursor = transaction.cursor();
        engineTimeNs = transaction.engineTimeNs();
        if (!isLive || !transaction.isMoreWaiting())
        {
            flush();
        }
    }

    @Override
    public void guard(final Runnable guard)
    {
        pair.guard(guard);
        if (null != retransmissions)
        {
            retransmissions.guard(guard);
        }
    }

    @Override
    public void goLive(final long nowNs)
    {
        isLive = true;
        unit.goLive();
        unit.checkHeartbeat(nowNs, options.heartbeatIntervalNs());
        symbolFile.write(unit.unit(), instruments);
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        int workCount = flush();
        workCount += unit.checkHeartbeat(nowNs, options.heartbeatIntervalNs());
        if (null != gapServer)
        {
            workCount += gapServer.poll(nowNs);
            workCount += retransmitter.doWork();
        }
        if (null != spinServer)
        {
            workCount += spinServer.poll(nowNs);
            workCount += spins.doWork(nowNs, isIdle, unit.lastSequence(), engineTimeNs);
        }
        return isIdle ? workCount + symbolFile.write(unit.unit(), instruments) : workCount;
    }

    @Override
    public int standBy(final long nowNs)
    {
        return (null == gapServer ? 0 : gapServer.standBy(nowNs)) +
            (null == spinServer ? 0 : spinServer.standBy(nowNs));
    }

    @Override
    public boolean isAtRest()
    {
        return unit.isAtRest();
    }

    /** Requests and images of clients are lost with their connections. */
    @Override
    public void state(final CheckpointState state, final PublicMarket market)
    {
        publishedCursor = state.number(publishedCursor);
        engineTimeNs = state.number(engineTimeNs);
        unit.state(state);
        out.state(state);
        instruments.state(state, market);
        openOrders.state(state);
        transactionCursor = publishedCursor;
    }

    @Override
    public long publishedCursor()
    {
        return publishedCursor;
    }

    /**
     * What the feed has done.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<PitchCounter> counters()
    {
        return counters;
    }

    /**
     * Connections of the gap request server, those it refused and those it ended.
     *
     * @return counters, readable from any thread; null if there is no such server.
     */
    public ServiceCounters gapServerCounters()
    {
        return null == gapServer ? null : gapServer.counters();
    }

    /**
     * Where the gap request server listens.
     *
     * @return address with the real port, or null if there is none.
     */
    public InetSocketAddress gapServerAddress()
    {
        return null == gapServer ? null : gapServer.localAddress();
    }

    /**
     * Where the spin server listens.
     *
     * @return address with the real port, or null if there is none.
     */
    public InetSocketAddress spinServerAddress()
    {
        return null == spinServer ? null : spinServer.localAddress();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(resources);
    }

    PitchUnit unit()
    {
        return unit;
    }

    PacketHistory history()
    {
        return history;
    }

    private int flush()
    {
        final int packets = unit.flush();
        publishedCursor = transactionCursor;
        return packets;
    }

    private RecoveryAccess newAccess(final PitchRecoveryOptions recovery)
    {
        return new RecoveryAccess(recovery.logins(), counters, options.heartbeatIntervalNs());
    }

    private ServiceServer newServer(
        final String name,
        final PitchRecoveryOptions recovery,
        final InetSocketAddress address,
        final Function<AcceptedSocket, ServiceConnection> protocol)
    {
        return register(new ServiceServer(
            name + '-' + options.unit(),
            ServiceServer.options()
                .maxConnections(recovery.maxConnections())
                .maxConnectionsPerAddress(recovery.maxConnectionsPerAddress())
                .inactivityTimeoutNs(RecoverySession.MISSED_HEARTBEATS * options.heartbeatIntervalNs())
                .isSendingActivity(false),
            address,
            ServiceServer.POLL_INTERVAL_NS,
            protocol,
            ServiceServer.Refusals.SILENT,
            options.securityLog()));
    }

    private <T extends AutoCloseable> T register(final T resource)
    {
        resources.add(resource);
        return resource;
    }
}
