// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static io.bourse.gateway.fix.session.FixCounter.REPORTS_NOT_REPEATED;
import static io.bourse.gateway.fix.session.FixCounter.REQUESTS_NOT_REPEATED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.LogonCheck;
import io.bourse.gateway.fix.session.store.StoredSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("venue")
class FixRestartTest extends VenueTest
{
    private static final long E5 = 100_000;
    private static final String MARK = "handed.mark";
    private static final int MARK_POSITION = 16;

    private Trader alpha;

    @BeforeEach
    void logOn()
    {
        alpha = venue.logOn("ALPHA");
    }

    @Test
    void shouldKnowWorkingOrdersWhenRestarted()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.replace("a2", "a1", Side.BUY, 12, 101 * E5);
        alpha.buy("a3", 1, 1_000 * E5);
        alpha.expect(
            "5/0 a2<a1 qty=12@101 leaves=12 cum=0 avg=0",
            "8/8 a3 qty=1@1000 leaves=0 cum=0 avg=0 rej=3 PRICE_OUT_OF_LIMITS");
        restart();
        assertEquals(1, venue.gateway().workingOrders());
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.buy("a2", 1, 100 * E5);
        alpha.buy("a3", 1, 100 * E5);
        alpha.replace("a4", "a2", Side.BUY, 13, 101 * E5);
        alpha.cancel("a5", "a4", Side.BUY);
        alpha.expect(
            "8/8 a2 qty=1@100 leaves=0 cum=0 avg=0 rej=6 ClOrdID was used before",
            "8/8 a3 qty=1@100 leaves=0 cum=0 avg=0 rej=6 ClOrdID was used before",
            "5/0 a4<a2 qty=13@101 leaves=13 cum=0 avg=0",
            "4/4 a5<a4 qty=13@101 leaves=0 cum=0 avg=0");
        alpha.expectNothingMore();
        assertEquals(alpha.executions().get(0).orderId(), alpha.executions().get(6).orderId());
    }

    @Test
    void shouldDeliverMissedReportsOnceWhenGatewayWasDown()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.sell("a2", 10, 105 * E5);
        alpha.expect(
            "0/0 a1 qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 qty=10@105 leaves=10 cum=0 avg=0");
        venue.stopGateway();
        venue.operator.suspend(ClearingKind.EVENING);
        venue.operator.state();
        venue.startGateway();
        alpha.expect(
            "C/C a1 qty=10@100 leaves=0 cum=0 avg=0 SESSION_END",
            "C/C a2 qty=10@105 leaves=0 cum=0 avg=0 SESSION_END");
        restart();
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.cancel("a3", "a1", Side.BUY);
        alpha.expect("reject a3<a1 to=1 status=C id=known rej=0 order is no longer working");
        alpha.expectNothingMore();
        assertEquals(0, venue.counters().get(REPORTS_NOT_REPEATED));
    }

    @Test
    void shouldDeliverReportsWhenClientWasAway()
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        alpha.client().dropConnection();
        final Trader beta = venue.logOn("BETA");
        beta.sell("b1", 4, 100 * E5);
        beta.expect(
            "0/0 b1 qty=4@100 leaves=4 cum=0 avg=0",
            "F/2 b1 qty=4@100 last=4@100 leaves=0 cum=4 avg=100");
        alpha.expect("F/1 a1 qty=10@100 last=4@100 leaves=6 cum=4 avg=100");
    }

    @Test
    void shouldNotStoreReportsAgainWhenTheMarkWasLostInACrash() throws IOException
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.sell("a2", 4, 100 * E5);
        alpha.replace("a3", "a1", Side.BUY, 10, 1_000 * E5);
        final List<String> before = Stream.generate(alpha::next).limit(5).toList();
        assertTrue(before.get(4).startsWith("reject a3<a1"), before::toString);
        venue.stopGateway();
        Files.delete(directory.resolve("fix").resolve(MARK));
        venue.startGateway();
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.cancel("a4", "a1", Side.BUY);
        alpha.expect("4/4 a4<a1 qty=10@100 leaves=0 cum=4 avg=100");
        alpha.expectNothingMore();
        assertEquals(5, venue.counters().get(REPORTS_NOT_REPEATED));
    }

    @Test
    void shouldAnswerOnceWhenTheSessionSendsATakenRequestAgain() throws IOException
    {
        final String order = "|11=b1|1=CF02XYZ|55=CHEAP-12.26|54=1|38=10|40=2|44=100|59=0|60=20261121-09:00:00";
        final String again = "|43=Y|122=" + RawFix.now();
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.logOn("BETA");
            raw.send(RawFix.message("BETA", 2, "D" + order));
            raw.read("150=0");
            raw.send(RawFix.message("BETA", 3, "D" + again + order));
            Venue.await(() -> 1 == venue.counters().get(REQUESTS_NOT_REPEATED),
                "the repeated request is not passed over");
            raw.send(RawFix.message("BETA", 4, "D" + order));
            final String refusal = raw.read("11=b1");
            assertTrue(refusal.contains("|34=3|") && refusal.contains("ClOrdID was used before"), refusal);
        }
        assertEquals(new Operator.State(1, 0, 0), venue.operator.state());
    }

    @Test
    void shouldResetNumbersOnceWhenAnOperatorAskedWhileGatewayWasDown() throws IOException
    {
        venue.operator.raiseFeatureLevel();
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.logOn("BETA");
            raw.send(RawFix.message("BETA", 2, "0"));
            Venue.await(() -> 3 == stored().nextTarget(), "the heartbeat is not counted");
        }
        venue.stopGateway();
        venue.operator.resetNumbers(2);
        venue.operator.state();
        venue.startGateway();
        assertEquals("1 1", stored().nextSender() + " " + stored().nextTarget());
        try (RawFix raw = new RawFix(venue.port()))
        {
            raw.send(RawFix.message("BETA", 1, "A|98=0|108=30"));
            final String answer = raw.read("35=A");
            assertTrue(answer.contains("|34=1|"), answer);
        }
        restart();
        assertEquals(2, stored().nextTarget());
    }

    private StoredSession stored()
    {
        try
        {
            return StoreDirectory.session(directory.resolve("fix"), "BETA").orElseThrow();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Test
    void shouldContinueWhenEngineAndGatewayRestart()
    {
        final Trader beta = venue.logOn("BETA");
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        beta.sell("b1", 4, 99 * E5);
        alpha.expect("F/1 a1 qty=10@100 last=4@100 leaves=6 cum=4 avg=100");
        beta.expect(
            "0/0 b1 qty=4@99 leaves=4 cum=0 avg=0",
            "F/2 b1 qty=4@99 last=4@100 leaves=0 cum=4 avg=100");
        venue.restartEngine();
        venue.startGateway();
        Venue.await(() -> alpha.isLoggedOn() && beta.isLoggedOn(), "clients do not come back");
        beta.sell("b2", 6, 98 * E5);
        alpha.expect("F/2 a1 qty=10@100 last=6@100 leaves=0 cum=10 avg=100");
        beta.expect(
            "0/0 b2 qty=6@98 leaves=6 cum=0 avg=0",
            "F/2 b2 qty=6@98 last=6@100 leaves=0 cum=6 avg=100");
        alpha.expectNothingMore();
        beta.expectNothingMore();
        assertEquals(new Operator.State(0, 2, 2), venue.operator.state());
    }

    @Test
    void shouldRefuseToStartWhenStoresBelongToAnotherJournal() throws IOException
    {
        venue.stopGateway();
        try (FileChannel mark = FileChannel.open(
            directory.resolve("fix").resolve(MARK), StandardOpenOption.WRITE))
        {
            mark.write(
                ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, Long.MAX_VALUE / 2), MARK_POSITION);
        }
        try (EngineClient client = venue.engine.connect())
        {
            final FixGateway gateway = new FixGateway(
                FixGatewayOptions.builder().storeDirectory(directory.resolve("fix")).build(),
                client,
                LogonCheck.ACCEPT_ALL);
            final IdleStrategy idle = YieldingIdleStrategy.INSTANCE;
            final Exception e = assertThrows(IllegalStateException.class, () ->
            {
                while (!gateway.isAccepting())
                {
                    idle.idle(gateway.doWork());
                }
            });
            assertTrue(e.getMessage().contains("handedPosition=" + Long.MAX_VALUE / 2), e.getMessage());
            gateway.close();
        }
    }

    @Test
    void shouldGoOnFromTheTradingSessionAndWithoutItFromTheBeginning() throws IOException
    {
        alpha.buy("a1", 10, 100 * E5);
        alpha.expect("0/0 a1 qty=10@100 leaves=10 cum=0 avg=0");
        openNextSession();
        alpha.expect("C/C a1 qty=10@100 leaves=0 cum=0 avg=0 SESSION_END");
        awaitCheckpoints(2);
        alpha.sell("a2", 10, 105 * E5);
        alpha.expect("0/0 a2 qty=10@105 leaves=10 cum=0 avg=0");

        restart();
        assertGoesOn(true, "a3");
        damageCheckpoints();
        restart();
        assertGoesOn(false, "a4");
        // The start has read the beginning of the session again, and kept it.
        awaitCheckpoints(1);
        restart();
        assertGoesOn(true, "a5");
        // Stores that were restored from a time before: reports of the session before are made again.
        venue.stopGateway();
        Files.delete(directory.resolve("fix").resolve(MARK));
        venue.startGateway();
        assertGoesOn(false, "a6");
    }

    private void openNextSession()
    {
        final OperatorClient operator = venue.engine.operator();
        operator.suspendTrading(1, ClearingKind.EVENING);
        operator.completeClearing(1, ClearingKind.EVENING);
        operator.openSession(8, 20_261_122);
    }

    private void awaitCheckpoints(final int least)
    {
        Venue.await(() -> venue.gateway().orderCheckpoints().get(CheckpointCounter.WRITTEN) >= least &&
            venue.gateway().dataCheckpoints().get(CheckpointCounter.WRITTEN) >= least, "no checkpoint is written");
    }

    private void damageCheckpoints() throws IOException
    {
        try (Stream<Path> files = Files.list(directory.resolve("fix").resolve(StoreDirectory.CHECKPOINTS)))
        {
            for (final Path file : files.toList())
            {
                final byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
        }
    }

    /** The same orders and names, and no report twice. */
    private void assertGoesOn(final boolean isFromCheckpoint, final String free)
    {
        assertEquals(isFromCheckpoint, venue.startCursor() > 0);
        Venue.await(alpha::isLoggedOn, "ALPHA does not come back");
        alpha.buy("a1", 1, 100 * E5);
        alpha.cancel("c" + free, "a1", Side.BUY);
        alpha.expect(
            "8/8 a1 qty=1@100 leaves=0 cum=0 avg=0 rej=6 ClOrdID was used before",
            "reject c" + free + "<a1 to=1 status=C id=known rej=0 order is no longer working");
        alpha.buy(free, 1, 101 * E5);
        alpha.expect("0/0 " + free + " qty=1@101 leaves=1 cum=0 avg=0");
        alpha.expectNothingMore();
    }

    private void restart()
    {
        venue.stopGateway();
        venue.startGateway();
    }
}
