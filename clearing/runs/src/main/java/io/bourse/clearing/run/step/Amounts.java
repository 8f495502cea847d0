// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.CheckFailedException;

import java.util.function.Supplier;

/** Amounts that do not fit into 64 bits stop a run like a failed check. */
final class Amounts
{
    private Amounts()
    {
    }

    static <T> T fitting(final Supplier<T> calculation)
    {
        try
        {
            return calculation.get();
        }
        catch (final ArithmeticException ex)
        {
            throw unfitting(ex);
        }
    }

    static CheckFailedException unfitting(final ArithmeticException ex)
    {
        return new CheckFailedException("amounts fit into 64 bits", "reason=\"" + ex.getMessage() + "\"");
    }
}
