// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.operators.history.CapacityUse;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.host.recording.SnapshotEvents;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import io.bourse.testing.CorpusEvents;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What the snapshots of all versions there were say of a venue is what the events before them have said.
 */
class SnapshotHistoryTest
{
    private static final List<String> FIRMS = List.of("AA01", "AA02", "BB01");
    private static final List<String> ACCOUNTS = List.of("AA01001", "AA01002", "AA02001", "BB01001");

    static List<String> entries() throws IOException
    {
        return CorpusEvents.entries();
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldSayOfEverySnapshotWhatItsEventsHaveSaid(final String entry) throws IOException
    {
        final CorpusEvents events = new CorpusEvents(entry);
        final VenueHistory expected = new VenueHistory();
        final EventDispatcher dispatcher = new EventDispatcher(expected.listener());
        int frames = 0;
        int next = 0;
        for (final List<byte[]> snapshot : CorpusEvents.snapshots(entry))
        {
            for (final long end = frameSequence(snapshot); frames < end; next++)
            {
                frames += events.deliver(next, dispatcher, 0);
            }
            final VenueHistory found = new VenueHistory();
            final SnapshotEvents said =
                new SnapshotEvents(found.listener(), events.cursor(next - 1), events.cursor(next));
            snapshot.forEach((record) -> said.onRecord(new UnsafeBuffer(record), 0, record.length));
            assertEquals(expected.position(), found.position());
            assertEquals(String.join("\n", facts(expected)), String.join("\n", facts(found)), () -> entry);
            // What is found can be kept and read again.
            final CheckpointState state = CheckpointState.writing(VenueHistory.STATE_VERSION);
            found.state(state);
            final VenueHistory restored = new VenueHistory();
            restored.state(CheckpointState.reading(state.buffer(), 0, state.length(), VenueHistory.STATE_VERSION));
            assertEquals(facts(found), facts(restored));
        }
        assertTrue(expected.settings().liveOrders() > 0 && expected.operators().isInForce());
    }

    private static long frameSequence(final List<byte[]> snapshot)
    {
        return new SnapshotBeginDecoder().wrapAndApplyHeader(
            new UnsafeBuffer(snapshot.getFirst()), 0, new MessageHeaderDecoder()).frameSequence();
    }

    /**
     * All but trading days, gateways, since when something is halted or suspended, and how many trades there were: the
     * reversal of a trade counts as another one in snapshots.
     */
    private static List<String> facts(final VenueHistory history)
    {
        final List<String> facts = new ArrayList<>();
        final SessionTracker session = history.session();
        facts.add("session " + session.sessionId() + " " + session.tradingDate() + " " + session.isOpen());
        // A session of the first level does not know the date before it.
        facts.add("cleared " + (session.isOpen() && FeatureLevels.BASE == session.featureLevel() ?
            "" : history.dates().clearedDate()));
        final String refusal = history.dates().moveRefusal((int)session.tradingDate() + 1);
        facts.add("move " + (null == refusal ? "" : refusal.split(":")[0]));
        facts.add("level " + session.featureLevel() + " limits " + session.limits() + " " +
            history.settings().limits());
        facts.add("suspension " + (null == session.suspension() ? null :
            session.suspension().runId() + " " + session.suspension().kind()));
        facts.add("clock stopped " + (null != session.clockStop()));
        facts.add("halts " + session.halts().keySet() + " all " + session.isMarketHalted());
        facts.add("quarantines " + session.quarantines());
        facts.add("instruments " + session.instruments());
        facts.add("venue " + HexFormat.of().formatHex(
            null == history.operators().venueId() ? new byte[0] : history.operators().venueId()));
        for (final OperatorSpec operator : history.operators().operators())
        {
            facts.add(operator.operatorId() + " " + operator.name() + " " + operator.roles() + " " +
                operator.isActive() + " " + operator.firm() + " " + HexFormat.of().formatHex(operator.publicKey()));
        }
        for (final OperatorAct act : OperatorAct.values())
        {
            facts.add(act + " " + history.operators().policy(act));
        }
        addSettings(facts, history.settings());
        facts.add("connected " + history.connections().logins());
        return facts;
    }

    private static void addSettings(final List<String> facts, final CapacityUse settings)
    {
        facts.add("whole " + settings.isWhole() + " counts " +
            settings.counts().stream().map(CapacityUse.Count::used).toList());
        // Of an instrument that has come from another partition it is set, to nothing.
        settings.symbols().forEach((id, symbol) -> facts.add(id + " " + symbol + " " + settings.controls(id) +
            " margin " + settings.margin(id).replace("long=0.00 short=0.00", "not set")));
        settings.loginNames().forEach((id, name) -> facts.add(id + " " + name + " " + settings.isFixLogin(name) +
            " " + settings.rights(id) + " " + settings.firmOf(LimitLevel.LOGIN, Integer.toString(id)) + " " +
            settings.limits(LimitLevel.LOGIN, Integer.toString(id))));
        for (final String firm : FIRMS)
        {
            settings.requireFirm(firm);
            facts.add(firm + " " + settings.selfTrade(firm) + " " + settings.settlementAccount(firm) + " " +
                settings.collateral(LimitLevel.BROKERAGE_FIRM, firm) + " " +
                settings.limits(LimitLevel.BROKERAGE_FIRM, firm));
        }
        for (final String account : ACCOUNTS)
        {
            facts.add(account + " " + settings.limits(LimitLevel.CLIENT, account) + " " +
                settings.collateral(LimitLevel.CLIENT, account));
        }
        facts.add("calendar " + settings.calendarEntries("INDEX"));
    }
}
