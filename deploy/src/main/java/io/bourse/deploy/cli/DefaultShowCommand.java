// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.run.DefaultControl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;

/**
 * Where defaults have got to.
 */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    description = {
        "Shows all defaults: in force or not, what the engine was told, plans with their approval and whether a run",
        "has carried them out."})
public final class DefaultShowCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private DefaultDesk desk;

    @Override
    public Integer call() throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        for (final DefaultControl.Status status : desk.files().all())
        {
            final Declaration declaration = status.declaration();
            out.println("default    " + declaration.defaultId() + " settlementAccount=" +
                declaration.settlementAccount() + " firms=" + String.join(",", declaration.firms()) +
                " tradingDate=" + declaration.tradingDate() + " callRoubles=" +
                DefaultDesk.roubles(declaration.callKopecks()) + " requester=" + declaration.requester() + " " +
                (status.isApproved() ? "IN FORCE" : "NOT APPROVED") + " reason=\"" + declaration.reason() + "\"");
            out.println("engine     " + (null == status.blocked() ? "not told" : "stopped, cancelledOrders=" +
                status.blocked().cancelledOrders()));
            for (final DefaultPlan plan : status.plans())
            {
                DefaultDesk.tell(plan, out);
                out.println("state      " + (status.done().contains(plan.number()) ? "CARRIED OUT" :
                    status.approved().contains(plan.number()) ? "APPROVED, for the next run" : "NOT APPROVED"));
            }
        }
        out.flush();
        return ExitCode.OK;
    }
}
