// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.engine.protocol.LimitLevel;

/**
 * What registers have free: money and counted collateral less margin (rules 1.8).
 */
@FunctionalInterface
public interface RegisterFreeFunds
{
    /**
     * Free funds of a register.
     *
     * @param level client, brokerage firm or settlement account.
     * @param code of the register.
     * @return kopecks; below 0 when margin is not covered.
     */
    long freeKopecks(LimitLevel level, String code);
}
