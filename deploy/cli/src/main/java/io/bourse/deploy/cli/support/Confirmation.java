// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import io.bourse.deploy.operators.acts.Confirming;
import picocli.CommandLine.Option;

import java.io.Console;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The question before something is done that is easily a mistake. It is put on a terminal only; elsewhere the command
 * is refused with the same words, unless {@code --yes} answers it.
 */
public final class Confirmation implements Confirming
{
    private static final String YES = "yes";

    @Option(names = "--yes", description = "Does it without asking.")
    private boolean isYes;

    /**
     * Requires an answer.
     *
     * @throws IllegalStateException when the answer is not yes, or there is no terminal to ask on.
     */
    @Override
    public void require(final List<String> findings, final String alternatives)
    {
        if (!isYes)
        {
            require(findings, alternatives, terminal());
        }
    }

    /**
     * Requires an answer of a terminal.
     *
     * @param terminal takes the question and gives the answer, null at the end of input; null when there is none.
     */
    static void require(final List<String> findings, final String alternatives, final UnaryOperator<String> terminal)
    {
        if (findings.isEmpty())
        {
            return;
        }
        if (null == terminal)
        {
            throw new IllegalStateException("nothing was done: " + String.join("; ", findings) +
                "; add --yes to do it all the same" + (alternatives.isEmpty() ? "" : ", or " + alternatives));
        }
        final String answer = terminal.apply(String.join("\n", findings) + "\nType yes to go on: ");
        if (null == answer || !YES.equalsIgnoreCase(answer.strip()))
        {
            throw new IllegalStateException("nothing was done: the answer was not yes");
        }
    }

    private static UnaryOperator<String> terminal()
    {
        final Console console = System.console();
        return null == console || !console.isTerminal() ? null : question -> console.readLine("%s", question);
    }
}
