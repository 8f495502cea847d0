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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
        return options(dir, Map.of("NewsHandler.java", replaced(SOURCE, SOUND, POISONED)));
    }

    /** The source of a class with other code at one place. */
    static String replaced(final Path source, final String sound, final String other) throws IOException
    {
        final String text = Files.readString(root().resolve(source));
        assertTrue(text.contains(sound), "the source of the class is not as it was");
        return text.replace(sound, other);
    }

    /** Options of a JVM with classes made of these sources, by file name, before those of the class path. */
    static List<String> options(final Path dir, final Map<String, String> sources) throws IOException
    {
        final Path classes = Files.createDirectories(dir.resolve("classes"));
        final List<Path> files = new ArrayList<>();
        for (final Map.Entry<String, String> source : sources.entrySet())
        {
            files.add(Files.writeString(
                Files.createDirectories(dir.resolve("src")).resolve(source.getKey()), source.getValue()));
        }
        final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        final StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null))
        {
            assertTrue(compiler.getTask(messages, manager, null,
                List.of("-proc:none", "-d", classes.toString(), "-cp", System.getProperty("java.class.path")), null,
                manager.getJavaFileObjectsFromPaths(files)).call(), messages::toString);
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
