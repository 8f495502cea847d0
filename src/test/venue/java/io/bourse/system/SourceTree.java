// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Java files of all modules. What is built or tested meanwhile comes and goes in {@code target}: nothing looks there.
 */
final class SourceTree
{
    private SourceTree()
    {
    }

    static List<Path> javaFiles() throws IOException
    {
        final List<Path> found = new ArrayList<>();
        Files.walkFileTree(Path.of(System.getProperty("bourse.root", "../../..")), new SimpleFileVisitor<>()
        {
            @Override
            public FileVisitResult preVisitDirectory(final Path dir, final BasicFileAttributes attributes)
            {
                return dir.endsWith("target") ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
            {
                if (file.toString().endsWith(".java"))
                {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
