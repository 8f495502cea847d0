// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.operators.acts.Confirming;
import io.bourse.deploy.operators.acts.Replaced;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;

/**
 * The options of commands that replace settings which the engine takes all at once: options that are left out switch
 * off, after a question, or keep their present value.
 */
public final class ReplacementOptions
{
    @Option(names = "--keep", description = "Keeps the present value of what is left out.")
    private boolean isKept;

    @Mixin private Confirmation confirmation;

    /** Whether what is left out stays as it is. */
    public boolean isKept()
    {
        return isKept;
    }

    /** Asks on the terminal. */
    public Confirming confirming()
    {
        return confirmation;
    }

    /**
     * Prints what was changed, and the result.
     *
     * @param out standard output.
     * @param target whose settings they are.
     * @param replaced what became of them.
     * @param result all settings as they are now.
     */
    public static void print(
        final PrintWriter out, final String target, final Replaced replaced, final String result)
    {
        if (!replaced.changes().isEmpty())
        {
            out.println("changes " + target + " " + String.join(", ", replaced.changes()));
        }
        out.println(result);
    }
}
