// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.Pace;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.gateway.fix.session.store.HandedMark;
import org.agrona.IoUtil;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CopiedFilesTest
{
    private static final int DATE = 20261120;
    private static final String GATEWAY = "gateway-gw-1-20140";

    @TempDir
    private Path dir;

    private Path copy;

    @BeforeEach
    void makeCopy() throws IOException
    {
        copy = makeDirectory(dir.resolve("copy"));
        makeDirectory(copy.resolve("files"));
    }

    @Test
    void shouldTakeTheLastRunsAndTheKeysBesideThem() throws IOException
    {
        run("member-0", 1, RunPhase.PUBLISHED, "first");
        run("member-1", 1, RunPhase.PUBLISHED, "first");
        run("member-1", 2, RunPhase.PUBLISHED, "second");
        // Not published: nothing is lost with it.
        run("member-2", 3, RunPhase.CHECKED, "third");
        write("member-0", "keys/clearing.p12", "old");
        write("member-1", "keys/clearing.p12", "new");
        write("member-0", "operators/operators.conf", "of the venue");
        write("member-1", "operators/operators.conf", "of the member");
        // Who has the machine of a gateway has no say in clearing.
        run(GATEWAY, 9, RunPhase.PUBLISHED, "forged");
        write(GATEWAY, "keys/clearing.p12", "forged");
        final CopiedFiles files = of();
        assertEquals(List.of(
            "clearing of member-1: last run 20261120/2-I; member-0: 20261120/1-I; member-2: 20261120/3-I",
            "keys of member-1: of the same process as clearing"), files.lines());
        assertNull(files.of(CopiedFiles.Kind.STORES));

        final Path venue = makeDirectory(dir.resolve("venue"));
        write(venue.resolve("clearing/20261120/1-I/old"), "of the former one");
        write(venue.resolve("operators/operators.conf"), "of the venue");
        files.apply(venue);
        assertEquals("new", Files.readString(venue.resolve("keys/clearing.p12")));
        assertEquals("second", Files.readString(venue.resolve("clearing/20261120/2-I/input.json")));
        assertFalse(Files.exists(venue.resolve("clearing/20261120/1-I/old")));
        assertEquals("of the venue", Files.readString(venue.resolve("operators/operators.conf")));
    }

    @Test
    void shouldTakeTheAccessFileBesideTheStoresAndAskWhenThereAreNone() throws IOException
    {
        write("member-0", "access.conf", "old");
        write(GATEWAY, "access.conf", "new");
        final String message = assertThrows(IllegalStateException.class, this::of).getMessage();
        assertTrue(message.contains("--take access=member-0 or --take access=" + GATEWAY), message);
        stores(GATEWAY, 78, 4_000);
        assertTrue(of().lines().contains("access of " + GATEWAY + ": of the same process as stores"),
            of().lines()::toString);
    }

    @Test
    void shouldTakeTheQuarantineThatHasAllOthers() throws IOException
    {
        write("member-0", "quarantine/64.properties", "one");
        write("member-2", "quarantine/64.properties", "one");
        write("member-2", "quarantine/quarantine.key", "key");
        assertEquals(List.of("quarantine of member-2: has what each has"), of().lines());
        final Path venue = makeDirectory(dir.resolve("venue"));
        of().apply(venue);
        assertEquals("key", Files.readString(venue.resolve("quarantine/quarantine.key")));
        write("member-1", "quarantine/64.properties", "another");
        final String message = assertThrows(IllegalStateException.class, this::of).getMessage();
        assertTrue(message.contains("--take quarantine=member-2 or --take quarantine=member-1"), message);
    }

    @Test
    void shouldPutArchivesOfMembersTogether() throws IOException
    {
        archive("member-0", List.of("one"));
        archive("member-1", List.of("one", "two"));
        assertEquals(List.of("history of member-1: events from 0 to 6; member-0: with from 0 to 3"), of().lines());
        final Path venue = makeDirectory(dir.resolve("venue"));
        archive(venue, List.of("one"));
        // Each lacks what the other one has.
        Files.delete(root("member-1").resolve(HistoryArchive.NAME).resolve(
            "events-0000000000000000000-0000000000000000003.zst"));
        of().apply(venue);
        final HistoryArchive together = HistoryArchive.find(venue);
        assertEquals(3, together.segments().size());
        final List<ArchivedSegment> events = together.segments(ArchivedSegment.Stream.EVENTS, 7);
        assertEquals(List.of(0L, 3L), events.stream().map(ArchivedSegment::from).toList());
        events.forEach((segment) -> together.verify(segment, new Pace(1L << 40)));
        // At the next site, too.
        FileCopy.copyTree(venue.resolve(HistoryArchive.NAME), root("member-2").resolve(HistoryArchive.NAME));
        Files.copy(venue.resolve(HistoryArchive.KEY), root("member-2").resolve(HistoryArchive.KEY),
            StandardCopyOption.COPY_ATTRIBUTES);
        final Path next = makeDirectory(dir.resolve("next"));
        CopiedFiles.of(copy, Map.of(CopiedFiles.Kind.HISTORY, "member-2")).apply(next);
        assertEquals(together.segments(), HistoryArchive.find(next).segments());
        assertEquals(2, HistoryArchive.find(next).segments(ArchivedSegment.Stream.EVENTS, 1).size());
        IoUtil.delete(root("member-2").toFile(), false);
        // One that cannot be read stays where it is.
        Files.delete(root("member-0").resolve(HistoryArchive.NAME).resolve("history.manifest"));
        assertEquals(List.of("history of member-1: events from 0 to 6; cannot be read and stay in the copy: " +
            "[member-0]"), of().lines());
        archive("member-2", List.of("ONE"));
        final String message = assertThrows(IllegalStateException.class, this::of).getMessage();
        assertTrue(message.contains("--take history=member-1 or --take history=member-2") &&
            message.contains("other events from 0"), message);
    }

    /** Each member signs by itself, with numbers of its own. */
    @Test
    void shouldKeepTheActsOfAllMembersAndAboveAllOfTheOneThatHasHandedOver() throws IOException
    {
        write("member-0", "site-acts/1/act.json", "restore of 0");
        write("member-1", "site-acts/1/act.json", "restore of 1");
        write("member-1", "site-acts/2/act.json", "hand-over of 1");
        write(GATEWAY, "site-acts/3/act.json", "forged");
        final Path venue = makeDirectory(dir.resolve("venue"));
        write(venue.resolve("site-acts/1/act.json"), "restore of 0");
        of().apply(venue);
        assertEquals("restore of 0", Files.readString(venue.resolve("site-acts/1/act.json")));
        assertEquals("hand-over of 1", Files.readString(venue.resolve("site-acts/2/act.json")));
        assertFalse(Files.exists(venue.resolve("site-acts/3")));
        write(copy.resolve("site.handed-over-by"), "member-1");
        of().apply(venue);
        assertEquals("restore of 1", Files.readString(venue.resolve("site-acts/1/act.json")));
    }

    @Test
    void shouldKeepTheSecurityLogsOfAllMembers() throws IOException
    {
        final String first = "{\"time\":\"2026-11-20T09:00:00Z\",\"of\":0}\n";
        final String second = "{\"time\":\"2026-11-20T09:00:00.5Z\",\"of\":1}\n";
        final String third = "{\"time\":\"2026-11-20T09:00:01Z\",\"of\":0}\n";
        write("member-0", "security/security-20261120.jsonl", first + third);
        write("member-1", "security/security-20261120.jsonl", second);
        write("member-1", "security/security-20261119.jsonl", first);
        write(GATEWAY, "security/security-20261120.jsonl", "forged\n");
        final Path venue = makeDirectory(dir.resolve("venue"));
        of().apply(venue);
        assertEquals(first + second + third, Files.readString(venue.resolve("security/security-20261120.jsonl")));
        assertEquals(first, Files.readString(venue.resolve("security/security-20261119.jsonl")));
    }

    @Test
    void shouldRefuseRunsThatContradictAndTakeWhatAPersonSays() throws IOException
    {
        run("member-0", 1, RunPhase.PUBLISHED, "one");
        run("member-1", 1, RunPhase.PUBLISHED, "another");
        run("member-1", 2, RunPhase.PUBLISHED, "second");
        final String message = assertThrows(IllegalStateException.class, this::of).getMessage();
        assertTrue(message.contains("--take clearing=member-1 or --take clearing=member-0: ") &&
            message.contains("member-0 has published run 20261120/1-I"), message);
        final CopiedFiles files = CopiedFiles.of(copy, Map.of(CopiedFiles.Kind.CLEARING, "member-0"));
        assertEquals(List.of("clearing of member-0: as it was asked for"), files.lines());
        assertTrue(assertThrows(IllegalStateException.class,
            () -> CopiedFiles.of(copy, Map.of(CopiedFiles.Kind.CLEARING, "member-2"))).getMessage()
            .contains("no such files of this process"));
    }

    @Test
    void shouldRefuseOtherKeysWhenNoneAreBesideTheRuns() throws IOException
    {
        run("member-1", 1, RunPhase.PUBLISHED, "first");
        write("member-0", "keys/clearing.p12", "same");
        write("member-2", "keys/clearing.p12", "same");
        assertEquals("member-0", of().of(CopiedFiles.Kind.KEYS).origin());
        write("member-2", "keys/clearing.p12", "other");
        final String message = assertThrows(IllegalStateException.class, this::of).getMessage();
        assertTrue(message.contains("--take keys=member-0 or --take keys=member-2") &&
            message.contains("clearing is of member-1, which has none"), message);
    }

    @Test
    void shouldTakeTheStoresOfTheGatewayThatHadTheSessionsLast() throws IOException
    {
        stores("member-0", 77, 9_000);
        stores(GATEWAY, 78, 4_000);
        write("member-0", "fix-passwords", "old");
        write(GATEWAY, "fix-passwords", "new");
        assertEquals(List.of("stores of gateway-gw-1-20140: reports up to journal position 4000; member-0: 9000",
            "passwords of gateway-gw-1-20140: of the same process as stores"), of().lines());
        // The same start, copied at other moments.
        stores("member-0", 78, 9_000);
        assertEquals("member-0", of().of(CopiedFiles.Kind.STORES).origin());
        assertEquals("member-0", of().of(CopiedFiles.Kind.PASSWORDS).origin());
    }

    @Test
    void shouldSayWhatOnlyOneHasAndNothingWhenItIsTheVenue() throws IOException
    {
        stores(GATEWAY, 78, 4_000);
        assertEquals(List.of("stores of gateway-gw-1-20140, no other process has it"), of().lines());
        run("member-0", 1, RunPhase.PUBLISHED, "first");
        assertEquals(1, of().lines().size());
    }

    @Test
    void shouldNotLookAtACopyThatIsMade()
    {
        try (DataDirectoryLock ignored = DataDirectoryLock.acquireAny(copy))
        {
            assertThrows(IllegalStateException.class, this::of);
        }
    }

    private CopiedFiles of() throws IOException
    {
        return CopiedFiles.of(copy, Map.of());
    }

    private Path root(final String origin) throws IOException
    {
        return makeDirectory(copy.resolve("member-0".equals(origin) ? "files" : "files-" + origin));
    }

    private void run(final String origin, final int number, final RunPhase phase, final String input)
        throws IOException
    {
        final RunDirectory run = new RunDirectory(root(origin).resolve("clearing"), DATE, number, "I");
        run.create();
        Files.writeString(run.file(RunDirectory.INPUT), input);
        run.enter(phase, phase, null, "", List.of(RunDirectory.INPUT));
    }

    private void archive(final String origin, final List<String> segments) throws IOException
    {
        archive(root(origin), segments);
    }

    private void archive(final Path dataDir, final List<String> segments) throws IOException
    {
        final HistoryArchive archive = HistoryArchive.openOrCreate(dataDir, dataDir.resolve(HistoryArchive.NAME));
        long position = 0;
        for (final String text : segments)
        {
            final Path live = Files.writeString(dir.resolve("live"), text);
            archive.add(live, new ArchivedSegment(ArchivedSegment.Stream.EVENTS, 1, position,
                position + text.length(), 0, "", 0, 0, text.hashCode()), new Pace(1L << 40));
            position += text.length();
        }
    }

    private void stores(final String origin, final long epoch, final long position) throws IOException
    {
        final Path stores = root(origin).resolve("fix");
        Files.createDirectories(stores);
        try (HandedMark mark = new HandedMark(stores))
        {
            mark.own(epoch);
            mark.position(position);
        }
    }

    private void write(final String origin, final String name, final String text) throws IOException
    {
        write(root(origin).resolve(name), text);
    }

    private static void write(final Path file, final String text) throws IOException
    {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static Path makeDirectory(final Path path) throws IOException
    {
        return Files.isDirectory(path) ? path : Files.createDirectory(
            path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
