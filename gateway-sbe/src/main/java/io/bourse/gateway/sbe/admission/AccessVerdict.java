// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.admission;

/** What an {@link AccessPolicy} says of a client that names a login. */
public enum AccessVerdict
{
    /** It may be the login: nothing is asked for. */
    ADMITTED,
    /** It is the login: it has shown the certificate or the secret. */
    PROVEN,
    /** It comes from an address that is not the login's. */
    WRONG_SOURCE,
    /** It has not shown the certificate of the login, or it has shown the one of another login. */
    WRONG_CERTIFICATE,
    /** It has not given the secret of the login. */
    WRONG_SECRET,
    /** Nothing says who the login is, and the gateway listens beyond this machine. */
    UNIDENTIFIED;

    /**
     * Whether the client may go on.
     *
     * @return false for one that is refused.
     */
    public boolean isAdmitted()
    {
        return switch (this)
        {
            case ADMITTED, PROVEN -> true;
            case WRONG_SOURCE, WRONG_CERTIFICATE, WRONG_SECRET, UNIDENTIFIED -> false;
        };
    }
}
