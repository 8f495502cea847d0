// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.OperatorRequests;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.engine.client.operator.CommandRefusedException;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.telemetry.SecurityLog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * The second person of a command to the engine.
 *
 * @param dataDir of the venue.
 * @param register of the venue.
 * @param approver who answers.
 */
public record RequestAnswer(Path dataDir, Operators register, OperatorSigner approver)
{
    private static final int MIN_DIGITS = 8;
    private static final String OK = "OK";

    /**
     * Answers.
     *
     * @param request that was not answered.
     * @param isApproved false to refuse.
     * @param sha256 digest of what was looked at, or at least its first eight digits; null: of what is kept now.
     * @param command what is typed or asked for, for the security log.
     * @return digest of what was answered. An approved command was executed.
     * @throws ApprovalException when this person may not, or what is kept is not what was looked at, or would undo what
     * was done since.
     * @throws IllegalStateException when the engine refuses the approved command.
     * @throws IOException when files cannot be read or written, or no venue runs there.
     */
    public String answer(
        final OperatorRequests.Request request, final boolean isApproved, final String sha256, final String command)
        throws IOException
    {
        final byte[] wanted = request.bytes();
        final String seen = SignedCommands.sha256(wanted);
        requireOther(request);
        requireSeen(request, seen, sha256);
        SecurityLog.privilegeUsed(dataDir, approver.name(), command + " " + request.number());
        final OperatorRequests requests = new OperatorRequests(dataDir);
        if (!isApproved)
        {
            note("command refuse", request, seen, OK);
            requests.answer(answered(request, "refused", OK));
            return seen;
        }
        if (VenueOperators.isOutdated(dataDir, wanted))
        {
            throw new ApprovalException("the operator was changed after this was asked for, it would undo that; ask " +
                "again, and refuse this one with --refuse: request=" + request.number() + " " +
                SignedCommands.describe(wanted));
        }
        final byte[] approved = SignedCommands.approve(wanted, VenueOperators.commands(register, approver));
        note("command approve", request, seen, "ASKED");
        final String outcome = submitted(approved);
        note("command approve", request, seen, outcome);
        if (OK.equals(outcome) && null != request.policy())
        {
            VenuePolicy.keep(dataDir, request.policy());
        }
        requests.answer(answered(request, "approved", outcome));
        if (!OK.equals(outcome))
        {
            throw new IllegalStateException(outcome);
        }
        return seen;
    }

    /**
     * Requires that this person may answer.
     *
     * @param request that was not answered.
     * @throws ApprovalException when the person is the requester, or no approver.
     */
    public void requireOther(final OperatorRequests.Request request)
    {
        final String requester = requester(request, register);
        if (requester.equals(approver.name()))
        {
            throw new ApprovalException("another person has to approve, requester and approver are one: request=" +
                request.number() + " requester=" + requester + " approver=" + approver.name());
        }
        register.requireApprover(approver.name());
    }

    /**
     * Who has signed the command is said by its bytes, whatever the file says.
     *
     * @param request any.
     * @param register of the venue.
     * @return name of the operator.
     */
    public static String requester(final OperatorRequests.Request request, final Operators register)
    {
        final int id = SignedCommands.operatorId(request.bytes());
        return register.byName().values().stream().filter(operator -> id == operator.id())
            .map(operator -> operator.name()).findFirst().orElse("operator " + id);
    }

    private static void requireSeen(
        final OperatorRequests.Request request, final String seen, final String sha256)
    {
        final boolean isSeen = null == sha256 || sha256.length() >= MIN_DIGITS && seen.startsWith(sha256);
        if (!seen.equals(request.sha256()) || !isSeen)
        {
            throw new ApprovalException("what is to be approved is not what was looked at: request=" +
                request.number() + " sha256=" + seen + " asked=" + request.sha256() + " seen=" + sha256);
        }
    }

    private OperatorRequests.Answer answered(
        final OperatorRequests.Request request, final String answer, final String outcome)
    {
        return new OperatorRequests.Answer(
            request.number(), approver.name(), answer, System.currentTimeMillis(), outcome);
    }

    private String submitted(final byte[] approved) throws IOException
    {
        return VenueClearing.connected(dataDir, venue ->
        {
            try (OperatorClient operator = new OperatorClient(venue.client(), OperatorSession.TIMEOUT_NS))
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
        final String command, final OperatorRequests.Request request, final String digest, final String result)
        throws IOException
    {
        new ClearingAuditTrail(VenueClearing.baseDir(Partitions.venue(dataDir)), System::currentTimeMillis).append(
            approver.name(), command, 0, Map.of("key", approver.fingerprint(), "request",
                Integer.toString(request.number()), "sha256", digest), result);
    }
}
