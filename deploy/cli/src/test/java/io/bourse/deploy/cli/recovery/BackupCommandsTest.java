// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.recovery;

import io.bourse.deploy.cli.support.BadLine;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.venue.FailoverCommand;
import io.bourse.deploy.cli.venue.StartCommand;
import io.bourse.engine.host.backup.BackupStatus;
import io.bourse.engine.host.site.SitePositions;
import io.bourse.engine.host.site.SiteServer;
import io.bourse.engine.host.storage.SiteTerm;
import io.bourse.engine.security.CredentialStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

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
            new TreeMap<>(Map.of("member-0", 17_000L)), new TreeMap<>(), "");
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

    /** Of three members the first one is dead: what is left of them may trade. */
    @Test
    void shouldNotFailOverWhileAMemberOfTheOtherSiteAnswers() throws IOException
    {
        final CredentialStore credentials = CredentialStore.at(dir.resolve("credentials")).createMissing();
        final Path member = directory("member-1");
        final Path backup = directory("backup");
        try (SiteServer server = SiteServer.open(new InetSocketAddress("127.0.0.1", 0), credentials, member, Map.of(),
            () -> new SitePositions(0, 0, -1), (term) -> fail("ended by term " + term),
            () -> fail("handed over")))
        {
            Files.writeString(backup.resolve("backup.status"), "timeMs=0\npid=1\nstate=BACKING_UP\n" +
                "members.member-0=127.0.0.1:1\nmembers.member-1=127.0.0.1:" + server.address().getPort() +
                "\nproblem=\n");
            final String config = Files.writeString(dir.resolve("venue.conf"), "venue.host = cluster\n" +
                "venue.credentials = \"" + credentials.directory() + "\"\nvenue.site.peer = \"127.0.0.1:1\"\n")
                .toString();
            final String venue = dir.resolve("venue").toString();
            assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "answering=[member-1]",
                "--config", config, "--data", venue, "--backup", backup.toString());
            assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "answering=[member-1]",
                "--config", config, "--data", venue, "--backup", backup.toString(), "--despite", "member-0,member-2");
            assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "this is not the directory of a backup",
                "--config", config, "--data", venue, "--backup", backup.toString(), "--despite", "member-1,member-2");
            // Members run on after a hand-over, until they hear of the other site.
            new SiteTerm(1, SiteTerm.State.HANDED_OVER, 0, 0).write(backup);
            assertRefused(new FailoverCommand(), ExitCode.PRECONDITION, "this is not the directory of a backup",
                "--config", config, "--data", venue, "--backup", backup.toString(), "--planned");
        }
    }

    /** The gateways are there. Another member hands over only when it does not answer. */
    @Test
    void shouldHandOverAtTheFirstMemberWhileItLives() throws IOException
    {
        final CredentialStore credentials = CredentialStore.at(dir.resolve("credentials")).createMissing();
        final String venue = directory("venue").toString();
        Files.writeString(Path.of(venue, "owner.properties"), "format=1\nhost=cluster\npartition=0\nmemberId=2\n");
        Files.writeString(Path.of(venue, "venue.json"), "{\"pid\":" + ProcessHandle.current().pid() +
            ",\"credentialsDir\":\"" + credentials.directory() +
            "\",\"ingressEndpoints\":\"0=venue-a:20110,1=venue-b:20114,2=venue-c:20118\"}");
        assertRefused(new HandOverCommand(), ExitCode.PRECONDITION, "serves no other site", "--yes", "--data", venue);
        try (SiteServer first = SiteServer.open(new InetSocketAddress("127.0.0.1", 0), credentials,
            directory("member-0"), Map.of(), () -> new SitePositions(0, 0, -1), (term) -> fail("term " + term),
            () -> fail("handed over")))
        {
            Files.writeString(Path.of(venue, "site.member-0"), "127.0.0.1:" + first.address().getPort());
            assertRefused(new HandOverCommand(), ExitCode.PRECONDITION, "members=0=venue-a:20110,",
                "--yes", "--data", venue);
        }
        assertRefused(new HandOverCommand(), ExitCode.PRECONDITION, "member 0 does not answer; make sure",
            "--data", venue);
        assertEquals(SiteTerm.FIRST, SiteTerm.read(Path.of(venue)));
        assertFalse(Files.exists(Path.of(venue, "site.hand-over")));
    }

    /** What one of them has handed over and another one has not. */
    @Test
    void shouldTakeBackPartitionsTogether() throws IOException
    {
        final Path venue = directory("venue");
        for (int partition = 0; partition < 3; partition++)
        {
            new SiteTerm(2, 1 == partition ? SiteTerm.State.VENUE : SiteTerm.State.HANDED_OVER, 64, 128).write(
                directory("venue/partition-" + partition));
        }
        assertEquals(0, new CommandLine(new HandOverCommand()).setOut(new PrintWriter(new StringWriter()))
            .execute("--take-back", "--yes", "--data", venue.toString()));
        for (int partition = 0; partition < 3; partition++)
        {
            assertEquals(new SiteTerm(2, SiteTerm.State.VENUE, 64, 128),
                SiteTerm.read(venue.resolve("partition-" + partition)));
        }
    }

    private Path directory(final String name) throws IOException
    {
        return Files.createDirectory(
            dir.resolve(name), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void shouldTakeBackOnlyWhatWasHandedOver() throws IOException
    {
        assertRefused(new HandOverCommand(), ExitCode.PRECONDITION, "this venue was not handed over",
            "--take-back", "--yes", "--data", dir.toString());
        final Path venue = directory("venue");
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
