// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Adds money and pledges of registers up to settlement accounts, and holds the margin against them (rules 1.8).
 */
public final class SettlementFunds
{
    private final RegisterOrder registers;
    private final RegisterWalk walk;
    private final LongFunction<String> settlementAccount;
    private final int assets;
    private final CollateralRule rule;
    private final SortedMap<String, Sums> sums = new TreeMap<>();
    private final SortedMap<String, String> firms = new TreeMap<>();
    private long lastFirm = -1;
    private Sums last;

    /**
     * Funds of one run.
     *
     * @param registers at the cut.
     * @param settlementAccount code of the settlement account of a packed register code.
     * @param assets number of assets of the run.
     * @param rule of collateral.
     */
    public SettlementFunds(
        final RegisterOrder registers,
        final LongFunction<String> settlementAccount,
        final int assets,
        final CollateralRule rule)
    {
        this.registers = registers;
        this.walk = new RegisterWalk(registers);
        this.settlementAccount = settlementAccount;
        this.assets = assets;
        this.rule = rule;
    }

    /**
     * Adds everything up.
     *
     * @param money RunTables.MONEY of the run.
     * @param pledges RunTables.PLEDGES of the run; null for none.
     * @param marginKopecks required of settlement accounts, with orders, by code; who is missing needs none.
     * @return funds by code of the settlement account.
     * @throws ArithmeticException when a sum does not fit.
     */
    public List<AccountFunds> compute(final Table money, final Table pledges, final Map<String, Long> marginKopecks)
    {
        addMoney(money);
        addPledges(pledges);
        marginKopecks.forEach((code, kopecks) -> of(code));
        final List<AccountFunds> accounts = new ArrayList<>();
        sums.forEach((code, sum) ->
        {
            final long go = marginKopecks.getOrDefault(code, 0L);
            long collateral = 0;
            for (final long value : sum.values)
            {
                collateral = Math.addExact(collateral, value);
            }
            accounts.add(AccountFunds.of(
                code, sum.registers, sum.cash, collateral, rule.counted(sum.values, go), go));
        });
        return List.copyOf(accounts);
    }

    /**
     * Settlement accounts of the brokerage firms that were met.
     *
     * @return by firm.
     */
    public SortedMap<String, String> firms()
    {
        return firms;
    }

    private void addMoney(final Table money)
    {
        for (final TableCursor row = new TableCursor(money); row.next();)
        {
            final Sums sum = ofRegister(row.ints(RunTables.MONEY_ACCOUNT));
            sum.registers++;
            sum.cash = Math.addExact(sum.cash, row.longs(RunTables.MONEY_END));
        }
    }

    private void addPledges(final Table pledges)
    {
        for (final TableCursor row = new TableCursor(pledges); row.next();)
        {
            final int asset = row.ints(RunTables.PLEDGE_ASSET);
            final long[] values = ofRegister(row.ints(RunTables.PLEDGE_ACCOUNT)).values;
            values[asset] = Math.addExact(values[asset], row.longs(RunTables.PLEDGE_VALUE));
        }
    }

    /** Registers come in the order of their codes, so those of a firm follow each other. */
    private Sums ofRegister(final int account)
    {
        final long firm = walk.firm(account);
        if (firm != lastFirm)
        {
            final String name = settlementAccount.apply(registers.code(account));
            firms.put(AccountCode.unpack(firm), name);
            last = of(name);
            lastFirm = firm;
        }
        return last;
    }

    private Sums of(final String code)
    {
        return sums.computeIfAbsent(code, name -> new Sums(assets));
    }

    private static final class Sums
    {
        /** By asset. */
        private final long[] values;
        private long registers;
        private long cash;

        private Sums(final int assets)
        {
            values = new long[assets];
        }
    }
}
