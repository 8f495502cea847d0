// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.RegisteredOperator;

import java.util.HexFormat;

/**
 * An operator who is there with a key.
 *
 * @param name in the register.
 */
public record OperatorKey(String name, PersonalKey key) implements OperatorSigner
{
    @Override
    public String fingerprint()
    {
        return RegisteredOperator.fingerprint(key.publicKey());
    }

    @Override
    public byte[] sign(final byte[] bytes)
    {
        return key.sign(bytes);
    }

    /** Public key, hexadecimal. */
    public String publicKey()
    {
        return HexFormat.of().formatHex(key.publicKey());
    }
}
