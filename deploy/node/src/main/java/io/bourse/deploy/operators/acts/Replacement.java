// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * How settings are replaced that the engine takes all at once: what is left out is switched off, after a question, or
 * keeps its present value.
 */
public final class Replacement
{
    /** A value that is off, as people read it. */
    public static final String OFF = "off";

    private final boolean isKept;
    private final List<String> changes = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();
    private final StringBuilder settings = new StringBuilder();

    /**
     * A replacement.
     *
     * @param isKept whether what is left out stays as it is.
     */
    public Replacement(final boolean isKept)
    {
        this.isKept = isKept;
    }

    /**
     * What becomes of a value that is given or not, noted for the question.
     *
     * @param name of the setting.
     * @param given new value; null when it is left out.
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
     * The same of a number that is 0 for none.
     *
     * @param name of the setting.
     * @param given new value; null when it is left out.
     * @param present value.
     * @return value to be set.
     */
    public long replace(final String name, final Long given, final long present)
    {
        return replace(name, given, present, 0L, value -> 0 == value ? OFF : Long.toString(value));
    }

    /**
     * Notes a value for the question.
     *
     * @param name of the setting.
     * @param isNamed whether it is given.
     * @param before present value as people read it, {@link #OFF} for none.
     * @param after new value.
     */
    void note(final String name, final boolean isNamed, final String before, final String after)
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
     * Notes what should be known before, and is asked about.
     *
     * @param finding what a new value leads to at once.
     */
    void doubt(final String finding)
    {
        doubts.add(finding);
    }

    /**
     * Asks when something that was left out changes.
     *
     * @param context asks.
     * @param target whose settings they are.
     * @param isOff whether all of them are switched off by name.
     * @param isWhole whether the present values are known.
     */
    public void require(final ActContext context, final String target, final boolean isOff, final boolean isWhole)
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
        context.confirm(findings, "--keep to keep what is left out");
    }

    /** What was noted. */
    public Replaced result()
    {
        return new Replaced(List.copyOf(changes), settings.toString());
    }
}
