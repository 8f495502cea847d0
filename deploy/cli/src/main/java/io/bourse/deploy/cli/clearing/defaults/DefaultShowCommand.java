// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.PlanKind;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.operators.forms.Forms;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Where defaults have got to.
 */
@Command(
    name = "show",
    description = {
        "Shows all defaults: in force or not, what the engine has executed, plans with their approval and whether a " +
            "run has carried them out."})
final class DefaultShowCommand extends DefaultCommand
{
    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        for (final DefaultControl.Status status : files().all())
        {
            final Declaration declaration = status.declaration();
            out.println("default    " + declaration.defaultId() + " settlementAccount=" +
                declaration.settlementAccount() + " firms=" + String.join(",", declaration.firms()) +
                " tradingDate=" + declaration.tradingDate() + " callRoubles=" +
                Forms.roubles(declaration.callKopecks()) + " requester=" + declaration.requester() + " " +
                (status.isApproved() ? "IN FORCE" : "NOT APPROVED") + " reason=\"" + declaration.reason() + "\"");
            out.println("engine     " + (null == status.blocked() ? "not stopped" : "stopped, cancelledOrders=" +
                status.blocked().cancelledOrders()));
            for (final DefaultPlan plan : status.plans())
            {
                print(plan, out);
                out.println("state      " + state(status, plan));
            }
        }
    }

    private static String state(final DefaultControl.Status status, final DefaultPlan plan)
    {
        final int number = plan.number();
        if (status.done().contains(number))
        {
            return "CARRIED OUT";
        }
        if (status.withdrawn().contains(number))
        {
            return "WITHDRAWN";
        }
        if (!status.approved().contains(number))
        {
            return "NOT APPROVED";
        }
        if (PlanKind.WITHDRAW == plan.kind())
        {
            return "IN FORCE";
        }
        final String reason = status.waiting().get(number);
        return null == reason ? "APPROVED, for the next run" :
            "WAITS, the last run could not carry it out: reason=\"" + reason + "\"";
    }
}
