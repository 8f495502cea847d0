// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.operator;

import io.bourse.engine.protocol.OperatorRoles;

import java.util.Arrays;

/**
 * A person.
 *
 * @param name ASCII, filled with zero bytes.
 * @param roles bits of {@link OperatorRoles}.
 * @param publicKey X.509 SubjectPublicKeyInfo.
 * @param firm brokerage firm of a member's risk officer, packed; 0: an operator of the venue.
 */
record Operator(int id, byte[] name, int roles, boolean isActive, byte[] publicKey, long firm)
{
    boolean is(final int role)
    {
        return isActive && 0 != (roles & role);
    }

    boolean hasName(final byte[] other)
    {
        return Arrays.equals(name, other);
    }

    boolean hasKey(final byte[] other)
    {
        return Arrays.equals(publicKey, other);
    }
}
