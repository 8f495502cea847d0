// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchMessages;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;

/**
 * Who may log in to the recovery servers. Passwords leave this class in no way.
 */
final class RecoveryLogins
{
    private static final int SHORT_FIELD = 4;
    private static final int PASSWORD_FIELD = 10;

    private final ArrayList<String> sessionSubIds = new ArrayList<>();
    private final ArrayList<String> usernames = new ArrayList<>();
    private final ArrayList<byte[]> passwords = new ArrayList<>();

    void add(final String sessionSubId, final String username, final String password)
    {
        checkField("sessionSubId", sessionSubId, SHORT_FIELD);
        checkField("username", username, SHORT_FIELD);
        if (!isField(password, PASSWORD_FIELD))
        {
            throw new IllegalArgumentException(
                "A password has 1 to 10 printable characters without spaces: username=" + username);
        }
        for (int i = 0; i < usernames.size(); i++)
        {
            if (usernames.get(i).equals(username) && sessionSubIds.get(i).equals(sessionSubId))
            {
                throw new IllegalArgumentException(
                    "A login is given twice: username=" + username + " sessionSubId=" + sessionSubId);
            }
        }
        sessionSubIds.add(sessionSubId);
        usernames.add(username);
        passwords.add(bytes(password));
    }

    boolean isEmpty()
    {
        return usernames.isEmpty();
    }

    int count()
    {
        return usernames.size();
    }

    /**
     * Finds a login.
     *
     * @return its index, or minus the status to refuse it with.
     */
    int find(final String sessionSubId, final String username, final String password)
    {
        final byte[] given = bytes(password);
        int result = -PitchMessages.LOGIN_NOT_AUTHORISED;
        for (int i = 0; i < usernames.size(); i++)
        {
            if (MessageDigest.isEqual(passwords.get(i), given) && usernames.get(i).equals(username))
            {
                if (sessionSubIds.get(i).equals(sessionSubId))
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

    private static void checkField(final String name, final String value, final int maxLength)
    {
        if (!isField(value, maxLength))
        {
            throw new IllegalArgumentException("Use 1 to " + maxLength + " printable characters without spaces: " +
                name + '=' + value);
        }
    }

    private static boolean isField(final String value, final int maxLength)
    {
        return value.length() <= maxLength && value.matches("[!-~]+");
    }
}
