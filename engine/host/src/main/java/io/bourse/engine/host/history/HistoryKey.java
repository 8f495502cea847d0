// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.history;

import io.bourse.engine.files.SecretFile;
import io.bourse.engine.protocol.OperatorSignature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/**
 * The key with which an engine signs the list of what it has archived, in a file of its data directory that only its
 * owner may read: the private key, and in the next line the public one.
 */
final class HistoryKey
{
    private static final String KEY_ALGORITHM = "EC";
    private static final String CURVE = "secp256r1";

    private final PrivateKey privateKey;
    private final byte[] publicKey;

    private HistoryKey(final PrivateKey privateKey, final byte[] publicKey)
    {
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    static HistoryKey create() throws GeneralSecurityException
    {
        final KeyPairGenerator generator = KeyPairGenerator.getInstance(KEY_ALGORITHM);
        generator.initialize(new ECGenParameterSpec(CURVE));
        final KeyPair pair = generator.generateKeyPair();
        return new HistoryKey(pair.getPrivate(), pair.getPublic().getEncoded());
    }

    static HistoryKey read(final Path file) throws IOException, GeneralSecurityException
    {
        final List<String> lines = new String(SecretFile.read(file), StandardCharsets.US_ASCII).lines().toList();
        if (2 != lines.size())
        {
            throw new GeneralSecurityException("a private and a public key are expected: lines=" + lines.size());
        }
        try
        {
            return new HistoryKey(
                KeyFactory.getInstance(KEY_ALGORITHM).generatePrivate(
                    new PKCS8EncodedKeySpec(Base64.getDecoder().decode(lines.getFirst()))),
                Base64.getDecoder().decode(lines.getLast()));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new GeneralSecurityException("this is no key", ex);
        }
    }

    String text()
    {
        return Base64.getEncoder().encodeToString(privateKey.getEncoded()) + "\n" + publicKeyText() + "\n";
    }

    String publicKeyText()
    {
        return Base64.getEncoder().encodeToString(publicKey);
    }

    String sign(final byte[] content) throws GeneralSecurityException
    {
        final Signature signature = Signature.getInstance(OperatorSignature.ALGORITHM);
        signature.initSign(privateKey);
        signature.update(content);
        return Base64.getEncoder().encodeToString(signature.sign());
    }

    byte[] publicKey()
    {
        return publicKey;
    }

    static boolean isSignatureOf(final byte[] publicKey, final String signature, final byte[] content)
    {
        try
        {
            return OperatorSignature.isValid(publicKey, content, Base64.getDecoder().decode(signature));
        }
        catch (final IllegalArgumentException ex)
        {
            return false;
        }
    }
}
