// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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

    /** Whether what is left out stays as it is. */
    public boolean isKept()
    {
        return isKept;
    }

    /**
     * What becomes of a value that the command line does or does not give.
     *
     * @param given by the command line; null when it is left out.
     * @param present value.
     * @param off value that is off.
     * @return value to be set.
     */
    public <T> T value(final T given, final T present, final T off)
    {
        if (null != given)
        {
            return given;
        }
        return isKept ? present : off;
    }

    /**
     * Notes a value for the question.
     *
     * @param name of the setting.
     * @param isNamed whether the command line gives it, or switches all off.
     * @param before present value as people read it, {@link #OFF} for none.
     * @param after new value.
     */
    public void note(final String name, final boolean isNamed, final String before, final String after)
    {
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
     * @param isWhole whether the present values are known.
     */
    public void require(final String target, final boolean isWhole)
    {
        final List<String> findings = new ArrayList<>();
        if (!lost.isEmpty())
        {
            findings.add("options that were left out switch off what is set: " + target + " " +
                String.join(", ", lost));
        }
        if (!isWhole)
        {
            findings.add("the beginning of the event stream was purged, so that present values are not all known: " +
                target);
        }
        confirmation.require(findings, "--keep to keep what is left out");
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
