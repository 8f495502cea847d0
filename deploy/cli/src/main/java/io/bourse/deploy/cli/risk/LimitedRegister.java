// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.engine.protocol.LimitLevel;
import picocli.CommandLine.Option;

/**
 * A register that may have trading limits: those with collateral, and logins.
 */
final class LimitedRegister extends FundedRegister
{
    @Option(names = "--login", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
        description = "A login, such as 1.")
    private Integer loginId;

    @Override
    LimitLevel level()
    {
        return null != loginId ? LimitLevel.LOGIN : super.level();
    }

    @Override
    String code()
    {
        return null != loginId ? loginId.toString() : super.code();
    }
}
