// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.ActingOperator;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.RaiseFeatureLevel;
import io.bourse.engine.protocol.FeatureLevels;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Shows or raises the feature level of a running venue.
 */
@Command(
    name = "feature-level",
    description = {
        "Shows the feature level of a running venue: by which rules its engine judges commands.",
        "A new venue begins at the highest level. One that an older program began stays at its level until it is",
        "raised."},
    footer = {
        "",
        "Exit codes: 0 done, 3 no venue runs there, nothing is above the level, or the answer was not yes."})
public final class FeatureLevelCommand extends VenueCommand
{
    @Mixin private ActingOperator acting;

    @Mixin private Confirmation confirmation;

    @Option(names = "--raise",
        description = "Raises the level by one, for good: older programs cannot go on with the venue. " +
            "On a cluster start the newer program on all members first.")
    private boolean isRaise;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir()))
        {
            final int level = isRaise ?
                acting.session(dataDir(), "bourse feature-level", confirmation)
                    .execute(venue.client(), new RaiseFeatureLevel()).featureLevel() :
                venue.history().session().featureLevel();
            out.println("feature level " + level + "  highest of this program " + FeatureLevels.HIGHEST);
        }
    }
}
