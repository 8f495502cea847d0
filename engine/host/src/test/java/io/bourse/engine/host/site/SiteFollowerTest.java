// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.site;

import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
@Timeout(60)
class SiteFollowerTest
{
    private static final SitePositions BEGIN = new SitePositions(0, 0, -1);
    private static final SitePositions LATER = new SitePositions(640, 128, -1);

    @TempDir
    private Path dir;

    private final AtomicLong deposedBy = new AtomicLong();
    private volatile boolean isHandedOver;
    private Path venueDir;
    private Path backupDir;
    private CredentialStore credentials;
    private SiteServer server;
    private SiteFollower follower;
    private volatile SitePositions venue = BEGIN;
    private volatile SitePositions copied = BEGIN;
    private final Map<Integer, Long> copiedOfOthers = new ConcurrentHashMap<>();

    @BeforeEach
    void start() throws IOException
    {
        venueDir = Files.createDirectory(dir.resolve("venue"));
        backupDir = Files.createDirectory(
            dir.resolve("backup"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        credentials = CredentialStore.at(dir.resolve("credentials")).createMissing();
        serve();
        follow();
    }

    @AfterEach
    void closeAll()
    {
        CloseHelper.closeAll(follower, server);
    }

    private void serve() throws IOException
    {
        server = SiteServer.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), credentials, venueDir,
            Map.of("fix-passwords", dir.resolve("gateway/passwords"), "stores", dir.resolve("gateway/stores")),
            () -> venue, deposedBy::set, () -> isHandedOver = true);
    }

    private void follow() throws IOException
    {
        follower = new SiteFollower(
            FileOrigin.member(0, server.address()), credentials, backupDir, () -> copied, this::hasOthers);
    }

    @Test
    void shouldCopyWhatNoEngineMakesForTheOwnerAlone() throws IOException
    {
        write("clearing/run-1/manifest", 200_000);
        write("fix/FIXAA01/0000000001.log", 10);
        write("history.key", 32);
        Files.createDirectories(venueDir.resolve("archive"));
        write("archive/0-0.rec", 10);
        write("engine.lock", 4);
        write("component-fix.json", 4);
        Files.createSymbolicLink(venueDir.resolve("link"), venueDir.resolve("history.key"));

        awaitCopied();

        assertEquals(List.of("clearing/run-1/manifest", "fix/FIXAA01/0000000001.log", "history.key"), names());
        assertSame("clearing/run-1/manifest");
        assertSame("fix/FIXAA01/0000000001.log");
        for (final String name : names())
        {
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file(name))));
        }
    }

    @Test
    void shouldFollowChangesShorterFilesAndRemovals() throws IOException
    {
        write("clearing/a", 200_000);
        write("clearing/b", 100);
        awaitCopied();
        Files.write(venueDir.resolve("clearing/a"), new byte[]{1, 2, 3}, StandardOpenOption.TRUNCATE_EXISTING);
        Files.delete(venueDir.resolve("clearing/b"));
        write("clearing/c", 70_000);
        awaitCopied();
        assertEquals(List.of("clearing/a", "clearing/c"), names());
        assertSame("clearing/a");
        assertSame("clearing/c");
    }

    @Test
    void shouldCopyFilesThatLieElsewhereUnderTheNamesThatTheyWouldHave() throws IOException
    {
        // What lies where nothing of the venue does is not its.
        write("stores/old", 10);
        write("../gateway/stores/FIXAA01/0000000001.log", 70_000);
        write("../gateway/passwords", 100);
        write("../gateway/owner.properties", 10);
        awaitCopied();
        assertEquals(List.of("fix-passwords", "stores/FIXAA01/0000000001.log"), names());
        assertArrayEquals(Files.readAllBytes(dir.resolve("gateway/passwords")),
            Files.readAllBytes(file("fix-passwords")));
        write("../gateway/stores/FIXAA01/0000000001.log", 70_001);
        Files.delete(dir.resolve("gateway/passwords"));
        awaitCopied();
        assertEquals(List.of("stores/FIXAA01/0000000001.log"), names());
        assertArrayEquals(Files.readAllBytes(dir.resolve("gateway/stores/FIXAA01/0000000001.log")),
            Files.readAllBytes(file("stores/FIXAA01/0000000001.log")));
    }

    @Test
    void shouldSendOnlyBlocksThatTheOtherSideLacks() throws IOException
    {
        final byte[] bytes = write("fix/x/0000000001.log", 4 * VenueFiles.BLOCK_LENGTH + 5);
        final VenueFiles files = new VenueFiles(venueDir, Map.of());
        final Seen seen = new Seen();
        files.compare(false, seen);
        assertEquals(5, seen.blocks);
        bytes[2 * VenueFiles.BLOCK_LENGTH] ^= 1;
        Files.write(venueDir.resolve("fix/x/0000000001.log"), bytes);
        files.compare(false, seen);
        assertEquals(6, seen.blocks);
        assertEquals(2L * VenueFiles.BLOCK_LENGTH, seen.lastOffset);
    }

    @Test
    void shouldNotApplyAMessageStoreThatIsAheadOfTheCopiedEvents() throws IOException
    {
        awaitCopied();
        write("fix/FIXAA01/0000000001.log", 64);
        venue = LATER;
        final long beforeMs = follower.filesMs();
        TestEngine.await("the batch is here", () -> work() >= 0 && Files.exists(backupDir.resolve("site.batch.part")));
        for (int i = 0; i < 100; i++)
        {
            work();
        }
        assertEquals(List.of(), names());
        assertEquals(beforeMs, follower.filesMs());
        copied = LATER;
        awaitCopied();
        assertSame("fix/FIXAA01/0000000001.log");
    }

    @Test
    void shouldApplyAWholeBatchAgainAndRefuseNamesThatLeadOut() throws IOException
    {
        final FileCopy copy = new FileCopy(backupDir);
        copy.add(new SiteMessage.Block("../../outside", 0, new byte[]{1}));
        assertTrue(assertThrows(IOException.class, copy::end).getMessage().contains("leads out of the copy"));
        assertFalse(Files.exists(dir.resolve("outside")));
        Files.delete(backupDir.resolve("site.batch"));

        copy.add(new SiteMessage.Block("keys/a", 0, new byte[]{1, 2}));
        copy.drop();
        assertEquals(List.of(), names());
        copy.add(new SiteMessage.Block("keys/a", 0, new byte[]{1, 2}));
        copy.end();
        final byte[] once = Files.readAllBytes(file("keys/a"));
        copy.add(new SiteMessage.Block("keys/a", 2, new byte[]{3}));
        copy.add(new SiteMessage.Block("../../outside", 0, new byte[]{1}));
        // Dies within the batch, and the next life finds it.
        assertThrows(IOException.class, copy::end);
        assertThrows(IOException.class, () -> new FileCopy(backupDir));
        assertArrayEquals(new byte[]{1, 2}, once);
        assertArrayEquals(new byte[]{1, 2, 3}, Files.readAllBytes(file("keys/a")));
    }

    @Test
    void shouldHandOverOnlyWhenTheBackupHasEverything() throws Exception
    {
        awaitCopied();
        assertFalse(server.handOver(LATER, TimeUnit.MILLISECONDS.toNanos(20), () -> true));
        assertEquals(SiteTerm.FIRST, SiteTerm.read(venueDir));
        venue = LATER;
        write("clearing/last", 10);
        final CompletableFuture<Boolean> handedOver =
            CompletableFuture.supplyAsync(() -> server.handOver(LATER, TimeUnit.SECONDS.toNanos(30), () -> true));
        TestEngine.await("the last batch is here",
            () -> work() >= 0 && Files.exists(backupDir.resolve("site.batch.part")));
        assertFalse(handedOver.isDone());
        copied = LATER;
        TestEngine.await("the venue is handed over", () -> work() >= 0 &&
            SiteTerm.State.HANDED_OVER == SiteTerm.read(backupDir).state());
        assertTrue(handedOver.get(30, TimeUnit.SECONDS));
        assertEquals(SiteTerm.State.HANDED_OVER, SiteTerm.read(venueDir).state());
        assertEquals("member-0", SiteFollower.handedOverBy(backupDir));
        assertSame("clearing/last");
    }

    /** Else those that do not know of it could be a majority, and go on. */
    @Test
    void shouldHandOverWhenOtherMembersHaveWrittenItDown() throws Exception
    {
        final AtomicLong asked = new AtomicLong();
        awaitCopied();
        final CompletableFuture<Boolean> handedOver = CompletableFuture.supplyAsync(() ->
            server.handOver(BEGIN, TimeUnit.SECONDS.toNanos(30), () -> asked.incrementAndGet() > 2));
        TestEngine.await("others are asked twice", () -> work() >= 0 && asked.get() >= 2);
        assertEquals(SiteTerm.FIRST, SiteTerm.read(venueDir));
        TestEngine.await("the venue is handed over", () -> work() >= 0 &&
            SiteTerm.State.HANDED_OVER == SiteTerm.read(backupDir).state());
        assertTrue(handedOver.get(30, TimeUnit.SECONDS));
        assertEquals(3, asked.get());
    }

    @Test
    void shouldWriteDownThatAnotherMemberHandsOver()
    {
        assertFalse(SiteFollower.handOver(server.address(), credentials, 2));
        assertEquals(SiteTerm.FIRST, SiteTerm.read(venueDir));
        assertFalse(isHandedOver);
        deposedBy.set(0);
        assertTrue(SiteFollower.handOver(server.address(), credentials, 1));
        TestEngine.await("the member ends", () -> isHandedOver);
        assertEquals(SiteTerm.State.HANDED_OVER, SiteTerm.read(venueDir).state());
        assertThrows(IllegalStateException.class, () -> SiteTerm.requireVenue(venueDir));
        assertEquals(0, deposedBy.get());
        server.close();
        assertFalse(SiteFollower.handOver(server.address(), credentials, 1));
    }

    /** The first one may be lost. */
    @Test
    void shouldBelieveEachMemberThatHandsOver() throws Exception
    {
        follower.close();
        follower = new SiteFollower(
            FileOrigin.member(1, server.address()), credentials, backupDir, () -> copied, this::hasOthers);
        awaitCopied();
        final CompletableFuture<Boolean> handedOver =
            CompletableFuture.supplyAsync(() -> server.handOver(BEGIN, TimeUnit.SECONDS.toNanos(30), () -> true));
        TestEngine.await("the venue is handed over", () -> work() >= 0 &&
            SiteTerm.State.HANDED_OVER == SiteTerm.read(backupDir).state());
        assertTrue(handedOver.get(30, TimeUnit.SECONDS));
        assertEquals("member-1", SiteFollower.handedOverBy(backupDir));
    }

    @Test
    void shouldWaitForWhatStillComesAtAHandOver() throws Exception
    {
        awaitCopied();
        copied = LATER;
        assertFalse(server.handOver(LATER, 1, () -> true));
        final SitePositions still = new SitePositions(704, 192, -1);
        venue = still;
        final long nowMs = System.currentTimeMillis();
        TestEngine.await("a batch is asked for", () -> work() >= 0 && follower.filesMs() >= nowMs);
        for (int i = 0; i < 100; i++)
        {
            work();
        }
        assertEquals(SiteTerm.FIRST, SiteTerm.read(venueDir));
        final CompletableFuture<Boolean> handedOver =
            CompletableFuture.supplyAsync(() -> server.handOver(still, TimeUnit.SECONDS.toNanos(30), () -> true));
        copied = still;
        TestEngine.await("the venue is handed over", () -> work() >= 0 && handedOver.isDone());
        assertTrue(handedOver.get());
    }

    @Test
    void shouldDeposeTheLowerTermAndCopyNoOther() throws IOException
    {
        assertEquals(OptionalLong.of(1), SiteFollower.termOf(server.address(), credentials, 1));
        assertEquals(0, deposedBy.get());
        assertEquals(OptionalLong.of(1), SiteFollower.termOf(server.address(), credentials, 2));
        TestEngine.await("the venue hears of the higher term", () -> 2 == deposedBy.get());

        new SiteTerm(2, SiteTerm.State.VENUE, 0, 0).write(venueDir);
        new SiteTerm(3, SiteTerm.State.VENUE, 0, 0).write(backupDir);
        TestEngine.await("the former venue is refused",
            () -> work() >= 0 && follower.problem().contains("of a former term"));
        new SiteTerm(1, SiteTerm.State.HANDED_OVER, 0, 0).write(backupDir);
        TestEngine.await("the later venue is refused",
            () -> work() >= 0 && follower.problem().contains("begin anew"));
        assertEquals(List.of(), names());
        assertEquals(OptionalLong.empty(), SiteFollower.termOf(server.address(),
            CredentialStore.at(dir.resolve("stranger")).createMissing(), 9));
        assertEquals(3, deposedBy.get());
    }

    @Test
    void shouldHearOfItsBackupAndOfNoStranger() throws IOException
    {
        SiteFollower.termOf(server.address(), CredentialStore.at(dir.resolve("stranger")).createMissing(), 1);
        assertFalse(server.isHeard());
        final SiteGreeter greeter = new SiteGreeter(server.address(), credentials, backupDir);
        assertEquals(1, greeter.doWork());
        assertTrue(server.isHeard());
        TestEngine.await("silence", () -> server.silentNs() > TimeUnit.MILLISECONDS.toNanos(50));
        final long beginNs = System.nanoTime();
        assertEquals(1, greeter.doWork());
        assertTrue(server.silentNs() <= System.nanoTime() - beginNs);
        server.close();
        assertEquals(0, greeter.doWork());
    }

    @Test
    void shouldKeepTheFilesOfEachProcessApartAndWaitForAGatewaysStores() throws Exception
    {
        write("keys/a", 10);
        awaitCopied();
        final Path gatewayDir = Files.createDirectory(dir.resolve("fix-gateway"));
        Files.write(gatewayDir.resolve("fix-passwords"), new byte[]{1});
        final Principal gateway = Principal.gateway(2);
        final SitePositions passed = new SitePositions(0, LATER.eventPosition(), -1);
        // It has no secret but its own.
        final CredentialStore own = CredentialStore.at(
            Files.createDirectory(dir.resolve("own"), PosixFilePermissions.asFileAttribute(
                PosixFilePermissions.fromString("rwx------"))));
        Files.copy(credentials.directory().resolve("gateway-2.key"), own.directory().resolve("gateway-2.key"),
            StandardCopyOption.COPY_ATTRIBUTES);
        new SiteTerm(3, SiteTerm.State.VENUE, 0, 0).write(backupDir);
        follower.close();
        try (SiteServer served = SiteServer.openGateway(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            own, gateway, gatewayDir, Map.of(), () -> passed))
        {
            final FileOrigin origin = FileOrigin.gateway(2, served.address());
            follower = new SiteFollower(origin, credentials, backupDir, () -> copied, this::hasOthers);
            final Path copy = backupDir.resolve("files-" + origin.name());
            TestEngine.await("a batch is here",
                () -> work() >= 0 && Files.exists(backupDir.resolve("site.batch." + origin.name() + ".part")));
            assertFalse(Files.exists(copy.resolve("fix-passwords")));
            copied = LATER;
            awaitCopied();
            assertArrayEquals(new byte[]{1}, Files.readAllBytes(copy.resolve("fix-passwords")));
            // A term does not end it, and it hands nothing over.
            Files.write(gatewayDir.resolve("fix-passwords"), new byte[]{1, 2});
            final CompletableFuture<Boolean> whole = CompletableFuture.supplyAsync(() ->
                served.awaitCopied(TimeUnit.SECONDS.toNanos(30)));
            TestEngine.await("the backup has everything", () -> work() >= 0 && whole.isDone());
            assertTrue(whole.get());
            assertArrayEquals(new byte[]{1, 2}, Files.readAllBytes(copy.resolve("fix-passwords")));
            assertEquals(SiteTerm.FIRST, SiteTerm.read(gatewayDir));
            assertEquals(new SiteTerm(3, SiteTerm.State.VENUE, 0, 0), SiteTerm.read(backupDir));
            assertEquals(List.of("keys/a"), names());
            assertEquals(List.of("member-0", origin.name()), List.copyOf(FileCopy.all(backupDir).keySet()));
        }
    }

    /** What a gateway of all partitions keeps must not know of events that the copy of another partition lacks. */
    @Test
    void shouldWaitForTheCopiesOfOtherPartitions() throws Exception
    {
        final SortedMap<Integer, Long> others = new TreeMap<>(Map.of(1, 640L, 2, 128L));
        venue = new SitePositions(0, 0, -1, others);
        write("low-frequency.merge.log", 32);
        copiedOfOthers.putAll(Map.of(1, 608L, 2, 128L));
        TestEngine.await("a batch is here", () -> work() >= 0 && Files.exists(backupDir.resolve("site.batch.part")));
        assertEquals(0, work());
        assertEquals(List.of(), names());
        copiedOfOthers.put(1, 640L);
        awaitCopied();
        assertEquals(List.of("low-frequency.merge.log"), names());
        // Nor is the venue handed over before.
        write("low-frequency.merge.log", 48);
        venue = new SitePositions(0, 0, -1, new TreeMap<>(Map.of(1, 704L)));
        final CompletableFuture<Boolean> handedOver =
            CompletableFuture.supplyAsync(() -> server.handOver(venue, TimeUnit.SECONDS.toNanos(30), () -> true));
        TestEngine.await("a batch is here", () -> work() >= 0 && Files.exists(backupDir.resolve("site.batch.part")));
        assertFalse(handedOver.isDone());
        copiedOfOthers.put(1, 704L);
        TestEngine.await("it is handed over", () -> work() >= 0 && handedOver.isDone());
        assertTrue(handedOver.get());
        assertSame("low-frequency.merge.log");
    }

    /** It has what marks, numbers and messages of stores depend on. */
    @Test
    void shouldReadTheOrderOfAllPartitionsAfterWhatDependsOnIt() throws IOException
    {
        write("low-frequency-fix.merge.log", 32);
        write("low-frequency-fix.stores/FIXAA01/0000000001.log", 32);
        write("low-frequency-fix.stores/handed.mark", 32);
        write("low-frequency.checkpoints/twime-3.0000000000000001.checkpoint", 32);
        write("low-frequency.merge.log", 32);
        assertEquals(List.of("low-frequency-fix.stores/handed.mark",
            "low-frequency.checkpoints/twime-3.0000000000000001.checkpoint",
            "low-frequency-fix.stores/FIXAA01/0000000001.log", "low-frequency-fix.merge.log",
            "low-frequency.merge.log"), read());
    }

    @Test
    void shouldNotBelieveWhatAGatewaySaysOfTheVenue() throws Exception
    {
        final SiteTerm copiedTerm = new SiteTerm(3, SiteTerm.State.VENUE, 0, 0);
        follower.close();
        new SiteTerm(3, SiteTerm.State.VENUE, 0, 0).write(venueDir);
        copiedTerm.write(backupDir);
        follower = new SiteFollower(new FileOrigin("gateway-gw-1", server.address(), Principal.BACKUP), credentials,
            backupDir, () -> copied, this::hasOthers);
        awaitCopied();
        final CompletableFuture<Boolean> handedOver =
            CompletableFuture.supplyAsync(() -> server.handOver(venue, TimeUnit.SECONDS.toNanos(30), () -> true));
        TestEngine.await("it says that it hands the venue over", () -> work() >= 0 && handedOver.isDone());
        final long nowMs = System.currentTimeMillis();
        TestEngine.await("and the backup goes on", () -> work() >= 0 && follower.filesMs() >= nowMs);
        assertEquals(copiedTerm, SiteTerm.read(backupDir));
        // Nor that the venue is of another term.
        new SiteTerm(9, SiteTerm.State.VENUE, 0, 0).write(venueDir);
        follower.close();
        follower = new SiteFollower(new FileOrigin("gateway-gw-1", server.address(), Principal.BACKUP), credentials,
            backupDir, () -> copied, this::hasOthers);
        awaitCopied();
        assertEquals(copiedTerm, SiteTerm.read(backupDir));
    }

    private List<String> read() throws IOException
    {
        final List<String> names = new ArrayList<>();
        new VenueFiles(venueDir, Map.of()).compare(false, new VenueFiles.Changes()
        {
            @Override
            public void onBlock(final String name, final long offset, final byte[] bytes, final int length)
            {
                names.add(name);
            }

            @Override
            public void onLength(final String name, final long length)
            {
                // Said after its bytes.
            }

            @Override
            public void onGone(final String name)
            {
                throw new AssertionError(name);
            }
        });
        return names;
    }

    private boolean hasOthers(final Map<Integer, Long> cursors)
    {
        return cursors.entrySet().stream().allMatch(
            (each) -> copiedOfOthers.getOrDefault(each.getKey(), 0L) >= each.getValue());
    }

    private int work()
    {
        try
        {
            return follower.doWork();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private void awaitCopied()
    {
        final long nowMs = System.currentTimeMillis();
        TestEngine.await("the files are copied", () -> work() >= 0 && follower.filesMs() >= nowMs);
    }

    private byte[] write(final String name, final int length) throws IOException
    {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++)
        {
            bytes[i] = (byte)(i * 31 >> 3);
        }
        Files.createDirectories(venueDir.resolve(name).getParent());
        Files.write(venueDir.resolve(name), bytes);
        return bytes;
    }

    private Path file(final String name)
    {
        return backupDir.resolve(FileCopy.DIRECTORY).resolve(name);
    }

    private List<String> names()
    {
        final Path root = backupDir.resolve(FileCopy.DIRECTORY);
        try (Stream<Path> tree = Files.walk(root))
        {
            return tree.filter(Files::isRegularFile).map((each) -> root.relativize(each).toString()).sorted().toList();
        }
        catch (final IOException ex)
        {
            throw new AssertionError(ex);
        }
    }

    private void assertSame(final String name) throws IOException
    {
        assertArrayEquals(Files.readAllBytes(venueDir.resolve(name)), Files.readAllBytes(file(name)), name);
    }

    /** Counts what is sent. */
    private static final class Seen implements VenueFiles.Changes
    {
        private int blocks;
        private long lastOffset;

        @Override
        public void onBlock(final String name, final long offset, final byte[] bytes, final int length)
        {
            blocks++;
            lastOffset = offset;
        }

        @Override
        public void onLength(final String name, final long length)
        {
            // Of no interest.
        }

        @Override
        public void onGone(final String name)
        {
            throw new AssertionError(name);
        }
    }
}
