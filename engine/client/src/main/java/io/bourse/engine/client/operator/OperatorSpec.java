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
 */
public record OperatorSpec(int operatorId, String name, int roles, boolean isActive, byte[] publicKey)
{
}
