// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.ToIntFunction;

/**
 * Does what instructions ask for, one after the other, as far as what was free after the run before allows it.
 */
public final class InstructionProcessing
{
    private final FundsAccounts accounts;
    private final ToIntFunction<String> accountOf;
    private final Function<String, String> settlementAccountOf;
    private final IntToLongFunction cashBefore;
    private final Map<String, Free> freeByAccount = new TreeMap<>();
    private final Map<Integer, Long> paid = new TreeMap<>();

    /**
     * Processing of one run.
     *
     * @param accounts that payments and moves go to.
     * @param accountOf account id of a register code, below 0 of what is none.
     * @param settlementAccountOf settlement account of a register code.
     * @param cashBefore what a register has before the run, by account id.
     * @param before funds after the run before; null when there was none: then only what a register has itself counts.
     */
    public InstructionProcessing(
        final FundsAccounts accounts,
        final ToIntFunction<String> accountOf,
        final Function<String, String> settlementAccountOf,
        final IntToLongFunction cashBefore,
        final FundsFile before)
    {
        this.accounts = accounts;
        this.accountOf = accountOf;
        this.settlementAccountOf = settlementAccountOf;
        this.cashBefore = cashBefore;
        if (null != before)
        {
            before.accounts().forEach(account -> freeByAccount.put(account.settlementAccount(), new Free(account)));
        }
    }

    /**
     * Does them.
     *
     * @param instructions in the order of the book.
     * @return what became of each.
     */
    public List<InstructionOutcome> process(final List<Instruction> instructions)
    {
        final List<InstructionOutcome> outcomes = new ArrayList<>();
        for (final Instruction instruction : instructions)
        {
            outcomes.add(new InstructionOutcome(instruction.seq(), process(instruction)));
        }
        return List.copyOf(outcomes);
    }

    private String process(final Instruction instruction)
    {
        final int account = accountOf.applyAsInt(instruction.client());
        if (account < 0)
        {
            return "register is not defined: client=" + instruction.client();
        }
        if (instruction.amount() > InstructionRequest.MAX_AMOUNT)
        {
            return "amount is out of range: amount=" + instruction.amount() + " max=" + InstructionRequest.MAX_AMOUNT;
        }
        final Free free = freeByAccount.get(settlementAccountOf.apply(instruction.client()));
        return switch (instruction.kind())
        {
            case PAY_IN -> payIn(instruction, account, free);
            case PAY_OUT -> payOut(instruction, account, free);
            case DEPOSIT -> deposit(instruction, account, free);
            case WITHDRAW -> withdraw(instruction, account, free);
        };
    }

    private String payIn(final Instruction instruction, final int account, final Free free)
    {
        final long cash = cash(account);
        if (cash > InstructionRequest.MAX_AMOUNT - instruction.amount())
        {
            return "register would have more money than is in range: cashKopecks=" + cash + " maxKopecks=" +
                InstructionRequest.MAX_AMOUNT;
        }
        pay(instruction, account, HouseAccounts.BANK, account, instruction.amount());
        add(free, instruction.amount());
        return "";
    }

    private String payOut(final Instruction instruction, final int account, final Free free)
    {
        final long kopecks = instruction.amount();
        final long cash = cash(account);
        if (cash < kopecks)
        {
            return "register has less money: cashKopecks=" + cash;
        }
        if (null != free && free.kopecks < kopecks)
        {
            return "less is free on the settlement account: freeKopecks=" + free.kopecks;
        }
        pay(instruction, account, account, HouseAccounts.BANK, -kopecks);
        add(free, -kopecks);
        return "";
    }

    private long cash(final int account)
    {
        return Math.addExact(cashBefore.applyAsLong(account), paid.getOrDefault(account, 0L));
    }

    private void pay(
        final Instruction instruction, final int account, final int debit, final int credit, final long received)
    {
        accounts.add(new Payment(account, PostingCode.PAY, debit, credit, instruction.amount(), instruction.seq()));
        paid.merge(account, received, Math::addExact);
    }

    private static void add(final Free free, final long kopecks)
    {
        if (null != free)
        {
            free.kopecks = Math.addExact(free.kopecks, kopecks);
        }
    }

    private String deposit(final Instruction instruction, final int account, final Free free)
    {
        final int asset = accounts.asset(instruction.asset());
        if (asset < 0)
        {
            return "asset is not taken: asset=" + instruction.asset();
        }
        final long held = accounts.units(account, asset);
        if (!accounts.assets().get(asset).isInRange(held + instruction.amount()))
        {
            return "register would hold more of the asset than is in range: asset=" + instruction.asset() +
                " units=" + held + " max=" + InstructionRequest.MAX_AMOUNT;
        }
        accounts.move(account, asset, instruction.amount());
        if (null != free)
        {
            // What it covers is known after the run; until then it can be taken out again and no more.
            free.spare = Math.addExact(free.spare, accounts.assets().get(asset).valueKopecks(instruction.amount()));
        }
        return "";
    }

    private String withdraw(final Instruction instruction, final int account, final Free free)
    {
        final int asset = accounts.asset(instruction.asset());
        final long held = asset < 0 ? 0 : accounts.units(account, asset);
        if (held < instruction.amount())
        {
            return "register has less of the asset: asset=" + instruction.asset() + " units=" + held;
        }
        final long value = accounts.assets().get(asset).valueKopecks(instruction.amount());
        final long spare = null == free ? value : Math.min(value, free.spare);
        if (null != free && Math.max(0, free.kopecks) < value - spare)
        {
            return "less is free on the settlement account: freeKopecks=" + free.kopecks + " valueKopecks=" + value +
                " uncountedKopecks=" + free.spare;
        }
        accounts.move(account, asset, -instruction.amount());
        if (null != free)
        {
            free.spare -= spare;
            free.kopecks = Math.subtractExact(free.kopecks, value - spare);
        }
        return "";
    }

    /** Of a settlement account, while instructions change it. */
    private static final class Free
    {
        private long kopecks;
        /** Value of pledged assets that covers nothing. */
        private long spare;

        private Free(final AccountFunds account)
        {
            this.kopecks = account.free();
            this.spare = Math.subtractExact(account.collateral(), account.counted());
        }
    }
}
