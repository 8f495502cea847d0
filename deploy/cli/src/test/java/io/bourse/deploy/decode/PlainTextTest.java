// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class PlainTextTest
{
    @Test
    void shouldLeaveWordsAsTheyAreAndQuoteOthers()
    {
        assertEquals("Si-12.26", PlainText.quoted("Si-12.26"));
        assertEquals("\u0444\u044c\u044e\u0447\u0435\u0440\u0441", PlainText.quoted(
            "\u0444\u044c\u044e\u0447\u0435\u0440\u0441"));
        assertEquals("\"\"", PlainText.quoted(""));
        assertEquals("\"two words\"", PlainText.quoted("two words"));
    }

    @Test
    void shouldShowWhatIsNotSeenAsText()
    {
        assertEquals("\"\\x1B]0;x\\x07\\x1B[2J\"", PlainText.quoted("\u001b]0;x\u0007\u001b[2J"));
        assertEquals("a\\x0Ab\\x0D\\x00\\x7F\\x9B1m", PlainText.of("a\nb\r\0\u007f\u009b1m"));
        assertEquals("\"say \\\"\\\\\\\"\"", PlainText.quoted("say \"\\\""));
        assertEquals("\\u202Eabc\\u2028", PlainText.of("\u202eabc\u2028"));
    }
}
