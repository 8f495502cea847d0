// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import java.net.InetSocketAddress;

/**
 * What a {@link LogonCheck} decides about.
 *
 * @param session that the client wants to begin; null when no session has its CompIDs. Only its constants may be read
 *     on another thread: loginId, name, firm, options.
 * @param username Username(553), empty for none.
 * @param password Password(554), empty for none; wiped by the check.
 * @param newPassword NewPassword(925), empty for none; wiped by the check.
 * @param remote where the client comes from.
 * @param certificate subject of the certificate that the client has shown; null for none.
 * @param isCertificateRight whether it has shown the certificate of the session, when there is one, and not the one of
 *     another session.
 */
public record LogonRequest(
    FixSession session,
    String username,
    char[] password,
    char[] newPassword,
    InetSocketAddress remote,
    String certificate,
    boolean isCertificateRight)
{
    /** Without the secrets. */
    @Override
    public String toString()
    {
        return "LogonRequest{session=" + (null == session ? "" : session.name()) + ", username=" + username +
            ", remote=" + remote + '}';
    }
}
