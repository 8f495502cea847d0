// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;

import io.bourse.engine.protocol.OperatorSignature;

/**
 * A person with a key, which comes from the name: the same name signs the same bytes alike.
 */
public final class Person
{
    public final int id;
    public final String name;
    public final int roles;
    private final SecureRandom random;
    private final KeyPair keys;

    public Person(final int id, final String name, final int roles)
    {
        this.id = id;
        this.name = name;
        this.roles = roles;
        try
        {
            random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(name.hashCode());
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", "SunEC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            keys = generator.generateKeyPair();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException(ex);
        }
    }

    public byte[] publicKey()
    {
        return keys.getPublic().getEncoded();
    }

    public byte[] sign(final byte[] bytes)
    {
        try
        {
            final Signature signature = Signature.getInstance(OperatorSignature.ALGORITHM, "SunEC");
            signature.initSign(keys.getPrivate(), random);
            signature.update(bytes);
            return signature.sign();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
