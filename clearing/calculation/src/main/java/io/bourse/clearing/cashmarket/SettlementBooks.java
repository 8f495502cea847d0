// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.cashmarket;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.Payment;
import io.bourse.clearing.ledger.PostingCode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What registers have while a run settles one group after the other, and what it writes down. */
final class SettlementBooks
{
    private static final int INSTRUMENT_SHIFT = 32;
    private static final int KIND_SHIFT = 28;
    private static final int PREMIUM_TO_OTHERS = 1;
    private static final int PREMIUM_TO_HOUSE = 2;
    private static final long HUNDREDTHS = 100;

    private final Contract[] contracts;
    private final RegisterOrder registers;
    private final Holdings holdings;
    private final Map<Integer, Long> cash = new HashMap<>();
    private final Map<Integer, Map<String, Long>> moved = new TreeMap<>();
    private final List<SettledObligation> settled = new ArrayList<>();
    private final List<DueObligation> left = new ArrayList<>();
    private final List<Payment> payments = new ArrayList<>();
    private final List<DeliveryOutcome> outcomes = new ArrayList<>();

    SettlementBooks(final Contract[] contracts, final RegisterOrder registers, final Holdings holdings)
    {
        this.contracts = contracts;
        this.registers = registers;
        this.holdings = holdings;
    }

    /** What a register can pay. Asked by key only: the order of a map never reaches a result. */
    long cash(final int account, final String currency)
    {
        if (currency.isEmpty())
        {
            return Math.addExact(holdings.cashKopecks(account), cash.getOrDefault(account, 0L));
        }
        return HUNDREDTHS == holdings.unitsOfOne(currency) ? held(account, currency) : 0;
    }

    /** Whole units that a register can deliver. */
    long units(final int account, final String asset)
    {
        return held(account, asset) / holdings.unitsOfOne(asset);
    }

    private long held(final int account, final String asset)
    {
        return Math.addExact(
            holdings.units(account, asset), moved.getOrDefault(account, Map.of()).getOrDefault(asset, 0L));
    }

    private void move(final int account, final String asset, final long units)
    {
        if (0 != units)
        {
            moved.computeIfAbsent(account, absent -> new TreeMap<>()).merge(asset, units, Math::addExact);
        }
    }

    private void addCash(final int account, final long kopecks)
    {
        cash.merge(account, kopecks, Math::addExact);
    }

    /** What a register pays for steps that it has failed. */
    void payPremium(
        final DeliverySettlement.GroupKey key, final Party party, final long toOthers, final long toHouse)
    {
        penalty(key, party, HouseAccounts.SETTLEMENT, toOthers, PREMIUM_TO_OTHERS);
        penalty(key, party, HouseAccounts.PENALTY_INCOME, toHouse, PREMIUM_TO_HOUSE);
    }

    private void penalty(
        final DeliverySettlement.GroupKey key,
        final Party party,
        final int house,
        final long kopecks,
        final int kind)
    {
        if (0 != kopecks)
        {
            payments.add(new Payment(party.account, PostingCode.PENALTY, party.account, house, kopecks,
                reference(key, party, kind)));
            addCash(party.account, -kopecks);
        }
    }

    /** One number for each posting of a register: instrument, what for, date. */
    private long reference(final DeliverySettlement.GroupKey key, final Party party, final int kind)
    {
        return (long)contracts[first(party).instrument()].instrumentId() << INSTRUMENT_SHIFT |
            (long)kind << KIND_SHIFT | key.settleDate();
    }

    private DueObligation first(final Party party)
    {
        return party.rows.stream()
            .min(Comparator.comparingInt(row -> contracts[row.instrument()].instrumentId()))
            .orElseThrow();
    }

    /** Pays, moves assets and takes obligations away; what is left stands in the first instrument of the register. */
    void close(
        final DeliverySettlement.GroupKey key,
        final Party party,
        final long restUnits,
        final long restMoney,
        final boolean closesOut)
    {
        final int account = party.account;
        if (0 != party.paid)
        {
            final boolean receives = party.paid > 0;
            payments.add(new Payment(account, PostingCode.SETTLEMENT,
                receives ? HouseAccounts.SETTLEMENT : account, receives ? account : HouseAccounts.SETTLEMENT,
                Math.absExact(party.paid), reference(key, party, 0)));
            addCash(account, party.paid);
        }
        penalty(key, party, HouseAccounts.PENALTY_INCOME, party.penalty, 0);
        move(account, key.asset(),
            Math.multiplyExact(Math.subtractExact(party.units, restUnits), holdings.unitsOfOne(key.asset())));
        move(account, key.currency(), party.paidForeign);
        final DueObligation first = first(party);
        for (final DueObligation row : party.rows)
        {
            final boolean holdsRest = row == first;
            final long units = holdsRest ? restUnits : 0;
            final long money = holdsRest ? restMoney : 0;
            final long marked = holdsRest ? party.marked : 0;
            settled(row, SettledObligation.DELIVERED, row.units() - units, row.kopecks() - money - marked);
            settled(row, SettledObligation.MARKED, 0, marked);
            if (closesOut)
            {
                settled(row, SettledObligation.CLOSED_OUT, units, money);
            }
            else if (0 != units || 0 != money)
            {
                left.add(new DueObligation(account, row.instrument(), row.settleDate(), units, money));
            }
        }
    }

    private void settled(final DueObligation row, final int kind, final long units, final long money)
    {
        if (0 != units || 0 != money)
        {
            settled.add(
                new SettledObligation(row.account(), row.instrument(), row.settleDate(), kind, units, money));
        }
    }

    void tell(
        final DeliverySettlement.GroupKey key,
        final Party party,
        final long stepUnits,
        final long delivered,
        final long closedOut)
    {
        outcomes.add(new DeliveryOutcome(party.account, key.asset(), key.settleDate(), party.units, delivered,
            party.failed() * stepUnits, closedOut, party.paid, party.penalty, key.currency(),
            party.paidForeign));
    }

    SettlementResult result()
    {
        settled.sort(Comparator.comparingInt((SettledObligation row) -> registers.rank(row.account()))
            .thenComparing(row -> contracts[row.instrument()].instrumentId())
            .thenComparing(SettledObligation::settleDate)
            .thenComparing(SettledObligation::kind));
        left.sort(Comparator.comparingInt((DueObligation row) -> registers.rank(row.account()))
            .thenComparing(row -> contracts[row.instrument()].instrumentId())
            .thenComparing(DueObligation::settleDate));
        payments.sort(Comparator.comparingInt((Payment payment) -> registers.rank(payment.account()))
            .thenComparing(Payment::code)
            .thenComparing(Payment::reference));
        final List<AssetMove> moves = new ArrayList<>();
        moved.forEach((account, assets) -> assets.forEach((asset, units) ->
        {
            if (0 != units)
            {
                moves.add(new AssetMove(account, asset, units));
            }
        }));
        moves.sort(Comparator.comparingInt((AssetMove move) -> registers.rank(move.account()))
            .thenComparing(AssetMove::asset));
        return new SettlementResult(settled, left, payments, moves, outcomes);
    }
}
