// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.files;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The rights that the system takes away from every file and directory that this process and its children make.
 */
public final class Umask
{
    private static final int OWNER_ONLY = 0077;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String FIELD = "Umask:";

    private Umask()
    {
    }

    /**
     * Leaves no rights to anyone but the owner. The first call of a main method: what was made before keeps its rights.
     */
    public static void ownerOnly()
    {
        // The launcher has done it. To load what calls the system takes 70 ms.
        if (OWNER_ONLY != current())
        {
            set(OWNER_ONLY);
        }
    }

    /** -1 where the system does not say. */
    private static int current()
    {
        try
        {
            return Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1).stream()
                .filter((line) -> line.startsWith(FIELD))
                .mapToInt((line) -> Integer.parseInt(line.substring(FIELD.length()).strip(), 8))
                .findFirst().orElse(-1);
        }
        catch (final IOException ex)
        {
            return -1;
        }
    }

    private static void set(final int mask)
    {
        final Linker linker = Linker.nativeLinker();
        final MethodHandle umask = linker.downcallHandle(
            linker.defaultLookup().findOrThrow("umask"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try
        {
            final int former = (int)umask.invokeExact(mask);
            assert former >= 0;
        }
        catch (final Throwable ex)
        {
            throw new IllegalStateException("the rights of new files cannot be limited: umask=" +
                Integer.toOctalString(mask), ex);
        }
    }
}
