// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

/**
 * Who may log in to the recovery servers: printable characters without spaces.
 *
 * @param sessionSubId 1 to 4 characters.
 * @param username 1 to 4 characters.
 * @param password 1 to 10 characters; never logged.
 */
public record PitchLogin(String sessionSubId, String username, String password)
{
    /**
     * Checks the fields.
     *
     * @throws IllegalArgumentException without the password.
     */
    public PitchLogin
    {
        checkField("sessionSubId", sessionSubId);
        checkField("username", username);
        if (!isField(password, 10))
        {
            throw new IllegalArgumentException(
                "A password has 1 to 10 printable characters without spaces: username=" + username);
        }
    }

    private static void checkField(final String name, final String value)
    {
        if (!isField(value, 4))
        {
            throw new IllegalArgumentException(
                "Use 1 to 4 printable characters without spaces: " + name + '=' + value);
        }
    }

    private static boolean isField(final String value, final int maxLength)
    {
        return value.length() <= maxLength && value.matches("[!-~]+");
    }

    @Override
    public String toString()
    {
        return "PitchLogin[sessionSubId=" + sessionSubId + ", username=" + username + ']';
    }
}
