// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

/**
 * Signs as one operator.
 */
public interface OperatorSigner
{
    /** Name in the register. */
    String name();

    /** Beginning of the SHA-256 of the public key, hexadecimal. */
    String fingerprint();

    /**
     * Signs by ECDSA over P-256 with SHA-256.
     *
     * @return signature in the form of IEEE P1363, 64 bytes.
     */
    byte[] sign(byte[] bytes);
}
