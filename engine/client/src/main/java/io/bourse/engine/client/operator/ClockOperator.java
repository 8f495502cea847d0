// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.ConfirmTimeEncoder;

/**
 * An operator's word on what time it is. Uses the connection of an {@link OperatorClient}, with the same exceptions,
 * and is not thread-safe either.
 */
public final class ClockOperator
{
    private final OperatorClient operator;

    /**
     * The clock of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public ClockOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Ends a stop of order entry. Engine time goes forward to what is confirmed, and what is due then happens.
     *
     * @param wallNs what time it is, in nanoseconds since the Unix epoch.
     * @throws CommandRefusedException with WRONG_STATE when order entry is not stopped by the clock.
     */
    public void confirmTime(final long wallNs)
    {
        operator.execute(
            operator.begin(new ConfirmTimeEncoder()).wallNs(wallNs), "command=ConfirmTime wallNs=" + wallNs);
    }
}
