// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import io.bourse.clearing.file.Digests;

import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A person who operates the venue.
 *
 * @param id number in the register.
 * @param roles what the person may do.
 * @param isActive false when revoked.
 * @param keys in the order in which they came; the last one is in force, of an operator that is active.
 * @param formerRoles in the order in which they came.
 * @param firm brokerage firm of a member's risk officer; null: an operator of the venue.
 */
public record RegisteredOperator(
    int id,
    String name,
    Set<OperatorRole> roles,
    boolean isActive,
    List<Key> keys,
    List<FormerRoles> formerRoles,
    String firm)
{
    /** A key that was never replaced. */
    public static final long IN_FORCE = Long.MAX_VALUE;
    private static final int FINGERPRINT_DIGITS = 16;

    /**
     * An operator whose roles were never changed.
     *
     * @param id number in the register.
     * @param roles what the person may do.
     * @param isActive false when revoked.
     * @param keys in the order in which they came.
     */
    public RegisteredOperator(
        final int id, final String name, final Set<OperatorRole> roles, final boolean isActive, final List<Key> keys)
    {
        this(id, name, roles, isActive, keys, List.of(), null);
    }

    /**
     * What the person might do before.
     *
     * @param untilMs milliseconds since 1970 when they were replaced.
     */
    public record FormerRoles(Set<OperatorRole> roles, long untilMs)
    {
    }

    /**
     * A public key.
     *
     * @param publicKey X.509 SubjectPublicKeyInfo, hexadecimal.
     * @param untilMs milliseconds since 1970 when it was replaced or revoked; {@link #IN_FORCE} until then.
     */
    public record Key(String publicKey, long untilMs)
    {
        /** Beginning of the SHA-256 of the key. */
        public String fingerprint()
        {
            return RegisteredOperator.fingerprint(HexFormat.of().parseHex(publicKey));
        }
    }

    /** Roles that the operator had at a time, in milliseconds since 1970. */
    Set<OperatorRole> rolesAt(final long atMs)
    {
        return formerRoles.stream().filter(former -> atMs < former.untilMs()).findFirst().map(FormerRoles::roles)
            .orElse(roles);
    }

    /** Beginning of the SHA-256 of the last key. */
    public String fingerprint()
    {
        return keys.getLast().fingerprint();
    }

    /** Beginning of the SHA-256 of a public key in its X.509 form. */
    public static String fingerprint(final byte[] publicKey)
    {
        return Digests.sha256Of(publicKey).substring(0, FINGERPRINT_DIGITS);
    }
}
