// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.aeron.archive.ArchiveTool;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.host.recording.RecordedEvents;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.BackupMark;
import io.bourse.engine.host.storage.SiteTerm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue is made of a copy when two of its operators have signed that, and is of the term of the copy.
 */
@Tag("venue")
class SignedRestoreTest
{
    @TempDir
    private Path dir;

    @AfterEach
    void clean()
    {
        VenueProcess.clean(dir.resolve("venue"));
        VenueProcess.clean(dir.resolve("made"));
    }

    @Test
    @Timeout(120)
    void shouldRestoreOnlyWhatTwoOperatorsHaveSigned() throws IOException
    {
        final Path copy = copyOf(dir.resolve("venue"));
        new SiteTerm(3, SiteTerm.State.HANDED_OVER, 64, 128).write(copy);
        final Path made = dir.resolve("made");

        refused(2, "the venue has no such operator", copy, made, "--as", "stranger");
        refused(5, "no role to ask for site", copy, made, "--as", "boris");
        refused(3, "have them sign, without --founders", copy, made, "--founders",
            VenueProcess.writeConfig(dir.resolve("venue.conf"), Map.of("venue.operators.founders",
            List.of(Map.of("name", "eve", "roles", List.of("administrator"), "public-key", "30"))))
            .toString());
        refused(5, "another person has to approve", copy, made);
        assertFalse(Files.exists(made));
        final VenueProcess.Result approved =
            VenueProcess.execute("operators", "site", "--approve", "--data", copy.toString());
        assertTrue(approved.out().contains("approved  1  restore term=3"), approved::toString);
        final VenueProcess.Result restored =
            VenueProcess.execute("restore", "--backup", copy.toString(), "--data", made.toString());
        assertEquals(0, restored.exitCode(), restored::toString);
        assertEquals(new SiteTerm(3, SiteTerm.State.VENUE, 64, 128), SiteTerm.read(made));
        final String log = security(made);
        assertTrue(log.contains("\"restore term=3\"") && log.contains("\"approve restore term=3\""), log);
        final VenueProcess.Result listed = VenueProcess.execute("operators", "site", "--data", made.toString());
        assertTrue(listed.out().startsWith("1  restore term=3") && listed.out().contains("  by anna at ") &&
            listed.out().contains(", approved by boris at ") && listed.out().endsWith("  done"), listed::toString);
        // Each time anew.
        refused(5, "another person has to approve", copy, dir.resolve("second"));
    }

    /** A copy whose log was copied, and of whose events nothing was. */
    @Test
    @Timeout(120)
    void shouldRestoreByFoundersWhatHasNoEvents() throws IOException
    {
        final Path venueDir = dir.resolve("venue");
        final Path copy = copyOf(venueDir);
        final Path archive = copy.resolve("archive");
        final RecordedEvents events = RecordedEvents.upTo(archive, Long.MAX_VALUE);
        final byte[] last = RecordedEvents.lastFrame(archive, events.endPosition()).payload();
        ArchiveTool.markRecordingInvalid(new PrintStream(OutputStream.nullOutputStream(), false,
            StandardCharsets.UTF_8), archive.toFile(), events.recordingId());
        ArchiveTool.compact(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
            archive.toFile());
        final Path made = dir.resolve("made");
        final String founders = VenueProcess.writeConfig(dir.resolve("venue.conf"), Map.of("venue.operators.founders",
            Stream.of("anna", "boris").map((name) -> Map.of("name", name, "roles", List.of("administrator", "approver"),
            "public-key", DemoOperators.key(name).publicKey())).toList())).toString();
        refused(3, "the register of operators cannot be read", copy, made);
        refused(5, "another person has to approve", copy, made, "--founders", founders);
        final VenueProcess.Result approved = VenueProcess.execute(
            "operators", "site", "--approve", "--founders", founders, "--data", copy.toString());
        assertEquals(0, approved.exitCode(), approved::toString);
        final VenueProcess.Result restored = VenueProcess.execute(
            "restore", "--backup", copy.toString(), "--data", made.toString(), "--founders", founders);
        assertEquals(0, restored.exitCode(), restored::toString);
        assertTrue(security(made).contains("\"restore term=1 by founders\""), () -> restored.toString());

        final Map<String, Object> options = new HashMap<>(TestVenue.options(made));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        Venue.start(VenueConfigLoader.load(null, options)).close();
        assertArrayEquals(last, RecordedEvents.lastFrame(made.resolve("archive"), events.endPosition()).payload());
        final VenueProcess.Result listed = VenueProcess.execute("operators", "site", "--data", made.toString());
        assertTrue(listed.out().startsWith("1  restore term=1") &&
            listed.out().endsWith("NOT SIGNED by operators of the venue"), listed::toString);
    }

    @Test
    @Timeout(120)
    void shouldRestoreAllPartitionsOrNone() throws IOException
    {
        final Path copies = dir.resolve("copies");
        Files.createDirectory(copies);
        Files.move(copyOf(dir.resolve("venue")), copies.resolve("partition-0"));
        FileCopy.copyTree(copies.resolve("partition-0"), copies.resolve("partition-1"));
        final Path made = dir.resolve("made");
        refused(5, "another person has to approve", copies, made);
        approve(copies);
        final Path cluster = copies.resolve("partition-1").resolve("cluster");
        Files.move(cluster, dir.resolve("aside"));
        refused(3, "no log has been copied yet", copies, made);
        assertFalse(Files.exists(made));
        assertFalse(Files.exists(dir.resolve("made.unfinished")));
        Files.move(dir.resolve("aside"), cluster);
        refused(5, "another person has to approve", copies, made);
        approve(copies);
        final VenueProcess.Result restored =
            VenueProcess.execute("restore", "--backup", copies.toString(), "--data", made.toString());
        assertEquals(0, restored.exitCode(), restored::toString);
        for (int partition = 0; partition < 2; partition++)
        {
            final Path each = made.resolve("partition-" + partition);
            assertTrue(restored.out().contains("data directory        " + each), restored::toString);
            assertTrue(security(each).contains("\"approve restore term=1\""), () -> restored.toString());
        }
    }

    private static void approve(final Path copies)
    {
        final VenueProcess.Result approved =
            VenueProcess.execute("operators", "site", "--approve", "--data", copies.toString());
        assertEquals(2, approved.out().lines().filter((line) -> line.startsWith("approved  ")).count(),
            approved::toString);
    }

    /** What a backup of a venue has that ran and was stopped. */
    private Path copyOf(final Path venueDir) throws IOException
    {
        final Map<String, Object> options = new HashMap<>(TestVenue.options(venueDir));
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        Venue.start(VenueConfigLoader.load(null, options)).close();
        final Path copy = Files.createDirectory(
            dir.resolve("copy"), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        FileCopy.copyTree(venueDir.resolve("archive"), copy.resolve("archive"));
        FileCopy.copyTree(venueDir.resolve("cluster"), copy.resolve("cluster"));
        BackupMark.set(copy);
        return copy;
    }

    private static void refused(
        final int exitCode, final String reason, final Path copy, final Path made, final String... more)
    {
        final String[] command = new String[5 + more.length];
        System.arraycopy(new String[]{"restore", "--backup", copy.toString(), "--data", made.toString()}, 0, command,
            0, 5);
        System.arraycopy(more, 0, command, 5, more.length);
        final VenueProcess.Result result = VenueProcess.execute(command);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertTrue(result.err().contains(reason), result::toString);
    }

    private static String security(final Path dataDir) throws IOException
    {
        final StringBuilder log = new StringBuilder();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dataDir.resolve("security"), "*.jsonl"))
        {
            for (final Path file : files)
            {
                log.append(Files.readString(file));
            }
        }
        return log.toString();
    }
}
