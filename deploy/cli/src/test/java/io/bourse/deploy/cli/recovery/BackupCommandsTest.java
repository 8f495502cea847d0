// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.venue.FailoverCommand;
import io.bourse.deploy.cli.venue.StartCommand;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.storage.SiteTerm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

class BackupCommandsTest
{
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"--data x", "--data x --config y --port 65535", "--config y", "--status"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        BadLine.assertExplained(new BackupCommand(), line);
    }

    @Test
    void shouldSayThatNoBackupHasRunHere()
    {
        assertRefused(new BackupCommand(), ExitCode.PRECONDITION, "no backup has run on this directory",
            "--status", "--data", dir.toString());
    }

    @Test
    void shouldNotSayHowFarBehindWhenNobodyKnows() throws IOException
    {
        Files.writeString(dir.resolve("backup.status"), "timeMs=0\npid=1\nstate=BACKING_UP\nlogSource=-1\n" +
            "logPosition=4096\nvenueLogPosition=-1\nsnapshotPosition=-1\neventSource=-1\neventPosition=8192\n" +
            "venueEventPosition=-1\nproblem=\n");
        final StringWriter out = new StringWriter();
        new CommandLine(new BackupCommand()).setOut(new PrintWriter(out)).execute("--status", "--data", dir.toString());
        assertTrue(out.toString().contains(
            "log position          4096, not known how far behind, from no member at the moment"), out::toString);
        assertTrue(out.toString().contains(
            "event position        8192, not known how far behind, from no member at the moment"), out::toString);
        assertTrue(out.toString().contains("lag                   not known"), out::toString);
        assertTrue(out.toString().contains(
            "would be lost now     not known: the copy has never had everything that the venue had"), out::toString);
    }

    @Test
    void shouldSayWhatWouldBeLost()
    {
        final BackupStatus status = new BackupStatus(
            20_000, 1, "BACKING_UP", 0, 4_096, 4_192, 1_024, 0, 8_192, 8_192, 18_000, 4_200_000,
            new TreeMap<>(Map.of("member-0", 17_000L)), "");
        assertEquals("nothing that the venue acknowledged up to 1970-01-01T00:00:18Z; perhaps what it acknowledged in" +
            " the 2.5 s since then, of which 96 bytes of commands are known of", BackupCommand.loss(status, 20_500));
    }

    @Test
    void shouldNotFailOverWithoutAnotherSiteOrACopy() throws IOException
    {
        final String credentials = "venue.host = cluster\nvenue.credentials = \"" + dir.resolve("credentials") + "\"\n";
        final Path alone = Files.writeString(dir.resolve("alone.conf"), credentials);
        final Path config =
            Files.writeString(dir.resolve("venue.conf"), credentials + "venue.site.peer = \"127.0.0.1:1\"\n");
        final String backup = Files.createDirectory(dir.resolve("backup")).toString();
        final String venue = dir.resolve("venue").toString();
        assertRefused(new FailoverCommand(), ExitCode.USAGE, "key=venue.site.peer",
            "--config", alone.toString(), "--data", venue, "--backup", backup);
        assertRefused(new FailoverCommand(), ExitCode.USAGE, "key=venue.site.port",
            "--config", config.toString(), "--host", "solo", "--data", venue, "--backup", backup);
        assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "no backup has run on this directory",
            "--config", config.toString(), "--data", venue, "--backup", backup);
        final Path stores = Files.createDirectory(dir.resolve("stores"));
        Files.writeString(config, "venue.fix.stores = \"" + stores + "\"\n", StandardOpenOption.APPEND);
        assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "move this away: path=" + stores + " name=fix",
            "--config", config.toString(), "--data", venue, "--backup", backup);
        assertFalse(Files.exists(Path.of(venue)));
    }

    @Test
    void shouldTakeBackOnlyWhatWasHandedOver() throws IOException
    {
        assertRefused(new HandOverCommand(), ExitCode.PRECONDITION, "this venue was not handed over",
            "--take-back", "--yes", "--data", dir.toString());
        final Path venue = Files.createDirectory(dir.resolve("venue"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        new SiteTerm(2, SiteTerm.State.HANDED_OVER, 64, 128).write(venue);
        assertRefused(new StartCommand(), ExitCode.PRECONDITION, "was handed over to the other site",
            "--host", "cluster", "--data", venue.toString());
        assertEquals(0, new CommandLine(new HandOverCommand()).setOut(new PrintWriter(new StringWriter()))
            .execute("--take-back", "--yes", "--data", venue.toString()));
        assertEquals(new SiteTerm(2, SiteTerm.State.VENUE, 64, 128), SiteTerm.read(venue));
    }

    @Test
    void shouldNotBackUpMembersThatCannotBeFound() throws IOException
    {
        final Path config = Files.writeString(dir.resolve("venue.conf"), "venue.cluster.members = 1");
        assertRefused(new BackupCommand(), ExitCode.USAGE, "key=venue.cluster.base-port",
            "--config", config.toString(), "--data", dir.resolve("backup").toString());
        assertFalse(Files.exists(dir.resolve("backup")));
    }

    @Test
    void shouldNotRestoreWhatIsNoBackupNorIntoWhatIsNotEmpty() throws IOException
    {
        final Path backup = Files.createDirectory(dir.resolve("backup"));
        final Path venue = Files.createDirectory(dir.resolve("venue"));
        assertRefused(new RestoreCommand(), ExitCode.PRECONDITION, "this is not the directory of a backup",
            "--backup", backup.toString(), "--data", venue.toString());

        Files.writeString(backup.resolve("backup.mark"), "a backup");
        final Path kept = Files.writeString(venue.resolve("something"), "of value");
        assertRefused(new RestoreCommand(), ExitCode.PRECONDITION, "the directory of the new venue must be empty",
            "--backup", backup.toString(), "--data", venue.toString());
        assertEquals("of value", Files.readString(kept));

        Files.delete(kept);
        assertRefused(new RestoreCommand(), ExitCode.PRECONDITION, "this copy has no events",
            "--backup", backup.toString(), "--data", venue.toString());
        assertFalse(Files.exists(dir.resolve("venue.unfinished")));
    }

    @Test
    void shouldNotStartEngineOnBackup() throws IOException
    {
        Files.writeString(dir.resolve("backup.mark"), "a backup");
        for (final String host : new String[]{"solo", "cluster"})
        {
            assertRefused(new StartCommand(), ExitCode.PRECONDITION, "this is the directory of a backup",
                "--host", host, "--data", dir.toString());
        }
    }

    @Test
    void shouldNotCopyFromPeersWhenThereAreNone()
    {
        assertRefused(new StartCommand(), ExitCode.USAGE, "key=venue.host",
            "--from-peers", "--data", dir.toString());
        assertRefused(new StartCommand(), ExitCode.USAGE, "key=venue.cluster.members",
            "--from-peers", "--host", "cluster", "--data", dir.toString());
    }

    private static void assertRefused(
        final Object command, final int exitCode, final String reason, final String... args)
    {
        final StringWriter err = new StringWriter();
        final int status = new CommandLine(command)
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(new StringWriter()))
            .setErr(new PrintWriter(err))
            .execute(args);
        assertEquals(exitCode, status, err::toString);
        assertTrue(err.toString().contains(reason), err::toString);
    }
}
