// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.ContractOperator;
import io.bourse.engine.client.operator.ContractSpec;
import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.RejectReason;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Options and the last day of contracts in the trading day: a few trades of {@link OptionScript}, what their holders
 * want of them, and what must have become of it (clearing rules 1.6). The holder of seven lots at the money gets three
 * futures; of the two who wrote them one is assigned two and the other one. Five puts in the money become five futures
 * sold. Of six calls in the money two are declined, of four out of the money three are wanted.
 *
 * @param data of the venue.
 * @param tradingDate of the day.
 * @param checks to add to.
 */
record DayContracts(ReferenceData data, int tradingDate, DayChecks checks)
{
    private static final Map<String, Long> FUTURES = Map.of(
        "AA01005", 3L,
        "AA01006", -7L,
        "BB01001", -5L,
        "BB01007", -2L,
        "CC01001", 4L,
        "CC01003", 4L,
        "DD01001", 3L);
    private static final Map<String, Long> LATER_OPTIONS = Map.of("AA01005", 2L, "DD01001", -2L);

    private static final Set<InstrumentKind> UNTRADED =
        Set.of(InstrumentKind.SPREAD, InstrumentKind.OPTION, InstrumentKind.SPOT);

    /**
     * What the synthetic clients trade: neither strategies, because the clients reckon in instruments of their own, nor
     * options and what they become, nor what is delivered, which follow scripts; where nothing but that is traded, what
     * {@link DaySpot} does not.
     *
     * @param data of the venue.
     * @return instruments, in the order of the table.
     */
    static List<InstrumentSpec> traded(final ReferenceData data)
    {
        if (data.instruments().stream().allMatch(spec -> InstrumentKind.SPOT == spec.kind()))
        {
            return data.instruments().stream().filter(spec -> !DaySpot.ASSETS.containsKey(spec.instrumentId()))
                .toList();
        }
        return data.instruments().stream()
            .filter(spec -> !UNTRADED.contains(spec.kind()))
            .filter(spec -> !isScripted(data) || OptionScript.UNDERLYING != spec.instrumentId())
            .toList();
    }

    /** Whether the venue is the demo venue, as far as the script needs it. */
    static boolean isScripted(final ReferenceData data)
    {
        final Set<Integer> known =
            data.contracts().stream().map(ContractSpec::instrumentId).collect(Collectors.toSet());
        return known.containsAll(Set.of(
            OptionScript.UNDERLYING, OptionScript.AT_THE_MONEY, OptionScript.IN_THE_MONEY, OptionScript.DECLINED,
            OptionScript.WANTED, OptionScript.LATER, OptionScript.PREMIUM));
    }

    /**
     * Makes the trades of the script.
     *
     * @param clients of the day, in the order in which the script counts them.
     */
    void trade(final List<DayClient> clients, final CompletableFuture<Throwable> venueFailure)
    {
        if (isScripted(data))
        {
            FlowDriver.runScript(OptionScript.orders(), clients, venueFailure);
        }
    }

    /**
     * Says what the holders want. One instruction is none: only options are exercised.
     *
     * @param operator of the venue.
     */
    void instruct(final OperatorClient operator)
    {
        if (isScripted(data))
        {
            final ContractOperator contracts = new ContractOperator(operator);
            contracts.instructExercise("CC01001", OptionScript.DECLINED, -6);
            contracts.instructExercise("CC01001", OptionScript.DECLINED, -2);
            contracts.instructExercise("DD01001", OptionScript.WANTED, 3);
            checkRefused("instruction for a future is refused", contracts, OptionScript.UNDERLYING,
                RejectReason.NOT_AN_OPTION);
        }
    }

    /**
     * Looks at what the evening run has made of it.
     *
     * @param operator of the venue.
     * @param closed state after the evening run.
     */
    void check(final OperatorClient operator, final StateReport closed)
    {
        if (isScripted(data))
        {
            checkRefused("instruction after the evening run is refused", new ContractOperator(operator),
                OptionScript.AT_THE_MONEY, RejectReason.SESSION_CLOSED);
            final Map<String, Long> futures = new TreeMap<>(FUTURES);
            futures.putAll(DayMembers.futures());
            checkPositions("futures of options, after the default", closed, OptionScript.UNDERLYING, futures);
            checkPositions("options of a later month", closed, OptionScript.LATER, LATER_OPTIONS);
        }
        final Set<Integer> ended = data.contracts().stream()
            .filter(contract -> tradingDate == contract.expiryDate())
            .map(ContractSpec::instrumentId)
            .collect(Collectors.toSet());
        checks.equal("positions in contracts that expired today", 0, closed.positions().stream()
            .filter(position -> ended.contains(position.instrumentId())).count());
    }

    private void checkRefused(
        final String name, final ContractOperator contracts, final int instrumentId, final RejectReason expected)
    {
        String found = "taken";
        try
        {
            contracts.instructExercise("AA01005", instrumentId, 1);
        }
        catch (final CommandRefusedException ex)
        {
            found = ex.reason().name();
        }
        checks.add(name, expected.name().equals(found), found);
    }

    private void checkPositions(
        final String name, final StateReport report, final int instrumentId, final Map<String, Long> expected)
    {
        final SortedMap<String, Long> found = new TreeMap<>();
        for (final StateReport.NetPosition position : report.positions())
        {
            if (instrumentId == position.instrumentId())
            {
                found.put(AccountCode.unpack(position.accountCode()), position.netLots());
            }
        }
        final boolean ok = found.equals(expected);
        checks.add(name, ok, ok ? found.toString() : "expected=" + new TreeMap<>(expected) + " actual=" + found);
    }
}
