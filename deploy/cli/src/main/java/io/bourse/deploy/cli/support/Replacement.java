// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How commands replace settings that the engine takes all at once: options that are left out switch off, after a
 * question, or keep their present value.
 */
public final class Replacement
{
    public static final String OFF = "off";

    @Option(names = "--keep", description = "Keeps the present value of what is left out.")
    private boolean isKept;

    @Mixin
    private Confirmation confirmation;

    private final List<String> changes = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final StringBuilder settings = new StringBuilder();

    /** Whether what is left out stays as it is. */
    public boolean isKept()
    {
        return isKept;
    }

    /**
     * What becomes of a value that the command line does or does not give, noted for the question.
     *
     * @param name of the setting.
     * @param given by the command line; null when it is left out.
     * @param present value.
     * @param off value that is off.
     * @param text of a value, as people read it.
     * @param <T> type of the value.
     * @return value to be set.
     */
    public <T> T replace(
        final String name, final T given, final T present, final T off, final Function<? super T, String> text)
    {
        final T value = null != given ? given : isKept ? present : off;
        note(name, null != given, text.apply(present), text.apply(value));
        return value;
    }

    /**
     * Notes a value for the question.
     *
     * @param name of the setting.
     * @param isNamed whether the command line gives it.
     * @param before present value as people read it, {@link #OFF} for none.
     * @param after new value.
     */
    public void note(final String name, final boolean isNamed, final String before, final String after)
    {
        settings.append(' ').append(name).append('=').append(after);
        if (!Objects.equals(before, after))
        {
            changes.add(name + " " + before + " -> " + after);
            if (!isNamed)
            {
                lost.add(name + " " + before + " -> " + after);
            }
        }
    }

    /**
     * Asks when something that was left out changes.
     *
     * @param target whose settings they are.
     * @param isOff whether the command line switches all of them off.
     * @param isWhole whether the present values are known.
     */
    public void require(final String target, final boolean isOff, final boolean isWhole)
    {
        final List<String> findings = new ArrayList<>();
        if (!isOff && !lost.isEmpty())
        {
            findings.add("options that were left out switch off what is set: " + target + " " +
                String.join(", ", lost));
        }
        findings.addAll(doubts);
        if (!isWhole)
        {
            findings.add("the beginning of the event stream was purged, so that present values are not all known: " +
                target);
        }
        confirmation.require(findings, "--keep to keep what is left out");
    }

    /**
     * Notes what should be known before, and is asked about.
     *
     * @param finding what a new value leads to at once.
     */
    public void doubt(final String finding)
    {
        doubts.add(finding);
    }

    /** All that was noted as it is now: a space, name=value, and so on. */
    public String settings()
    {
        return settings.toString();
    }

    /**
     * Prints what was changed, and the result.
     *
     * @param out standard output.
     * @param target whose settings they are.
     * @param result all settings as they are now.
     */
    public void print(final PrintWriter out, final String target, final String result)
    {
        if (!changes.isEmpty())
        {
            out.println("changes " + target + " " + String.join(", ", changes));
        }
        out.println(result);
    }
}
