// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.engine.protocol.AccountCode;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What settlement accounts may take out (rules 1.8): free funds after the run before, less what the matcher has
 * reserved since, while instructions of this run change them. An asset that is taken out costs what less of the cover
 * counts without it, by the rates, the shares and the margin of the run before. What is brought in counts after the
 * run; until then it can be taken out again.
 */
final class FreeFunds
{
    private final FundsAccounts accounts;
    private final Function<String, String> settlementAccountOf;
    private final FundsBefore before;
    private final CollateralRule rule;
    private final Map<String, Free> freeByAccount = new TreeMap<>();
    private boolean hasValues;

    /**
     * As the run before has left them.
     *
     * @param accounts of this run.
     * @param settlementAccountOf settlement account of a register code now.
     * @param before what that run has left; null when there was none.
     */
    FreeFunds(
        final FundsAccounts accounts, final Function<String, String> settlementAccountOf, final FundsBefore before)
    {
        this.accounts = accounts;
        this.settlementAccountOf = settlementAccountOf;
        this.before = before;
        this.rule = null == before ? null : new CollateralRule(before.assets(), before.shareE6());
        if (null != before)
        {
            before.funds().accounts().forEach(account -> freeByAccount.put(
                account.settlementAccount(), new Free(account, before.assets().size(),
                    before.reservedSince().getOrDefault(account.settlementAccount(), 0L))));
        }
    }

    /**
     * What is free for a register.
     *
     * @param client code of it.
     * @return free funds of the account it was under, else of the one it is under; null when it had none.
     */
    Free of(final String client)
    {
        if (null == before)
        {
            return null;
        }
        return freeByAccount.get(before.settlementAccount(client, settlementAccountOf));
    }

    /**
     * What is free once units have been moved.
     *
     * @param free of the settlement account.
     * @param account id of the register.
     * @param asset number.
     * @param units brought in; below 0 taken out, at most what the register has.
     * @return kopecks; below 0 what would be missing.
     */
    long after(final Free free, final int account, final int asset, final long units)
    {
        return Math.addExact(free.kopecks, move(free, account, asset, units, false));
    }

    /**
     * Moves units that are about to be moved by {@link FundsAccounts#move}.
     *
     * @param free of the settlement account.
     * @param account id of the register.
     * @param asset number.
     * @param units brought in; below 0 taken out, at most what the register has.
     */
    void move(final Free free, final int account, final int asset, final long units)
    {
        free.kopecks = Math.addExact(free.kopecks, move(free, account, asset, units, true));
    }

    /** By how much more the cover counts; changes it only if it is to stay so. */
    private long move(final Free free, final int account, final int asset, final long units, final boolean stays)
    {
        final int place = before.asset(accounts.assets().get(asset).code());
        if (place < 0)
        {
            return 0;
        }
        addValues();
        final Asset valued = before.assets().get(place);
        final long begin = accounts.begin(account, asset);
        final long now = accounts.units(account, asset);
        final long counted = rule.counted(free.values, free.go);
        final long value = free.values[place];
        free.values[place] = Math.addExact(value, Math.subtractExact(
            valued.valueKopecks(Math.min(begin, Math.addExact(now, units))),
            valued.valueKopecks(Math.min(begin, now))));
        final long more = Math.subtractExact(rule.counted(free.values, free.go), counted);
        if (!stays)
        {
            free.values[place] = value;
        }
        return more;
    }

    /** What registers had in the beginning, and have not taken out yet. Most runs never need it. */
    private void addValues()
    {
        if (!hasValues)
        {
            hasValues = true;
            accounts.forEachBegin(new Values());
        }
    }

    /** Registers come in the order of their codes, so those of a firm follow each other. */
    private final class Values implements FundsAccounts.HoldingVisitor
    {
        private long firm = -1;
        private Free free;

        @Override
        public void visit(final long register, final int asset, final long units)
        {
            if (AccountCode.brokerageFirm(register) != firm)
            {
                firm = AccountCode.brokerageFirm(register);
                free = of(AccountCode.unpack(register));
            }
            final int place = before.asset(accounts.assets().get(asset).code());
            if (null != free && place >= 0)
            {
                free.values[place] =
                    Math.addExact(free.values[place], before.assets().get(place).valueKopecks(units));
            }
        }
    }

    /** Of a settlement account. */
    static final class Free
    {
        private final long go;
        /** Of what registers had in the beginning, by asset of the run before. */
        private final long[] values;
        private final long reserved;
        private long kopecks;

        private Free(final AccountFunds account, final int assets, final long reservedSince)
        {
            this.go = account.go();
            this.values = new long[assets];
            this.reserved = reservedSince;
            this.kopecks = Math.subtractExact(account.free(), reservedSince);
        }

        String text()
        {
            return "freeKopecks=" + kopecks + (0 == reserved ? "" : " reservedKopecks=" + reserved);
        }

        /** What may be taken out, below 0 what is missing. */
        long kopecks()
        {
            return kopecks;
        }

        /** Money that has come in, or gone out if below 0. */
        void add(final long added)
        {
            kopecks = Math.addExact(kopecks, added);
        }
    }
}
