// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

/** The first record that breaks a check, in the order of the records. */
final class FirstFailure
{
    private String text = "";

    void note(final String facts)
    {
        if (text.isEmpty())
        {
            text = facts;
        }
    }

    /** What a later range of records has found. */
    void merge(final FirstFailure later)
    {
        note(later.text);
    }

    String text()
    {
        return text;
    }
}
