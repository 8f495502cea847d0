// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.Replacement;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.VenueSettings;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.LoginRights;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

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
        "",
        "Examples:",
        "  bourse rights --login 1 --quotes --kill-switch --cancel-on-disconnect 5s",
        "  bourse rights --login 1 --quotes --keep",
        "  bourse rights --login 1 --off"})
public final class RightsCommand extends CliCommand
{
    private static final long NEVER = -1;

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

    @Mixin
    private Replacement replacement;

    @Mixin
    private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        rights();
        final String target = "login=" + loginId;
        venue.change((settings, operator) ->
        {
            settings.requireLogin(loginId);
            final VenueSettings.Rights replacing = replacing(settings.rights(loginId));
            replacement.require(target, isOff, settings.isWhole());
            new MemberOperator(operator).setLoginRights(loginId, replacing.rights(), replacing.disconnectGraceNs());
        });
        replacement.print(out, target, "rights " + target + replacement.settings());
    }

    /** The new rights, each noted with what it was. */
    private VenueSettings.Rights replacing(final VenueSettings.Rights present)
    {
        final int rights =
            right("quotes", hasQuotes, LoginRights.QUOTES, present) |
            right("killSwitch", hasKillSwitch, LoginRights.KILL_SWITCH, present) |
            right("dontCheckLimits", hasDontCheckLimits, LoginRights.DONT_CHECK_LIMITS, present);
        return new VenueSettings.Rights(rights, replacement.replace(
            "cancelOnDisconnect", graceNs, present.disconnectGraceNs(), NEVER, RightsCommand::grace));
    }

    /** The bit, or nothing. */
    private int right(final String name, final boolean isGiven, final int right, final VenueSettings.Rights present)
    {
        return replacement.replace(
            name, isGiven ? right : null, present.rights() & right, 0, bit -> 0 == bit ? Replacement.OFF : "on");
    }

    /** Bits of {@link LoginRights} that the command line asks for. */
    int rights()
    {
        final int rights =
            (hasQuotes ? LoginRights.QUOTES : 0) |
            (hasKillSwitch ? LoginRights.KILL_SWITCH : 0) |
            (hasDontCheckLimits ? LoginRights.DONT_CHECK_LIMITS : 0);
        rejectIf(isOff && replacement.isKept(), "--off does not go with --keep");
        // An omission must not remove every right.
        rejectIf(isOff != (0 == rights && null == graceNs), isOff ?
            "--off goes with no right and no --cancel-on-disconnect" :
            "name at least one right or --cancel-on-disconnect, or --off to switch all of them off");
        return rights;
    }

    /** Nanoseconds of grace, negative for never. */
    long disconnectGraceNs()
    {
        return null == graceNs ? NEVER : graceNs;
    }

    private static String grace(final long graceNs)
    {
        return graceNs < 0 ? "never" : Duration.ofNanos(graceNs).toString();
    }
}
