// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.recovery.Diagnosis;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.StreamHistory;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.offline.OfflineVenue;
import io.bourse.engine.host.offline.ReplayTarget;
import io.bourse.engine.host.offline.Verdict;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.LoginProtocol;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/**
 * What must hold when a drill has come to rest: engine, event stream, clients, feeds and clearing agree.
 */
final class DrillChecks implements AutoCloseable
{
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long RECEIVE_LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int POLL_MS = 5;

    private final IdleStrategy idle = new SleepingMillisIdleStrategy(POLL_MS);
    private final DrillVenue venue;
    private final ReferenceData data;
    private final DrillReport report;
    private final FeedHistory feedHistory = new FeedHistory();
    private final FeedReader feed;
    private StateReport atRest;

    /** Begins with a subscriber of the feeds that stays through all deaths. */
    DrillChecks(final DrillVenue venue, final ReferenceData data, final DrillReport report)
    {
        this.venue = venue;
        this.data = data;
        this.report = report;
        feed = new FeedReader(descriptor(venue), feedHistory);
    }

    /** The venue learns of the login that gets copies before any client trades: it has copies from then on. */
    static void defineWatcher(final DrillVenue venue)
    {
        try (EngineClient client = VenueEngine.connect(descriptor(venue));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            operator.defineLogin(
                FixWatchSession.LOGIN_ID, FixWatchSession.PROTOCOL, FixWatchSession.NAME, FixWatchSession.FIRM);
        }
    }

    /** Which engine leads; the only one if there is no cluster. */
    static int leaderMemberId(final DrillVenue venue)
    {
        // An operator has a session, and that is one with the leader.
        try (EngineClient client = VenueEngine.connect(descriptor(venue));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            operator.reportState();
            return client instanceof final ClusterEngineClient cluster ? cluster.leaderMemberId() : 0;
        }
    }

    private static VenueDescriptor descriptor(final DrillVenue venue)
    {
        try
        {
            return VenueDescriptor.read(venue.engineDirs().getFirst());
        }
        catch (final IOException ex)
        {
            throw new DrillException("no engine to be checked", ex);
        }
    }

    /**
     * Checks the venue while it runs and nothing is on its way; clearing ends its day.
     *
     * @param received how many messages a login of this name has written down.
     */
    void run(final ToLongFunction<String> received)
    {
        try (EngineClient client = VenueEngine.connect(descriptor(venue));
            OperatorClient operator = DemoOperators.client(client, OPERATOR_TIMEOUT_NS))
        {
            final StateReport state = operator.reportState();
            atRest = state;
            final StreamLedger ledger = StreamLedger.read(client, state.cursor());
            report.add("events explain the engine's state", () ->
            {
                ledger.assertExplains(state);
                return state.orders().size() + " resting orders, " + state.positions().size() + " positions";
            });
            checkHistories(ledger, received);
            report.add("feed through all deaths", () -> compare(feed, state));
            report.add("feed, transaction by transaction", () ->
            {
                final MarketHistory market = new MarketHistory();
                StreamHistory.read(client, state.cursor(), RECEIVE_LIMIT_NS, market);
                return FeedHistory.compare(market.lines(), feedHistory.runs());
            });
            report.add("feed joined by snapshot", () ->
            {
                try (FeedReader late = new FeedReader(descriptor(venue)))
                {
                    return compare(late, state);
                }
            });
            checkMembers();
            report.add("evening clearing", () -> clear(ledger));
        }
    }

    private static String compare(final FeedReader reader, final StateReport state)
    {
        reader.awaitEqual(state);
        return state.orders().size() + " orders equal, " + reader.counters();
    }

    private void checkHistories(final StreamLedger ledger, final ToLongFunction<String> received)
    {
        // Each for itself: what one received twice does not make up for what another has not received yet.
        final BooleanSupplier isAllAnswered = () -> data.logins().stream().allMatch(login ->
            received.applyAsLong(login.name()) >= ledger.messagesTo(login.loginId()).size());
        final long deadlineNs = System.nanoTime() + RECEIVE_LIMIT_NS;
        while (!isAllAnswered.getAsBoolean() && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
        }
        final Map<String, Integer> refusals = new TreeMap<>();
        for (final ReferenceData.Login login : data.logins())
        {
            final List<ClientJournal.Line> lines = ClientJournal.read(venue.journals(), login.name());
            final List<String> messages = ledger.messagesTo(login.loginId());
            final boolean isNumbered = LoginProtocol.TWIME == login.protocol();
            report.add("received by " + login.name(), counts(lines), Histories.compare(
                login.name(), isNumbered, messages, lines));
            report.add("open orders of " + login.name(), () ->
                compareOpenOrders(lines, isNumbered, ledger.restingOrders(login.loginId())));
            if (FixWatchSession.PROTOCOL == login.protocol() && FixWatchSession.FIRM.equals(login.brokerageFirm()))
            {
                checkCopies(lines, deadlineNs);
            }
            lines.stream().filter(line -> ClientJournal.REFUSED == line.kind())
                .forEach(line -> refusals.merge(line.text(), 1, Integer::sum));
        }
        report.add("orders and trades of the stream", ledger.acceptedCount() + " orders, " + ledger.tradeCount() +
            " trades of " + ledger.tradedLots() + " lots, refusals " + refusals,
            0 == ledger.tradeCount() ? List.of("NOTHING_TRADED") : ledger.findings());
    }

    /** What a client believes to be working must be what rests in the books. */
    private static String compareOpenOrders(
        final List<ClientJournal.Line> lines, final boolean isNumbered, final List<Long> resting)
    {
        final ClientBook book = new ClientBook();
        book.replay(lines, isNumbered);
        final List<Long> working = book.working().stream().map(order -> order.orderId).sorted().toList();
        if (!working.equals(resting))
        {
            throw new DrillException("OPEN_ORDERS_DIFFER client=" + working + " venue=" + resting);
        }
        return resting.size() + " orders";
    }

    private void checkCopies(final List<ClientJournal.Line> received, final long deadlineNs)
    {
        List<String> findings = Copies.compare(received, copied());
        while (!findings.isEmpty() && System.nanoTime() - deadlineNs < 0)
        {
            idle.idle();
            findings = Copies.compare(received, copied());
        }
        report.add("drop copies", Copies.counts(received), findings);
    }

    private List<ClientJournal.Line> copied()
    {
        return ClientJournal.read(venue.journals(), FixWatchSession.NAME);
    }

    private static String counts(final List<ClientJournal.Line> lines)
    {
        final Map<String, Integer> counts = new TreeMap<>();
        lines.forEach(line -> counts.merge(switch (line.kind())
        {
            case ClientJournal.SENT -> "sent";
            case ClientJournal.ANSWER -> AnswerLine.parse(line.text()).kind().toLowerCase(Locale.ROOT);
            case ClientJournal.REFUSED -> "refused";
            default -> "wrong";
        }, 1, Integer::sum));
        return counts.toString();
    }

    /** The recordings of all members hold the same transactions, as replayed by their archives. */
    private void checkMembers()
    {
        if (venue.engineDirs().size() < 2)
        {
            return;
        }
        report.add("event streams of the members", () ->
        {
            final List<StreamDigest> digests = new ArrayList<>();
            for (final Path dir : venue.engineDirs())
            {
                digests.add(StreamDigest.read(VenueDescriptor.read(dir)));
            }
            for (final StreamDigest other : digests)
            {
                digests.getFirst().assertSame(other);
            }
            return digests.size() + " members, " + digests.getFirst().size() + " transactions each";
        });
    }

    private String clear(final StreamLedger ledger) throws IOException
    {
        try (VenueClearing clearing = VenueClearing.connect(venue.engineDirs().getFirst()))
        {
            final RunResult result =
                VenueClearing.run(ClearingKind.EVENING, clearing.context().withSliceIntervalNs(SLICE_NS));
            final List<CheckResult> failed = result.checks().stream().filter(check -> !check.isOk()).toList();
            if (result.checks().isEmpty() || !failed.isEmpty())
            {
                throw new DrillException("clearing does not agree with itself: failed=" + failed);
            }
            if (result.counts().trades() != ledger.tradeCount())
            {
                throw new DrillException("clearing and the stream do not agree: clearingTrades=" +
                    result.counts().trades() + " streamTrades=" + ledger.tradeCount());
            }
            return result.checks().size() + " checks, " + result.counts().trades() + " trades, " +
                result.counts().positions() + " positions";
        }
    }

    /** Checks the files of a solo engine that has stopped. */
    void runOffline()
    {
        if (VenueConfig.Host.SOLO.equals(venue.config().host().kind()))
        {
            try (OfflineVenue offline =
                OfflineVenue.open(venue.engineDirs().getFirst(), OfflineVenue.ANY_PARTITION))
            {
                report.add("verify-journal", () -> verify(offline));
                report.add("fresh core at the same cursor", () -> replay(offline));
            }
        }
    }

    private static String verify(final OfflineVenue offline) throws IOException
    {
        final Diagnosis diagnosis = Diagnosis.of(offline);
        if (Verdict.WHOLE != diagnosis.verdict())
        {
            throw new DrillException("the journal is not whole: findings=" + diagnosis.findings());
        }
        return diagnosis.verification().replay().commands() + " commands replayed";
    }

    /** The feeds were compared with what the engine reported; a core that knows the journal alone must say the same. */
    private String replay(final OfflineVenue offline)
    {
        final StateReport fresh =
            offline.replay(new ReplayTarget(ReplayTarget.Unit.CURSOR, atRest.cursor())).report();
        if (!atRest.orders().equals(fresh.orders()) || !atRest.positions().equals(fresh.positions()) ||
            atRest.tradeCount() != fresh.tradeCount())
        {
            throw new DrillException("REPLAY_DIFFERS cursor=" + atRest.cursor() + " orders=" + atRest.orders().size() +
                "/" + fresh.orders().size() + " positions=" + atRest.positions().size() + "/" +
                fresh.positions().size() + " trades=" + atRest.tradeCount() + "/" + fresh.tradeCount());
        }
        return fresh.orders().size() + " orders, " + fresh.positions().size() + " positions, " + fresh.tradeCount() +
            " trades";
    }

    @Override
    public void close()
    {
        feed.close();
    }
}
