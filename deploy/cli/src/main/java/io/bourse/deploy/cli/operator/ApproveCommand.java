// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.telemetry.SecurityLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The second person of a command to the engine.
 */
@Command(
    name = "approve",
    description = {
        "Shows a command to the engine that waits for a second person, or approves or refuses it. Approved, it is " +
            "executed at once.",
        "The approval is a signature over exactly the command that is shown. Runs, defaults and dates of sessions " +
            "have commands of their own: clearing approve, clearing default approve, session approve."},
    footer = {
        "",
        "Examples:",
        "  bourse approve 3 --show",
        "  bourse approve 3 --as boris"})
public final class ApproveCommand extends VenueCommand
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);
    private static final int MIN_DIGITS = 8;
    private static final String OK = "OK";

    @Mixin
    private ActingOperator acting;

    @Parameters(arity = "0..1", paramLabel = "N", defaultValue = "0",
        description = "Number of the request; default: the last one.")
    private int number;

    @Option(names = "--show", description = "Only show what is to be approved.")
    private boolean isShown;

    @Option(names = "--refuse", description = "Refuse it.")
    private boolean isRefused;

    @Option(names = "--sha256", paramLabel = "DIGITS",
        description = "Digest of what was looked at, or at least its first eight digits.")
    private String sha256;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final OperatorRequests requests = new OperatorRequests(dataDir());
        final OperatorRequests.Request request = requests.require(number);
        final Operators register = operators();
        if (isShown)
        {
            print(request, register, out);
            return;
        }
        final OperatorSigner approver = acting.approving(register);
        final byte[] command = request.bytes();
        final String seen = SignedCommands.sha256(command);
        requireOther(request, register, approver, seen);
        SecurityLog.privilegeUsed(dataDir(), approver.name(), "bourse approve " + request.number());
        if (isRefused)
        {
            note(approver, "command refuse", request, seen, OK);
            requests.answer(answer(request, approver, "refused", OK));
            out.println("refused    request " + request.number() + " sha256=" + seen);
            return;
        }
        if (VenueOperators.isOutdated(dataDir(), command))
        {
            throw new ApprovalException("the operator was changed after this was asked for, it would undo that; ask " +
                "again, and refuse this one with --refuse: request=" + request.number() + " " +
                SignedCommands.describe(command));
        }
        final byte[] approved = SignedCommands.approve(command, VenueOperators.commands(register, approver));
        note(approver, "command approve", request, seen, "ASKED");
        final String outcome = submitted(approved);
        note(approver, "command approve", request, seen, outcome);
        requests.answer(answer(request, approver, "approved", outcome));
        if (!OK.equals(outcome))
        {
            throw new IllegalStateException(outcome);
        }
        out.println("approved   request " + request.number() + " sha256=" + seen);
        out.println("done       " + SignedCommands.describe(command));
    }

    private static OperatorRequests.Answer answer(
        final OperatorRequests.Request request,
        final OperatorSigner approver,
        final String answer,
        final String outcome)
    {
        return new OperatorRequests.Answer(
            request.number(), approver.name(), answer, System.currentTimeMillis(), outcome);
    }

    /** Who has signed the command is said by its bytes, whatever the file says. */
    private static String requester(final byte[] command, final Operators register)
    {
        final int id = SignedCommands.operatorId(command);
        return register.byName().values().stream().filter(operator -> id == operator.id())
            .map(operator -> operator.name()).findFirst().orElse("operator " + id);
    }

    private void requireOther(
        final OperatorRequests.Request request,
        final Operators register,
        final OperatorSigner approver,
        final String seen)
    {
        final String requester = requester(request.bytes(), register);
        if (requester.equals(approver.name()))
        {
            throw new ApprovalException("another person has to approve, requester and approver are one: request=" +
                request.number() + " requester=" + requester + " approver=" + approver.name());
        }
        register.requireApprover(approver.name());
        final boolean isSeen = null == sha256 || sha256.length() >= MIN_DIGITS && seen.startsWith(sha256);
        if (!seen.equals(request.sha256()) || !isSeen)
        {
            throw new ApprovalException("what is to be approved is not what was looked at: request=" +
                request.number() + " sha256=" + seen + " asked=" + request.sha256() + " seen=" + sha256);
        }
    }

    private String submitted(final byte[] approved) throws IOException
    {
        return VenueClearing.connected(dataDir(), venue ->
        {
            try (OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
            {
                operator.submit(approved);
                return OK;
            }
            catch (final CommandRefusedException ex)
            {
                return ex.getMessage();
            }
        });
    }

    private void note(
        final OperatorSigner actor,
        final String command,
        final OperatorRequests.Request request,
        final String digest,
        final String result) throws IOException
    {
        new ClearingAuditTrail(baseDir(), System::currentTimeMillis).append(actor.name(), command, 0,
            Map.of("key", actor.fingerprint(), "request", Integer.toString(request.number()), "sha256", digest),
            result);
    }

    private static void print(
        final OperatorRequests.Request request, final Operators register, final PrintWriter out)
    {
        final byte[] command = request.bytes();
        out.println("request    " + request.number() + " by " + requester(command, register));
        out.println("command    " + SignedCommands.describe(command));
        out.println("sha256     " + SignedCommands.sha256(command));
    }
}
