// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

/**
 * Values of SessionStatus(1409) that we use, in Logon and Logout.
 */
public final class SessionStatus
{
    /** The session is active. */
    public static final int ACTIVE = 0;
    /** The session is active, its password was changed. */
    public static final int PASSWORD_CHANGED = 1;
    /** The new password does not comply with the policy. */
    public static final int NEW_PASSWORD_REFUSED = 3;
    /** Name or password are wrong; the answer does not say which. */
    public static final int WRONG_CREDENTIALS = 5;
    /** Too many wrong passwords. */
    public static final int LOCKED = 6;
    /** The session may not log on now, or not from here. */
    public static final int LOGON_NOT_ALLOWED = 7;
    /** The password must be changed: log on with NewPassword(925). */
    public static final int PASSWORD_EXPIRED = 8;

    private SessionStatus()
    {
    }
}
