// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Delivery against payment: everybody able, somebody not, and what comes of it after some days. */
class DeliverySettlementTest
{
    private static final long E5 = 100_000L;
    private static final int FRIDAY = 20261127;
    private static final int MONDAY = 20261130;
    private static final int SHARE = 0;
    private static final int SHARE_LATER = 1;
    private static final int BOND = 2;
    private static final int SHARE_FUTURE = 3;
    private static final int SHARE_FOR_YUAN = 4;
    private static final List<Long> LOT_UNITS = List.of(10L, 10L, 1L, 100L, 10L);

    private final Map<Integer, Long> cash = new HashMap<>();
    private final Map<String, Long> assets = new HashMap<>();
    private final List<DueObligation> due = new ArrayList<>();
    private DeliveryParameters parameters = new DeliveryParameters(new TreeSet<>(), 1_000, 1, 50_000, new TreeMap<>());

    /** Of the shares 10 in a lot, settlement price 100 roubles or 8 yuan; 100 of the future, which has ended at 90. */
    private static Contract[] contracts()
    {
        return new Contract[]{
            contract(11, "SHARE", 10, 100), contract(12, "SHARE", 10, 101), contract(13, "BOND", 1, 1_000),
            contract(10, ContractStyle.FUTURE, "SHARE", 100, 90), paidIn("CNY")};
    }

    /** A yuan is 12.50 roubles. */
    private static Contract paidIn(final String currency)
    {
        return new Contract(14, "C14", contract(14, "SHARE", 10, 8).terms().paidIn(currency), 1_000, 125_000, 8 * E5,
            8 * E5, 0, null, 0, 0);
    }

    private static Contract contract(final int id, final String asset, final long lotUnits, final long price)
    {
        return contract(id, ContractStyle.SPOT, asset, lotUnits, price);
    }

    private static Contract contract(
        final int id, final ContractStyle style, final String asset, final long lotUnits, final long price)
    {
        final ClearingTerms terms = new ClearingTerms(style, OptionRight.NONE, SettlementType.PHYSICAL, 0,
            lotUnits, 0, 0, false, 0, asset);
        return new Contract(id, "C" + id, terms, 1_000, 1_000 * lotUnits, price * E5, price * E5, 0, null, 0, 0);
    }

    private void has(final int account, final long roubles, final long shares)
    {
        cash.put(account, roubles * 100);
        assets.put(account + "SHARE", shares);
    }

    private void owes(final int account, final int instrument, final long units, final long roubles)
    {
        due.add(new DueObligation(account, instrument, FRIDAY, units, roubles * 100));
    }

    private SettlementResult settle(final int date)
    {
        return settle(contracts(), date);
    }

    private SettlementResult settle(final Contract[] contracts, final int date)
    {
        return DeliverySettlement.settle(contracts, registers(), parameters, date, due, new Holdings()
        {
            @Override
            public long cashKopecks(final int account)
            {
                return cash.getOrDefault(account, 0L);
            }

            @Override
            public long units(final int account, final String asset)
            {
                return assets.getOrDefault(account + asset, 0L);
            }

            @Override
            public long unitsOfOne(final String asset)
            {
                return "CNY".equals(asset) ? 100 : 1;
            }
        });
    }

    /** The later the id, the earlier the code. */
    private static RegisterOrder registers()
    {
        return new RegisterOrder()
        {
            @Override
            public int size()
            {
                return 10;
            }

            @Override
            public long code(final int accountId)
            {
                return 10 - accountId;
            }

            @Override
            public int rank(final int accountId)
            {
                return 9 - accountId;
            }

            @Override
            public int accountAt(final int rank)
            {
                return 9 - rank;
            }
        };
    }

    private static SettledObligation settled(
        final int account, final int instrument, final int kind, final long units, final long roubles)
    {
        return new SettledObligation(account, instrument, FRIDAY, kind, units, roubles * 100);
    }

    private static Payment received(final int account, final int instrumentId, final long roubles)
    {
        return new Payment(account, PostingCode.SETTLEMENT, HouseAccounts.SETTLEMENT, account, roubles * 100,
            (long)instrumentId << 32 | FRIDAY);
    }

    private static Payment paid(
        final int account, final PostingCode code, final int house, final int kind, final long kopecks)
    {
        return new Payment(account, code, account, house, kopecks, 11L << 32 | (long)kind << 28 | FRIDAY);
    }

    @Test
    void shouldSettleAsAgreedWhenEverybodyIsAble()
    {
        has(1, 0, 100);
        has(2, 9_900, 0);
        owes(1, SHARE, -100, 9_900);
        owes(2, SHARE, 100, -9_900);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(List.of(settled(2, SHARE, 0, 100, -9_900), settled(1, SHARE, 0, -100, 9_900)), result.settled());
        assertEquals(List.of(), result.left());
        assertEquals(
            List.of(paid(2, PostingCode.SETTLEMENT, HouseAccounts.SETTLEMENT, 0, 990_000), received(1, 11, 9_900)),
            result.payments());
        assertEquals(List.of(new AssetMove(2, "SHARE", 100), new AssetMove(1, "SHARE", -100)), result.moves());
        assertEquals(
            List.of(new DeliveryOutcome(2, "SHARE", FRIDAY, 100, 100, 0, 0, -990_000, 0, "", 0),
                new DeliveryOutcome(1, "SHARE", FRIDAY, -100, -100, 0, 0, 990_000, 0, "", 0)),
            result.outcomes());
    }

    @Test
    void shouldPayInTheCurrencyOfTheInstrument()
    {
        has(1, 0, 100);
        has(2, 0, 0);
        assets.put("2CNY", 80_000L);
        owes(1, SHARE_FOR_YUAN, -100, 790);
        owes(2, SHARE_FOR_YUAN, 100, -790);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(List.of(), result.left());
        assertEquals(List.of(), result.payments(), "no roubles");
        assertEquals(
            List.of(new AssetMove(2, "CNY", -79_000), new AssetMove(2, "SHARE", 100), new AssetMove(1, "CNY", 79_000),
                new AssetMove(1, "SHARE", -100)),
            result.moves());
        assertEquals(
            List.of(settled(2, SHARE_FOR_YUAN, 0, 100, -790), settled(1, SHARE_FOR_YUAN, 0, -100, 790)),
            result.settled());
        assertEquals(
            List.of(new DeliveryOutcome(2, "SHARE", FRIDAY, 100, 100, 0, 0, 0, 0, "CNY", -79_000),
                new DeliveryOutcome(1, "SHARE", FRIDAY, -100, -100, 0, 0, 0, 0, "CNY", 79_000)),
            result.outcomes());
    }

    /** Three lots of ten for 80 yuan each; 10 yuan of difference are 125 roubles, 70 units of 100 roubles fail. */
    @Test
    void shouldPayInRoublesWhatIsNoDelivery()
    {
        parameters = new DeliveryParameters(new TreeSet<>(), 1_000, 2, 50_000, new TreeMap<>());
        has(1, 0, 100);
        has(2, 1_000_000, 0);
        assets.put("2CNY", 25_000L);
        owes(1, SHARE_FOR_YUAN, -100, 790);
        owes(2, SHARE_FOR_YUAN, 100, -790);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(
            List.of(new AssetMove(2, "CNY", -24_000), new AssetMove(2, "SHARE", 30), new AssetMove(1, "CNY", 24_000),
                new AssetMove(1, "SHARE", -30)),
            result.moves());
        assertEquals(
            List.of(settled(2, SHARE_FOR_YUAN, 0, 30, -240),
                settled(2, SHARE_FOR_YUAN, SettledObligation.MARKED, 0, 10),
                settled(1, SHARE_FOR_YUAN, 0, -30, 240),
                settled(1, SHARE_FOR_YUAN, SettledObligation.MARKED, 0, -10)),
            result.settled());
        assertEquals(
            List.of(new DueObligation(2, SHARE_FOR_YUAN, FRIDAY, 70, -56_000),
                new DueObligation(1, SHARE_FOR_YUAN, FRIDAY, -70, 56_000)),
            result.left());
        assertEquals(
            List.of(yuanPayment(2, PostingCode.PENALTY, 2, HouseAccounts.PENALTY_INCOME, 700),
                yuanPayment(2, PostingCode.SETTLEMENT, HouseAccounts.SETTLEMENT, 2, 12_500),
                yuanPayment(1, PostingCode.SETTLEMENT, 1, HouseAccounts.SETTLEMENT, 12_500)),
            result.payments().stream()
                .sorted(Comparator.comparing(payment -> payment.account() != 2)).toList());
    }

    private static Payment yuanPayment(
        final int account, final PostingCode code, final int debit, final int credit, final long kopecks)
    {
        return new Payment(account, code, debit, credit, kopecks, 14L << 32 | FRIDAY);
    }

    /** What is the same asset for roubles is another delivery: the seller has enough for that one alone. */
    @Test
    void shouldSettleRoublesAndACurrencyApart()
    {
        has(1, 0, 60);
        has(2, 10_000, 0);
        assets.put("2CNY", 80_000L);
        owes(1, SHARE_FOR_YUAN, -50, 400);
        owes(2, SHARE_FOR_YUAN, 50, -400);
        owes(1, SHARE, -60, 6_000);
        owes(2, SHARE, 60, -6_000);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(List.of(new AssetMove(2, "SHARE", 60), new AssetMove(1, "SHARE", -60)), result.moves());
        assertEquals(
            List.of(new DueObligation(2, SHARE_FOR_YUAN, FRIDAY, 50, -40_000),
                new DueObligation(1, SHARE_FOR_YUAN, FRIDAY, -50, 40_000)),
            result.left());
    }

    @Test
    void shouldFailWhatIsPaidInACurrencyThatCannotBeHeld()
    {
        has(1, 0, 10);
        assets.put("2EUR", 80_000L);
        final Contract[] contracts = contracts();
        contracts[SHARE_FOR_YUAN] = paidIn("EUR");
        owes(1, SHARE_FOR_YUAN, -10, 80);
        owes(2, SHARE_FOR_YUAN, 10, -80);
        assertEquals(List.of(), settle(contracts, FRIDAY).moves());
    }

    @Test
    void shouldNetInstrumentsOfTheSameAssetAndDate()
    {
        has(1, 10, 0);
        has(2, 20, 0);
        owes(1, SHARE, -100, 10_000);
        owes(1, SHARE_LATER, 100, -10_010);
        owes(2, SHARE, 100, -10_000);
        owes(2, SHARE_LATER, -100, 10_010);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(List.of(), result.left());
        assertEquals(List.of(), result.moves());
        assertEquals(
            List.of(received(2, 11, 10), paid(1, PostingCode.SETTLEMENT, HouseAccounts.SETTLEMENT, 0, 1_000)),
            result.payments());
    }

    @Test
    void shouldDeliverAPartWhenASellerFails()
    {
        parameters = new DeliveryParameters(new TreeSet<>(), 1_000, 2, 50_000, new TreeMap<>());
        has(1, 0, 45);
        has(2, 100_000, 0);
        owes(1, SHARE, -100, 9_900);
        owes(2, SHARE, 100, -9_900);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(
            List.of(settled(2, SHARE, 0, 40, -3_900), settled(1, SHARE, 0, -40, 3_900)), result.settled());
        assertEquals(
            List.of(new DueObligation(2, SHARE, FRIDAY, 60, -600_000),
                new DueObligation(1, SHARE, FRIDAY, -60, 600_000)),
            result.left());
        assertEquals(
            List.of(paid(2, PostingCode.SETTLEMENT, HouseAccounts.SETTLEMENT, 0, 390_000),
                paid(1, PostingCode.PENALTY, HouseAccounts.PENALTY_INCOME, 0, 600), received(1, 11, 3_900)),
            result.payments());
        assertEquals(List.of(new AssetMove(2, "SHARE", 40), new AssetMove(1, "SHARE", -40)), result.moves());
        assertEquals(new DeliveryOutcome(1, "SHARE", FRIDAY, -100, -40, 60, 0, 390_000, 600, "", 0),
            result.outcomes().get(1));
    }

    @Test
    void shouldDeliverAPartWhenABuyerCannotPay()
    {
        has(1, 0, 60);
        has(2, 0, 40);
        has(3, 2_500, 0);
        owes(1, SHARE, -60, 6_000);
        owes(2, SHARE, -40, 4_000);
        owes(3, SHARE, 100, -10_000);
        final SettlementResult result = settle(FRIDAY);
        assertEquals(
            List.of(new AssetMove(3, "SHARE", 20), new AssetMove(2, "SHARE", -10), new AssetMove(1, "SHARE", -10)),
            result.moves(), "two lots of 6 and 4, by largest remainder");
        assertEquals(
            List.of(paid(3, PostingCode.PENALTY, HouseAccounts.PENALTY_INCOME, 0, 800)),
            result.payments().stream().filter(payment -> PostingCode.PENALTY == payment.code()).toList(),
            "who was able pays nothing");
    }

    @Test
    void shouldCloseOutWhatFailsForTooLong()
    {
        has(1, 0, 0);
        has(2, 100_000, 0);
        owes(1, SHARE, -100, 10_000);
        owes(2, SHARE, 100, -10_000);
        final SettlementResult result = settle(MONDAY);
        assertEquals(List.of(), result.left());
        assertEquals(List.of(), result.moves());
        assertEquals(
            List.of(settled(2, SHARE, 1, 100, -10_000), settled(1, SHARE, 1, -100, 10_000)), result.settled());
        assertEquals(
            List.of(received(2, 11, 500), paid(1, PostingCode.PENALTY, HouseAccounts.PENALTY_INCOME, 0, 1_000),
                paid(1, PostingCode.PENALTY, HouseAccounts.SETTLEMENT, 1, 50_000)),
            result.payments());
    }

    @Test
    void shouldDeliverOnWhatWasReceivedBefore()
    {
        has(1, 0, 100);
        has(2, 0, 0);
        has(3, 20_000, 0);
        due.add(new DueObligation(1, SHARE, FRIDAY, -100, 1_000_000));
        due.add(new DueObligation(2, SHARE, FRIDAY, 100, -1_000_000));
        due.add(new DueObligation(2, BOND, FRIDAY, 0, 0));
        cash.put(2, 1_000_000L);
        due.add(new DueObligation(2, SHARE, MONDAY, -100, 1_100_000));
        due.add(new DueObligation(3, SHARE, MONDAY, 100, -1_100_000));
        final SettlementResult result = settle(MONDAY);
        assertEquals(List.of(), result.left());
        assertEquals(List.of(new AssetMove(3, "SHARE", 100), new AssetMove(1, "SHARE", -100)), result.moves());
    }

    @Test
    void shouldFailAgainWhenWhatIsLeftIsLessThanALotOfItsInstrument()
    {
        parameters = new DeliveryParameters(new TreeSet<>(), 1_000, 0, 50_000, new TreeMap<>());
        has(1, 0, 100);
        has(2, 100_000, 0);
        owes(1, SHARE_FUTURE, -100, 10_000);
        owes(1, SHARE, -30, 3_000);
        owes(2, SHARE_FUTURE, 100, -10_000);
        owes(2, SHARE, 30, -3_000);
        final List<DueObligation> left = List.of(new DueObligation(2, SHARE_FUTURE, FRIDAY, 30, -300_000),
            new DueObligation(1, SHARE_FUTURE, FRIDAY, -30, 300_000));
        assertEquals(left, settle(FRIDAY).left());
        has(1, 10_000, 0);
        has(2, 90_000, 100);
        due.clear();
        due.addAll(left);
        final SettlementResult second = settle(MONDAY);
        assertEquals(left, second.left());
        assertEquals(List.of(), second.moves());
        assertEquals(List.of(new DeliveryOutcome(2, "SHARE", FRIDAY, 30, 0, 0, 0, 0, 0, "", 0),
            new DeliveryOutcome(1, "SHARE", FRIDAY, -30, 0, 30, 0, 0, 300, "", 0)), second.outcomes());
        has(1, 10_000, 30);
        assertEquals(List.of(new AssetMove(2, "SHARE", 30), new AssetMove(1, "SHARE", -30)), settle(MONDAY).moves());
    }

    @Test
    void shouldLoseNothingWhateverFails()
    {
        for (long seed = 1; seed <= 500; seed++)
        {
            check(seed);
        }
    }

    private void check(final long seed)
    {
        final Random random = new Random(seed);
        final String facts = "seed=" + seed;
        cash.clear();
        assets.clear();
        due.clear();
        parameters = new DeliveryParameters(new TreeSet<>(), 1_000, random.nextInt(3), 50_000, new TreeMap<>());
        final Map<Integer, long[]> rows = new TreeMap<>();
        for (int trade = 0; trade < 30; trade++)
        {
            final int instrument = random.nextInt(5);
            final long units = (1 + random.nextInt(20)) * LOT_UNITS.get(instrument);
            final long kopecks = random.nextInt(5_000_000);
            add(rows, 10 * random.nextInt(10) + instrument, units, -kopecks);
            add(rows, 10 * random.nextInt(10) + instrument, -units, kopecks);
        }
        rows.forEach((key, sum) -> due.add(new DueObligation(key / 10, key % 10, FRIDAY, sum[0], sum[1])));
        for (int account = 0; account < 10; account++)
        {
            cash.put(account, random.nextLong(10_000_000) - 1_000_000);
            assets.put(account + "SHARE", random.nextLong(200));
            assets.put(account + "BOND", random.nextLong(20));
            assets.put(account + "CNY", random.nextLong(10_000_000));
        }
        for (int evening = 0; evening < 3; evening++)
        {
            final SettlementResult result = settle(MONDAY);
            requireBalanced(result, facts + " evening=" + evening);
            Collections.shuffle(due, random);
            assertEquals(result, settle(MONDAY), facts);
            goOn(result);
        }
    }

    private void goOn(final SettlementResult result)
    {
        result.moves().forEach(move -> assets.merge(move.account() + move.asset(), move.units(), Long::sum));
        for (final Payment payment : result.payments())
        {
            final boolean receives = payment.credit() == payment.account();
            cash.merge(payment.account(), receives ? payment.kopecks() : -payment.kopecks(), Long::sum);
        }
        due.clear();
        due.addAll(result.left());
    }

    private static void add(final Map<Integer, long[]> rows, final int key, final long units, final long kopecks)
    {
        final long[] sum = rows.computeIfAbsent(key, absent -> new long[2]);
        sum[0] += units;
        sum[1] += kopecks;
    }

    private void requireBalanced(final SettlementResult result, final String facts)
    {
        long house = 0;
        for (final Payment payment : result.payments())
        {
            house += HouseAccounts.SETTLEMENT == payment.credit() ? payment.kopecks() : 0;
            house -= HouseAccounts.SETTLEMENT == payment.debit() ? payment.kopecks() : 0;
        }
        assertEquals(0, house, facts);
        final Map<String, Long> moved = new HashMap<>();
        for (final AssetMove move : result.moves())
        {
            moved.merge(move.asset(), move.units(), Long::sum);
            final long before = assets.get(move.account() + move.asset());
            assertTrue(before + move.units() >= 0, () -> facts + " " + move);
        }
        assertTrue(moved.values().stream().allMatch(sum -> 0 == sum), () -> facts + " " + moved);
        final Map<Integer, long[]> before = new TreeMap<>();
        final Map<Integer, long[]> after = new TreeMap<>();
        due.forEach(row -> add(before, 10 * row.account() + row.instrument(), row.units(), row.kopecks()));
        result.settled().forEach(row -> add(after, 10 * row.account() + row.instrument(), row.units(), row.kopecks()));
        result.left().forEach(row -> add(after, 10 * row.account() + row.instrument(), row.units(), row.kopecks()));
        before.values().removeIf(sum -> 0 == sum[0] && 0 == sum[1]);
        after.values().removeIf(sum -> 0 == sum[0] && 0 == sum[1]);
        assertEquals(text(before), text(after), facts);
        final long[] left = new long[6];
        for (final DueObligation row : result.left())
        {
            final int at = BOND == row.instrument() ? 2 : SHARE_FOR_YUAN == row.instrument() ? 4 : 0;
            left[at] += row.units();
            left[at + 1] += row.kopecks();
        }
        assertArrayEquals(new long[6], left, facts);
        final Map<Integer, Long> yuan = new TreeMap<>();
        result.settled().stream()
            .filter(row -> SHARE_FOR_YUAN == row.instrument() && SettledObligation.DELIVERED == row.kind())
            .forEach(row -> yuan.merge(row.account(), row.kopecks(), Long::sum));
        result.moves().stream().filter(move -> "CNY".equals(move.asset()))
            .forEach(move -> yuan.merge(move.account(), -move.units(), Long::sum));
        assertTrue(yuan.values().stream().allMatch(sum -> 0 == sum), () -> facts + " " + yuan);
    }

    private static List<String> text(final Map<Integer, long[]> rows)
    {
        return rows.entrySet().stream().map(row -> row.getKey() + " " + row.getValue()[0] + " " + row.getValue()[1])
            .toList();
    }
}
