// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.Confirming;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;

/**
 * The options of every operators' command: which venue it is for, and who acts.
 */
public final class RunningVenue extends VenueDirectory
{
    @Mixin private ActingOperator acting;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Executes an act that asks nothing.
     *
     * @param act to be executed.
     * @param <R> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there, or files cannot be read.
     */
    public <R> R execute(final Act<R> act) throws IOException
    {
        return execute(act, Confirming.NOT_ASKED);
    }

    /**
     * Executes an act.
     *
     * @param act to be executed.
     * @param confirming asks before what is easily a mistake.
     * @param <R> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there, or files cannot be read.
     */
    public <R> R execute(final Act<R> act, final Confirming confirming) throws IOException
    {
        return VenueClearing.connected(dataDir(), venue ->
            acting.session(dataDir(), command.qualifiedName(), confirming).execute(venue.client(), act));
    }
}
