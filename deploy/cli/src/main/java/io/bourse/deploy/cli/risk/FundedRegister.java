// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.engine.protocol.LimitLevel;
import picocli.CommandLine.Option;

/**
 * A register that may have collateral: one of three options names it.
 */
class FundedRegister
{
    @Option(names = "--client", paramLabel = "ACCOUNT", converter = CodeConverter.OfAccount.class,
        description = "A client account, such as AA01000.")
    private String account;

    @Option(names = "--firm", paramLabel = "CODE", converter = CodeConverter.OfBrokerageFirm.class,
        description = "A brokerage firm, such as AA01: all its clients together.")
    private String firm;

    @Option(names = "--settlement-account", paramLabel = "CODE", converter = CodeConverter.OfSettlementAccount.class,
        description = "A settlement account: all its firms together.")
    private String settlementAccount;

    /** Level of the register. */
    LimitLevel level()
    {
        if (null != account)
        {
            return LimitLevel.CLIENT;
        }
        return null != firm ? LimitLevel.BROKERAGE_FIRM : LimitLevel.SETTLEMENT_ACCOUNT;
    }

    /** Code as the engine takes it. */
    String code()
    {
        if (null != account)
        {
            return account;
        }
        return null != firm ? firm : settlementAccount;
    }

    /** The register as text for people. */
    @Override
    public String toString()
    {
        return "level=" + level() + " code=" + code();
    }
}
