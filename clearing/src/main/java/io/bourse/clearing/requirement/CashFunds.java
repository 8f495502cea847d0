// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Free funds where money is all the collateral there is: {@code amount_end} of all registers of a level, less its
 * margin.
 */
public final class CashFunds implements FreeFunds
{
    private static final int BLOCK = 4_096;

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
        addUp(day, money, day.limits().collaterals(LimitLevel.CLIENT).keySet());
        cash.get(LimitLevel.BROKERAGE_FIRM).forEach((firm, kopecks) ->
            cash.get(LimitLevel.SETTLEMENT_ACCOUNT).merge(
                day.settlementAccounts().ofFirm(firm), kopecks, Math::addExact));
    }

    private void addUp(final IngestedDay day, final Table money, final Set<String> limited)
    {
        final IntColumn accountColumn = money.ints(RunTables.MONEY_ACCOUNT);
        final LongColumn endColumn = money.longs(RunTables.MONEY_END);
        final int[] accounts = new int[BLOCK];
        final long[] ends = new long[BLOCK];
        long firm = 0;
        long sum = 0;
        for (long from = 0; from < money.rows(); from += BLOCK)
        {
            final int count = (int)Math.min(BLOCK, money.rows() - from);
            accountColumn.copy(from, accounts, count);
            endColumn.copy(from, ends, count);
            for (int i = 0; i < count; i++)
            {
                final long code = day.registers().code(accounts[i]);
                if (AccountCode.brokerageFirm(code) != firm)
                {
                    add(firm, sum);
                    firm = AccountCode.brokerageFirm(code);
                    sum = 0;
                }
                sum = Math.addExact(sum, ends[i]);
                if (!limited.isEmpty() && limited.contains(AccountCode.unpack(code)))
                {
                    cash.get(LimitLevel.CLIENT).put(AccountCode.unpack(code), ends[i]);
                }
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
