// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

/**
 * Why a Logon is rejected before its password is checked.
 *
 * @param kind to be counted.
 * @param text for the client, in the Logout.
 */
public record LogonRefusal(Kind kind, String text)
{
    /** Kinds of refusals. */
    public enum Kind
    {
        /** An operator has blocked the session. */
        BLOCKED,
        /** It comes from an address outside of its ranges. */
        SOURCE,
        /** It has not shown the certificate of the session, or it has shown the one of another session. */
        CERTIFICATE,
        /** Its schedule says no. */
        SCHEDULE
    }

    /**
     * SessionStatus(1409) of the Logout.
     *
     * @return value of the field.
     */
    public int sessionStatus()
    {
        return SessionStatus.LOGON_NOT_ALLOWED;
    }
}
