// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

/**
 * What an instruction asks for.
 */
public enum InstructionKind
{
    /** Money comes in. */
    PAY_IN,
    /** Money goes out. */
    PAY_OUT,
    /** An asset comes in. */
    DEPOSIT,
    /** An asset goes out. */
    WITHDRAW;

    /**
     * Whether it is about money.
     *
     * @return false for assets.
     */
    public boolean isMoney()
    {
        return PAY_IN == this || PAY_OUT == this;
    }

    /**
     * Whether it takes something out.
     *
     * @return true for money and assets that go out.
     */
    public boolean isOut()
    {
        return PAY_OUT == this || WITHDRAW == this;
    }
}
