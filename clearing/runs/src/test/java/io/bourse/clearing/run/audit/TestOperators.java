// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.funds.Instruction;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;

/**
 * A venue where whoever a test names is an operator with every role and a key.
 */
public final class TestOperators
{
    private static final String VENUE = "00112233445566778899aabbccddeeff";
    private static final Map<String, KeyPair> KEYS = new ConcurrentSkipListMap<>();

    private TestOperators()
    {
    }

    /** Signs with a key. */
    record Signer(String name, KeyPair keys) implements OperatorSigner
    {
        @Override
        public String fingerprint()
        {
            return RegisteredOperator.fingerprint(keys.getPublic().getEncoded());
        }

        @Override
        public byte[] sign(final byte[] bytes)
        {
            try
            {
                final Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
                signature.initSign(keys.getPrivate());
                signature.update(bytes);
                return signature.sign();
            }
            catch (final GeneralSecurityException ex)
            {
                throw new IllegalStateException(ex);
            }
        }
    }

    /** An operator of a name. */
    public static OperatorSigner of(final String name)
    {
        return new Signer(name, KEYS.computeIfAbsent(name, key -> newKeys()));
    }

    /** All operators that were named. */
    public static Operators register()
    {
        final SortedMap<String, RegisteredOperator> operators = new TreeMap<>();
        KEYS.keySet().forEach(name -> operators.put(name, operator(of(name), true)));
        return register(operators);
    }

    /** Enters lines of the book of instructions as an operator. */
    public static UnaryOperator<Instruction> signing(final String name)
    {
        final OperatorSigner signer = of(name);
        return InstructionSignatures.signing(register(), signer, null);
    }

    static Operators register(final SortedMap<String, RegisteredOperator> operators)
    {
        return new Operators(VENUE, operators, 0, Operators.REQUESTERS_DEFAULT, Operators.WHOLE);
    }

    static RegisteredOperator operator(final OperatorSigner signer, final boolean isActive)
    {
        return new RegisteredOperator(1, signer.name(), EnumSet.allOf(OperatorRole.class), isActive,
            List.of(new RegisteredOperator.Key(publicKey(signer), RegisteredOperator.IN_FORCE)));
    }

    static String publicKey(final OperatorSigner signer)
    {
        return HexFormat.of().formatHex(((Signer)signer).keys().getPublic().getEncoded());
    }

    static KeyPair newKeys()
    {
        try
        {
            final KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        }
        catch (final GeneralSecurityException ex)
        {
            throw new IllegalStateException(ex);
        }
    }
}
