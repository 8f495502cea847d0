// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

/**
 * The outcome of the check of a Logon; each is counted.
 */
public enum LogonOutcome
{
    /** Name and password are right. */
    ACCEPTED,
    /** No password is set for the login, and none is required. */
    ACCEPTED_WITHOUT_PASSWORD,
    /** Name and password are right, and the new password holds from now on. */
    PASSWORD_CHANGED,
    /** Name or password are wrong, or no password is set although one is required. */
    WRONG_CREDENTIALS,
    /** Not looked at: too many wrong ones came before. */
    LOCKED,
    /** The password is right but must be changed, and no new one came. */
    PASSWORD_EXPIRED,
    /** The password is right, the new one does not comply with the policy. */
    NEW_PASSWORD_REFUSED,
    /** The password file cannot be read or written. */
    FILE_FAILED,
    /** Not looked at: too many wait, in all or from this source. */
    BUSY,
    /** An operator has blocked the session. */
    BLOCKED,
    /** From an address outside of the ranges of the session. */
    WRONG_SOURCE,
    /** Without the certificate of the session, or with the one of another session. */
    WRONG_CERTIFICATE,
    /** Outside of the hours of the session. */
    OUTSIDE_SCHEDULE,
    /** There is no session with such a name. */
    UNKNOWN_LOGIN
}
