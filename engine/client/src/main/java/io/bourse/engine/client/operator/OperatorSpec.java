// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * A person as the register of operators has him.
 *
 * @param operatorId from 1.
 * @param name lower case letters, digits, dots, hyphens and underscores, at most 32.
 * @param roles bits of {@link io.bourse.engine.protocol.OperatorRoles}.
 * @param isActive false when his key was revoked.
 * @param publicKey X.509 SubjectPublicKeyInfo of a key of P-256, 91 bytes.
 * @param firm brokerage firm of a member's risk officer; null: an operator of the venue.
 */
public record OperatorSpec(
    int operatorId, String name, int roles, boolean isActive, byte[] publicKey, String firm)
{
    /**
     * An operator of the venue.
     *
     * @param operatorId from 1.
     * @param name lower case letters, digits, dots, hyphens and underscores, at most 32.
     * @param roles bits of {@link io.bourse.engine.protocol.OperatorRoles}.
     * @param isActive false when his key was revoked.
     * @param publicKey X.509 SubjectPublicKeyInfo of a key of P-256, 91 bytes.
     */
    public OperatorSpec(
        final int operatorId, final String name, final int roles, final boolean isActive, final byte[] publicKey)
    {
        this(operatorId, name, roles, isActive, publicKey, null);
    }

    /**
     * The same person as a risk officer of a member.
     *
     * @param brokerageFirm four characters.
     * @return spec.
     */
    public OperatorSpec ofFirm(final String brokerageFirm)
    {
        return new OperatorSpec(operatorId, name, roles, isActive, publicKey, brokerageFirm);
    }
}
