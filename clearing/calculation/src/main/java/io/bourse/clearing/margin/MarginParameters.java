// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.JsonText;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * All that decides initial margin besides positions, contracts and prices (rules 2.2, 2.3). An instrument of no group
 * needs no margin.
 *
 * @param method HOUSE unless given.
 * @param clearingsPerDay runs of a trading day, above 0 (2); periods before the last day of a contract are counted in
 * them.
 * @param groups by name.
 * @param offsets between groups, in the order they are taken in.
 * @param registers what members have chosen, by code of a client register, a brokerage firm or a settlement account.
 */
public record MarginParameters(
    MarginMethod method,
    int clearingsPerDay,
    SortedMap<String, GroupParameters> groups,
    List<GroupOffset> offsets,
    SortedMap<String, RegisterSwitches> registers)
{
    /**
     * Checked copy.
     *
     * @throws IllegalArgumentException when an instrument is in two groups, or an offset names an unknown group.
     */
    public MarginParameters
    {
        method = null == method ? MarginMethod.HOUSE : method;
        clearingsPerDay = 0 == clearingsPerDay ? 2 : clearingsPerDay;
        groups = Collections.unmodifiableSortedMap(null == groups ? new TreeMap<>() : new TreeMap<>(groups));
        offsets = null == offsets ? List.of() : List.copyOf(offsets);
        registers = Collections.unmodifiableSortedMap(null == registers ? new TreeMap<>() : new TreeMap<>(registers));
        if (clearingsPerDay < 0)
        {
            throw new IllegalArgumentException("a day has one clearing at least: clearingsPerDay=" + clearingsPerDay);
        }
        requireOneGroup(groups);
        requireKnown(method, offsets, groups);
    }

    private static void requireOneGroup(final SortedMap<String, GroupParameters> groups)
    {
        final Map<Integer, String> taken = new TreeMap<>();
        groups.forEach((name, group) -> group.instruments().forEach(instrumentId ->
        {
            final String other = taken.put(instrumentId, name);
            if (null != other)
            {
                throw new IllegalArgumentException("an instrument is in two groups: instrumentId=" + instrumentId +
                    " groups=" + other + "," + name);
            }
        }));
    }

    private static void requireKnown(
        final MarginMethod method, final List<GroupOffset> offsets, final SortedMap<String, GroupParameters> groups)
    {
        for (final GroupOffset offset : offsets)
        {
            for (final GroupOffset.Leg leg : offset.legs())
            {
                if (!groups.containsKey(leg.group()))
                {
                    throw new IllegalArgumentException("an offset names a group that is not there: group=" +
                        leg.group());
                }
            }
            if (MarginMethod.HOUSE == method && 2 != offset.legs().size())
            {
                throw new IllegalArgumentException("an offset of method HOUSE has two legs: legs=" + offset.legs());
            }
        }
    }

    /**
     * What is of some instruments: groups without any of them are left out, and so are offsets between those.
     *
     * @param isKept takes the SecurityID.
     * @return parameters.
     */
    public MarginParameters of(final IntPredicate isKept)
    {
        final SortedMap<String, GroupParameters> kept = new TreeMap<>();
        groups.forEach((name, group) ->
        {
            final List<Integer> instruments = group.instruments().stream().filter(isKept::test).toList();
            if (!instruments.isEmpty())
            {
                kept.put(name, new GroupParameters(instruments, group.risk(), group.minPriceE5(), group.volatility(),
                    group.keyTerms(), group.house(), group.span()));
            }
        });
        return new MarginParameters(method, clearingsPerDay, kept, offsets.stream()
            .filter(offset -> offset.legs().stream().allMatch(leg -> kept.containsKey(leg.group()))).toList(),
            registers);
    }

    /**
     * What was chosen for a register. A client register has what its brokerage firm has unless something was chosen
     * for itself; a settlement account has nothing of firms, whatever its code begins with.
     *
     * @param level of the register.
     * @param code of it.
     * @return switches, {@link RegisterSwitches#DEFAULT} when nothing was chosen.
     */
    public RegisterSwitches switchesOf(final LimitLevel level, final String code)
    {
        final RegisterSwitches own = registers.get(code);
        if (null != own || LimitLevel.CLIENT != level)
        {
            return null == own ? RegisterSwitches.DEFAULT : own;
        }
        return registers.getOrDefault(code.substring(0, AccountCode.BROKERAGE_FIRM_LENGTH), RegisterSwitches.DEFAULT);
    }

    /**
     * Reads parameters.
     *
     * @param json bytes of {@link #json}, or of a file that an operator wrote.
     * @return parameters.
     * @throws IllegalArgumentException when they are no such parameters; the place is named.
     */
    public static MarginParameters read(final byte[] json)
    {
        return JsonText.parameters(json, MarginParameters.class, "margin parameters");
    }

    /**
     * The same bytes for the same parameters.
     *
     * @return JSON.
     */
    public byte[] json()
    {
        return JsonText.bytes(this);
    }

    /**
     * Digest of {@link #json}.
     *
     * @return lower-case hexadecimal.
     */
    public String sha256()
    {
        return Digests.sha256Of(json());
    }
}
