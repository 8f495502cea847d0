// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.cli.support.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;

@Tag("venue")
class KeysCommandTest
{
    @TempDir
    private Path dir;
    private String out;

    @Test
    void shouldNotStartAVenueOutsideTheDemoWithoutKeys() throws IOException
    {
        final Path config = dir.resolve("venue.conf");
        Files.writeString(config, "venue.reference-data = \"" + Files.createDirectory(dir.resolve("tables")) + "\"\n");
        for (final String command : List.of("start", "engine"))
        {
            assertEquals(ExitCode.PRECONDITION,
                execute(command, "--config", config.toString(), "--data", data().toString()));
            assertTrue(out.contains("bourse keys init --keys " + data().resolve("keys")), out);
            assertFalse(Files.exists(data()), out);
        }
    }

    @Test
    void shouldNotStartAClusterOutsideTheDemoWithoutKeys() throws IOException
    {
        final Path config = dir.resolve("venue.conf");
        Files.writeString(config, "venue.reference-data = \"" + Files.createDirectory(dir.resolve("tables")) + "\"\n" +
            "venue { host = cluster, credentials = \"" + dir.resolve("credentials") + "\" }\n" +
            "venue.cluster { members = 3, base-port = 9100 }\n");
        for (final String command : List.of("start", "engine"))
        {
            assertEquals(ExitCode.PRECONDITION,
                execute(command, "--config", config.toString(), "--data", data().toString()), () -> out);
            assertTrue(out.contains("there are no keys of clearing; make them once with `bourse keys init --keys " +
                data().resolve("keys")), out);
            assertFalse(Files.exists(data()), out);
        }
    }

    @Test
    void shouldNotWaitForARunThatCouldNotSign() throws IOException
    {
        // No intraday run has a time: a schedule of them ends at once.
        Files.writeString(Files.createDirectories(data().resolve("clearing")).resolve(ClearingSchedule.FILE_NAME),
            "time;kind\n23:59:59;E\n");
        assertRefusedSchedule("there are no keys of clearing");
        assertEquals(ExitCode.OK, keys("init"), () -> out);
        assertEquals(ExitCode.OK, schedule(), () -> out);
        assertTrue(out.contains("is left of"), out);
        assertEquals(ExitCode.OK, keys("revoke", "signer"), () -> out);
        assertRefusedSchedule("key-compromise");
        assertEquals(ExitCode.OK, keys("rotate"), () -> out);
        assertEquals(ExitCode.OK, schedule(), () -> out);
    }

    private void assertRefusedSchedule(final String words)
    {
        assertEquals(ExitCode.PRECONDITION, schedule(), () -> out);
        assertTrue(out.contains(words), out);
        assertFalse(out.contains("schedule   "), out);
    }

    private int schedule()
    {
        return execute("clearing", "intraday", "--scheduled", "--data", data().toString());
    }

    @Test
    void shouldMakeCertifyReplaceAndRevoke() throws IOException, GeneralSecurityException
    {
        assertEquals(ExitCode.PRECONDITION, keys("show"), () -> out);
        assertEquals(ExitCode.OK, keys("init"), () -> out);
        assertEquals(ExitCode.PRECONDITION, keys("init"), () -> out);
        assertTrue(Files.exists(data().resolve("authority/authority.p12")), out);
        final Path reports = signedReports();
        assertEquals(ExitCode.OK, execute("reports", "verify", reports.toString()), () -> out);
        final String former = serial();
        assertEquals(ExitCode.OK, keys("rotate"), () -> out);
        assertFalse(former.equals(serial()), out);
        assertEquals(ExitCode.OK, execute("reports", "verify", reports.toString()), () -> out);
        assertEquals(ExitCode.OK, keys("show"), () -> out);
        assertTrue(out.contains("former/" + former) && out.contains("revoked"), out);
        // A member that has no list yet, one that has it, and one that names it.
        final Path member = Files.createDirectory(dir.resolve("member"));
        final Path anchor = Files.copy(data().resolve("keys/authority.crt"), member.resolve("venue.crt"));
        assertEquals(ExitCode.OK, keys("revoke", former), () -> out);
        assertEquals(ExitCode.CHECK_FAILED, execute("reports", "verify", reports.toString()), () -> out);
        assertTrue(out.contains("UNKNOWN_SIGNER") && out.contains("reason=key-compromise"), out);
        final String[] verify = {"reports", "verify", reports.toString(), "--authority", anchor.toString()};
        assertEquals(ExitCode.OK, execute(verify), () -> out);
        assertEquals(ExitCode.CHECK_FAILED, execute(verify[0], verify[1], verify[2], verify[3], verify[4],
            "--crl", data().resolve("keys/authority.crl").toString()), () -> out);
        assertEquals(ExitCode.IO, execute(verify[0], verify[1], verify[2], verify[3], verify[4],
            "--crl", member.resolve("none").toString()), () -> out);
        assertEquals(ExitCode.USAGE, keys("revoke", "signer", "--reason", "boredom"), () -> out);
        assertEquals(ExitCode.OK, keys("revoke", "signer", "--reason", "cessation-of-operation"), () -> out);
        assertEquals(ExitCode.CHECK_FAILED, keys("show"), () -> out);
    }

    @Test
    void shouldLeaveMembersPrivateKeysToThem() throws IOException, GeneralSecurityException
    {
        assertEquals(ExitCode.OK, keys("init"), () -> out);
        assertEquals(ExitCode.PRECONDITION, execute("reports", "issue", "AA", "--data", data().toString()), () -> out);
        assertTrue(out.contains("bourse keys issue AA --request"), out);
        final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(256);
        final Path key = dir.resolve("aa.pub");
        Files.writeString(key, "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(
            generator.generateKeyPair().getPublic().getEncoded()) + "\n-----END PUBLIC KEY-----\n");
        assertEquals(ExitCode.OK, keys("issue", "AA", "--public-key", key.toString(), "--days", "10"), () -> out);
        assertEquals(ExitCode.OK, keys("show"), () -> out);
        assertTrue(out.contains("ends-soon"), out);
        assertFalse(Files.exists(data().resolve("keys/members/AA.p12")), out);
        // The same for a key of the venue that is in a token.
        final Path certificate = dir.resolve("token.crt");
        assertEquals(ExitCode.OK, keys("rotate", "--request", key.toString(), "--out", certificate.toString()),
            () -> out);
        assertEquals("CN=Bourse clearing,O=Bourse",
            ClearingKeys.readCertificate(certificate).getSubjectX500Principal().getName());
        Files.move(data().resolve("authority"), dir.resolve("elsewhere"));
        assertEquals(ExitCode.PRECONDITION, keys("rotate"), () -> out);
        assertEquals(ExitCode.OK, keys("rotate", "--authority", dir.resolve("elsewhere").toString()), () -> out);
    }

    private Path data()
    {
        return dir.resolve("data");
    }

    private String serial() throws IOException
    {
        return ClearingKeys.readCertificate(data().resolve("keys/signer.crt")).getSerialNumber().toString(16);
    }

    private Path signedReports() throws IOException
    {
        final Path reports = Files.createDirectories(data().resolve("clearing/some"));
        final byte[] manifest =
            new Manifest(Manifest.FORMAT, 2_026_112_101, "E", 1, 20_261_121, 1, List.of()).toBytes();
        OwnerFiles.write(reports.resolve(Manifest.FILE_NAME), manifest);
        OwnerFiles.write(reports.resolve(Manifest.SIGNATURE_NAME),
            ClearingKeys.open(data().resolve("keys")).signer().sign(manifest));
        return reports;
    }

    private int keys(final String... args)
    {
        final String[] all = new String[args.length + 3];
        all[0] = "keys";
        System.arraycopy(args, 0, all, 1, args.length);
        all[all.length - 2] = "--data";
        all[all.length - 1] = data().toString();
        return execute(all);
    }

    private int execute(final String... args)
    {
        final StringWriter text = new StringWriter();
        final int status = Bourse.commandLine(args)
            .setOut(new PrintWriter(text, true)).setErr(new PrintWriter(text, true)).execute(args);
        out = text.toString();
        return status;
    }
}
