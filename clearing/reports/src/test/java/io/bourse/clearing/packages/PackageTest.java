// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.PackageCipher;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RunHeader;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

@Tag("venue")
class PackageTest
{
    @TempDir
    private Path root;
    private PackageFixture venue;

    @BeforeEach
    void writeReports() throws IOException
    {
        venue = new PackageFixture(root);
        venue.report("AA", 50, 400, 1);
        venue.report("BB", 3, 0, 2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheFilesBackWhenAPackageIsOpenedWithTheKeyOfItsMember(final CryptoProfile profile)
        throws IOException
    {
        venue.keys.members().issue("AA", profile);
        final PackageIndex index = venue.pack();
        assertEquals(profile.label(), index.packages().getFirst().profile());
        assertClean(venue.open("AA", "AA", "opened"));
        for (final ManifestEntry entry : venue.entries)
        {
            assertEquals(entry.name().startsWith("AA_"), Files.exists(root.resolve("opened").resolve(entry.name())));
            if (entry.name().startsWith("AA_"))
            {
                assertArrayEquals(
                    Files.readAllBytes(venue.reports.resolve(entry.name())),
                    Files.readAllBytes(root.resolve("opened").resolve(entry.name())));
            }
        }
        assertEquals(
            index.packages().getFirst().manifestSha256(),
            Digests.sha256Of(root.resolve("opened").resolve(PackageManifest.FILE_NAME)));
    }

    @Test
    void shouldMakeTheSameManifestsAndOtherCiphertextWhenPackedAgain() throws IOException
    {
        final PackageIndex first = venue.pack();
        final byte[] bytes = Files.readAllBytes(venue.packageOf("AA"));
        final PackageIndex second = venue.pack();
        for (int i = 0; i < first.packages().size(); i++)
        {
            assertEquals(first.packages().get(i).manifestSha256(), second.packages().get(i).manifestSha256());
            assertNotEquals(first.packages().get(i).sha256(), second.packages().get(i).sha256());
        }
        assertFalse(Arrays.equals(bytes, Files.readAllBytes(venue.packageOf("AA"))));
        assertEquals(
            List.of("AA_20261121_E_000000002_r1_w1.pkg.p7m", "BB_20261121_E_000000002_r1_w1.pkg.p7m"),
            second.packages().stream().map(PackageIndex.Entry::name).toList());
    }

    @ParameterizedTest
    @EnumSource
    void shouldSayThatTheKeyIsWrongWhenItIsOfAnotherMember(final CryptoProfile profile) throws IOException
    {
        venue.keys.members().issue("AA", profile);
        venue.keys.members().issue("BB", profile);
        venue.pack();
        assertOnly(Status.WRONG_KEY, "AA_20261121_E_000000002_r1_w1.pkg.p7m", venue.open("AA", "BB", "opened"));
        assertNothingLeft();
    }

    @Test
    void shouldSayThatTheKeyIsWrongWhenItIsOfAnotherProfile() throws IOException
    {
        venue.keys.members().issue("AA", CryptoProfile.GOST);
        venue.pack();
        assertEquals(Status.WRONG_KEY, venue.open("AA", "BB", "opened").getFirst().status());
        assertEquals(Status.WRONG_KEY, venue.open("BB", "AA", "opened").getFirst().status());
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverGiveFilesOutWhenAByteOfThePackageHasChanged(final CryptoProfile profile) throws IOException
    {
        venue.keys.members().issue("BB", profile);
        venue.pack();
        final Path file = venue.packageOf("BB");
        final byte[] good = Files.readAllBytes(file);
        final long seed = System.nanoTime();
        final Random random = new Random(seed);
        for (int i = 0; i < 50; i++)
        {
            final byte[] bad = good.clone();
            final int at = i < 10 ? good.length - 1 - i : random.nextInt(good.length);
            bad[at] ^= (byte)(1 << random.nextInt(8));
            assertRefused(bad, "seed=" + seed + " at=" + at + " length=" + good.length + " profile=" + profile);
        }
        for (int i = 0; i < 10; i++)
        {
            final int length = random.nextInt(good.length);
            assertRefused(Arrays.copyOf(good, length), "seed=" + seed + " cutTo=" + length + " profile=" + profile);
        }
    }

    /** Bytes of the outer structure that say nothing (lengths of constructed parts, their ends) may differ. */
    private void assertRefused(final byte[] bad, final String facts) throws IOException
    {
        Files.write(venue.packageOf("BB"), bad);
        final List<ReportFinding> findings = venue.open("BB", "BB", "opened");
        if (findings.stream().allMatch(ReportFinding::isOk))
        {
            for (final ManifestEntry entry : venue.entries)
            {
                if (entry.name().startsWith("BB_"))
                {
                    assertArrayEquals(
                        Files.readAllBytes(venue.reports.resolve(entry.name())),
                        Files.readAllBytes(root.resolve("opened").resolve(entry.name())), facts);
                }
            }
            deleteOpened();
            return;
        }
        assertNothingLeft();
    }

    private void deleteOpened() throws IOException
    {
        try (Stream<Path> files = Files.list(root.resolve("opened")))
        {
            for (final Path file : files.toList())
            {
                Files.delete(file);
            }
        }
        Files.delete(root.resolve("opened"));
    }

    @Test
    void shouldSayThatThePackageHasChangedWhenABitOfItsContentsHas() throws IOException
    {
        venue.pack();
        final Path file = venue.packageOf("AA");
        final byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertOnly(Status.CHANGED_PACKAGE, file.getFileName().toString(), venue.open("AA", "AA", "opened"));
        assertOnly(Status.CHANGED_PACKAGE, file.getFileName().toString(),
            PackageVerifier.verifyIndex(venue.packages, venue.keys.trustedSigner()));
        assertNothingLeft();
    }

    @Test
    void shouldSayWhichPackageIsMissing() throws IOException
    {
        venue.pack();
        assertClean(PackageVerifier.verifyIndex(venue.packages, venue.keys.trustedSigner()));
        Files.delete(venue.packageOf("BB"));
        final String name = venue.packageOf("BB").getFileName().toString();
        assertOnly(Status.MISSING_PACKAGE, name,
            PackageVerifier.verifyIndex(venue.packages, venue.keys.trustedSigner()));
        assertOnly(Status.MISSING_PACKAGE, name, PackageOpener.verify(
            venue.packageOf("BB"), venue.keyOf("BB"), venue.keys.trustedSigner()));
        Files.delete(venue.packages.resolve(PackageIndex.FILE_NAME));
        assertOnly(Status.MISSING_PACKAGE, PackageIndex.FILE_NAME,
            PackageVerifier.verifyIndex(venue.packages, venue.keys.trustedSigner()));
    }

    @Test
    void shouldNameTheFileOfAnOpenedPackageThatWasChangedOrIsMissing() throws IOException
    {
        venue.pack();
        assertClean(venue.open("AA", "AA", "opened"));
        final Path file = root.resolve("opened").resolve(PackageFixture.RUN.reportName("AA", ReportType.MONCL));
        final byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertOnly(Status.CHANGED_FILE, file.getFileName().toString(), verifyOpened());
        Files.delete(file);
        assertOnly(Status.MISSING_FILE, file.getFileName().toString(), verifyOpened());
        Files.delete(root.resolve("opened").resolve(PackageManifest.SIGNATURE_NAME));
        assertTrue(verifyOpened().stream().anyMatch(finding -> Status.MISSING_SIGNATURE == finding.status()));
    }

    @Test
    void shouldNotTrustAnotherAuthority() throws IOException
    {
        venue.pack();
        final ClearingKeys stranger = ClearingKeys.openDemo(root.resolve("stranger"));
        assertOnly(Status.UNKNOWN_SIGNER, PackageManifest.SIGNATURE_NAME, PackageOpener.open(
            venue.packageOf("AA"), venue.keyOf("AA"), stranger.trustedSigner(), root.resolve("opened")));
        assertNothingLeft();
    }

    @Test
    void shouldRefuseAPackageOfAnotherMarketThatWasPutInItsPlace() throws IOException
    {
        final PackageFixture currencies = new PackageFixture(root, new RunHeader(
            2_026_112_102L, "E", 5, 20_261_121, 1, "currencies"));
        currencies.report("AA", 10, 100, 1);
        currencies.pack();
        final Path named = currencies.packageOf("AA");
        assertEquals("AA_20261121_E_000000002_currencies_r1_w1.pkg.p7m", named.getFileName().toString());
        final Path renamed = Files.copy(named, named.resolveSibling(venue.packageOf("AA").getFileName()),
            StandardCopyOption.REPLACE_EXISTING);
        assertOnly(Status.WRONG_PACKAGE, renamed.getFileName().toString(), PackageOpener.open(
            renamed, currencies.keyOf("AA"), currencies.keys.trustedSigner(), root.resolve("opened")));
    }

    @Test
    void shouldRefuseAPackageOfAnotherRunThatWasPutInItsPlace() throws IOException
    {
        venue.pack();
        final Path renamed = venue.packages.resolve("AA_20261121_E_000000002_r2_w1.pkg.p7m");
        Files.move(venue.packageOf("AA"), renamed);
        assertOnly(Status.WRONG_PACKAGE, renamed.getFileName().toString(), PackageOpener.open(
            renamed, venue.keyOf("AA"), venue.keys.trustedSigner(), root.resolve("opened")));
        assertOnly(Status.WRONG_PACKAGE, renamed.getFileName().toString(), PackageOpener.verify(
            renamed, venue.keyOf("AA"), venue.keys.trustedSigner()));
        assertNothingLeft();
    }

    @Test
    void shouldRefuseAnotherPackageOfTheSameNameThanThatOfTheIndexBesideIt() throws IOException
    {
        venue.pack();
        final byte[] first = Files.readAllBytes(venue.packageOf("AA"));
        venue.pack();
        Files.write(venue.packageOf("AA"), first);
        assertOnly(Status.CHANGED_PACKAGE, venue.packageOf("AA").getFileName().toString(),
            venue.open("AA", "AA", "opened"));
        assertNothingLeft();
        Files.delete(venue.packages.resolve(PackageIndex.FILE_NAME));
        assertClean(venue.open("AA", "AA", "opened"));
    }

    /** Anybody can encrypt to a member: whatever is behind a manifest that the venue has not signed stays packed. */
    @ParameterizedTest
    @ValueSource(strings = {"unsigned", "unnamed", "longer", "sparse", "none"})
    void shouldTakeOutNothingThatTheSignedManifestDoesNotName(final String attack) throws IOException
    {
        venue.pack();
        assertClean(venue.open("AA", "AA", "opened"));
        final Path opened = root.resolve("opened");
        final X509Certificate recipient = venue.keys.members().certificate("AA");
        try (OutputStream out = Files.newOutputStream(venue.packageOf("AA"));
            OutputStream encrypted = PackageCipher.encrypt(out, recipient);
            TarArchiveOutputStream tar = new TarArchiveOutputStream(encrypted))
        {
            if (!"none".equals(attack))
            {
                final byte[] manifest = Files.readAllBytes(opened.resolve(PackageManifest.FILE_NAME));
                manifest[manifest.length - 1] = (byte)("unsigned".equals(attack) ? ' ' : '\n');
                put(tar, PackageManifest.FILE_NAME, manifest, false);
                put(tar, PackageManifest.SIGNATURE_NAME,
                    Files.readAllBytes(opened.resolve(PackageManifest.SIGNATURE_NAME)), false);
            }
            final byte[] secret = Files.readAllBytes(opened.resolve(PackageManifest.SECRET_NAME));
            put(tar, "unnamed".equals(attack) ? "other.json" : PackageManifest.SECRET_NAME,
                "longer".equals(attack) ? Arrays.copyOf(secret, secret.length + 1) : secret,
                "sparse".equals(attack));
        }
        deleteOpened();
        final List<ReportFinding> findings = venue.open("AA", "AA", "opened");
        assertOnly("unsigned".equals(attack) ? Status.BAD_SIGNATURE : Status.CHANGED_PACKAGE,
            "unsigned".equals(attack) ? PackageManifest.SIGNATURE_NAME :
                venue.packageOf("AA").getFileName().toString(), findings);
        assertNothingLeft();
    }

    private static void put(
        final TarArchiveOutputStream tar, final String name, final byte[] bytes, final boolean isSparse)
        throws IOException
    {
        final TarArchiveEntry entry = isSparse ?
            new TarArchiveEntry(name, TarConstants.LF_GNUTYPE_SPARSE) : new TarArchiveEntry(name);
        entry.setSize(bytes.length);
        tar.putArchiveEntry(entry);
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    @Test
    void shouldRemoveWhatAKilledProcessHasLeftAndNothingElse() throws IOException, InterruptedException
    {
        venue.pack();
        final Process dead = new ProcessBuilder("true").start();
        dead.waitFor();
        final Path leftover = Files.createDirectories(root.resolve(".opening-" + dead.pid() + "-123"));
        Files.writeString(leftover.resolve("AA_moncl.csv.zst"), "secret");
        final Path stranger = Files.createDirectory(root.resolve(".opening-" + dead.pid() + "-456"));
        Files.setPosixFilePermissions(stranger, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(stranger.resolve("precious"), "all");
        final Path alive = Files.createDirectories(root.resolve(".opening-" + ProcessHandle.current().pid() + "-1"));
        assertClean(venue.open("AA", "AA", "opened"));
        assertFalse(Files.exists(leftover));
        assertTrue(Files.exists(stranger.resolve("precious")), "only what this user made for itself may be deleted");
        assertTrue(Files.exists(alive));
    }

    @Test
    void shouldNotWriteIntoADirectoryThatIsThere() throws IOException
    {
        venue.pack();
        Files.createDirectories(root.resolve("opened"));
        assertThrows(FileAlreadyExistsException.class, () -> venue.open("AA", "AA", "opened"));
    }

    private List<ReportFinding> verifyOpened() throws IOException
    {
        return PackageVerifier.verifyOpened(root.resolve("opened"), venue.keys.trustedSigner());
    }

    private void assertNothingLeft() throws IOException
    {
        try (Stream<Path> files = Files.list(root))
        {
            assertEquals(
                List.of("keys", "packages", "reports"),
                files.map(file -> file.getFileName().toString()).filter(name -> !"stranger".equals(name))
                    .sorted().toList());
        }
    }

    private static void assertClean(final List<ReportFinding> findings)
    {
        assertTrue(findings.stream().allMatch(ReportFinding::isOk), findings.toString());
        assertTrue(findings.size() > 1, findings.toString());
    }

    private static void assertOnly(final Status status, final String file, final List<ReportFinding> findings)
    {
        final List<ReportFinding> bad = findings.stream().filter(finding -> !finding.isOk()).toList();
        assertEquals(1, bad.size(), findings.toString());
        assertEquals(status, bad.getFirst().status(), bad.toString());
        assertEquals(file, bad.getFirst().file(), bad.toString());
    }
}
