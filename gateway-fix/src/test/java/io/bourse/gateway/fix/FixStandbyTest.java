// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import io.bourse.gateway.fix.session.LogonCheck;
import io.bourse.gateway.fix.session.store.StoredMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A gateway and its standby, each with stores of its own, as on two machines. A third one that is never activated
 * shows which reports there are.
 */
@Tag("venue")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FixStandbyTest
{
    private static final String SUBSCRIPTION = "V|262=book|263=1|264=0|265=1|267=3|269=0|269=1|269=2|146=1|55=" +
        Operator.CHEAP;

    @TempDir
    private Path directory;

    private final GapClient alpha = new GapClient("ALPHA");
    private final GapClient beta = new GapClient("BETA");
    private final List<FixGateway> gateways = new ArrayList<>();
    private final Map<FixGateway, String> stores = new IdentityHashMap<>();
    private Venue venue;
    private EngineClient client;
    private FixGateway active;
    private FixGateway standby;
    private FixGateway reference;
    private int lastName;

    @BeforeEach
    void start()
    {
        venue = new Venue(directory);
        client = venue.engine.connect();
        active = gateway("one");
        await(active::isAccepting);
        standby = standby("two");
        reference = standby("reference");
    }

    @AfterEach
    void close() throws IOException
    {
        alpha.close();
        beta.close();
        CloseHelper.closeAll(gateways);
        CloseHelper.closeAll(client, venue);
    }

    @Test
    void shouldSendAgainWhatTheClientLacksWhenTheFormerGatewayWasKilled() throws IOException
    {
        logOn("");
        order(alpha, 1, 100);
        await(() -> 1 == alpha.reports().size());
        // Nothing of this is read.
        order(beta, 2, 100);
        order(beta, 2, 101);
        await(() -> 6 == reportsOf("BETA").size() && 6 == reportsOf("ALPHA").size());
        kill();
        order(beta, 2, 102);
        takeOver();

        logOn("");
        await(() -> 7 == alpha.reports().size() && 7 == beta.reports().size());
        order(alpha, 1, 90);
        await(() -> 8 == alpha.reports().size() && 8 == reportsOf("ALPHA").size());
        assertEquals(reportsOf("ALPHA"), alpha.reports());
    }

    @Test
    void shouldAskForWhatNoGatewayHasTaken() throws IOException
    {
        logOn("");
        order(alpha, 1, 100);
        await(() -> 1 == alpha.reports().size());
        // Into the socket of a gateway that stands still.
        order(alpha, 1, 99);
        order(alpha, 1, 98);
        kill();
        takeOver();
        logOn("");
        await(() -> 3 == alpha.reports().size());
        assertEquals(reportsOf("ALPHA"), alpha.reports());
        assertEquals(3, active.workingOrders());
    }

    @Test
    void shouldBeginAnewWithAClientThatHasResetItsNumbersInTheLastMoment() throws IOException
    {
        logOn("");
        for (int i = 0; i < 20; i++)
        {
            order(alpha, 1, 100);
        }
        await(() -> 20 == alpha.reports().size());
        alpha.connect(active.localAddress().getPort(), "|141=Y");
        await(alpha::isLoggedOn);
        kill();
        takeOver();
        alpha.connect(active.localAddress().getPort(), "");
        await(alpha::isLoggedOn);
        order(alpha, 1, 99);
        await(() -> 21 == alpha.reports().size());
        assertEquals(reportsOf("ALPHA"), alpha.reports());
    }

    @Test
    void shouldSendAllThatTheClientLacksWhenTheStandbyDiesBeforeItHasSentAll() throws IOException
    {
        final int orders = 700;
        logOn("");
        for (int i = 1; i <= orders; i++)
        {
            final int count = i;
            order(beta, 1, 90);
            Venue.await(() ->
            {
                work();
                return reportsOf("ALPHA").size() == count;
            }, "the report does not come");
        }
        kill();
        takeOver();
        logOn("");
        await(() -> !alpha.reports().isEmpty());
        assertTrue(alpha.reports().size() < orders);
        kill();
        takeOver();
        logOn("");
        await(() -> orders == alpha.reports().size());
        assertEquals(reportsOf("ALPHA"), alpha.reports());
    }

    @Test
    void shouldNotSendAgainWhatIsFromBeforeAResetAtAnotherGateway() throws IOException
    {
        logOn("");
        for (int i = 0; i < 20; i++)
        {
            order(alpha, 1, 100);
        }
        await(() -> 20 == alpha.reports().size());
        kill();
        takeOver();
        alpha.connect(active.localAddress().getPort(), "|141=Y");
        await(alpha::isLoggedOn);
        for (int i = 0; i < 5; i++)
        {
            order(alpha, 1, 99);
        }
        await(() -> 25 == alpha.reports().size());
        kill();
        takeOver();
        alpha.connect(active.localAddress().getPort(), "");
        await(alpha::isLoggedOn);
        // Of numbers that it has, with the content of the gateway before.
        alpha.send("2|7=1|16=0");
        order(alpha, 1, 98);
        await(() -> 26 == alpha.reports().size());
        assertEquals(reportsOf("ALPHA"), alpha.reports());
    }

    @Test
    void shouldRefuseClientsUntilItIsActivated() throws IOException
    {
        try (RawFix other = new RawFix(standby.localAddress().getPort()))
        {
            other.send(RawFix.message("ALPHA", 1, "A|98=0|108=30"));
            final boolean[] isOver = new boolean[1];
            final Thread reader = Thread.ofPlatform().start(() -> isOver[0] = isRefused(other));
            await(() -> !reader.isAlive());
            assertTrue(isOver[0]);
        }
        assertFalse(standby.isAccepting());
    }

    private static boolean isRefused(final RawFix other)
    {
        try
        {
            return other.read("|10=").contains("|58=this gateway is a standby,");
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    @Test
    void shouldLoseNothingOverManyTakeovers() throws IOException
    {
        takeOverAgainAndAgain(7);
    }

    @Test
    void shouldLoseNothingOverOtherTakeovers() throws IOException
    {
        takeOverAgainAndAgain(Long.getLong("standby.seed", System.nanoTime()));
    }

    private void takeOverAgainAndAgain(final long seed) throws IOException
    {
        final Random random = new Random(seed);
        try
        {
            for (int round = 0; round < 4; round++)
            {
                flow(random);
                kill();
                if (random.nextBoolean())
                {
                    // A standby that starts again goes on with what it has.
                    final String store = storeOf(standby);
                    standby.close();
                    standby = standby(store);
                }
                takeOver();
                flow(random);
                if (random.nextBoolean())
                {
                    kill();
                    restart();
                }
            }
            logOn("");
            await(() -> isComplete(alpha, "ALPHA") && isComplete(beta, "BETA"));
        }
        catch (final AssertionError ex)
        {
            throw new AssertionError("seed=" + seed + difference(alpha, "ALPHA") + difference(beta, "BETA"), ex);
        }
    }

    private String difference(final GapClient of, final String name)
    {
        final List<String> expected = reportsOf(name);
        final List<String> actual = of.reports();
        int same = 0;
        while (same < Math.min(expected.size(), actual.size()) && expected.get(same).equals(actual.get(same)))
        {
            same++;
        }
        return "\n" + name + " same=" + same + " expected=" + expected.size() + " actual=" + actual.size() +
            " next=" + expected.subList(same, Math.min(expected.size(), same + 8)) + " came=" +
            actual.subList(same, Math.min(actual.size(), same + 8)) + " " + of;
    }

    private boolean isComplete(final GapClient of, final String name)
    {
        return of.reports().equals(reportsOf(name));
    }

    /** Traffic, with clients that come and go and do not read, until some moment. */
    private void flow(final Random random) throws IOException
    {
        for (int i = 100 + random.nextInt(600); i > 0; i--)
        {
            final GapClient trader = random.nextBoolean() ? alpha : beta;
            if (!trader.isConnected() && 0 == random.nextInt(10))
            {
                trader.connect(active.localAddress().getPort(), random.nextBoolean() ? "|789=#" : "");
            }
            else if (trader.isLoggedOn())
            {
                if (0 == random.nextInt(400))
                {
                    trader.send(SUBSCRIPTION.replace("book", "book" + ++lastName));
                }
                else if (0 == random.nextInt(300))
                {
                    trader.disconnect();
                }
                else
                {
                    order(trader, 1 + random.nextInt(2), 95 + random.nextInt(10));
                }
            }
            if (random.nextInt(4) > 0)
            {
                work();
            }
            // Sometimes for long.
            if (0 != (i >> 7 & 3) && random.nextBoolean())
            {
                alpha.poll();
                beta.poll();
            }
        }
    }

    private void order(final GapClient trader, final int side, final int price) throws IOException
    {
        trader.send("D|11=n" + ++lastName + "|1=" + (trader == alpha ? "CF01ABC" : "CF02XYZ") + "|55=" +
            Operator.CHEAP + "|54=" + side + "|38=1|40=2|44=" + price + "|59=0|60=20261121-09:00:00");
    }

    /** It does nothing more. */
    private void kill() throws IOException
    {
        gateways.remove(active);
        alpha.disconnect();
        beta.disconnect();
    }

    /** It begins anew where it was, with its own stores. */
    private void restart()
    {
        final String store = storeOf(active);
        active.close();
        active = gateway(store);
        await(active::isAccepting);
    }

    private void takeOver()
    {
        final FixGateway former = active;
        final String store = storeOf(former);
        await(standby::isStandingBy);
        standby.activate();
        active = standby;
        await(active::isAccepting);
        // Comes back, deposed.
        former.close();
        standby = standby(store);
    }

    private void logOn(final String more) throws IOException
    {
        alpha.disconnect();
        beta.disconnect();
        await(() -> isLoggedOn(alpha, more) & isLoggedOn(beta, more));
    }

    /** One that was closed, because the gateway had not seen the end of the last connection, comes again. */
    private boolean isLoggedOn(final GapClient of, final String more)
    {
        try
        {
            if (!of.isConnected())
            {
                of.connect(active.localAddress().getPort(), more);
            }
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
        return of.isLoggedOn();
    }

    /** Ids of all reports to a session, as long as they have space in one file. */
    private List<String> reportsOf(final String name)
    {
        try
        {
            final List<StoredMessage> stored = StoreDirectory.lastMessages(
                directory.resolve("reference").resolve(name), "aside", Integer.MAX_VALUE);
            assertTrue(stored.isEmpty() || 1 == stored.getFirst().number());
            return stored.stream().filter((message) -> Set.of("8", "AE").contains(message.msgType()))
                .map((message) -> GapClient.idOf("|" + message.body().replace('\1', '|'))).toList();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private FixGateway standby(final String store)
    {
        final FixGateway made = gateway(store);
        made.standBy(false);
        await(made::isStandingBy);
        return made;
    }

    private String storeOf(final FixGateway gateway)
    {
        return stores.get(gateway);
    }

    private FixGateway gateway(final String store)
    {
        final FixGateway made = new FixGateway(
            FixGatewayOptions.builder()
                .publicFirstTimeoutNs(0)
                .storeDirectory(directory.resolve(store))
                .defaults(FixSessionOptions.builder()
                    .maxMessagesPerSecond(0)
                    .maxSessionMessagesPerSecond(0)
                    .roles(EnumSet.allOf(Role.class))
                    .dropCopyFirms(List.of("CF"))
                    .build())
                .build(),
            client,
            LogonCheck.ACCEPT_ALL);
        gateways.add(made);
        stores.put(made, store);
        return made;
    }

    private void work()
    {
        for (int i = 0; i < gateways.size(); i++)
        {
            gateways.get(i).doWork();
        }
    }

    private void await(final BooleanSupplier condition)
    {
        Venue.await(() ->
        {
            work();
            try
            {
                alpha.poll();
                beta.poll();
            }
            catch (final IOException ex)
            {
                throw new AssertionError(ex);
            }
            return condition.getAsBoolean();
        }, "it does not happen");
    }
}
