// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The words that the program's own texts are made of, from the constants of its classes: what stands in a log and is
 * none of them comes from outside.
 */
final class ProgramWords
{
    private static final Pattern JAR = Pattern.compile("(?:bourse|aeron|agrona|disruptor)-.*\\.jar");
    private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z'-]+");
    private static final String CLASS = ".class";
    /** Of the system and of the Java machine. */
    private static final String OTHERS = "no space left on device permission denied broken pipe connection reset by " +
        "peer refused timed out too many open files cannot allocate memory address already in use input output error " +
        "file too large is a directory not network host unreachable java heap direct buffer index for length " +
        "because the return value of null invoke bounds unable to create native thread closed interrupted";

    private ProgramWords()
    {
    }

    /** In lower case. */
    static Set<String> read() throws IOException
    {
        final Set<String> words = new HashSet<>(List.of(OTHERS.split(" ")));
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            final Path path = Path.of(entry);
            if (Files.isDirectory(path))
            {
                try (Stream<Path> files = Files.walk(path))
                {
                    for (final Path file : files.filter((each) -> each.toString().endsWith(CLASS)).toList())
                    {
                        add(Files.readAllBytes(file), words);
                    }
                }
            }
            else if (JAR.matcher(path.getFileName().toString()).matches() && Files.isRegularFile(path))
            {
                addJar(path, words);
            }
        }
        return words;
    }

    private static void addJar(final Path path, final Set<String> words) throws IOException
    {
        try (JarFile jar = new JarFile(path.toFile()))
        {
            for (final Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements();)
            {
                final JarEntry entry = all.nextElement();
                if (entry.getName().endsWith(CLASS))
                {
                    try (InputStream in = jar.getInputStream(entry))
                    {
                        add(in.readAllBytes(), words);
                    }
                }
            }
        }
    }

    private static void add(final byte[] bytes, final Set<String> words)
    {
        for (final PoolEntry entry : ClassFile.of().parse(bytes).constantPool())
        {
            if (entry instanceof final StringEntry text)
            {
                for (final String word : BETWEEN.split(text.stringValue()))
                {
                    words.add(word.toLowerCase(Locale.ROOT));
                }
            }
        }
    }
}
