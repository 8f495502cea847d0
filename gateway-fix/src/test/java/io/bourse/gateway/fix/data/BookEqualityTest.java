// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Clients that apply snapshots and increments have the engine's own public book: at every message the one that a client
 * with whole snapshots has, and whenever the engine is asked the one that it reports. Whatever the seed.
 */
@Tag("venue")
class BookEqualityTest
{
    private static final int STEPS = Integer.getInteger("flow.requests", 1_500);
    private static final int[] DEPTHS = {0, 1, 5};
    private static final String SI = DemoReferenceData.SI.symbol();
    private static final String RI = DemoReferenceData.RI.symbol();
    private static final String TYPES =
        "|267=12|269=0|269=1|269=2|269=4|269=5|269=6|269=7|269=8|269=9|269=A|269=B|269=C";

    @TempDir
    private Path directory;

    private final List<RecordingSession> followers = new ArrayList<>();
    private final List<RecordingSession> refreshed = new ArrayList<>();
    private final List<BookClient> books = new ArrayList<>();
    private final List<BookClient> snapshots = new ArrayList<>();
    private long increments;
    private boolean isAuction;
    private int days;

    private static String subscribe(final String id, final int depth, final int updateType)
    {
        return "V|262=" + id + "|263=1|264=" + depth + "|265=" + updateType + TYPES + "|146=2|55=" + SI + "|55=" + RI;
    }

    @Test
    void shouldHaveTheEnginesBookWhenFlowIsRandom() throws Exception
    {
        final long seed = Long.getLong("flow.seed", System.nanoTime());
        final Random random = new Random(seed);
        try (DataVenue venue = new DataVenue(directory, seed))
        {
            for (int step = 0; step < STEPS / 4; step++)
            {
                venue.flow.step();
            }
            venue.pump();
            subscribeAll(venue);
            for (int step = 0; step < STEPS; step++)
            {
                venue.flow.step();
                venue.flow.listen();
                venue.service.doWork();
                receive("seed=" + seed + " step=" + step);
                if (0 == step % 100)
                {
                    final StateReport report = venue.engine.operator().reportState();
                    venue.pump();
                    receive("seed=" + seed + " step=" + step);
                    compare(report, "seed=" + seed + " step=" + step);
                }
                if (0 == random.nextInt(200))
                {
                    restart(venue);
                }
                if (0 == random.nextInt(150))
                {
                    auction(venue, "seed=" + seed + " step=" + step);
                }
                if (0 == random.nextInt(500))
                {
                    evening(venue, step, "seed=" + seed + " step=" + step);
                }
            }
            assertTrue(increments > STEPS / 2, "seed=" + seed);
        }
    }

    private void subscribeAll(final DataVenue venue) throws Exception
    {
        for (final int depth : DEPTHS)
        {
            final RecordingSession follower = venue.session("F" + depth);
            final RecordingSession refresh = venue.session("R" + depth);
            follower.request(venue.service, subscribe("m", depth, 1));
            refresh.request(venue.service, subscribe("m", depth, 0));
            followers.add(follower);
            refreshed.add(refresh);
            books.add(new BookClient());
            snapshots.add(new BookClient());
        }
    }

    /** A new service learns the same from the journal. */
    private void restart(final DataVenue venue)
    {
        venue.service.close();
        venue.service = venue.newService(0);
        venue.pump();
        for (int i = 0; i < DEPTHS.length; i++)
        {
            venue.service.onLogon(followers.get(i));
            venue.service.onLogon(refreshed.get(i));
            followers.get(i).request(venue.service, subscribe("m", DEPTHS[i], 1));
            refreshed.get(i).request(venue.service, subscribe("m", DEPTHS[i], 0));
        }
    }

    /** The book is crossed for a while, and a trade ends that. */
    private void auction(final DataVenue venue, final String failed)
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine.operator());
        isAuction = true;
        phases.changePhase(PhaseChangeSpec.ofInstrument(DemoReferenceData.SI_ID, Phase.INTRADAY_AUCTION));
        for (int step = 0; step < 20; step++)
        {
            venue.flow.step();
        }
        venue.flow.listen();
        final StateReport report = venue.engine.operator().reportState();
        venue.pump();
        receive(failed);
        compare(report, failed);
        phases.changePhase(PhaseChangeSpec.ofInstrument(DemoReferenceData.SI_ID, Phase.CONTINUOUS));
        venue.pump();
        receive(failed);
        isAuction = false;
    }

    /** Orders of the day go, others come back with the next session. */
    private void evening(final DataVenue venue, final int runId, final String failed)
    {
        final OperatorClient operator = venue.engine.operator();
        DemoReferenceData.clearEvening(operator, runId);
        operator.openSession(8000 + runId, DemoReferenceData.TRADING_DATE + ++days);
        final StateReport report = operator.reportState();
        venue.pump();
        receive(failed);
        compare(report, failed);
    }

    private void receive(final String failed)
    {
        for (int i = 0; i < DEPTHS.length; i++)
        {
            final List<Fields> whole = refreshed.get(i).take();
            int next = 0;
            for (final Fields message : followers.get(i).take())
            {
                books.get(i).apply(message);
                increments += "X".equals(message.type()) ? 1 : 0;
                final long symbols = message.fields().stream()
                    .filter((field) -> 55 == field.tag()).map(Fields.Field::value).distinct().count();
                for (int s = 0; s < symbols; s++)
                {
                    snapshots.get(i).apply(whole.get(next++));
                }
                compare(books.get(i), snapshots.get(i), SI, failed);
                compare(books.get(i), snapshots.get(i), RI, failed);
            }
            assertEquals(whole.size(), next, failed);
        }
    }

    private void compare(final BookClient one, final BookClient other, final String symbol, final String failed)
    {
        final BookClient.Book mine = one.book(symbol);
        final BookClient.Book theirs = other.book(symbol);
        assertTrue(isAuction || !mine.isCrossed(), failed);
        assertEquals(theirs.side(true), mine.side(true), failed);
        assertEquals(theirs.side(false), mine.side(false), failed);
        assertEquals(theirs.values(), mine.values(), failed);
        assertEquals(theirs.rptSeq(), mine.rptSeq(), failed);
    }

    private void compare(final StateReport report, final String failed)
    {
        for (int i = 0; i < DEPTHS.length; i++)
        {
            for (final boolean isBid : new boolean[]{true, false})
            {
                assertEquals(
                    BookClient.text(DataVenue.levels(report, DemoReferenceData.SI_ID, isBid, DEPTHS[i])),
                    books.get(i).book(SI).side(isBid),
                    failed);
                assertEquals(
                    BookClient.text(DataVenue.levels(report, DemoReferenceData.RI_ID, isBid, DEPTHS[i])),
                    books.get(i).book(RI).side(isBid),
                    failed);
            }
            for (final int instrumentId : new int[]{DemoReferenceData.SI_ID, DemoReferenceData.RI_ID})
            {
                final long longLots = report.positions().stream()
                    .filter((position) -> position.instrumentId() == instrumentId && position.netLots() > 0)
                    .mapToLong(StateReport.NetPosition::netLots).sum();
                final String symbol = DemoReferenceData.SI_ID == instrumentId ? SI : RI;
                assertEquals(Long.toString(longLots), books.get(i).book(symbol).values().get("C"), failed);
            }
        }
    }
}
