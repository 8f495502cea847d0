// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A core with a defect: news with the headline {@link #HEADLINE} make it throw after a hundred events, of which some
 * have left it in full frames. The class is made of the source of the real one and stands before it on the class path.
 */
final class PoisonedClasses
{
    static final String HEADLINE = "POISON";
    static final String FAILURE = "poisoned on purpose";

    private static final Path SOURCE =
        Path.of("engine/core/src/main/java/io/bourse/engine/core/session/NewsHandler.java");
    private static final String SOUND = "        publish(command);\n        return null;\n";
    private static final String POISONED =
        "        if (command.headline().startsWith(\"" + HEADLINE + "\"))\n" +
        "        {\n" +
        "            for (int i = 0; i < 100; i++)\n" +
        "            {\n" +
        "                publish(command);\n" +
        "            }\n" +
        "            throw new IllegalArgumentException(\"" + FAILURE + "\");\n" +
        "        }\n" +
        SOUND;

    private PoisonedClasses()
    {
    }

    /** Options of a JVM that has the defect. */
    static List<String> options(final Path dir) throws IOException
    {
        final String sound = Files.readString(root().resolve(SOURCE));
        assertTrue(sound.contains(SOUND), "the source of the class is not as it was");
        final Path source = Files.createDirectories(dir.resolve("src")).resolve("NewsHandler.java");
        Files.writeString(source, sound.replace(SOUND, POISONED));
        final Path classes = Files.createDirectories(dir.resolve("classes"));
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null))
        {
            assertTrue(compiler.getTask(messages, files, null,
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")), null,
                files.getJavaFileObjects(source)).call(), messages::toString);
        }
        return List.of("-cp", classes + File.pathSeparator + System.getProperty("java.class.path"));
    }

    private static Path root()
    {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve(SOURCE)))
        {
            root = root.getParent();
        }
        return root;
    }
}
