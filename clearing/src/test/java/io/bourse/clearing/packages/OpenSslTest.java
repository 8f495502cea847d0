// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.report.ManifestEntry;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A member needs nothing of ours: OpenSSL and the tools of every Unix open a package and check it. The script is that
 * of the documentation.
 */
class OpenSslTest
{
    private static final String OPEN = """
        set -e
        openssl pkcs12 -in AA.p12 -passin file:AA.password -nodes -out AA.pem
        openssl cms -decrypt -binary -inform DER -in %s -inkey AA.pem -recip AA.crt -out package.tar
        tar xf package.tar
        openssl cms -verify -binary -inform DER -in manifest.json.p7s -content manifest.json \\
            -CAfile authority.crt -out checked.json -signer signer.pem
        openssl x509 -in signer.pem -noout -subject -nameopt RFC2253 | grep -x "subject=CN=Bourse clearing,O=Bourse"
        awk -F'"' '/"name"/ { n = $4 } /"sha256"/ { print $4 "  " n }' checked.json | sha256sum -c --quiet
        """;

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GOST")
    void shouldOpenAndCheckAPackageWithOpenSslAlone(final CryptoProfile profile) throws Exception
    {
        final PackageFixture venue = new PackageFixture(root);
        venue.report("AA", 20_000, 50_000, 7);
        venue.keys.members().issue("AA", profile);
        venue.pack();
        final Path member = Files.createDirectories(root.resolve("member"));
        final Path file = venue.packageOf("AA");
        Files.copy(file, member.resolve(file.getFileName()));
        for (final String name : new String[]{"AA.p12", "AA.password", "AA.crt"})
        {
            Files.copy(venue.keys.members().directory().resolve(name), member.resolve(name));
        }
        Files.copy(root.resolve("keys").resolve(ClearingKeys.AUTHORITY_NAME), member.resolve("authority.crt"));
        final String script = String.format(OPEN, file.getFileName());
        assertEquals(0, run(member, script), log(member));
        for (final ManifestEntry entry : venue.entries)
        {
            assertArrayEquals(
                Files.readAllBytes(venue.reports.resolve(entry.name())),
                Files.readAllBytes(member.resolve(entry.name())));
        }
        final byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(member.resolve(file.getFileName()), bytes);
        assertNotEquals(0, run(member, script));
        assertTrue(log(member).contains("Error decrypting CMS"), log(member));
    }

    private static int run(final Path directory, final String script) throws IOException, InterruptedException
    {
        final Process process = new ProcessBuilder("bash", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES));
        return process.exitValue();
    }

    private static String log(final Path directory) throws IOException
    {
        return Files.readString(directory.resolve("log"), StandardCharsets.ISO_8859_1);
    }
}
