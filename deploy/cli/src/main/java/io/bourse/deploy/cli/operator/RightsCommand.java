// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.ReplacementOptions;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.Replaced;
import io.bourse.deploy.operators.acts.SetRights;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Rights of one login, and what becomes of its orders when it loses its connection.
 */
@Command(
    name = "rights",
    sortOptions = false,
    description = {
        "Sets all rights of a login and its cancel on disconnect at once: those left out are switched OFF, or kept " +
            "with --keep. Asks before it switches off what is on.",
        "They hold for the next request; a new grace counts from the next loss of the connection."},
    footer = {
        "  bourse rights --login 1 --quotes --kill-switch --cancel-on-disconnect 5s",
        "  bourse rights --login 1 --quotes --keep",
        "  bourse rights --login 1 --off"})
public final class RightsCommand extends CliCommand
{
    @Option(names = "--login", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The login.")
    private int loginId;

    @Option(names = "--quotes", description = "May send mass quotes.")
    private boolean hasQuotes;

    @Option(names = "--kill-switch", description = "May stop and lift its own firm and the logins of it.")
    private boolean hasKillSwitch;

    @Option(names = "--dont-check-limits",
        description = "May send orders with the flag DontCheckLimits: no collateral and no position is asked for.")
    private boolean hasDontCheckLimits;

    @Option(names = "--cancel-on-disconnect", paramLabel = "GRACE", converter = NanosecondsConverter.OfGrace.class,
        description = "Its orders of the day go when it has been without connection for so long, such as 5s; 0s: at " +
            "once. Left out: never.")
    private Long graceNs;

    @Option(names = "--off", description = "Switches all of them off; not together with one of them.")
    private boolean isOff;

    @Mixin private ReplacementOptions replacement;

    @Mixin private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final String target = "login=" + loginId;
        final Replaced replaced = venue.execute(act(), replacement.confirming());
        ReplacementOptions.print(out, target, replaced, "rights " + target + replaced.settings());
    }

    private SetRights act()
    {
        return form(() -> new SetRights(
            loginId, hasQuotes, hasKillSwitch, hasDontCheckLimits, graceNs, isOff, replacement.isKept()));
    }

    /** Bits of the rights that the command line asks for. */
    int rights()
    {
        return act().spec().rights();
    }

    /** Nanoseconds of grace, negative for never. */
    long disconnectGraceNs()
    {
        return act().spec().disconnectGraceNs();
    }
}
