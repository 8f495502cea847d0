// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.clearing.collateral.CallKind;
import io.bourse.clearing.funds.Instruction;
import io.bourse.clearing.funds.InstructionKind;
import io.bourse.clearing.funds.InstructionRequest;
import io.bourse.clearing.run.operator.FundsService;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Money of {@link DayMembers} through the book of funds: all is taken out before the first run, so that the run calls
 * for the margin of what they hold; one of the two pays.
 */
final class DayFunds
{
    private final FundsService service;
    private final DayChecks checks;
    private long calledRun;

    DayFunds(final Path clearingDir, final DayChecks checks)
    {
        this.service = new FundsService(
            clearingDir, System::currentTimeMillis, () -> VenueOperators.ofRuns(clearingDir));
        this.checks = checks;
    }

    /**
     * Takes out all that the members have.
     *
     * @param kopecks of each register.
     * @throws IOException when the book cannot be written.
     */
    void payOut(final long kopecks) throws IOException
    {
        for (final String register : List.of(DayMembers.PAYER, DayMembers.NEW_HOME, DayMembers.DEFAULTER,
            DayMembers.CLIENT))
        {
            SecondOperator.enter(service, request(InstructionKind.PAY_OUT, register, kopecks, "all"));
        }
    }

    /**
     * Looks at the calls of the first run and meets the one that can be met. An instruction that is given twice counts
     * once.
     *
     * @throws IOException when the book cannot be read or written.
     */
    void payIn() throws IOException
    {
        final FundsService.CallStatus call = marginCall(DayMembers.PAYER);
        calledRun = call.call().runId();
        checks.add("margin calls raised", open(call) && open(marginCall(DayMembers.DEFAULTER)),
            call.call().settlementAccount() + " " + call.call().kopecks() + " kopecks, FF " + owed() + " kopecks");
        final InstructionRequest request =
            request(InstructionKind.PAY_IN, DayMembers.PAYER, call.call().kopecks(), "call " + call.call().number());
        final Instruction line = SecondOperator.enter(service, request);
        checks.add("book of funds takes an instruction once", line.equals(SecondOperator.enter(service, request)),
            "line " + line.seq() + " of " + service.lines().size());
    }

    private static boolean open(final FundsService.CallStatus call)
    {
        return FundsService.CallState.OPEN == call.state() && call.call().kopecks() > 0;
    }

    /**
     * What the defaulter was called for and has not paid.
     *
     * @return kopecks.
     * @throws IOException when the runs cannot be read.
     */
    long owed() throws IOException
    {
        final FundsService.CallStatus call = marginCall(DayMembers.DEFAULTER);
        return call.call().kopecks() - call.coveredKopecks();
    }

    /**
     * Looks at what has become of the calls after the last run.
     *
     * @throws IOException when the runs cannot be read.
     */
    void check() throws IOException
    {
        final List<FundsService.CallStatus> calls = calls(DayMembers.PAYER);
        checks.add("margin call met", !calls.isEmpty() && calls.stream().allMatch(call ->
            FundsService.CallState.MET == call.state() && calledRun == call.call().runId()),
            calls.stream().map(call -> call.call().kind() + " " + call.coveredKopecks() + " of " +
                call.call().kopecks() + " kopecks " + call.state()).toList().toString());
        checks.add("instructions done", service.lines().stream().allMatch(line -> line.state().startsWith("DONE")),
            service.lines().size() + " lines");
    }

    private FundsService.CallStatus marginCall(final String register) throws IOException
    {
        return calls(register).stream().filter(call -> CallKind.MARGIN == call.call().kind()).findFirst()
            .orElseThrow(() -> new DayCheckException("no margin call was raised: register=" + register));
    }

    private List<FundsService.CallStatus> calls(final String register) throws IOException
    {
        return service.calls().stream()
            .filter(call -> register.startsWith(call.call().settlementAccount())).toList();
    }

    private static InstructionRequest request(
        final InstructionKind kind, final String register, final long kopecks, final String reference)
    {
        return new InstructionRequest(kind, register, "", kopecks, reference, DemoOperators.OPERATOR);
    }
}
