// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.protocol;

/**
 * Roles of operators, as bits of {@code OperatorRoles} in the schema.
 */
public final class OperatorRoles
{
    /** Sessions, phases, members, news. */
    public static final int MARKET_OPERATOR = 1 << 0;
    /** Limits, collateral, kill switches. */
    public static final int RISK_OFFICER = 1 << 1;
    /** Clearing and its commands. */
    public static final int CLEARING_OPERATOR = 1 << 2;
    /** Second person of any act that wants one. */
    public static final int APPROVER = 1 << 3;
    /** Reads everything. */
    public static final int AUDITOR = 1 << 4;
    /** The register of operators. */
    public static final int ADMINISTRATOR = 1 << 5;
    /** All of operators of the venue. */
    public static final int ALL = (ADMINISTRATOR << 1) - 1;
    /** Limits, stops and cancels of one firm, by a person of that member: never together with another role. */
    public static final int MEMBER_RISK_OFFICER = 1 << 6;

    private OperatorRoles()
    {
    }
}
