// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import io.bourse.testing.TestAuthority;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CertificateBindingTest
{
    @TempDir
    private static Path dir;
    private static X509Certificate client;
    private static X509Certificate other;

    @BeforeAll
    static void makeCertificates() throws IOException, GeneralSecurityException
    {
        final TestAuthority authority = new TestAuthority(dir, "authority");
        client = TestAuthority.certificate(authority.keyStore("CN=Client One,O=Some Firm,C=RU"));
        other = TestAuthority.certificate(authority.keyStore("CN=Client One,O=Other Firm,C=RU"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CN=Client One,O=Some Firm,C=RU", "cn=client one, o=SOME  firm, c=ru"})
    void shouldCompareSubjectsInTheirCanonicalForm(final String text)
    {
        assertTrue(CertificateBinding.parse(text).matches(client));
        assertFalse(CertificateBinding.parse(text).matches(other));
        assertFalse(CertificateBinding.parse(text).matches(null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CN=Client One", "C=RU,O=Some Firm,CN=Client One", "CN=Client One,O=Some Firm,C=RU,L=X"})
    void shouldNotTakeAPartOfTheSubjectForAllOfIt(final String text)
    {
        assertFalse(CertificateBinding.parse(text).matches(client));
    }

    @Test
    void shouldCompareFingerprints() throws GeneralSecurityException
    {
        final byte[] digest = MessageDigest.getInstance("SHA-256").digest(client.getEncoded());
        for (final String text : new String[]{HexFormat.of().formatHex(digest),
            HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest), "SHA256:" + HexFormat.of().formatHex(digest)})
        {
            assertTrue(CertificateBinding.parse(text).matches(client), text);
            assertFalse(CertificateBinding.parse(text).matches(other), text);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "CN", "00:11", "=x"})
    void shouldRefuseWhatIsNeither(final String text)
    {
        assertThrows(IllegalArgumentException.class, () -> CertificateBinding.parse(text));
    }
}
