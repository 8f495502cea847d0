// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.SetVenueLimitsEncoder;

/**
 * An operator's hand on what the engine keeps in memory. Uses the connection of an {@link OperatorClient}, with the
 * same exceptions, and is not thread-safe either.
 */
public final class VenueLimitsOperator
{
    private final OperatorClient operator;

    /**
     * Limits of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public VenueLimitsOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Sets all limits. What there is stays, more is refused.
     *
     * @param limits to set.
     */
    public void set(final VenueLimitsSpec limits)
    {
        operator.execute(operator.begin(new SetVenueLimitsEncoder())
            .liveOrders(limits.liveOrders())
            .liveOrdersPerLogin(limits.liveOrdersPerLogin())
            .accounts(limits.accounts())
            .instruments(limits.instruments())
            .logins(limits.logins())
            .exposures(limits.exposures()),
            "command=SetVenueLimits limits=" + limits);
    }
}
