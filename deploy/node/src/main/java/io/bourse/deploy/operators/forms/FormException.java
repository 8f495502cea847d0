// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.forms;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A field of an act is wrong, whatever the venue. The text names fields in braces, as each interface calls them.
 */
public final class FormException extends IllegalArgumentException
{
    private static final long serialVersionUID = 1L;
    private static final Pattern FIELD = Pattern.compile("\\{(\\w+)}");

    private final String field;
    private final String text;

    /**
     * A wrong field.
     *
     * @param field that is wrong.
     * @param text what is wrong; names of fields stand in braces.
     */
    public FormException(final String field, final String text)
    {
        super(named(text, name -> name));
        this.field = field;
        this.text = text;
    }

    /** The field. */
    public String field()
    {
        return field;
    }

    /**
     * What is wrong.
     *
     * @param names gives the name of a field.
     * @return sentence.
     */
    public String text(final UnaryOperator<String> names)
    {
        return named(text, names);
    }

    private static String named(final String text, final UnaryOperator<String> names)
    {
        return FIELD.matcher(text).replaceAll(match -> names.apply(match.group(1)));
    }
}
