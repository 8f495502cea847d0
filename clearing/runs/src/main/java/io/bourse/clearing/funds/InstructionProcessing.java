// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.ledger.PostingCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Does what instructions ask for, one after the other, as far as what was free after the run before allows it.
 */
public final class InstructionProcessing
{
    private final FundsAccounts accounts;
    private final ToIntFunction<String> accountOf;
    private final IntToLongFunction cashBefore;
    private final FreeFunds free;
    private final Predicate<String> isDefaulter;
    private final Map<Integer, Long> paid = new TreeMap<>();

    /**
     * Processing of one run.
     *
     * @param accounts that payments and moves go to.
     * @param accountOf account id of a register code, below 0 of what is none.
     * @param settlementAccountOf settlement account of a register code.
     * @param cashBefore what a register has before the run, by account id.
     * @param before what the run before has left; null when there was none: then only what a register has counts.
     * @param isDefaulter whether the member of a register code is in default.
     */
    public InstructionProcessing(
        final FundsAccounts accounts,
        final ToIntFunction<String> accountOf,
        final Function<String, String> settlementAccountOf,
        final IntToLongFunction cashBefore,
        final FundsBefore before,
        final Predicate<String> isDefaulter)
    {
        this.isDefaulter = isDefaulter;
        this.accounts = accounts;
        this.accountOf = accountOf;
        this.cashBefore = cashBefore;
        this.free = new FreeFunds(accounts, settlementAccountOf, before);
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
        if (instruction.amount() > Asset.MAX_AMOUNT)
        {
            return "amount is out of range: amount=" + instruction.amount() + " max=" + Asset.MAX_AMOUNT;
        }
        if (instruction.kind().isOut() && !instruction.isDespiteDefault() && isDefaulter.test(instruction.client()))
        {
            return "member is in default";
        }
        final FreeFunds.Free below = free.of(instruction.client());
        return switch (instruction.kind())
        {
            case PAY_IN -> payIn(instruction, account, below);
            case PAY_OUT -> payOut(instruction, account, below);
            case DEPOSIT -> deposit(instruction, account, below);
            case WITHDRAW -> withdraw(instruction, account, below);
        };
    }

    private String payIn(final Instruction instruction, final int account, final FreeFunds.Free below)
    {
        final long cash = cash(account);
        if (cash > Asset.MAX_AMOUNT - instruction.amount())
        {
            return "register would have more money than is in range: cashKopecks=" + cash + " maxKopecks=" +
                Asset.MAX_AMOUNT;
        }
        pay(instruction, account, HouseAccounts.BANK, account, instruction.amount());
        add(below, instruction.amount());
        return "";
    }

    private String payOut(final Instruction instruction, final int account, final FreeFunds.Free below)
    {
        final long kopecks = instruction.amount();
        final long cash = cash(account);
        if (cash < kopecks)
        {
            return "register has less money: cashKopecks=" + cash;
        }
        if (null != below && below.kopecks() < kopecks)
        {
            return "less is free on the settlement account: " + below.text();
        }
        pay(instruction, account, account, HouseAccounts.BANK, -kopecks);
        add(below, -kopecks);
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

    private static void add(final FreeFunds.Free below, final long kopecks)
    {
        if (null != below)
        {
            below.add(kopecks);
        }
    }

    private String deposit(final Instruction instruction, final int account, final FreeFunds.Free below)
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
                " units=" + held + " max=" + Asset.MAX_AMOUNT;
        }
        move(below, account, asset, instruction.amount());
        return "";
    }

    private String withdraw(final Instruction instruction, final int account, final FreeFunds.Free below)
    {
        final int asset = accounts.asset(instruction.asset());
        final long held = asset < 0 ? 0 : accounts.units(account, asset);
        if (held < instruction.amount())
        {
            return "register has less of the asset: asset=" + instruction.asset() + " units=" + held;
        }
        final long left = null == below ? 0 : free.after(below, account, asset, -instruction.amount());
        if (left < 0)
        {
            return "less is free on the settlement account: " + below.text() + " countedKopecks=" +
                (below.kopecks() - left);
        }
        move(below, account, asset, -instruction.amount());
        return "";
    }

    private void move(final FreeFunds.Free below, final int account, final int asset, final long units)
    {
        if (null != below)
        {
            free.move(below, account, asset, units);
        }
        accounts.move(account, asset, units);
    }
}
