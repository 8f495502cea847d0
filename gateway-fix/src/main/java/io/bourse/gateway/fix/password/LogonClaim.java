// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.util.Arrays;

/**
 * Who says to be who.
 *
 * @param name of the login whose session it is about.
 * @param isKnown whether there is such a session and it may come from there; if not, no password is right.
 * @param isPasswordRequired whether it cannot log on as long as no password is set for it.
 * @param username Username(553); empty: the name.
 * @param password Password(554), empty for none.
 * @param newPassword NewPassword(925), empty for none.
 */
record LogonClaim(
    String name,
    boolean isKnown,
    boolean isPasswordRequired,
    String username,
    char[] password,
    char[] newPassword)
{
    void wipe()
    {
        Arrays.fill(password, '\0');
        Arrays.fill(newPassword, '\0');
    }

    /** Without the secrets. */
    @Override
    public String toString()
    {
        return "LogonClaim{name=" + name + '}';
    }
}
