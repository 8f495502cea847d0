// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.node.ComponentDescriptor;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.partitions.PartitionsClient;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.testing.TestPorts;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue of two partitions moves to its other site as a whole, and back. TWIME clients trade in both, with a session
 * in each; one of TWIME and one of FIX have one session for both.
 */
@Tag("drill")
class SitePartitionsTest extends TwoSites
{
    private static final int PARTITIONS = 2;
    private static final int WINDOW = 8;
    private static final List<String> MEMBERS_OF_FLOW = List.of("AA01", "CC01");
    private static final String FIRM = "TWBB01";
    private static final int FIRST_WITHOUT_END = 1010;

    private final int[] secondPorts = {TestPorts.reserveRow(PORTS), TestPorts.reserveRow(PORTS)};
    private final List<LearningClient> firms = List.of(
        new LearningClient(FIRM, "BB01000", new int[]{1001}, new long[]{90_000}),
        new LearningClient(FIRM, "BB01000", new int[]{1007}, new long[]{25_000}));
    private final LearningClient ofAll =
        new LearningClient("TWDD01", "DD01000", new int[]{1001, 1007}, new long[]{90_000, 25_000});
    private LearningFixClient fixOfAll;
    private TcpRelay fixRelay;
    private final TraderFlow other = new TraderFlow(seed, () -> 0, () -> "the other partition");
    private final List<TraderFlow> flows = List.of(flow, other);
    private final List<List<TwimeTrader>> traders = List.of(new ArrayList<>(), new ArrayList<>());

    @AfterEach
    void closeClients()
    {
        CloseHelper.quietCloseAll(firms);
        CloseHelper.quietCloseAll(ofAll, fixOfAll, fixRelay, other);
        // Processes of `bourse start`, which is killed.
        List.of("first", "second", "back").forEach((name) -> killGatewaysOfAll(dir.resolve(name)));
    }

    private static void killGatewaysOfAll(final Path venue)
    {
        for (final ComponentKind kind : List.of(ComponentKind.LOW_FREQUENCY, ComponentKind.LOW_FREQUENCY_FIX))
        {
            if (PartitionsClient.isUsed(venue.resolve(kind.id())))
            {
                ProcessHandle.of(gateway(venue, kind).pid()).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static ComponentDescriptor gateway(final Path venue, final ComponentKind kind)
    {
        try
        {
            return ComponentDescriptor.read(venue.resolve(kind.id()), kind);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a gateway has not said where it is: dataDir=" + venue, ex);
        }
    }

    @Override
    int pollOthers()
    {
        firms.forEach(LearningClient::poll);
        ofAll.poll();
        return other.poll();
    }

    @Override
    Map<String, Object> options(final String name, final int site, final int memberCount) throws IOException
    {
        final Map<String, Object> options = super.options(name, site, memberCount);
        options.put("venue.partitions.count", PARTITIONS);
        options.put("venue.trading-date", 20261120);
        options.put("venue.low-frequency.enabled", true);
        options.put("venue.low-frequency.port", 0);
        options.put("venue.low-frequency.recovery-port", 0);
        options.put("venue.low-frequency.fix.enabled", true);
        options.put("venue.low-frequency.fix.port", 0);
        options.put("venue.low-frequency.fix.order-entry", true);
        // By rule they would be those of the first one plus 100, which may be taken.
        options.put("venue.partitions.1.cluster.base-port", secondPorts[site]);
        options.put("venue.partitions.1.site.port", secondPorts[site] + PORTS - 1);
        options.put("venue.partitions.1.site.peer",
            address(1 - site) + ":" + (secondPorts[1 - site] + PORTS - 1));
        return options;
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldMoveAllPartitionsAndBack() throws IOException
    {
        System.out.println("SitePartitionsTest seed=" + seed);
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final Path second = dir.resolve("second");
        final String firstConfig = config("first", FIRST, 1);
        final VenueProcess venue = startFirst(firstConfig, 1);
        final VenueProcess backup = ready(SECOND, "backup", "--config", firstConfig, "--data", copy.toString());
        connect(firstConfig, first);
        trade();
        clear("intraday", first);
        awaitAllWhole(copy);

        final List<Long> wholeMs = loseTheFirstSite(venue, backup, first, copy);
        final String secondConfig = config("second", SECOND, 1);
        final List<String> failOver = List.of("failover", "--config", secondConfig, "--data", second.toString(),
            "--backup", copy.toString());
        assertAllOrNone(failOver, copy);
        final VenueProcess taken = ready(launch(SECOND, List.of(signedByTwo(copy, failOver))));
        assertEquals(files(first.resolve("clearing")), files(second.resolve("clearing")));
        assertEquals(files(first.resolve("keys")), files(second.resolve("keys")));
        reconnect(second);
        for (int i = 0; i < PARTITIONS; i++)
        {
            assertLossIsWithinTheBound(i, second, wholeMs.get(i));
        }
        assertNumbersOfAllAreWithinTheBound(second, Collections.min(wholeMs));
        trade();
        clear("intraday", second);

        for (int i = 0; i < PARTITIONS; i++)
        {
            assertRefused(launch(FIRST, List.of("start", "--config", firstConfig, "--data", first.toString(),
                "--partition", Integer.toString(i))), "the other site has taken over");
        }
        final VenueProcess follower = ready(FIRST, "backup", "--config", secondConfig, "--data", first.toString());
        trade();
        buy();
        awaitAllWhole(first);
        final String status = command(0, "", "backup", "--status", "--data", first.toString());
        assertEquals(List.of("partition-0", "partition-1"),
            status.lines().filter((line) -> line.startsWith("partition-")).toList());
        command(0, "", signedByTwo(second, List.of("hand-over", "--data", second.toString())));
        follower.stop();
        flow.await("the second site ends", () -> !taken.isAlive());
        final Path back = dir.resolve("back");
        ready(FIRST, signedByTwo(first, List.of("failover", "--config", config("back", FIRST, 1), "--data",
            back.toString(), "--backup", first.toString(), "--planned")));
        for (int i = 0; i < PARTITIONS; i++)
        {
            assertSameHistory(partition(second, i), partition(back, i));
            assertNames(partition(second, i), "failover term=2 planned=false", "hand-over");
            assertNames(partition(back, i), "failover term=3 planned=true");
        }
        assertEquals(files(second.resolve("clearing")), files(back.resolve("clearing")));
        final Map<Long, Long> lost = new TreeMap<>(ofAll.lostMs());
        reconnect(back);
        assertEquals(lost, ofAll.lostMs());
        assertEveryNumberIsAsBefore(back);
        buy();
        flow.await("FIX reports", () -> fixOfAll.knowsAll());
        assertEquals(List.of(), fixOfAll.unexpected());
        trade();
        for (int i = 0; i < PARTITIONS; i++)
        {
            verify(partition(back, i), flows.get(i));
        }
        clear("evening", back);
    }

    private static Path partition(final Path venue, final int partition)
    {
        return venue.resolve("partition-" + partition);
    }

    private void connect(final String config, final Path venue) throws IOException
    {
        for (final VenueConfig each : VenueConfigLoader.loadAll(Path.of(config), Map.of()))
        {
            final int partition = each.partition();
            for (final String member : MEMBERS_OF_FLOW)
            {
                traders.get(partition).add(new TwimeTrader(
                    "TW" + member, login("TW" + member), List.of(member + "000", member + "001")));
            }
            // The firm trades in the first instrument of its partition, and never with another one.
            final List<InstrumentSpec> instruments = ReferenceDataReader.read(each).instruments().stream()
                .filter((instrument) -> instrument.instrumentId() < FIRST_WITHOUT_END).skip(1).limit(3).toList();
            flows.get(partition).start(instruments, traders.get(partition));
        }
        fixRelay = new TcpRelay(VenueProcess.address(gateway(venue, ComponentKind.LOW_FREQUENCY_FIX).address()));
        fixOfAll = new LearningFixClient(new InetSocketAddress("127.0.0.1", fixRelay.port()), "FIXBB01", "BB01000");
        reconnect(venue);
    }

    private void reconnect(final Path venue) throws IOException
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            final InetSocketAddress address =
                VenueProcess.address(VenueProcess.descriptor(partition(venue, i)).twime());
            firms.get(i).connect(address);
            for (final TwimeTrader trader : traders.get(i))
            {
                trader.connect(address);
            }
        }
        ofAll.connect(VenueProcess.address(gateway(venue, ComponentKind.LOW_FREQUENCY).address()));
        fixRelay.stop();
        fixRelay.start(VenueProcess.address(gateway(venue, ComponentKind.LOW_FREQUENCY_FIX).address()));
        flow.await("clients", () -> firms.stream().allMatch(LearningClient::isUpToDate) && ofAll.isUpToDate() &&
            fixOfAll.isLoggedOn() && traders.stream().flatMap(List::stream).allMatch(TwimeTrader::isRecovered));
    }

    private void trade()
    {
        final List<Long> targets = flows.stream().map((each) -> each.answered() + ANSWERS).toList();
        flow.await("the flow of both partitions", () ->
        {
            flows.forEach(TraderFlow::send);
            return flows.get(0).answered() >= targets.get(0) && flows.get(1).answered() >= targets.get(1);
        });
        flow.await("answers", () -> flows.stream().allMatch((each) -> 0 == each.unanswered()));
    }

    private void buy()
    {
        for (int i = 0; i < UNHEARD; i++)
        {
            fixOfAll.send();
        }
        flow.await("answers over FIX", () -> 0 == fixOfAll.unanswered());
        for (final LearningClient firm : List.of(firms.get(0), firms.get(1), ofAll))
        {
            final long target = firm.lastId() + UNHEARD;
            flow.await("orders of a firm", () -> firm.lastId() < target && firm.unanswered() < WINDOW && firm.send() ?
                false : firm.lastId() >= target && 0 == firm.unanswered());
        }
    }

    private void awaitAllWhole(final Path copy)
    {
        for (int i = 0; i < PARTITIONS; i++)
        {
            awaitWhole(partition(copy, i));
        }
    }

    /** The backup dies first: it hears nothing of the last orders, which are acknowledged. */
    private List<Long> loseTheFirstSite(
        final VenueProcess venue, final VenueProcess backup, final Path first, final Path copy) throws IOException
    {
        buy();
        awaitAllWhole(copy);
        backup.kill();
        buy();
        fixOfAll.mayRepeat();
        fixRelay.stop();
        killGatewaysOfAll(first);
        final List<Long> wholeMs = new ArrayList<>();
        for (int i = 0; i < PARTITIONS; i++)
        {
            ProcessHandle.of(VenueProcess.descriptor(partition(first, i)).pid()).orElseThrow().destroyForcibly();
            wholeMs.add(BackupStatus.read(partition(copy, i)).wholeMs());
        }
        venue.awaitExit();
        firms.forEach(LearningClient::close);
        ofAll.close();
        return wholeMs;
    }

    /** Numbers that the copies know have the messages that they had; the client learns which are lost. */
    private void assertNumbersOfAllAreWithinTheBound(final Path venue, final long wholeMs) throws IOException
    {
        assertFalse(ofAll.lostMs().isEmpty(), "nothing was lost: the drill has shown nothing");
        ofAll.lostMs().forEach((id, ms) -> assertTrue(ms >= wholeMs, () ->
            "lost within the bound: id=" + id + " acknowledgedMs=" + ms + " wholeMs=" + wholeMs));
        ofAll.sendAgain();
        flow.await("what was sent again", () -> 0 == ofAll.unanswered() && ofAll.isUpToDate());
        assertEveryNumberIsAsBefore(venue);
        buy();
        flow.await("FIX reports", () -> fixOfAll.knowsAll());
        assertEquals(List.of(), fixOfAll.unexpected());
        long resting = 0;
        for (int i = 0; i < PARTITIONS; i++)
        {
            try (EngineClient client = VenueProcess.connect(partition(venue, i)))
            {
                resting += StreamLedger.read(client, client.endCursor()).restingOrders(login("TWDD01")).size();
            }
        }
        assertEquals(LongStream.rangeClosed(1, ofAll.lastId()).filter((id) -> !LearningClient.isRefused(id)).count(),
            resting);
    }

    private void assertEveryNumberIsAsBefore(final Path venue) throws IOException
    {
        final Map<Long, String> known = ofAll.forget();
        ofAll.connect(VenueProcess.address(gateway(venue, ComponentKind.LOW_FREQUENCY).address()));
        flow.await("all messages again", () -> ofAll.isUpToDate());
        known.forEach((number, message) -> assertEquals(message, ofAll.numbered().get(number), "number " + number));
    }

    /** What the copy of one partition lacks is said before anything is done. */
    private void assertAllOrNone(final List<String> failOver, final Path copy) throws IOException
    {
        final Path aside = dir.resolve("aside");
        Files.move(partition(copy, 1), aside);
        command(3, "no backup has run on this directory: dataDir=" + partition(copy, 1), with(failOver, "--yes"));
        Files.move(aside, partition(copy, 1));
        command(2, "is about all partitions", with(failOver, "--yes", "--partition", "1"));
        command(3, "has not heard from the venue", with(failOver, "--planned", "--yes"));
        command(3, "partition 1: what the venue acknowledged after", with(failOver));
        assertFalse(Files.exists(dir.resolve("second")));
    }

    /** Each order that was acknowledged is there, or was acknowledged after the moment that the status named. */
    private void assertLossIsWithinTheBound(final int partition, final Path venue, final long wholeMs)
        throws IOException
    {
        final LearningClient firm = firms.get(partition);
        assertFalse(firm.lostMs().isEmpty(), "nothing was lost: the drill has shown nothing");
        firm.lostMs().forEach((id, ms) -> assertTrue(ms >= wholeMs, () ->
            "lost within the bound: id=" + id + " acknowledgedMs=" + ms + " wholeMs=" + wholeMs));
        firm.sendAgain();
        flow.await("what was sent again", () -> 0 == firm.unanswered() && firm.isUpToDate());
        verify(partition(venue, partition), flows.get(partition));
        try (EngineClient client = VenueProcess.connect(partition(venue, partition)))
        {
            assertEquals(LongStream.rangeClosed(1, firm.lastId()).filter((id) -> !LearningClient.isRefused(id)).count(),
                StreamLedger.read(client, client.endCursor()).restingOrders(login(FIRM)).size());
        }
    }
}
