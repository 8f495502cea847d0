// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Free funds where money is all the collateral there is: {@code amount_end} of all registers of a level, less its
 * margin.
 */
public final class CashFunds implements RegisterFreeFunds
{
    private final MarginIndex margin;
    private final Map<LimitLevel, Map<String, Long>> cash = Map.of(
        LimitLevel.CLIENT, new HashMap<>(),
        LimitLevel.BROKERAGE_FIRM, new HashMap<>(),
        LimitLevel.SETTLEMENT_ACCOUNT, new HashMap<>());

    /**
     * Adds up the money of a run.
     *
     * @param day at the cut: who belongs where, and which clients have a limit.
     * @param money RunTables.MONEY of the run.
     * @param figures margin of the run.
     * @throws ArithmeticException when a sum does not fit.
     */
    public CashFunds(final IngestedDay day, final Table money, final MarginFigures figures)
    {
        margin = new MarginIndex(figures);
        addUp(day, money, RegisterChoices.limited(day));
        cash.get(LimitLevel.BROKERAGE_FIRM).forEach((firm, kopecks) ->
            cash.get(LimitLevel.SETTLEMENT_ACCOUNT).merge(
                day.settlementAccounts().ofFirm(firm), kopecks, Math::addExact));
    }

    private void addUp(final IngestedDay day, final Table money, final BitSet limited)
    {
        final RegisterWalk walk = new RegisterWalk(day.registers());
        long firm = 0;
        long sum = 0;
        for (final TableCursor row = new TableCursor(money); row.next();)
        {
            final int account = row.ints(RunTables.MONEY_ACCOUNT);
            final long end = row.longs(RunTables.MONEY_END);
            if (walk.firm(account) != firm)
            {
                add(firm, sum);
                firm = walk.firm(account);
                sum = 0;
            }
            sum = Math.addExact(sum, end);
            if (limited.get(account))
            {
                cash.get(LimitLevel.CLIENT).put(day.registers().name(account), end);
            }
        }
        add(firm, sum);
    }

    private void add(final long firm, final long kopecks)
    {
        if (0 != firm)
        {
            cash.get(LimitLevel.BROKERAGE_FIRM).put(AccountCode.unpack(firm), kopecks);
        }
    }

    @Override
    public long freeKopecks(final LimitLevel level, final String code)
    {
        return Math.subtractExact(cash.get(level).getOrDefault(code, 0L), margin.requiredKopecks(level, code));
    }
}
