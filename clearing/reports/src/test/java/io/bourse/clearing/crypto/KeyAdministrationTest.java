// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.PreconditionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.CRLReason;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import javax.security.auth.x500.X500Principal;

import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

@Tag("venue")
class KeyAdministrationTest
{
    private static final byte[] CONTENT = "what is signed".getBytes(StandardCharsets.US_ASCII);
    private static final int DAYS = 100;
    private static final String SIGNER = "signer";

    @TempDir
    private Path root;

    private Path directory;
    private Path authority;
    private KeyAdministration keys;

    @BeforeEach
    void name()
    {
        directory = root.resolve("keys");
        authority = root.resolve("authority");
        keys = new KeyAdministration(directory, authority, null);
    }

    @Test
    void shouldMakeNothingWithoutBeingAskedTo()
    {
        final PreconditionException refused =
            assertThrows(PreconditionException.class, () -> ClearingKeys.open(directory));
        assertTrue(refused.getMessage().contains("bourse keys init --keys " + directory), refused.getMessage());
        assertFalse(Files.exists(directory));
    }

    @Test
    void shouldSignWithoutTheKeyOfTheAuthority() throws Exception
    {
        assertTrue(keys.init(DAYS));
        Files.move(authority, root.resolve("elsewhere"));
        final ClearingKeys opened = ClearingKeys.open(directory);
        opened.requireUsable();
        assertFalse(Authority.isBeside(directory));
        assertVerifies(opened.signer().sign(CONTENT));
        assertEquals(List.of("authority good", "signer good"), states());
        assertThrows(PreconditionException.class, () -> opened.signer(CryptoProfile.RSA));
        assertThrows(PreconditionException.class, () -> opened.members().certificate("AA"));
        assertThrows(PreconditionException.class, () -> opened.members().issue("AA", CryptoProfile.RSA));
        assertEquals(List.of(), opened.members().members());
        for (final Change change : List.<Change>of(
            () -> keys.init(DAYS),
            () -> keys.rotate(CryptoProfile.ECDSA, DAYS),
            () -> keys.revoke(SIGNER, CRLReason.KEY_COMPROMISE),
            () -> keys.issue("AA", publicKey(CryptoProfile.ECDSA.newKeyPair()), false, DAYS)))
        {
            assertThrows(PreconditionException.class, change::run);
        }
        assertVerifies(ClearingKeys.open(directory).signer().sign(CONTENT));
    }

    @ParameterizedTest
    @EnumSource
    void shouldVerifyWhatAFormerKeyHasSignedAndSignWithTheNextOne(final CryptoProfile profile) throws Exception
    {
        keys.init(DAYS);
        keys.rotate(profile, DAYS);
        final ManifestSigner former = ClearingKeys.open(directory).signer(profile);
        final byte[] before = former.sign(CONTENT);
        final X509Certificate certificate = keys.rotate(profile, DAYS);
        assertNotEquals(former.certificate(), certificate);
        final ClearingKeys opened = ClearingKeys.open(directory);
        opened.requireUsable();
        assertEquals(certificate, opened.signer(profile).certificate());
        assertVerifies(before);
        assertVerifies(opened.signer(profile).sign(CONTENT));
        assertThrows(PreconditionException.class, () -> former.sign(CONTENT));
        // That others had it comes out later.
        keys.revoke(former.certificate().getSerialNumber().toString(16), CRLReason.KEY_COMPROMISE);
        assertRefused(before);
        assertVerifies(opened.signer(profile).sign(CONTENT));
        assertThrows(PreconditionException.class, () -> keys.revoke(
            former.certificate().getSerialNumber().toString(16), CRLReason.SUPERSEDED));
    }

    @Test
    void shouldRefuseEverythingSignedByAKeyThatOthersMayHave() throws Exception
    {
        keys.init(DAYS);
        final ClearingKeys opened = ClearingKeys.open(directory);
        final byte[] before = opened.signer().sign(CONTENT);
        keys.revoke(SIGNER, CRLReason.KEY_COMPROMISE);
        assertRefused(before);
        assertThrows(PreconditionException.class, opened::requireUsable);
        assertThrows(PreconditionException.class, () -> opened.signer().sign(CONTENT));
        assertEquals(List.of("authority good", "signer revoked"), states());
        keys.rotate(CryptoProfile.ECDSA, DAYS);
        ClearingKeys.open(directory).requireUsable();
        assertVerifies(ClearingKeys.open(directory).signer().sign(CONTENT));
        assertRefused(before);
    }

    @Test
    void shouldRefuseWhatSaysThatItWasSignedAfterTheRevocation() throws Exception
    {
        keys.init(DAYS);
        final byte[] signature = ClearingKeys.open(directory).signer().sign(CONTENT);
        final Authority issuer = Authority.open(authority, authority.resolve(Authority.PASSWORD_NAME));
        final X509Certificate signer = ClearingKeys.open(directory).signer().certificate();
        final Path list = directory.resolve(Revocations.FILE_NAME);
        final Revocations none = Revocations.readIfPresent(list, issuer.certificate());
        OwnerFiles.write(list, issuer.revoke(none, signer.getSerialNumber(),
            Instant.now().minus(1, ChronoUnit.HOURS), CRLReason.SUPERSEDED));
        assertRefused(signature);
        OwnerFiles.write(list, issuer.revoke(none, signer.getSerialNumber(),
            Instant.now().plus(1, ChronoUnit.HOURS), CRLReason.SUPERSEDED));
        assertVerifies(signature);
    }

    @Test
    void shouldNotSignBeforeOrAfterTheTimeOfACertificate() throws Exception
    {
        keys.init(DAYS);
        final Instant now = Instant.now();
        final Instant day = now.minus(1, ChronoUnit.DAYS);
        putRsaSigner(new CertificateIssuer.Validity(day, now.minusSeconds(60)));
        assertUnusable("expired");
        putRsaSigner(new CertificateIssuer.Validity(now.plusSeconds(3_600), now.plus(9, ChronoUnit.DAYS)));
        assertUnusable("too-young");
        putRsaSigner(new CertificateIssuer.Validity(day, now.plus(9, ChronoUnit.DAYS)));
        ClearingKeys.open(directory).requireUsable();
        assertEquals(List.of("authority good", "signer good", "signer-rsa ends-soon"), states());
    }

    @Test
    void shouldNotSignWithACertificateOfAnotherAuthority() throws Exception
    {
        keys.init(DAYS);
        final KeyPair pair = CryptoProfile.RSA.newKeyPair();
        put(pair, Authority.generate(Authority.SUBJECT, DAYS)
            .issue(ClearingKeys.SIGNER, pair.getPublic(), CertificateIssuer.Use.SIGNATURE, DAYS));
        assertThrows(PreconditionException.class, () -> ClearingKeys.open(directory).requireUsable());
    }

    @ParameterizedTest
    @EnumSource
    void shouldCertifyTheKeyThatAMemberHasMade(final CryptoProfile profile) throws Exception
    {
        keys.init(DAYS);
        final KeyPair pair = profile.newKeyPair();
        final X509Certificate certificate = keys.issue("AA", request(pair, profile), false, DAYS);
        final MemberKeys members = ClearingKeys.open(directory).members();
        assertEquals(certificate, members.certificate("AA"));
        assertEquals(profile, CryptoProfile.of(certificate));
        assertEquals("CN=Member AA,O=Bourse", certificate.getSubjectX500Principal().getName());
        assertFalse(Files.exists(members.directory().resolve("AA.p12")));
        final Path next = publicKey(profile.newKeyPair());
        assertThrows(PreconditionException.class, () -> keys.issue("AA", next, false, DAYS));
        final X509Certificate replaced = keys.issue("AA", next, true, DAYS);
        assertEquals(replaced, members.certificate("AA"));
        keys.revoke("AA", CRLReason.KEY_COMPROMISE);
        assertThrows(PreconditionException.class, () -> members.certificate("AA"));
    }

    @Test
    void shouldRefuseRequestsThatWillNotDo() throws Exception
    {
        keys.init(DAYS);
        final KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1_024);
        final Path weak = publicKey(generator.generateKeyPair());
        assertThrows(PreconditionException.class, () -> keys.issue("AA", weak, false, DAYS));
        // Signed with another key than it names.
        final Path stolen = root.resolve("stolen.csr");
        OwnerFiles.write(stolen, OwnerFiles.pem("CERTIFICATE REQUEST", new JcaPKCS10CertificationRequestBuilder(
            new X500Principal("CN=AA"), CryptoProfile.ECDSA.newKeyPair().getPublic()).build(
                new JcaContentSignerBuilder("SHA256withECDSA").build(CryptoProfile.ECDSA.newKeyPair().getPrivate()))
            .getEncoded()));
        assertThrows(PreconditionException.class, () -> keys.issue("AA", stolen, false, DAYS));
        final Path certificate = directory.resolve(ClearingKeys.AUTHORITY_NAME);
        assertThrows(PreconditionException.class, () -> keys.issue("AA", certificate, false, DAYS));
        final Path good = publicKey(CryptoProfile.ECDSA.newKeyPair());
        assertThrows(IllegalArgumentException.class, () -> keys.issue("../AA", good, false, DAYS));
        assertEquals(List.of(), ClearingKeys.open(directory).members().members());
    }

    @Test
    void shouldGoOnWithTheKeysOfAnEarlierVersionAndMoveItsAuthorityAway() throws Exception
    {
        final ClearingKeys demo = ClearingKeys.openDemo(directory);
        final byte[] before = demo.signer().sign(CONTENT);
        final X509Certificate member = demo.members().certificate("AA");
        assertThrows(PreconditionException.class, () -> keys.init(DAYS));
        // Earlier versions wrote neither this nor a list of revocations.
        Files.delete(directory.resolve(ClearingKeys.DEMO_NAME));
        final ClearingKeys earlier = ClearingKeys.open(directory);
        earlier.requireUsable();
        assertVerifies(earlier.signer().sign(CONTENT));
        assertEquals(member, earlier.members().certificate("AA"));
        assertThrows(PreconditionException.class, () -> earlier.members().certificate("BB"));
        assertTrue(Authority.isBeside(directory));
        assertFalse(keys.init(DAYS));
        assertFalse(Authority.isBeside(directory));
        final ClearingKeys moved = ClearingKeys.open(directory);
        assertEquals(demo.authority(), moved.authority());
        assertEquals(demo.signer().certificate(), moved.signer().certificate());
        assertVerifies(before);
        assertVerifies(moved.signer().sign(CONTENT));
        keys.rotate(CryptoProfile.ECDSA, DAYS);
        assertVerifies(before);
    }

    @Test
    void shouldTakeAListOfRevocationsOfItsOwnAuthorityAlone() throws Exception
    {
        keys.init(DAYS);
        final byte[] signature = ClearingKeys.open(directory).signer().sign(CONTENT);
        OwnerFiles.write(directory.resolve(Revocations.FILE_NAME),
            Authority.generate(Authority.SUBJECT, DAYS).newList());
        assertThrows(IOException.class, () -> TrustedSigner.ofVenue(directory));
        assertThrows(IOException.class, () -> ClearingKeys.open(directory).requireUsable());
        Files.delete(directory.resolve(Revocations.FILE_NAME));
        assertVerifies(signature);
    }

    /** Something that needs the authority. */
    @FunctionalInterface
    private interface Change
    {
        void run() throws Exception;
    }

    private void assertUnusable(final String state) throws IOException
    {
        final ClearingKeys opened = ClearingKeys.open(directory);
        assertThrows(PreconditionException.class, opened::requireUsable);
        assertThrows(PreconditionException.class, () -> opened.signer(CryptoProfile.RSA).sign(CONTENT));
        assertDoesNotThrow(() -> opened.signer().sign(CONTENT));
        assertTrue(states().contains("signer-rsa " + state), () -> "state=" + state);
    }

    private void putRsaSigner(final CertificateIssuer.Validity validity) throws Exception
    {
        final KeyPair pair = CryptoProfile.RSA.newKeyPair();
        put(pair, Authority.open(authority, authority.resolve(Authority.PASSWORD_NAME)).issue(
            ClearingKeys.SIGNER, pair.getPublic(), CertificateIssuer.Use.SIGNATURE, validity));
    }

    private void put(final KeyPair pair, final X509Certificate certificate) throws Exception
    {
        final char[] secret = ClearingKeys.secret(directory);
        OwnerFiles.write(ClearingKeys.storeOf(directory, CryptoProfile.RSA),
            RecipientKey.store(ClearingKeys.SIGNER_ALIAS, pair, certificate, secret), secret);
    }

    private List<String> states() throws IOException
    {
        return keys.list().stream().map(entry -> entry.name() + " " + entry.state()).toList();
    }

    /** As a receiver does, who has files of the venue and no key. */
    private void assertVerifies(final byte[] signature) throws Exception
    {
        SignatureVerifier.verify(CONTENT, signature, TrustedSigner.ofVenue(directory));
    }

    private void assertRefused(final byte[] signature)
    {
        final SignatureException refused = assertThrows(SignatureException.class, () -> assertVerifies(signature));
        assertTrue(refused.isUnknownSigner(), refused.getMessage());
        assertTrue(refused.getMessage().contains("revoked"), refused.getMessage());
    }

    private Path publicKey(final KeyPair pair) throws IOException
    {
        final Path file = root.resolve("key.pub");
        OwnerFiles.write(file, OwnerFiles.pem("PUBLIC KEY", pair.getPublic().getEncoded()));
        return file;
    }

    private Path request(final KeyPair pair, final CryptoProfile profile) throws Exception
    {
        final JcaContentSignerBuilder signer = new JcaContentSignerBuilder(profile.signatureAlgorithm());
        if (CryptoProfile.GOST == profile)
        {
            signer.setProvider(CryptoProfile.BOUNCY_CASTLE);
        }
        final Path file = root.resolve("aa.csr");
        // The name is not the member's to choose: that of the venue's signer would be trusted.
        OwnerFiles.write(file, OwnerFiles.pem("CERTIFICATE REQUEST", new JcaPKCS10CertificationRequestBuilder(
            ClearingKeys.SIGNER, pair.getPublic()).build(signer.build(pair.getPrivate())).getEncoded()));
        return file;
    }
}
