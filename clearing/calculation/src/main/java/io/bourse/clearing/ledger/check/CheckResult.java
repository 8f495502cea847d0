// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/**
 * Outcome of one check.
 *
 * @param name of the check.
 * @param compared records looked at.
 * @param failure the first record that breaks it as key=value facts; empty when it holds.
 */
public record CheckResult(String name, long compared, String failure)
{
    /**
     * Whether the check holds.
     *
     * @return true if so.
     */
    public boolean isOk()
    {
        return failure.isEmpty();
    }
}
