// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.Approval;
import io.bourse.clearing.run.DefaultControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.concurrent.Callable;

/**
 * The second pair of eyes over a default.
 */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description = {
        "Approves or refuses a declaration, or a plan; --by must be somebody else than who asked.",
        "An approved declaration stops the defaulter in the engine, an approved plan is carried out by the next " +
            "run."})
public final class DefaultApproveCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Option(names = "--id", paramLabel = "N", required = true, description = "Number of the default.")
    private long defaultId;

    @Option(names = "--plan", paramLabel = "N", defaultValue = "0",
        description = "Number of the plan; default: the declaration.")
    private int number;

    @Option(names = "--show", description = "Only show what is to be approved.")
    private boolean shows;

    @Option(names = "--refuse", description = "Refuse it.")
    private boolean refuses;

    @Option(names = "--sha256", paramLabel = "DIGITS",
        description = "Digest of what was looked at, or at least its first eight digits.")
    private String sha256;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        if (shows)
        {
            out.println(Files.readString(desk.files().shown(defaultId, number)));
        }
        else
        {
            // Only an approved declaration is something for the engine.
            final boolean stops = 0 == number && !refuses;
            final Approval approval = stops ?
                desk.connected(this::answer) : answer(desk.files());
            out.println((approval.approved() ? "approved   " : "refused    ") +
                (0 == number ? "default " : "plan " + number + " of default ") + defaultId + " sha256=" +
                approval.sha256());
        }
        out.flush();
        return ExitCode.OK;
    }

    private Approval answer(final DefaultControl control) throws IOException
    {
        return control.approve(defaultId, number, desk.requester(), !refuses, sha256);
    }
}
