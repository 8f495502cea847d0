// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

/**
 * Every kind of command, by template id. Handlers enter theirs when the core is assembled.
 */
public final class CommandTable
{
    private static final int SIZE = 100;

    private final CommandKind[] kinds = new CommandKind[SIZE];

    /**
     * Enters a kind.
     *
     * @param kind with a template id from 1 to 99 that no other handler has entered.
     * @throws IllegalStateException when another handler has.
     */
    public void add(final CommandKind kind)
    {
        if (null != kinds[kind.templateId])
        {
            throw new IllegalStateException("two handlers execute the same command: templateId=" + kind.templateId);
        }
        kinds[kind.templateId] = kind;
    }

    /**
     * Kind of a template id that may come from outside.
     *
     * @param templateId any value from 0.
     * @return the kind, or null.
     */
    CommandKind get(final int templateId)
    {
        return templateId < SIZE ? kinds[templateId] : null;
    }
}
