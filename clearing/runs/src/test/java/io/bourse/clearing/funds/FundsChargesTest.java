// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.collateral.AccountFunds;
import io.bourse.clearing.collateral.Asset;
import io.bourse.clearing.collateral.AssetKind;
import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.collateral.CollateralRule;
import io.bourse.clearing.collateral.JudgedCall;
import io.bourse.clearing.collateral.MarginCall;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/** Interest, penalties, and instructions against what is free. */
class FundsChargesTest
{
    private static final long RUN = 2026112302;
    private static final Asset SHARE = new Asset("SBER", AssetKind.SECURITY, 100_000_000, 200_000,
        CollateralRule.ONE_E6);

    @TempDir
    private Path dir;

    private static FundsAccounts accounts()
    {
        return new FundsAccounts(new Order(), List.of(SHARE), null, List.of());
    }

    private static FundsFile funds(final AccountFunds... accounts)
    {
        return new FundsFile(FundsFile.FORMAT, RUN, 20_261_123, new TreeMap<>(), List.of(accounts));
    }

    private static Instruction line(
        final long seq, final InstructionKind kind, final String client, final long amount, final long timeNs)
    {
        return new Instruction(
            seq, kind, client, kind.isMoney() ? "" : "SBER", amount, "r" + seq, "tester", timeNs, "", "", null, null);
    }

    private List<List<Long>> payments(final FundsAccounts accounts) throws IOException
    {
        accounts.write(dir);
        final List<List<Long>> rows = new ArrayList<>();
        try (Table table = Table.open(dir, RunTables.PAYMENTS))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                rows.add(List.of(
                    (long)table.ints(RunTables.PAYMENT_ACCOUNT).get(row),
                    (long)table.ints(RunTables.PAYMENT_CODE).get(row),
                    (long)table.ints(RunTables.PAYMENT_DEBIT).get(row),
                    (long)table.ints(RunTables.PAYMENT_CREDIT).get(row),
                    table.longs(RunTables.PAYMENT_AMOUNT).get(row),
                    table.longs(RunTables.PAYMENT_REFERENCE).get(row)));
            }
        }
        return rows;
    }

    @Test
    void shouldChargeInterestOnMissingMoneyAndForCoverByDay() throws IOException
    {
        final FundsAccounts accounts = accounts();
        final FundsParameters parameters =
            new FundsParameters(0, null, 100_000, 36_500, 0, null, null, null);
        new FundsCharges(parameters, accounts, code -> "AA".equals(code) ? 1 : 0).chargeInterest(funds(
            AccountFunds.of("AA", 1, -1_000_000, 900_000, 900_000, 300_000),
            AccountFunds.of("BB", 1, 50_000, 400_000, 400_000, 250_000),
            AccountFunds.of("CC", 1, 50_000, 0, 0, 0)), 3);
        final long interest = PostingCode.INTEREST.ordinal();
        final long income = HouseAccounts.INTEREST_INCOME;
        // 1 000 000 * 10 % * 3/365 = 821.9; 300 000 * 3.65 % * 3/365 = 90; 200 000 * 3.65 % * 3/365 = 60.
        assertEquals(List.of(
            List.of(1L, interest, 1L, income, 822L, RUN * 10 + 1),
            List.of(1L, interest, 1L, income, 90L, RUN * 10 + 2),
            List.of(0L, interest, 0L, income, 60L, RUN * 10 + 2)), payments(accounts));
    }

    private static List<JudgedCall> judged(
        final FundsParameters parameters,
        final FundsAccounts accounts,
        final List<MarginCall> calls,
        final long untilNs,
        final List<Instruction> book)
    {
        return new FundsCharges(parameters, accounts, code -> 0).judge(calls, untilNs,
            new CallCover(calls, book, accounts.assets(), client -> client.substring(0, 2)));
    }

    @Test
    void shouldJudgeCallsAtTheirDeadlineByWhatCameInTime() throws IOException
    {
        final FundsAccounts accounts = accounts();
        final FundsParameters parameters = new FundsParameters(0, null, 0, 0, 100_000, null, null, null);
        final long number = RUN * MarginCall.PER_RUN;
        final MarginCall margin = new MarginCall(number + 1, "AA", CallKind.MARGIN, 1_000_000, 0, 50, 2);
        final MarginCall cash = new MarginCall(number + 2, "AA", CallKind.CASH, 1_000_000, 0, 60, 2);
        final MarginCall later = new MarginCall(number + 3, "AA", CallKind.CASH, 5, 0, 61, 2);
        final List<JudgedCall> judged = judged(
            parameters, accounts, List.of(margin, cash, later), 60, List.of(
                line(2, InstructionKind.PAY_IN, "AA01001", 7_000, 10),
                line(3, InstructionKind.PAY_IN, "AA01001", 300_000, 20),
                line(4, InstructionKind.PAY_IN, "BB01001", 300_000, 20),
                line(5, InstructionKind.DEPOSIT, "AA01002", 125, 30),
                line(6, InstructionKind.PAY_OUT, "AA01001", 100_000, 40),
                line(7, InstructionKind.PAY_IN, "AA01001", 50_000, 55)));
        assertEquals(List.of(new JudgedCall(margin, 1_000_000, 0), new JudgedCall(cash, 250_000, 75_000)), judged);
        assertEquals(List.of(false, true), judged.stream().map(JudgedCall::isMissed).toList());
        assertEquals(List.of(List.of(0L, (long)PostingCode.PENALTY.ordinal(), 0L,
            (long)HouseAccounts.PENALTY_INCOME, 75_000L, cash.number())), payments(accounts));
    }

    @Test
    void shouldChargeTheLargerPenaltyOfTheTwoCallsOfARun() throws IOException
    {
        final FundsAccounts accounts = accounts();
        final FundsParameters parameters = new FundsParameters(0, null, 0, 0, 100_000, null, null, null);
        final long number = RUN * MarginCall.PER_RUN;
        final MarginCall margin = new MarginCall(number + 1, "AA", CallKind.MARGIN, 1_000_000, 0, 50, 2);
        final MarginCall cash = new MarginCall(number + 2, "AA", CallKind.CASH, 700_000, 0, 60, 2);
        final MarginCall other = new MarginCall(number + 3, "BB", CallKind.CASH, 10_000, 0, 60, 2);
        final List<JudgedCall> first = judged(parameters, accounts, List.of(cash, other), 60, List.of());
        assertEquals(List.of(new JudgedCall(cash, 0, 70_000), new JudgedCall(other, 0, 1_000)), first);
        // Judged in a later run, and in the same one.
        final MarginCall later = margin.withCharged(JudgedCall.charged(margin, first));
        assertEquals(List.of(new JudgedCall(later, 0, 30_000)),
            judged(parameters, accounts(), List.of(later), 60, List.of()));
        assertEquals(List.of(new JudgedCall(margin, 0, 100_000), new JudgedCall(cash, 0, 0)),
            judged(parameters, accounts(), List.of(margin, cash), 60, List.of()));
    }

    @Test
    void shouldChargeForEachPartOfACall() throws IOException
    {
        final FundsParameters parameters = new FundsParameters(0, null, 0, 0, 100_000, null, null, null);
        final long number = RUN * MarginCall.PER_RUN;
        final MarginCall margin = new MarginCall(number + 1, "AA", CallKind.MARGIN, 1_000_000, 0, 50, 2);
        final MarginCall more = new MarginCall(number + 2, "AA", CallKind.MARGIN, 500_000, 10, 60, 2);
        final MarginCall cash = new MarginCall(number + 3, "AA", CallKind.CASH, 1_200_000, 0, 60, 2);
        assertEquals(
            List.of(new JudgedCall(margin, 0, 100_000), new JudgedCall(more, 0, 50_000), new JudgedCall(cash, 0, 0)),
            judged(parameters, accounts(), List.of(margin, more, cash), 60, List.of()));
        // What comes in behind the first deadline meets the rest alone.
        assertEquals(List.of(new JudgedCall(margin, 0, 100_000), new JudgedCall(more, 300_000, 20_000)),
            judged(parameters, accounts(), List.of(margin, more), 60,
                List.of(line(3, InstructionKind.PAY_IN, "AA01001", 300_000, 55))));
        // The first part was judged in an earlier run.
        final List<JudgedCall> first = judged(parameters, accounts(), List.of(margin, more, cash), 50, List.of());
        assertEquals(List.of(new JudgedCall(margin, 0, 100_000)), first);
        assertEquals(0, JudgedCall.charged(more, first));
        assertEquals(100_000, JudgedCall.charged(cash, first));
    }

    @Test
    void shouldMeetEarlierCallsFirst()
    {
        final MarginCall first = new MarginCall(1, "AA", CallKind.CASH, 100, 0, 50, 2);
        final MarginCall second = new MarginCall(2, "AA", CallKind.CASH, 60, 0, 90, 3);
        final MarginCall third = new MarginCall(3, "AA", CallKind.CASH, 30, 0, 90, 3);
        final MarginCall margin = new MarginCall(4, "AA", CallKind.MARGIN, 500, 0, 90, 2);
        final List<MarginCall> calls = List.of(first, second, third, margin);
        final List<Instruction> book = List.of(
            line(3, InstructionKind.PAY_IN, "AA01001", 40, 10),
            line(4, InstructionKind.PAY_IN, "AA01001", 80, 20),
            // Behind the deadline of the first call.
            line(5, InstructionKind.PAY_IN, "AA01001", 50, 60));
        final CallCover cover = new CallCover(calls, book, List.of(), client -> client.substring(0, 2));
        assertEquals(List.of(100L, 60L, 10L, 170L), calls.stream().map(cover::kopecks).toList());
        assertEquals(20, cover.askedKopecks("AA", CallKind.CASH));
        assertEquals(330, cover.askedKopecks("AA", CallKind.MARGIN));
        assertEquals(0, cover.askedKopecks("BB", CallKind.MARGIN));
        final CallCover half = new CallCover(calls, book.subList(0, 1), List.of(), client -> client.substring(0, 2));
        assertEquals(List.of(40L, 0L, 0L, 40L), calls.stream().map(half::kopecks).toList());
    }

    @Test
    void shouldLetNothingOutOfADefaulterUnlessItIsSaidSo()
    {
        final FundsAccounts accounts = accounts();
        final InstructionProcessing processing = new InstructionProcessing(accounts, "AA01001 AA01002"::indexOf,
            client -> client.substring(0, 2), account -> 1_000, null, client -> client.startsWith("AA01"));
        assertEquals(List.of("member is in default", "", "", "member is in default", ""), processing.process(List.of(
            line(1, InstructionKind.PAY_OUT, "AA01001", 10, 0),
            despite(2, InstructionKind.PAY_OUT, 10),
            line(3, InstructionKind.DEPOSIT, "AA01001", 5, 0),
            line(4, InstructionKind.WITHDRAW, "AA01001", 5, 0),
            despite(5, InstructionKind.WITHDRAW, 5))).stream().map(InstructionOutcome::refusal).toList());
    }

    private static Instruction despite(final long seq, final InstructionKind kind, final long amount)
    {
        return new Instruction(seq, kind, "AA01001", kind.isMoney() ? "" : "SBER", amount, "r" + seq, "tester", 0, "",
            "", true, null);
    }

    @Test
    void shouldLetOutNoMoreThanIsFreeOnTheSettlementAccount()
    {
        final FundsAccounts accounts = accounts();
        final InstructionProcessing processing = new InstructionProcessing(accounts, "AA01001 AA01002"::indexOf,
            client -> client.substring(0, 2), account -> 0 == account ? 600_000 : 0,
            new FundsBefore(funds(AccountFunds.of("AA", 2, 600_000, 900_000, 700_000, 1_000_000)), List.of(SHARE),
                CollateralRule.ONE_E6, Collections.emptySortedMap()), client -> false);
        assertEquals(List.of(
            "",
            "less is free on the settlement account: freeKopecks=100000",
            "register has less of the asset: asset=SBER units=0",
            "",
            "",
            "register has less of the asset: asset=SBER units=0",
            ""), processing.process(List.of(
                line(1, InstructionKind.PAY_OUT, "AA01001", 200_000, 0),
                line(2, InstructionKind.PAY_OUT, "AA01001", 100_001, 0),
                line(3, InstructionKind.WITHDRAW, "AA01001", 1, 0),
                line(4, InstructionKind.DEPOSIT, "AA01001", 100, 0),
                line(5, InstructionKind.WITHDRAW, "AA01001", 100, 0),
                line(6, InstructionKind.WITHDRAW, "AA01001", 100, 0),
                line(7, InstructionKind.PAY_OUT, "AA01001", 100_000, 0))).stream()
            .map(InstructionOutcome::refusal).toList());
    }

    @Test
    void shouldRefuseAnotherKindOfAnAssetThatIsHeld() throws IOException
    {
        final FundsAccounts earlier = accounts();
        earlier.move(0, 0, 10_000);
        earlier.move(0, 0, -10_000);
        earlier.move(1, 0, 10_000);
        earlier.write(dir);
        final List<Asset> today =
            List.of(new Asset("SBER", AssetKind.CURRENCY, 100_000_000, 200_000, CollateralRule.ONE_E6));
        try (Table pledges = Table.open(dir, RunTables.PLEDGES))
        {
            assertEquals(10_000, new FundsAccounts(new Order(), List.of(SHARE), pledges, List.of(SHARE)).units(1, 0));
            assertEquals("an asset that registers hold has another kind in the parameters of funds, give it its kind " +
                "back or a new code: asset=SBER kind=CURRENCY kindBefore=SECURITY",
                assertThrows(PreconditionException.class,
                    () -> new FundsAccounts(new Order(), today, pledges, List.of(SHARE))).getMessage());
        }
    }

    /** Registers AA01001 and AA01002 with what they had, under an account with cash and margin. */
    private List<String> refusals(
        final long cash, final long margin, final long[] units, final List<Instruction> instructions)
        throws IOException
    {
        final List<Asset> assets = List.of(new Asset("A", AssetKind.SECURITY, 1_000_000, 0, 250_000),
            new Asset("B", AssetKind.SECURITY, 1_000_000, 0, CollateralRule.ONE_E6));
        final FundsAccounts earlier = new FundsAccounts(new Order(), assets, null, List.of());
        final long[] values = new long[assets.size()];
        for (int asset = 0; asset < values.length; asset++)
        {
            earlier.move(asset, asset, units[asset]);
            values[asset] = assets.get(asset).valueKopecks(units[asset]);
        }
        earlier.write(dir);
        final long counted = new CollateralRule(assets, 900_000).counted(values, margin);
        final FundsFile funds = new FundsFile(FundsFile.FORMAT, RUN, 20_261_123, new TreeMap<>(Map.of("AA01", "X")),
            List.of(AccountFunds.of("X", 2, cash, values[0] + values[1], counted, margin)));
        // Rates of today are others, and there is an asset more: what was counted was counted by those of the run.
        final List<Asset> today = List.of(new Asset("A", AssetKind.SECURITY, 500_000, 0, 250_000),
            new Asset("AB", AssetKind.SECURITY, 500_000, 0, 250_000),
            new Asset("B", AssetKind.SECURITY, 500_000, 0, CollateralRule.ONE_E6));
        try (Table pledges = Table.open(dir, RunTables.PLEDGES))
        {
            return new InstructionProcessing(new FundsAccounts(new Order(), today, pledges, assets),
                client -> client.charAt(6) - '1', client -> "moved since", account -> cash,
                new FundsBefore(funds, assets, 900_000, Collections.emptySortedMap()),
                client -> false).process(instructions).stream()
                .map(InstructionOutcome::refusal).toList();
        }
    }

    private static Instruction move(
        final long seq, final InstructionKind kind, final String client, final String asset, final long units)
    {
        return new Instruction(seq, kind, client, asset, units, "r" + seq, "tester", 0, "", "", null, null);
    }

    @Test
    void shouldLetOutAnAssetOnlyAsFarAsCoverIsNotNeeded() throws IOException
    {
        // Counted: 25 000 of 100 000 for A, 30 000 for B; free 45 000 + 55 000 - 100 000 = 0.
        assertEquals(List.of(
            "less is free on the settlement account: freeKopecks=0 countedKopecks=30000",
            "less is free on the settlement account: freeKopecks=0 countedKopecks=100",
            "",
            "less is free on the settlement account: freeKopecks=0 countedKopecks=100",
            "", "", "", "",
            "less is free on the settlement account: freeKopecks=0 countedKopecks=100"),
            refusals(45_000, 100_000, new long[]{1_000, 300}, List.of(
                move(1, InstructionKind.WITHDRAW, "AA01002", "B", 300),
                move(2, InstructionKind.WITHDRAW, "AA01002", "B", 1),
                move(3, InstructionKind.WITHDRAW, "AA01001", "A", 750),
                move(4, InstructionKind.WITHDRAW, "AA01001", "A", 1),
                move(5, InstructionKind.DEPOSIT, "AA01001", "A", 10),
                move(6, InstructionKind.WITHDRAW, "AA01001", "A", 10),
                line(7, InstructionKind.PAY_IN, "AA01001", 1_000, 0),
                move(8, InstructionKind.WITHDRAW, "AA01002", "B", 10),
                move(9, InstructionKind.WITHDRAW, "AA01002", "B", 1))));
    }

    @Test
    void shouldLetNothingOutWhileMoneyIsMissing() throws IOException
    {
        assertEquals(List.of("less is free on the settlement account: freeKopecks=-5 countedKopecks=0"),
            refusals(-5, 0, new long[]{1_000, 0}, List.of(move(1, InstructionKind.WITHDRAW, "AA01001", "A", 1))));
    }

    /** Register 1 comes before register 0. */
    private static final class Order implements RegisterOrder
    {
        @Override
        public int size()
        {
            return 2;
        }

        @Override
        public long code(final int accountId)
        {
            return AccountCode.pack("AA0100" + (accountId + 1));
        }

        @Override
        public int rank(final int accountId)
        {
            return 1 - accountId;
        }

        @Override
        public int accountAt(final int rank)
        {
            return 1 - rank;
        }
    }
}
