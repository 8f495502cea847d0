// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import io.bourse.testing.TestProcess;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.security.auth.x500.X500Principal;

@Tag("venue")
class ClearingKeysTest
{
    private static final byte[] CONTENT = "what is signed".getBytes(StandardCharsets.US_ASCII);
    private static final List<Path> SOFT_HSM = List.of(
        Path.of("/usr/lib/softhsm/libsofthsm2.so"),
        Path.of("/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so"),
        Path.of("/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so"));

    @TempDir
    private Path root;

    @ParameterizedTest
    @EnumSource
    void shouldSignInEveryProfileAndGoOnWithTheSameKey(final CryptoProfile profile)
        throws IOException, SignatureException
    {
        final ClearingKeys keys = ClearingKeys.openDemo(root.resolve("keys"));
        final ManifestSigner signer = keys.signer(profile);
        assertEquals(profile, signer.profile());
        final byte[] signature = signer.sign(CONTENT);
        assertEquals(signer.certificate(), SignatureVerifier.verify(CONTENT, signature, keys.trustedSigner()));
        final byte[] other = CONTENT.clone();
        other[0] ^= 1;
        assertThrows(
            SignatureException.class, () -> SignatureVerifier.verify(other, signature, keys.trustedSigner()));
        final ClearingKeys again = ClearingKeys.openDemo(root.resolve("keys"));
        assertEquals(signer.certificate(), again.signer(profile).certificate());
        assertArrayEquals(keys.proofSecret(), again.proofSecret());
        assertThrows(SignatureException.class, () -> SignatureVerifier.verify(
            CONTENT, signature, ClearingKeys.openDemo(root.resolve("stranger")).trustedSigner()));
    }

    @Test
    void shouldMakeACertificateForAMemberOnceAndForItsOwnerOnly() throws IOException
    {
        final MemberKeys members = ClearingKeys.openDemo(root.resolve("keys")).members();
        final X509Certificate certificate = members.certificate("AA");
        assertEquals(certificate, members.certificate("AA"));
        assertEquals(CryptoProfile.ECDSA, CryptoProfile.of(certificate));
        assertEquals(List.of("AA"), members.members());
        assertThrows(PreconditionException.class, () -> members.issue("AA", CryptoProfile.RSA));
        assertThrows(IllegalArgumentException.class, () -> members.certificate("../AA"));
        members.issue("BB", CryptoProfile.RSA);
        assertEquals(CryptoProfile.RSA, CryptoProfile.of(members.certificate("BB")));
        try (Stream<Path> files = Files.list(members.directory()))
        {
            for (final Path file : files.toList())
            {
                assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
    }

    @Test
    void shouldNotLockThroughALink() throws IOException
    {
        ClearingKeys.openDemo(root.resolve("keys"));
        final Path victim = root.resolve("victim");
        Files.delete(root.resolve("keys").resolve(".lock"));
        Files.createSymbolicLink(root.resolve("keys").resolve(".lock"), victim);
        assertThrows(IOException.class, () -> ClearingKeys.openDemo(root.resolve("keys")));
        assertFalse(Files.exists(victim));
    }

    @Test
    void shouldNotTakeAMemberForTheVenueWhenTheSameAuthorityHasCertifiedBoth() throws Exception
    {
        final ClearingKeys keys = ClearingKeys.openDemo(root.resolve("keys"));
        assertEquals(keys.trustedSigner(), TrustedSigner.ofVenue(root.resolve("keys")));
        final KeyPair pair = CryptoProfile.ECDSA.newKeyPair();
        final X509Certificate member = keys.issue(
            new X500Principal("CN=Member AA, O=Bourse"), pair, CertificateIssuer.Use.SIGNATURE);
        final byte[] signature = new ManifestSigner(pair.getPrivate(), member).sign(CONTENT);
        final SignatureException refused = assertThrows(
            SignatureException.class, () -> SignatureVerifier.verify(CONTENT, signature, keys.trustedSigner()));
        assertTrue(refused.isUnknownSigner(), refused.getMessage());
        assertEquals(member, SignatureVerifier.verify(CONTENT, signature, TrustedSigner.of(
            root.resolve("keys").resolve(ClearingKeys.AUTHORITY_NAME), "CN=Member AA,O=Bourse")));
    }

    @Test
    void shouldRefuseSigningKeysOfSeveralNames() throws Exception
    {
        final ClearingKeys keys = ClearingKeys.openDemo(root.resolve("keys"));
        final char[] secret =
            OwnerFiles.readSecret(root.resolve("keys").resolve(ClearingKeys.PASSWORD_NAME)).toCharArray();
        final KeyPair pair = CryptoProfile.RSA.newKeyPair();
        final X509Certificate other =
            keys.issue(new X500Principal("CN=Somebody"), pair, CertificateIssuer.Use.SIGNATURE);
        OwnerFiles.write(root.resolve("keys").resolve("signer-rsa.p12"),
            RecipientKey.store(ClearingKeys.SIGNER_ALIAS, pair, other, secret), secret);
        assertThrows(IOException.class, () -> keys.signer(CryptoProfile.RSA));
    }

    @Test
    void shouldRefuseACertificateThatIsNotForEncryption() throws Exception
    {
        final ClearingKeys keys = ClearingKeys.openDemo(root.resolve("keys"));
        final KeyPair pair = CryptoProfile.ECDSA.newKeyPair();
        Files.write(keys.members().directory().resolve("AA.crt"), OwnerFiles.pem(
            keys.issue(new X500Principal("CN=AA"), pair, CertificateIssuer.Use.SIGNATURE)));
        assertThrows(PreconditionException.class, () -> keys.members().certificate("AA"));
    }

    @Test
    void shouldSignWithKeysThatStayInAToken() throws Exception
    {
        final Path library = SOFT_HSM.stream().filter(Files::exists).findFirst().orElse(null);
        Assumptions.assumeTrue(null != library, "SoftHSM is not installed");
        final Path log = root.resolve("log");
        // The library takes its tokens from where the environment says: a process of its own has its own.
        final ProcessBuilder builder = TestProcess.of(TokenProcess.class, library.toString(), root.toString());
        Files.writeString(root.resolve("softhsm2.conf"),
            "directories.tokendir = " + Files.createDirectories(root.resolve("tokens")) + "\nlog.level = ERROR\n");
        builder.environment().put("SOFTHSM2_CONF", root.resolve("softhsm2.conf").toString());
        final Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        assertTrue(process.waitFor(1, TimeUnit.MINUTES), () -> "pid " + process.pid());
        assertEquals("signed in a token: ECDSA RSA\n", Files.readString(log));
    }
}
