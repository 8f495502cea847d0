// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.util.HashMap;
import java.util.Map;

/**
 * Free funds with the cover that pledged assets give (rules 1.8): what is free of money, and what counts of the assets
 * at the same level.
 */
public final class CoveredFunds implements RegisterFreeFunds
{
    private final RegisterFreeFunds cash;
    private final MarginIndex margin;
    private final CollateralRule rule;
    private final int assets;
    /** Value by asset. */
    private final Map<LimitLevel, Map<String, long[]>> values = Map.of(
        LimitLevel.CLIENT, new HashMap<>(),
        LimitLevel.BROKERAGE_FIRM, new HashMap<>(),
        LimitLevel.SETTLEMENT_ACCOUNT, new HashMap<>());

    /**
     * Adds up the pledges of a run.
     *
     * @param cash free funds without assets.
     * @param figures margin of the run.
     * @param rule what counts.
     * @param assets number of assets of the run.
     * @param day at the cut.
     * @param pledges RunTables.PLEDGES of the run.
     * @throws ArithmeticException when a sum does not fit.
     */
    public CoveredFunds(
        final RegisterFreeFunds cash,
        final MarginFigures figures,
        final CollateralRule rule,
        final int assets,
        final IngestedDay day,
        final Table pledges)
    {
        this.cash = cash;
        this.margin = new MarginIndex(figures);
        this.rule = rule;
        this.assets = assets;
        for (long row = 0; row < pledges.rows(); row++)
        {
            final int asset = pledges.ints(RunTables.PLEDGE_ASSET).get(row);
            final long value = pledges.longs(RunTables.PLEDGE_VALUE).get(row);
            final long code = day.registers().code(pledges.ints(RunTables.PLEDGE_ACCOUNT).get(row));
            final String firm = AccountCode.unpack(AccountCode.brokerageFirm(code));
            add(LimitLevel.CLIENT, AccountCode.unpack(code), asset, value);
            add(LimitLevel.BROKERAGE_FIRM, firm, asset, value);
            add(LimitLevel.SETTLEMENT_ACCOUNT, day.settlementAccounts().ofFirm(firm), asset, value);
        }
    }

    private void add(final LimitLevel level, final String code, final int asset, final long value)
    {
        final long[] sums = values.get(level).computeIfAbsent(code, name -> new long[assets]);
        sums[asset] = Math.addExact(sums[asset], value);
    }

    @Override
    public long freeKopecks(final LimitLevel level, final String code)
    {
        final long[] pledged = values.get(level).get(code);
        final long free = cash.freeKopecks(level, code);
        return null == pledged ?
            free : Math.addExact(free, rule.counted(pledged, margin.requiredKopecks(level, code)));
    }
}
