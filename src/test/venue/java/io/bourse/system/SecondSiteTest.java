// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.drill.StreamLedger;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.testing.VenueNetwork;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A venue and its backup at another site, in processes: the venue is killed, or lives on, while the backup does not
 * hear it, the backup takes over, the former venue follows it, and takes the venue back by plan. TWIME and FIX clients
 * trade all the time and connect to the site where the venue is. Each site is a network namespace, 5 ms from the other
 * and from the clients, and WireGuard is between the two; without root all is on loopback, and no venue lives on.
 */
@Tag("drill")
class SecondSiteTest extends TwoSites
{
    private static final int WINDOW = 8;
    private static final int FIX_LOGIN = 6;
    private static final int LAG_SAMPLES = Integer.getInteger("bourse.seconds", 10);
    private static final String LEASE = "10 s";

    /** How the first site is lost. */
    private enum Loss
    {
        KILLED,
        CUT_OFF,
        MEMBERS_KILLED
    }

    private final LearningClient twimeFirm = new LearningClient("TWBB01", "BB01000");
    private LearningFixClient fixFirm;
    private TwimeTrader twime;
    private FixTrader fix;
    private TcpRelay flowRelay;
    private TcpRelay firmRelay;
    private long probeKey;
    private boolean livesOn;

    @AfterEach
    void closeClients()
    {
        CloseHelper.quietCloseAll(twimeFirm, fixFirm, flowRelay, firmRelay);
    }

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @EnumSource
    void shouldMoveToTheOtherSiteAndBack(final Loss loss) throws IOException
    {
        System.out.println("SecondSiteTest loss=" + loss + " seed=" + seed);
        livesOn = Loss.CUT_OFF == loss;
        assumeTrue(!livesOn || null != network, "only root can make network namespaces, and python3 is needed");
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final String firstConfig = config("first", FIRST, Loss.MEMBERS_KILLED == loss ? MEMBERS : 1);
        final VenueProcess venue = startFirst(firstConfig, Loss.MEMBERS_KILLED == loss ? MEMBERS : 1);
        final VenueProcess backup = ready(SECOND, "backup", "--config", firstConfig, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        clear("intraday", first);
        awaitWhole(copy);

        final Path second = dir.resolve("second");
        final String secondConfig = config("second", SECOND, 1);
        final List<String> failOver = List.of("failover", "--config", secondConfig, "--data", second.toString(),
            "--backup", copy.toString());
        buy(UNHEARD);
        awaitWhole(copy);
        final long wholeMs = livesOn ? fallSilent(venue, backup, failOver, copy) :
            loseTheFirstSite(venue, backup, failOver, copy);
        reconnect(second);
        assertLossIsWithinTheBound(second, wholeMs);
        flow.trade(ANSWERS);
        verify(second, flow);

        assertRefused(launch(FIRST, List.of("start", "--config", firstConfig, "--data", first.toString())),
            "the other site has taken over");
        for (int memberId = members.size(); memberId > 0; memberId--)
        {
            assertRefused(launchMember(firstConfig, memberId), "the other site has taken over");
        }
        final VenueProcess follower = ready(FIRST, "backup", "--config", secondConfig, "--data", first.toString());
        assertTrue(Files.isDirectory(first.resolve("former-term-1").resolve("archive")));
        flow.trade(ANSWERS);
        awaitWhole(first);

        handOver(second);
        follower.stop();
        assertRefused(launch(SECOND, List.of("start", "--config", secondConfig, "--data", second.toString())),
            "was handed over");
        final Path back = dir.resolve("back");
        ready(FIRST, signedByTwo(first, List.of("failover", "--config", config("back", FIRST, 1), "--data",
            back.toString(), "--backup", first.toString(), "--planned")));
        assertSameHistory(second, back);
        assertNames(second, "failover term=2 planned=false", "hand-over");
        assertNames(back, "failover term=3 planned=true");
        final List<String> acts = command(0, "", "operators", "site", "--data", back.toString()).lines().toList();
        assertEquals(3, acts.size(), acts::toString);
        for (final String act : List.of("1  failover term=2", "2  hand-over term=2", "3  failover term=3"))
        {
            assertTrue(acts.stream().anyMatch((line) -> line.startsWith(act) && line.contains("  by sole at ") &&
                line.contains(", approved by boris at ") && line.endsWith("  done")), acts::toString);
        }
        assertEquals(files(dir.resolve("second").resolve("clearing")), files(back.resolve("clearing")));
        reconnect(back);
        flow.trade(ANSWERS);
        verify(back, flow);
        assertClearedAsUndisturbed(back);
        // Without WireGuard each of them would say so.
        assertEquals(null != network && !VenueNetwork.canEncrypt(), processes.stream().anyMatch((process) ->
            process.out().stream().anyMatch((line) -> line.contains("would go in clear between the sites"))));
    }

    /** The others end with it, and do not start again. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldHandOverAVenueOfThreeMembers() throws IOException
    {
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final Path second = dir.resolve("second");
        final String config = config("first", FIRST, MEMBERS);
        startFirst(config, MEMBERS);
        final VenueProcess backup = ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        awaitWhole(copy);
        handOver(first);
        for (final VenueProcess member : members)
        {
            assertEndsHandedOver(member);
        }
        for (int memberId = members.size(); memberId > 0; memberId--)
        {
            assertRefused(launchMember(config, memberId), "was handed over");
        }
        backup.stop();
        ready(SECOND, signedByTwo(copy, List.of("failover", "--config", config("second", SECOND, 1), "--data",
            second.toString(), "--backup", copy.toString(), "--planned")));
        assertSameHistory(first, second);
        reconnect(second);
        flow.trade(ANSWERS);
        verify(second, flow);
    }

    private void assertEndsHandedOver(final VenueProcess member)
    {
        flow.await("a member ends", () -> !member.isAlive());
        final VenueProcess.Result end = member.awaitExit();
        assertEquals(0, end.exitCode(), end::toString);
        assertTrue((end.out() + end.err()).contains("hands this venue over to the other site"), end::toString);
    }

    /** Another member says what is last, and who has signed it; the first one comes back and is no venue. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldHandOverAVenueWhoseFirstMemberIsLost() throws IOException
    {
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final Path second = dir.resolve("second");
        final Path member = dir.resolve("member-1");
        final String config = config("first", FIRST, MEMBERS);
        final VenueProcess venue = startFirst(config, MEMBERS);
        final VenueProcess backup = ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        buy(UNHEARD);
        awaitWhole(copy);
        venue.kill();
        VenueProcess.clean(first);
        cutClients();
        fixFirm.mayRepeat();
        command(3, "member 0 does not answer; make sure", "hand-over", "--data", member.toString());
        command(0, "", signedByTwo(member, List.of("hand-over", "--data", member.toString())));
        assertEndsHandedOver(members.getLast());
        assertRefused(launchMember(config, 1), "was handed over");
        final VenueProcess comesBack = launch(FIRST, List.of("start", "--config", config, "--data", first.toString()));
        backup.stop();
        ready(SECOND, signedByTwo(copy, List.of("failover", "--config", config("second", SECOND, 1), "--data",
            second.toString(), "--backup", copy.toString(), "--planned")));
        assertSameHistory(member, second);
        assertNames(second, "hand-over", "failover term=2 planned=true");
        final List<String> acts = command(0, "", "operators", "site", "--data", second.toString()).lines().toList();
        assertEquals(2, acts.stream().filter((line) -> line.contains("  by sole at ") &&
            line.contains(", approved by boris at ") && line.endsWith("  done")).count(), acts::toString);
        assertFalse(isReady(comesBack), comesBack::describe);
        assertTrue(comesBack.out().stream().noneMatch((line) -> line.contains("leads the cluster")),
            comesBack::describe);
        comesBack.kill();
        reconnect(second);
        assertEquals(Map.of(), twimeFirm.lostMs());
        flow.trade(ANSWERS);
        buy(UNHEARD);
        flow.await("FIX reports", () -> fixFirm.knowsAll());
        assertEquals(List.of(), fixFirm.unexpected());
        verify(second, flow);
    }

    /** The numbers of docs/results/second-site.md are from here. */
    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldSayHowFarTheCopyLags() throws IOException
    {
        assumeTrue(null != network, "only root can make network namespaces, and python3 is needed");
        final Path first = dir.resolve("first");
        final Path copy = dir.resolve("copy");
        final String config = config("first", FIRST, 1);
        startFirst(config, 1);
        ready(SECOND, "backup", "--config", config, "--data", copy.toString());
        connect(first);
        flow.trade(ANSWERS);
        awaitWhole(copy);
        final long begin = flow.answered();
        final long beginNs = System.nanoTime();
        final List<BackupStatus> seen = new ArrayList<>();
        final List<Long> behindMs = new ArrayList<>();
        while (seen.size() < LAG_SAMPLES)
        {
            flow.tradeOn(1);
            final BackupStatus now = BackupStatus.read(copy);
            if (seen.isEmpty() || seen.getLast().timeMs() != now.timeMs())
            {
                seen.add(now);
                behindMs.add(now.timeMs() - now.wholeMs());
            }
        }
        final long ns = System.nanoTime() - beginNs;
        final double[] lagsMs =
            seen.stream().mapToDouble((status) -> status.lagNs() / 1_000_000.0).sorted().toArray();
        final long[] bytes =
            seen.stream().mapToLong((status) -> status.logBehind() + status.eventsBehind()).sorted().toArray();
        Collections.sort(behindMs);
        System.out.printf("SecondSiteTest delayUs=%d encrypted=%s samples=%d requests/s=%d lagMs median=%.1f p90=%.1f" +
            " max=%.1f; bytes behind median=%d max=%d; whole ms before the status median=%d max=%d seed=%d%n", DELAY_US,
            VenueNetwork.canEncrypt(), seen.size(), (flow.answered() - begin) * TimeUnit.SECONDS.toNanos(1) / ns,
            lagsMs[lagsMs.length / 2], lagsMs[lagsMs.length * 9 / 10], lagsMs[lagsMs.length - 1],
            bytes[bytes.length / 2], bytes[bytes.length - 1], behindMs.get(behindMs.size() / 2), behindMs.getLast(),
            seed);
        // The question goes there and back, twice.
        assertTrue(lagsMs[0] >= 4 * DELAY_US / 1_000.0, () -> "faster than the network: " + Arrays.toString(lagsMs));
        assertTrue(lagsMs[lagsMs.length / 2] < 1_000, () -> "the copy does not follow: " + Arrays.toString(lagsMs));

        network.cut(SECOND, VenueNetwork.Way.BOTH);
        flow.trade(ANSWERS);
        flow.await("the copy says that it does not know", () -> BackupStatus.read(copy).lagNs() < 0 ||
            BackupStatus.read(copy).lagNs() > TimeUnit.SECONDS.toNanos(1));
        network.heal(SECOND);
        awaitWhole(copy);
    }

    @Override
    Map<String, Object> options(final String name, final int site, final int memberCount) throws IOException
    {
        final Map<String, Object> options = super.options(name, site, memberCount);
        if (livesOn)
        {
            options.put("venue.site.lease", LEASE);
        }
        return options;
    }

    private void connect(final Path dataDir) throws IOException
    {
        final Map<Integer, String> symbols = data.instruments().stream()
            .collect(Collectors.toMap(InstrumentSpec::instrumentId, InstrumentSpec::symbol));
        flowRelay = new TcpRelay(fixAddress(dataDir));
        firmRelay = new TcpRelay(fixAddress(dataDir));
        twime = new TwimeTrader("TWAA01", login("TWAA01"), List.of("AA01000", "AA01001"));
        twime.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        fix = new FixTrader(new InetSocketAddress("127.0.0.1", flowRelay.port()), "FIXAA02", login("FIXAA02"),
            List.of("AA02000", "AA02001"), symbols);
        fixFirm = new LearningFixClient(new InetSocketAddress("127.0.0.1", firmRelay.port()), "FIXBB01", "BB01000");
        // The other firms trade in the first instrument, and never with each other.
        flow.start(data.instruments().subList(1, 4), List.of(twime, fix));
        twimeFirm.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        flow.await("clients", this::areThere);
    }

    private boolean areThere()
    {
        return twime.isRecovered() && fix.isLoggedOn() && twimeFirm.isUpToDate() && fixFirm.isLoggedOn();
    }

    /** To the addresses of the site where the venue is now. */
    private void reconnect(final Path dataDir) throws IOException
    {
        twime.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        twimeFirm.connect(VenueProcess.address(VenueProcess.descriptor(dataDir).twime()));
        flowRelay.start(fixAddress(dataDir));
        firmRelay.start(fixAddress(dataDir));
        flow.await("clients", this::areThere);
        // The session keeps the order of its messages: when this one is answered, everything before it was, or never
        // will be.
        final OrderAction unmarketable = new OrderAction();
        final InstrumentSpec spec = data.instruments().get(1);
        unmarketable.instrumentId = spec.instrumentId();
        unmarketable.newOrder(--probeKey, true, spec.lowLimitE5(), 1, true);
        final String probe = fix.probe(unmarketable);
        flow.await("the answer to a probe", () -> fix.isAnswered(probe));
        flow.dropUnanswered();
    }

    /** The backup dies first: it hears nothing of the last orders, which are acknowledged. */
    private long loseTheFirstSite(final VenueProcess venue, final VenueProcess backup, final List<String> failOver,
        final Path copy) throws IOException
    {
        backup.kill();
        buy(UNHEARD);
        if (null != network)
        {
            network.cut(FIRST, VenueNetwork.Way.BOTH);
        }
        venue.kill();
        members.forEach(VenueProcess::kill);
        cutClients();
        final VenueProcess.Result status = VenueProcess.execute("backup", "--status", "--data", copy.toString());
        assertTrue(status.out().contains("would be lost now     nothing that the venue acknowledged up to "),
            status::toString);
        command(3, "has not heard from the venue", with(failOver, "--planned", "--yes"));
        command(3, "add --yes", with(failOver));
        assertNoOtherSigns(failOver);
        assertFalse(Files.exists(dir.resolve("second")));
        VenueProcess.clean(dir.resolve("first"));
        final long wholeMs = BackupStatus.read(copy).wholeMs();
        fixFirm.mayRepeat();
        ready(SECOND, signedByTwo(copy, failOver));
        if (null != network)
        {
            network.heal(FIRST);
        }
        return wholeMs;
    }

    /**
     * The first site is taken for lost, and its clients trade on there: until it ends by itself, before the second site
     * is the venue. It does not come back without its backup either.
     */
    private long fallSilent(final VenueProcess venue, final VenueProcess backup, final List<String> failOver,
        final Path copy) throws IOException
    {
        network.separate(FIRST, SECOND);
        backup.kill();
        buy(UNHEARD);
        final long wholeMs = BackupStatus.read(copy).wholeMs();
        fixFirm.mayRepeat();
        final VenueProcess second = launch(SECOND, List.of(signedByTwo(copy, failOver)));
        flow.await("the first site falls silent", () ->
        {
            if (0 == twimeFirm.unanswered() && 0 == fixFirm.unanswered() && twimeFirm.send())
            {
                fixFirm.send();
            }
            return !venue.isAlive();
        });
        assertFalse(isReady(second), second::describe);
        final VenueProcess.Result end = venue.awaitExit();
        assertEquals(1, end.exitCode(), end::toString);
        assertTrue((end.out() + end.err()).contains("the venue has not heard of its backup"), end::toString);
        assertEquals(SiteTerm.FIRST, SiteTerm.read(dir.resolve("first")));
        cutClients();
        final VenueProcess again = launch(FIRST, List.of(
            "start", "--config", dir.resolve("first.conf").toString(), "--data", dir.resolve("first").toString()));
        ready(second);
        assertRefused(again, "venue.site.lease");
        network.join(FIRST, SECOND);
        return wholeMs;
    }

    /** A request without a signature, with another key, or of a person who may not ask, does nothing. */
    private void assertNoOtherSigns(final List<String> failOver)
    {
        command(2, "name the operator who acts", with(failOver, "--yes"));
        command(2, "the key is not the one that the venue knows",
            with(failOver, signature("sole", APPROVER_KEY, "--yes")));
        command(5, "no role to ask for site", with(failOver, signature(APPROVER, APPROVER_KEY, "--yes")));
    }

    private void cutClients()
    {
        twimeFirm.close();
        flowRelay.stop();
        firmRelay.stop();
    }

    /** Orders of the firms that learn what became of each. */
    private void buy(final int count)
    {
        final long target = twimeFirm.lastId() + count;
        flow.await("orders of the firms", () ->
        {
            if (twimeFirm.lastId() < target && twimeFirm.unanswered() < WINDOW && twimeFirm.send())
            {
                fixFirm.send();
            }
            return twimeFirm.lastId() >= target && 0 == twimeFirm.unanswered() && 0 == fixFirm.unanswered();
        });
    }

    /** Each order that was acknowledged is there, or was acknowledged after the moment that the status named. */
    private void assertLossIsWithinTheBound(final Path second, final long wholeMs) throws IOException
    {
        assertFalse(twimeFirm.lostMs().isEmpty(), "nothing was lost: the drill has shown nothing");
        twimeFirm.lostMs().forEach((id, ms) -> assertTrue(ms >= wholeMs, () ->
            "lost within the bound: id=" + id + " acknowledgedMs=" + ms + " wholeMs=" + wholeMs));
        System.out.println("SecondSiteTest lost=" + twimeFirm.lostMs().size() + " of=" + twimeFirm.lastId());
        twimeFirm.sendAgain();
        flow.await("what was sent again", () -> 0 == twimeFirm.unanswered() && twimeFirm.isUpToDate());
        buy(UNHEARD);
        flow.await("FIX reports", () -> fixFirm.knowsAll());
        assertEquals(List.of(), fixFirm.unexpected());
        fixFirm.answers().forEach((name, answers) -> assertTrue(1 == answers.size() ||
            !fixFirm.acceptedMs().containsKey(name) || fixFirm.acceptedMs().get(name) >= wholeMs,
            () -> "answered twice within the bound: " + name + " " + answers));
        final Map<Integer, Long> resting = new TreeMap<>();
        try (EngineClient client = VenueProcess.connect(second);
            OperatorClient operator = sole.client(client, LIMIT_NS))
        {
            final StateReport report = operator.reportState();
            final StreamLedger ledger = StreamLedger.read(client, report.cursor());
            for (final int loginId : List.of(login("TWBB01"), FIX_LOGIN))
            {
                resting.put(loginId, (long)ledger.restingOrders(loginId).size());
            }
        }
        final long accepted = Stream.iterate(1L, (id) -> id <= twimeFirm.lastId(), (id) -> id + 1)
            .filter((id) -> !LearningClient.isRefused(id)).count();
        assertEquals(accepted, resting.get(login("TWBB01")));
        assertEquals(accepted, resting.get(FIX_LOGIN));
    }

    /** Under load: requests without an answer are neither acknowledged nor lost. */
    private void handOver(final Path dataDir)
    {
        final String[] signed = signedByTwo(dataDir, List.of("hand-over", "--data", dataDir.toString()));
        final CompletableFuture<VenueProcess.Result> command =
            CompletableFuture.supplyAsync(() -> VenueProcess.execute(signed));
        flow.await("the hand-over", () ->
        {
            flow.send();
            return command.isDone();
        });
        flowRelay.stop();
        firmRelay.stop();
        assertEquals(0, command.join().exitCode(), () -> command.join().toString());
    }

    /** Both clearings, the first site's and the last one's, are what one venue makes of the same journal. */
    private void assertClearedAsUndisturbed(final Path dataDir) throws IOException
    {
        final long trades;
        try (EngineClient client = VenueProcess.connect(dataDir))
        {
            trades = StreamLedger.read(client, client.endCursor()).tradeCount();
        }
        final String run = clear("evening", dataDir);
        assertTrue(run.lines().anyMatch(("trades     " + trades)::equals), run);
        final String tradingDate = run.lines().filter((line) -> line.matches("run +[0-9]+ .*"))
            .map((line) -> line.replaceAll("run +([0-9]{8}).*", "$1")).findFirst().orElseThrow();
        final String replayed = command(0, "", "clearing", "replay", tradingDate, "--data", dataDir.toString());
        assertEquals(2, replayed.lines().filter((line) -> line.matches("OK +\\S+ day .*")).count(), replayed);
    }

    @Override
    int pollOthers()
    {
        twimeFirm.poll();
        return 0;
    }
}
