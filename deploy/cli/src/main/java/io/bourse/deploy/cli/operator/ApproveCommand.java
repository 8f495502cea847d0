// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.ApprovalOptions;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.acts.RequestAnswer;
import io.bourse.deploy.operators.words.RequestWords;
import io.bourse.deploy.operators.words.VenueNames;
import io.bourse.engine.client.operator.SignedCommands;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;

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
        "  bourse approve 3 --show",
        "  bourse approve 3 --as boris"})
public final class ApproveCommand extends VenueCommand
{
    @Mixin private ActingOperator acting;

    @Parameters(arity = "0..1", paramLabel = "N", defaultValue = "0",
        description = "Number of the request; default: the last one.")
    private int number;

    @Mixin private ApprovalOptions answer;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final OperatorRequests.Request request = new OperatorRequests(dataDir()).require(number);
        final Operators register = operators();
        if (answer.isShown())
        {
            out.println("request    " + request.number() + " by " + RequestAnswer.requester(request, register));
            out.println("words      " + words(request, register));
            out.println("command    " + SignedCommands.describe(request.bytes()));
            out.println("sha256     " + SignedCommands.sha256(request.bytes()));
            return;
        }
        final String seen = new RequestAnswer(dataDir(), register, acting.approving(register)).answer(
            request, answer.isApproved(), answer.sha256(), "bourse approve");
        out.println(answer.word() + "request " + request.number() + " sha256=" + seen);
        if (answer.isApproved())
        {
            out.println("done       " + words(request, register));
        }
    }

    private String words(final OperatorRequests.Request request, final Operators register) throws IOException
    {
        return RequestWords.of(request, VenueNames.read(dataDir(), register));
    }
}
