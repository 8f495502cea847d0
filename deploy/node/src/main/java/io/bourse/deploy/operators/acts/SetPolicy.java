// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.deploy.operators.VenuePolicy;
import io.bourse.deploy.operators.forms.FormException;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.PolicyRow;
import io.bourse.engine.protocol.OperatorAct;

import java.io.IOException;
import java.util.HexFormat;
import java.util.List;

/**
 * Replaces the policy of operators: what is left out is as it comes with Bourse.
 *
 * @param acts who may do what; null for none.
 * @param steps who may ask for steps of clearing; null for none.
 */
public record SetPolicy(List<ActRow> acts, List<StepRow> steps) implements Act<SetPolicy.Policy>
{
    /**
     * Who may do one thing.
     *
     * @param act what is done.
     * @param roles one of them is enough; none: it is forbidden to all.
     * @param secondPerson whether another one has to approve it.
     */
    public record ActRow(OperatorAct act, List<String> roles, boolean secondPerson)
    {
        /** Checks the form. */
        public ActRow
        {
            Forms.given("act", act);
            roles = checked(roles);
        }

        private String conf()
        {
            return "acts." + VenuePolicy.text(act) + " { roles = [" + String.join(", ", roles) +
                "], second-person = " + secondPerson + " }\n";
        }
    }

    /**
     * Who may ask for a step of clearing.
     *
     * @param step of clearing, or another one that two people sign.
     * @param roles one of them is enough; none: it is forbidden to all.
     */
    public record StepRow(ApprovalStep step, List<String> roles)
    {
        /** Checks the form. */
        public StepRow
        {
            Forms.given("step", step);
            roles = checked(roles);
        }

        private String conf()
        {
            return "steps." + step.text() + " { roles = [" + String.join(", ", roles) + "] }\n";
        }
    }

    /**
     * The policy that is in force.
     *
     * @param acts all of them.
     */
    public record Policy(List<ActRow> acts)
    {
    }

    /** Checks the form. */
    public SetPolicy
    {
        acts = null == acts ? List.of() : List.copyOf(acts);
        steps = null == steps ? List.of() : List.copyOf(steps);
        Forms.require(acts.stream().map(ActRow::act).distinct().count() == acts.size(), "acts",
            "an act has one row of {acts}");
        Forms.require(steps.stream().map(StepRow::step).distinct().count() == steps.size(), "steps",
            "a step has one row of {steps}");
        Forms.require(acts.stream().noneMatch(row -> OperatorAct.OPERATORS == row.act &&
            !row.roles.contains(OperatorRole.ADMINISTRATOR.text())), "acts",
            "administrators must be able to change operators, or the policy could not be put right: act=OPERATORS");
    }

    /**
     * A policy as an act.
     *
     * @param policy all of it.
     * @return the act.
     */
    public static SetPolicy of(final VenuePolicy policy)
    {
        return new SetPolicy(rows(policy.acts()), policy.requesters().entrySet().stream()
            .map(row -> new StepRow(row.getKey(), row.getValue().stream().map(OperatorRole::text).toList())).toList());
    }

    private static List<ActRow> rows(final List<PolicyRow> acts)
    {
        return acts.stream().map(row -> new ActRow(row.act(),
            OperatorRole.ofBits(row.roles()).stream().map(OperatorRole::text).toList(), row.needsApproval())).toList();
    }

    @Override
    public String target(final ActContext context)
    {
        return "policy";
    }

    @Override
    public Policy execute(final ActContext context) throws IOException
    {
        final StringBuilder conf = new StringBuilder();
        acts.forEach(row -> conf.append(row.conf()));
        steps.forEach(row -> conf.append(row.conf()));
        final List<PolicyRow> known =
            VenuePolicy.parse(conf.toString()).acts(context.history().session().featureLevel());
        context.policy(conf.toString());
        new OperatorAdministration(context.operator()).policy(
            HexFormat.of().parseHex(context.register().venueId()), known);
        VenuePolicy.keep(context.dataDir(), conf.toString());
        return new Policy(rows(known));
    }

    private static List<String> checked(final List<String> roles)
    {
        try
        {
            Forms.given("roles", roles).forEach(OperatorRole::of);
        }
        catch (final FormException ex)
        {
            throw ex;
        }
        catch (final IllegalArgumentException ex)
        {
            throw new FormException("roles", ex.getMessage());
        }
        return List.copyOf(roles);
    }
}
