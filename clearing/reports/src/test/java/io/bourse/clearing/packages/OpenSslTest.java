// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.report.file.ManifestEntry;
import org.agrona.IoUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A member needs nothing of ours: OpenSSL and the tools of every Unix open a package and check it. The script is that
 * of the documentation.
 */
@Tag("venue")
class OpenSslTest
{
    private static final Path DOCUMENT =
        Path.of(System.getProperty("bourse.root", "..")).resolve("docs/packages.md");
    private static final String NAMED = "AA_20261121_E_000000002_r1_w1.pkg.p7m";
    private static final String DECRYPTED = "-out package.tar\n";

    @TempDir
    private Path root;

    private PackageFixture venue;
    private Path member;
    private String script;

    @BeforeAll
    static void findOpenSsl() throws InterruptedException
    {
        boolean isThere;
        try
        {
            isThere = 0 == new ProcessBuilder("openssl", "version").start().waitFor();
        }
        catch (final IOException ex)
        {
            isThere = false;
        }
        assumeTrue(isThere, "OpenSSL is not installed, the script of docs/packages.md cannot be tried");
    }

    /** What a member has: its keys, the venue's certificate, the package and the script of the documentation. */
    private void send(final CryptoProfile profile) throws IOException
    {
        venue = new PackageFixture(root);
        venue.report("AA", 20_000, 50_000, 7);
        venue.keys.members().issue("AA", profile);
        venue.pack();
        member = Files.createDirectories(root.resolve("member"));
        final Path file = venue.packageOf("AA");
        Files.copy(file, member.resolve(file.getFileName()));
        for (final String name : new String[]{"AA.p12", "AA.password", "AA.crt"})
        {
            Files.copy(venue.keys.members().directory().resolve(name), member.resolve(name));
        }
        Files.copy(root.resolve("keys").resolve(ClearingKeys.AUTHORITY_NAME), member.resolve("authority.crt"));
        final StringBuilder lines = new StringBuilder();
        Files.readAllLines(DOCUMENT).stream()
            .dropWhile(line -> !line.contains("With OpenSSL 3 alone"))
            .dropWhile(line -> !line.startsWith("    ")).takeWhile(line -> line.startsWith("    "))
            .forEach(line -> lines.append(line.strip()).append('\n'));
        script = lines.toString();
        assertEquals(NAMED, file.getFileName().toString());
        assertTrue(script.contains("package=" + NAMED + "\n") && script.contains(DECRYPTED), script);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GOST")
    void shouldOpenAndCheckAPackageWithOpenSslAlone(final CryptoProfile profile) throws Exception
    {
        send(profile);
        assertEquals(0, run(member, script), log(member));
        for (final ManifestEntry entry : venue.entries)
        {
            assertArrayEquals(
                Files.readAllBytes(venue.reports.resolve(entry.name())),
                Files.readAllBytes(member.resolve("opened").resolve(entry.name())));
        }
        IoUtil.delete(member.resolve("opened").toFile(), false);
        final Path file = member.resolve(NAMED);
        final byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertRefused(script, "Error decrypting CMS");
    }

    /** Anybody can encrypt to a member: what is in the archive counts only as far as the manifest names it. */
    @ParameterizedTest
    @ValueSource(strings = {
        "echo x > more.csv; tar -rf package.tar more.csv",
        "echo x > ../more.csv; tar -rPf package.tar ../more.csv; rm ../more.csv",
        "tar -rf package.tar --transform s/authority.crt/proofs.json/ authority.crt",
        "tar -f package.tar --delete proofs.json; ln -s /etc/passwd proofs.json; tar -rf package.tar proofs.json",
        "tar -f package.tar --delete proofs.json; echo x > proofs.json; tar -rf package.tar proofs.json",
        "tar -f package.tar --delete proofs.json",
        "tar -xOf package.tar manifest.json > m; mv m manifest.json; tar -rf package.tar manifest.json",
    })
    void shouldGiveNothingOutOfAnArchiveThatIsNotTheManifests(final String change) throws Exception
    {
        send(CryptoProfile.ECDSA);
        assertRefused(script.replace(DECRYPTED, DECRYPTED + change + "\n"), "");
        assertTrue(Files.notExists(root.resolve("more.csv")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "BB_20261121_E_000000002_r1_w1.pkg.p7m", "AA_20261122_E_000000002_r1_w1.pkg.p7m",
        "AA_20261121_I_000000002_r1_w1.pkg.p7m", "AA_20261121_E_000000003_r1_w1.pkg.p7m",
        "AA_20261121_E_000000002_r2_w1.pkg.p7m", "AA_20261121_E_000000002_r1_w2.pkg.p7m"})
    void shouldNotTakeAPackageForAnother(final String name) throws Exception
    {
        send(CryptoProfile.ECDSA);
        Files.move(member.resolve(NAMED), member.resolve(name));
        assertRefused(script.replace(NAMED, name), "");
    }

    private void assertRefused(final String changed, final String message) throws Exception
    {
        assertNotEquals(0, run(member, changed), log(member));
        assertTrue(log(member).contains(message), log(member));
        assertTrue(Files.notExists(member.resolve("opened")), log(member));
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
