// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.crypto;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;

import javax.security.auth.x500.X500Principal;

/**
 * Fills a token with signing keys, lets the keys directory name it, and signs. In a process of its own: the library of
 * the token takes its configuration from the environment, once.
 */
final class TokenProcess
{
    private static final String PIN = "1234";
    private static final byte[] CONTENT = "what is signed".getBytes(StandardCharsets.US_ASCII);

    private TokenProcess()
    {
    }

    /**
     * Signs.
     *
     * @param args library, directory.
     * @throws Exception when it does not work.
     */
    public static void main(final String[] args) throws Exception
    {
        final Path root = Path.of(args[1]);
        final Path directory = root.resolve("keys");
        final ClearingKeys before = ClearingKeys.openDemo(directory);
        initialise(root);
        final byte[] configuration =
            ("name = test\nlibrary = " + args[0] + "\nslotListIndex = 0\n").getBytes(StandardCharsets.US_ASCII);
        OwnerFiles.write(directory.resolve(Token.CONFIGURATION_NAME), configuration);
        OwnerFiles.write(directory.resolve(Token.PIN_NAME), (PIN + "\n").getBytes(StandardCharsets.US_ASCII));
        final Token token = Token.openOrNull(directory);
        final X509Certificate ecdsa = put(token, before, "signer", CryptoProfile.ECDSA);
        final X509Certificate rsa = put(token, before, "signer-rsa", CryptoProfile.RSA);
        final ClearingKeys keys = ClearingKeys.open(directory);
        keys.requireUsable();
        requireSigned(keys.signer(), ecdsa, keys.trustedSigner());
        requireSigned(keys.signer(CryptoProfile.RSA), rsa, keys.trustedSigner());
        if (null != Token.openOrNull(directory).store().getKey("signer", null).getEncoded())
        {
            throw new IllegalStateException("the key has left the token");
        }
        System.out.println("signed in a token: ECDSA RSA");
    }

    private static void initialise(final Path root) throws IOException, InterruptedException
    {
        final Process process = new ProcessBuilder("softhsm2-util", "--init-token", "--free", "--label", "test",
            "--pin", PIN, "--so-pin", PIN).redirectErrorStream(true)
            .redirectOutput(root.resolve("softhsm.log").toFile()).start();
        if (0 != process.waitFor())
        {
            throw new IllegalStateException("token cannot be initialised: exit=" + process.exitValue());
        }
    }

    private static X509Certificate put(
        final Token token, final ClearingKeys authority, final String alias, final CryptoProfile profile)
        throws Exception
    {
        final KeyPair pair = profile.newKeyPair();
        final X509Certificate certificate =
            authority.issue(new X500Principal("CN=Clearing in a token"), pair, CertificateIssuer.Use.SIGNATURE);
        token.store().setKeyEntry(alias, pair.getPrivate(), null, new Certificate[]{certificate});
        return certificate;
    }

    private static void requireSigned(
        final ManifestSigner signer, final X509Certificate certificate, final TrustedSigner trusted)
        throws Exception
    {
        if (!certificate.equals(signer.certificate()) ||
            !certificate.equals(SignatureVerifier.verify(CONTENT, signer.sign(CONTENT), trusted)))
        {
            throw new IllegalStateException("another key has signed: certificate=" + signer.certificate());
        }
    }
}
