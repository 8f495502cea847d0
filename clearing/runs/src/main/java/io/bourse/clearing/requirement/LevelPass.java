// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.engine.protocol.LimitLevel;

import java.util.concurrent.Callable;

/**
 * Margin of one brokerage firm or settlement account. Of the latter the model gives its opinion too.
 */
record LevelPass(
    RequirementInput input,
    RegisterChoices choices,
    LimitLevel level,
    String code,
    String settlementAccount,
    NettedPortfolio portfolio,
    NettedPortfolio seenByMatcher) implements Callable<LevelMargin>
{
    @Override
    public LevelMargin call()
    {
        try
        {
            final PortfolioMargin margin = input.arrays().portfolio();
            portfolio.tell(margin, choices.ofLevel(level, code));
            final LevelMargin result = new LevelMargin(
                level,
                code,
                settlementAccount,
                margin.positionsKopecks(),
                margin.requiredKopecks(),
                seenByMatcher.matcherKopecks(input.arrays(), input.margined()));
            if (LimitLevel.SETTLEMENT_ACCOUNT == level)
            {
                new MarginSample(input, choices)
                    .check(code, portfolio, result.positionsKopecks(), result.requiredKopecks());
            }
            return result;
        }
        catch (final ArithmeticException ex)
        {
            throw new CheckFailedException("amounts fit into 64 bits", "margin of register=" + code + " reason=\"" +
                ex.getMessage() + "\"");
        }
    }
}
