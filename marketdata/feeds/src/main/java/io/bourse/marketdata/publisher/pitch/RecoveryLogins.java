// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchMessages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Finds who logs in to the recovery servers.
 *
 * @param logins those that may.
 */
record RecoveryLogins(List<PitchLogin> logins)
{
    /**
     * Finds a login.
     *
     * @return its index, or minus the status to refuse it with.
     */
    int find(final String sessionSubId, final String username, final String password)
    {
        final byte[] given = bytes(password);
        int result = -PitchMessages.LOGIN_NOT_AUTHORISED;
        for (int i = 0; i < logins.size(); i++)
        {
            final PitchLogin login = logins.get(i);
            if (MessageDigest.isEqual(bytes(login.password()), given) && login.username().equals(username))
            {
                if (login.sessionSubId().equals(sessionSubId))
                {
                    return i;
                }
                result = -PitchMessages.LOGIN_INVALID_SESSION;
            }
        }
        return result;
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
