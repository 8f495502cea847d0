// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.audit;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * What an operator is there for. The order is that of the bits in the venue's history.
 */
public enum OperatorRole
{
    /** Sessions, phases, instruments, rights. */
    MARKET_OPERATOR,
    /** Limits, controls, stops, defaults. */
    RISK_OFFICER,
    /** Runs, prices, money. */
    CLEARING_OPERATOR,
    /** Approves what another operator asks for. */
    APPROVER,
    /** Looks, and changes nothing. */
    AUDITOR,
    /** Operators and their keys. */
    ADMINISTRATOR,
    /** Limits, stops and cancels of one firm, by a person of that member; with no other role. */
    MEMBER_RISK_OFFICER;

    /** Those of operators of the venue. */
    public static Set<OperatorRole> ofVenue()
    {
        return EnumSet.complementOf(EnumSet.of(MEMBER_RISK_OFFICER));
    }

    /** Name in files and on command lines: lower case, with hyphens. */
    public String text()
    {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Role of a name.
     *
     * @throws IllegalArgumentException when there is no such role.
     */
    public static OperatorRole of(final String text)
    {
        for (final OperatorRole role : values())
        {
            if (role.text().equals(text))
            {
                return role;
            }
        }
        throw new IllegalArgumentException("there is no such role: role=" + text + " known=" +
            EnumSet.allOf(OperatorRole.class).stream().map(OperatorRole::text).toList());
    }

    /** Roles of bits. */
    public static Set<OperatorRole> ofBits(final int bits)
    {
        final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        for (final OperatorRole role : values())
        {
            if (0 != (bits & 1 << role.ordinal()))
            {
                roles.add(role);
            }
        }
        return Collections.unmodifiableSet(roles);
    }

    /** Bits of roles. */
    public static int bits(final Set<OperatorRole> roles)
    {
        return roles.stream().mapToInt(role -> 1 << role.ordinal()).sum();
    }
}
