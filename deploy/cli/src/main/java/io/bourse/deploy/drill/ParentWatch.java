// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

/**
 * Ends a process of a drill when the drill has died, however it died: nothing is left behind.
 */
public final class ParentWatch
{
    private static final String PROPERTY = "bourse.ends-with-parent";
    /** JVM flag of a process that is to end with its parent. */
    static final String FLAG = "-D" + PROPERTY + "=true";
    private static final int ORPHANED = 143;

    private ParentWatch()
    {
    }

    /** Begins to watch, if this process was started with the flag. */
    public static void beginIfAsked()
    {
        if (Boolean.getBoolean(PROPERTY))
        {
            ProcessHandle.current().parent().ifPresentOrElse(
                parent -> parent.onExit().thenRun(() -> Runtime.getRuntime().halt(ORPHANED)),
                () -> Runtime.getRuntime().halt(ORPHANED));
        }
    }
}
