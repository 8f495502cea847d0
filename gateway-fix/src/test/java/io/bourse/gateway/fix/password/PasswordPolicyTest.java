// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordPolicyTest
{
    private final PasswordPolicy policy = PasswordPolicy.DEFAULT;

    @ParameterizedTest
    @ValueSource(strings = {"twelve-chars", "A1b2C3d4E5f6", "~!@#$%^&*()_+{}|"})
    void shouldTakeLongPasswordsOfAnyKind(final String password)
    {
        assertNull(policy.violation("ALPHA", password.toCharArray()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "eleven-char", "with a space", "aaaaaaaaaaaa", "ababcabcabcd", "xxalphaxx123",
        "with\u0001control", "nicht-\u00e4scii", "0123456789012345678901234567890123456789012345678901234567890123456"})
    void shouldSayWhatIsWrong(final String password)
    {
        assertNotNull(policy.violation("ALPHA", password.toCharArray()), password);
    }

    @Test
    void shouldTakeEveryPasswordItMakes()
    {
        final SecureRandom random = new SecureRandom();
        final char[] first = PasswordPolicy.generate(random);
        assertNull(policy.violation("ALPHA", first));
        assertNotEquals(new String(first), new String(PasswordPolicy.generate(random)));
    }

    @Test
    void shouldNameTheBoundsOfALength()
    {
        assertEquals("a password must have from 20 to 64 characters",
            new PasswordPolicy(20).violation("ALPHA", "twelve-chars".toCharArray()));
        assertThrows(IllegalArgumentException.class, () -> new PasswordPolicy(7));
        assertThrows(IllegalArgumentException.class, () -> new PasswordPolicy(65));
    }
}
