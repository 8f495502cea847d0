// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.acts;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.run.audit.Approval;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.console.ApiException;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.stream.Query;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.clearing.RunProcesses;
import io.bourse.engine.telemetry.SecurityLog;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/**
 * What operators do to runs of clearing that were begun: look at what a step wants approved, approve or refuse it,
 * abort, sign for a process that works at one.
 */
final class RunActs
{
    private static final String RUN = "/api/v1/clearing/runs/{runId}/";
    private static final List<ApprovalStep> STEPS =
        List.of(ApprovalStep.PRICES, ApprovalStep.PUBLISH, ApprovalStep.REOPEN);

    private final ConsoleContext console;
    private final Replies replies;

    RunActs(final ConsoleContext console, final Replies replies)
    {
        this.console = console;
        this.replies = replies;
    }

    void addRoutes(final RoutesConfig routes)
    {
        routes.get(RUN + "approvals/{step}", this::show);
        routes.post(RUN + "approve", request -> answer(request, true));
        routes.post(RUN + "refuse", request -> answer(request, false));
        routes.post(RUN + "abort", this::abort);
        routes.post("/api/v1/clearing/processes/{process}/sign", this::sign);
    }

    /** For a process that another process of the console has started. */
    private void sign(final Context request)
    {
        final JsonNode body = ConsoleServer.body(request);
        final String sha256 = Replies.digest(body);
        Replies.requireOnly(body, "sha256");
        final long process = Query.pathNumber(request, "process");
        replies.reply(request, body, () ->
        {
            SecurityLog.privilegeUsed(console.dataDir(), console.operator().name(), "console clearing sign");
            new RunProcesses(console.venueDir()).sign((int)Math.min(process, Integer.MAX_VALUE), sha256,
                console.operator());
            return Map.of("process", process, "sha256", sha256, "outcome", "signed");
        });
    }

    private void show(final Context request) throws IOException
    {
        final ApprovalStep step = step(request.pathParam("step"));
        final long runId = runId(request);
        if (control().runs().stream().noneMatch(run -> runId == run.runId()))
        {
            throw new ApiException(
                Replies.NOT_FOUND, "no-run", "there is no such run", Map.of("runId", Long.toString(runId)));
        }
        final byte[] shown = Replies.inState(() -> Files.readAllBytes(control().shown(runId, step)));
        request.json(Map.of("runId", Long.toString(runId), "step", step.text(), "sha256", Digests.sha256Of(shown),
            "text", new String(shown, StandardCharsets.UTF_8)));
    }

    private void answer(final Context request, final boolean isApproved)
    {
        final JsonNode body = ConsoleServer.body(request);
        final ApprovalStep step = step(Replies.text(body, "step"));
        final String sha256 = Replies.digest(body);
        Replies.requireOnly(body, "step", "sha256");
        final long runId = runId(request);
        replies.reply(request, body, () ->
        {
            SecurityLog.privilegeUsed(console.dataDir(), console.operator().name(),
                "console clearing " + (isApproved ? "approve" : "refuse"));
            final Approval approval = control().answer(runId, step, console.operator(), isApproved, sha256);
            return Map.of("runId", Long.toString(runId), "step", step.text(), "sha256", approval.sha256(), "outcome",
                isApproved ? "approved" : "refused");
        });
    }

    private void abort(final Context request)
    {
        final JsonNode body = ConsoleServer.body(request);
        final String reason = Replies.text(body, "reason");
        Replies.requireOnly(body, "reason");
        final long runId = runId(request);
        replies.reply(request, body, () ->
        {
            SecurityLog.privilegeUsed(console.dataDir(), console.operator().name(), "console clearing abort");
            return Map.of("runId", Long.toString(runId), "outcome",
                control().abort(runId, console.operator().name(), reason) ? "aborted" : "ordered");
        });
    }

    private RunControl control()
    {
        return new RunControl(
            VenueClearing.baseDir(console.venueDir()), System::currentTimeMillis, replies::register);
    }

    private static long runId(final Context request)
    {
        final String runId = request.pathParam("runId");
        if (!runId.matches("[1-9]\\d{0,17}"))
        {
            throw new ApiException(Replies.NOT_FOUND, "no-run", "there is no such run", Map.of("runId", runId));
        }
        return Long.parseLong(runId);
    }

    private static ApprovalStep step(final String text)
    {
        return STEPS.stream().filter(step -> step.text().equals(text)).findFirst().orElseThrow(() ->
            Replies.wrong("step", "there is no such step: step=" + text + " known=" +
                STEPS.stream().map(ApprovalStep::text).toList()));
    }
}
