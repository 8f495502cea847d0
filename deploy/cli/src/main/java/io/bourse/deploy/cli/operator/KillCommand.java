// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.MoveKillSwitch;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Kill switches as an operator moves them.
 */
@Command(
    name = "kill",
    description = {
        "Stops a login or a firm: cancels all its orders and refuses new ones until the same login or firm is lifted.",
        "Stops of a login and of its firm stand side by side. What an operator stops, only an operator lifts."},
    footer = {
        "  bourse kill --login 1",
        "  bourse kill --firm AA01",
        "  bourse kill --firm AA01 --lift"})
public final class KillCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Target target;

    @Option(names = "--lift", description = "Lets it trade again; what was cancelled stays cancelled.")
    private boolean isLift;

    /** Who is stopped: one of two. */
    private static final class Target
    {
        @Option(names = "--login", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
            description = "One login.")
        private Integer loginId;

        @Option(names = "--firm", paramLabel = "CODE", converter = CodeConverter.OfAnyFirm.class,
            description = "A brokerage firm such as AA01, or a clearing firm such as AA with all its brokerage firms.")
        private String firm;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final int cancelled = venue.execute(form(() -> new MoveKillSwitch(target.loginId, target.firm, isLift)))
            .cancelledOrders();
        out.println(
            (isLift ? "lifted " : "stopped ") + (null != target.loginId ?
                "login=" + target.loginId : "firm=" + target.firm) +
            (isLift ? "" : " cancelledOrders=" + cancelled));
    }
}
