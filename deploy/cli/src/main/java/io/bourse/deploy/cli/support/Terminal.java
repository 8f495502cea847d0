// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import java.io.Console;

/**
 * Whether a command may draw.
 */
public final class Terminal
{
    private Terminal()
    {
    }

    /**
     * Whether standard output is a terminal that can be drawn on.
     *
     * @return false for files, pipes and terminals that only know lines.
     */
    public static boolean canDraw()
    {
        final Console console = System.console();
        return null != console && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
    }
}
