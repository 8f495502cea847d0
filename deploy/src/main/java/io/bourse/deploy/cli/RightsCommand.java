// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.MemberOperator;
import io.bourse.engine.protocol.LoginRights;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * Rights of one login, and what becomes of its orders when it loses its connection.
 */
@Command(
    name = "rights",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
        "Sets all rights of a login and its cancel on disconnect at once: those left out are switched OFF, whatever " +
            "they were.",
        "They hold for the next request; a new grace counts from the next loss of the connection."},
    footer = {
        "",
        "Examples:",
        "  bourse rights --login 1 --quotes --kill-switch --cancel-on-disconnect 5s",
        "  bourse rights --login 1 --off"})
public final class RightsCommand implements Callable<Integer>
{
    private static final long NEVER = -1;

    @Spec
    private CommandSpec spec;

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
    private RunningVenue venue;

    @Override
    public Integer call() throws IOException
    {
        final int rights = rights();
        venue.operate(operator -> new MemberOperator(operator).setLoginRights(loginId, rights, disconnectGraceNs()));
        spec.commandLine().getOut().println("rights login=" + loginId +
            " quotes=" + text(hasQuotes) +
            " killSwitch=" + text(hasKillSwitch) +
            " dontCheckLimits=" + text(hasDontCheckLimits) +
            " cancelOnDisconnect=" + (null == graceNs ? "never" : Duration.ofNanos(graceNs)));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    /** Bits of {@link LoginRights} that the command line asks for. */
    int rights()
    {
        final int rights =
            (hasQuotes ? LoginRights.QUOTES : 0) |
            (hasKillSwitch ? LoginRights.KILL_SWITCH : 0) |
            (hasDontCheckLimits ? LoginRights.DONT_CHECK_LIMITS : 0);
        // Nobody should lose every right by forgetting to name one.
        if (isOff != (0 == rights && null == graceNs))
        {
            throw new CommandLine.ParameterException(spec.commandLine(), isOff ?
                "--off goes with no right and no --cancel-on-disconnect" :
                "name at least one right or --cancel-on-disconnect, or --off to switch all of them off");
        }
        return rights;
    }

    /** Nanoseconds of grace, negative for never. */
    long disconnectGraceNs()
    {
        return null == graceNs ? NEVER : graceNs;
    }

    private static String text(final boolean isOn)
    {
        return isOn ? "on" : "off";
    }
}
