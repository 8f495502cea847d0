// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.LoginRights;

import java.time.Duration;

/**
 * Sets all rights of a login and its cancel on disconnect at once: those left out are switched off, or kept.
 *
 * @param quotes may send mass quotes.
 * @param killSwitch may stop and lift its own firm and the logins of it.
 * @param dontCheckLimits may send orders that are not checked against collateral and position.
 * @param cancelOnDisconnectNs its orders of the day go when it has been without connection for so long, 0 for at once,
 * in nanoseconds up to a day; null: never.
 * @param off switches all of them off.
 * @param keep keeps the present value of what is left out.
 */
public record SetRights(
    Integer loginId,
    boolean quotes,
    boolean killSwitch,
    boolean dontCheckLimits,
    Long cancelOnDisconnectNs,
    boolean off,
    boolean keep) implements Act<Replaced>
{
    private static final long NEVER = -1;

    /** Checks the form. */
    public SetRights
    {
        Forms.positive("loginId", loginId);
        Forms.grace("cancelOnDisconnectNs", cancelOnDisconnectNs);
        Forms.require(!off || !keep, "keep", "{off} does not go with {keep}");
        // An omission must not remove every right.
        Forms.require(off != (quotes || killSwitch || dontCheckLimits || null != cancelOnDisconnectNs), "off", off ?
            "{off} goes with no right and no {cancelOnDisconnectNs}" :
            "name at least one right or {cancelOnDisconnectNs}, or {off} to switch all of them off");
    }

    @Override
    public Replaced execute(final ActContext context)
    {
        final VenueSettings settings = context.settings();
        settings.requireLogin(loginId);
        final Replacement replacement = new Replacement(keep);
        final VenueSettings.Rights replacing = replacing(replacement, settings.rights(loginId));
        replacement.require(context, "login=" + loginId, off, settings.isWhole());
        new MemberOperator(context.operator()).setLoginRights(
            loginId, replacing.rights(), replacing.disconnectGraceNs());
        return replacement.result();
    }

    /** What is given: bits of {@link LoginRights}, and nanoseconds of grace, negative for never. */
    public VenueSettings.Rights spec()
    {
        return replacing(new Replacement(false), VenueSettings.Rights.NONE);
    }

    /** The new rights, each noted with what it was. */
    private VenueSettings.Rights replacing(final Replacement replacement, final VenueSettings.Rights present)
    {
        final int rights =
            right(replacement, "quotes", quotes, LoginRights.QUOTES, present) |
            right(replacement, "killSwitch", killSwitch, LoginRights.KILL_SWITCH, present) |
            right(replacement, "dontCheckLimits", dontCheckLimits, LoginRights.DONT_CHECK_LIMITS, present);
        return new VenueSettings.Rights(rights, replacement.replace(
            "cancelOnDisconnect", cancelOnDisconnectNs, present.disconnectGraceNs(), NEVER,
            graceNs -> graceNs < 0 ? "never" : Duration.ofNanos(graceNs).toString()));
    }

    /** The bit, or nothing. */
    private static int right(
        final Replacement replacement,
        final String name,
        final boolean isGiven,
        final int right,
        final VenueSettings.Rights present)
    {
        return replacement.replace(
            name, isGiven ? right : null, present.rights() & right, 0, bit -> 0 == bit ? Replacement.OFF : "on");
    }
}
