// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.model.OptionRight;
import io.bourse.clearing.model.SettlementType;
import io.bourse.clearing.table.Table;
import io.bourse.engine.protocol.AccountCode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A small clearing house on the last day of some contracts. Account ids are in order of mention, not of codes. */
final class ExpiryBook
{
    static final long E5 = 100_000L;
    static final int DATE = 20261121;
    static final int NEVER = 0;

    record Movement(String account, int instrumentId, MovementKind kind, int lots, long priceE5, int seriesId)
    {
    }

    record Obligation(String account, int instrumentId, int settleDate, long units, long moneyKopecks)
    {
    }

    final List<Contract> contracts = new ArrayList<>();
    final List<String> accounts = new ArrayList<>();
    final Instructions instructions = new Instructions();
    final List<Movement> movements = new ArrayList<>();
    final List<Obligation> obligations = new ArrayList<>();
    private final Map<Integer, Map<Integer, Integer>> lotsByAccount = new HashMap<>();
    private final Map<Integer, Long> underlyingE5 = new HashMap<>();

    int future(final int id, final long settlementE5, final int expiryDate, final SettlementType settlement)
    {
        return define(id, new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, settlement, 0, 1_000, 0,
            expiryDate, false), settlementE5);
    }

    /** A future of 1 000 units of an asset that is delivered one business day after its end. */
    int deliverable(final int id, final long settlementE5, final String asset)
    {
        return define(id, new ClearingTerms(ContractStyle.FUTURE, OptionRight.NONE, SettlementType.PHYSICAL, 0, 1_000,
            0, DATE, false, 1, asset), settlementE5);
    }

    int option(final int id, final OptionRight right, final long strikeE5, final int underlyingId)
    {
        return define(id, new ClearingTerms(ContractStyle.MARGINED_OPTION, right, SettlementType.PHYSICAL, strikeE5, 1,
            underlyingId, DATE, false), 0);
    }

    int cashOption(final int id, final OptionRight right, final long strikeE5, final Long underlyingPriceE5)
    {
        final int ordinal = define(id, new ClearingTerms(ContractStyle.PREMIUM_OPTION, right, SettlementType.CASH,
            strikeE5, 1, 0, DATE, false), 0);
        underlyingE5.put(ordinal, underlyingPriceE5);
        return ordinal;
    }

    private int define(final int id, final ClearingTerms terms, final long settlementE5)
    {
        contracts.add(new Contract(id, "C" + id, terms, E5, E5, settlementE5, settlementE5, 0, null, 0, 0));
        return contracts.size() - 1;
    }

    int account(final String code)
    {
        final int known = accounts.indexOf(code);
        if (known >= 0)
        {
            return known;
        }
        accounts.add(code);
        return accounts.size() - 1;
    }

    void position(final String code, final int ordinal, final int lots)
    {
        lotsByAccount.computeIfAbsent(account(code), id -> new TreeMap<>()).merge(ordinal, lots, Integer::sum);
    }

    int position(final int accountId, final int ordinal)
    {
        return lotsByAccount.getOrDefault(accountId, Map.of()).getOrDefault(ordinal, 0);
    }

    ExpiryPlan plan()
    {
        return plan(input(null));
    }

    ExpiryPlan plan(final ExpiryInput input)
    {
        movements.clear();
        obligations.clear();
        return ExpiryPlanner.plan(input, new ExpirySink()
        {
            @Override
            public void onMovement(final int accountId, final int instrument, final MovementKind kind, final int lots,
                final long priceE5, final int series)
            {
                movements.add(new Movement(accounts.get(accountId), id(instrument), kind, lots, priceE5, id(series)));
            }

            @Override
            public void onObligation(
                final int accountId, final int instrument, final int settleDate, final long units,
                final long moneyKopecks)
            {
                obligations.add(new Obligation(
                    accounts.get(accountId), id(instrument), settleDate, units, moneyKopecks));
            }
        });
    }

    ExpiryInput input(final Table carriedObligations)
    {
        final Contract[] array = contracts.toArray(new Contract[0]);
        final Long[] underlyings = new Long[array.length];
        underlyingE5.forEach((ordinal, priceE5) -> underlyings[ordinal] = priceE5);
        return new ExpiryInput(registers(), array, ExpiryPlanner.ends(array, DATE, true), underlyings, rows(),
            instructions, carriedObligations);
    }

    int id(final int ordinal)
    {
        return contracts.get(ordinal).instrumentId();
    }

    private RegisterOrder registers()
    {
        final Integer[] byCode = new Integer[accounts.size()];
        Arrays.setAll(byCode, i -> i);
        Arrays.sort(byCode, Comparator.comparing(accounts::get));
        return new RegisterOrder()
        {
            @Override
            public int size()
            {
                return accounts.size();
            }

            @Override
            public long code(final int accountId)
            {
                return AccountCode.pack(accounts.get(accountId));
            }

            @Override
            public int rank(final int accountId)
            {
                return Arrays.asList(byCode).indexOf(accountId);
            }

            @Override
            public int accountAt(final int rank)
            {
                return byCode[rank];
            }
        };
    }

    /** One part per register, so that parts matter. */
    private List<PositionRows> rows()
    {
        final RegisterOrder order = registers();
        final List<PositionRows> parts = new ArrayList<>();
        for (int rank = 0; rank < order.size(); rank++)
        {
            final int accountId = order.accountAt(rank);
            final List<int[]> rows = new ArrayList<>();
            lotsByAccount.getOrDefault(accountId, Map.of()).forEach(
                (ordinal, lots) -> rows.add(new int[]{accountId, ordinal, lots}));
            rows.sort(Comparator.comparing((int[] row) -> id(row[1])));
            parts.add(new Rows(rows));
        }
        return parts;
    }

    /** Rows that say nothing but what position there is. */
    private record Rows(List<int[]> rows) implements PositionRows
    {
        @Override
        public int size()
        {
            return rows.size();
        }

        @Override
        public long value(final int column, final int row)
        {
            return switch (column)
            {
                case RunTables.POSITION_ACCOUNT -> rows.get(row)[0];
                case RunTables.POSITION_INSTRUMENT -> rows.get(row)[1];
                case RunTables.POSITION_BEGIN, RunTables.POSITION_END -> rows.get(row)[2];
                default -> 0;
            };
        }
    }
}
