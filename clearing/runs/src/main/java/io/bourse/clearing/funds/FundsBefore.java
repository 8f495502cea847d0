// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import io.bourse.clearing.collateral.Asset;
import io.bourse.engine.protocol.AccountCode;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the run before has found free, and the rule it has found it by.
 *
 * @param funds of settlement accounts.
 * @param assets with the rates, haircuts and shares of that run.
 * @param shareE6 most that all assets together covered of the margin, a fraction x 1 000 000.
 * @param reservedSince kopecks that the matcher has reserved since, from 0, by settlement account; 0 for others.
 */
public record FundsBefore(
    FundsFile funds, List<Asset> assets, long shareE6, SortedMap<String, Long> reservedSince)
{
    /**
     * Fixed values.
     */
    public FundsBefore
    {
        assets = List.copyOf(assets);
        reservedSince = Collections.unmodifiableSortedMap(new TreeMap<>(reservedSince));
    }

    /**
     * With what the matcher has reserved since.
     *
     * @param kopecks from 0, by settlement account.
     * @return changed copy.
     */
    public FundsBefore withReservedSince(final SortedMap<String, Long> kopecks)
    {
        return new FundsBefore(funds, assets, shareE6, kopecks);
    }

    /**
     * Settlement accounts that something is to go out of.
     *
     * @param lines of the book.
     * @param settlementAccountOf settlement account of a register code now.
     * @return codes.
     */
    public SortedSet<String> paying(
        final List<Instruction> lines, final Function<String, String> settlementAccountOf)
    {
        return lines.stream().filter(line -> line.kind().isOut())
            .map(line -> settlementAccount(line.client(), settlementAccountOf))
            .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Number of an asset in the run before; -1 when it did not know it. */
    int asset(final String code)
    {
        return FundsAccounts.place(assets, code);
    }

    /** Account that a register was under in that run; when its brokerage firm had nothing, the one it is under now. */
    String settlementAccount(final String client, final Function<String, String> settlementAccountOf)
    {
        final String known = funds.firms().get(client.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH));
        return null == known ? settlementAccountOf.apply(client) : known;
    }
}
