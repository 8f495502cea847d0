// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * Signs as one person.
 */
public interface CommandSigner
{
    /**
     * Who signs.
     *
     * @return number in the register of operators, from 1.
     */
    int operatorId();

    /**
     * The venue that the signatures are for.
     *
     * @return 16 bytes, see {@link OperatorRegister#venueId()}.
     */
    byte[] venueId();

    /**
     * Signs bytes with the person's key.
     *
     * @param bytes to be signed.
     * @return signature of 64 bytes, see {@link io.bourse.engine.protocol.OperatorSignature}.
     */
    byte[] sign(byte[] bytes);
}
