// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.files.OwnDirectory;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/**
 * Lets processes of tests start in half the time: the classes that one of them loaded are kept in an archive of the
 * JVM (its ahead-of-time cache), which the others map. An archive is of jars only, so directories on the class path
 * are packed. What was made stays beside the other results of the build and is used by the next JVM with the same
 * classes.
 */
public final class StartArchive
{
    private static final int NAME_LENGTH = 16;
    private static final String QUIET = "-Xlog:aot*=off,cds*=off";
    private static final Map<String, List<String>> OPTIONS = new HashMap<>();

    private StartArchive()
    {
    }

    /** A process that loads what is to be in the archive and ends by itself. */
    @FunctionalInterface
    public interface Training
    {
        /**
         * Starts the process and waits for its end.
         *
         * @param options of its JVM, class path among them.
         * @throws IOException when it cannot be started.
         */
        void run(List<String> options) throws IOException;
    }

    /**
     * Options for processes of a kind: the class path of this JVM and the archive. The first call makes the archive;
     * when that fails, processes start without one.
     *
     * @param kind of processes, which is part of file names.
     * @param training loads what they need.
     * @return options.
     * @throws IOException when directories cannot be packed.
     */
    public static synchronized List<String> options(final String kind, final Training training) throws IOException
    {
        List<String> options = OPTIONS.get(kind);
        if (null == options)
        {
            options = make(kind, training);
            OPTIONS.put(kind, options);
        }
        return options;
    }

    private static List<String> make(final String kind, final Training training) throws IOException
    {
        final Path dir = Path.of(
            System.getProperty("java.io.tmpdir"), "class-archives-" + System.getProperty("user.name")).toAbsolutePath();
        OwnDirectory.make(dir);
        // Tests run in more than one JVM at once.
        try (FileChannel lock = FileChannel.open(
            dir.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE))
        {
            lock.lock();
            final List<Path> entries = packed(dir);
            final String classPath = String.join(File.pathSeparator, entries.stream().map(Path::toString).toList());
            final Path archive = dir.resolve(
                kind + "-" + fingerprint(System.getProperty("java.home") + '\n' + state(entries)) + ".aot");
            if (!Files.exists(archive) && !train(archive, kind, training, classPath))
            {
                return List.of("-cp", classPath);
            }
            return List.of("-XX:AOTCache=" + archive, QUIET, "-cp", classPath);
        }
    }

    /** Whether there is an archive now. */
    private static boolean train(
        final Path archive, final String kind, final Training training, final String classPath) throws IOException
    {
        // Of other classes, or of a training that was killed.
        deleteAll(archive.getParent(), kind + "-");
        final Path unfinished = archive.resolveSibling(archive.getFileName() + ".tmp");
        String reason = "the process left none";
        try
        {
            training.run(List.of("-XX:AOTCacheOutput=" + unfinished, QUIET, "-cp", classPath));
            if (Files.exists(unfinished))
            {
                Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
                return true;
            }
        }
        catch (final IOException | AssertionError ex)
        {
            reason = ex.toString();
        }
        System.err.println("no archive of classes was made, processes start without: kind=" + kind + " reason=\"" +
            reason + "\"");
        return false;
    }

    private static void deleteAll(final Path dir, final String prefix) throws IOException
    {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(dir, prefix + "*"))
        {
            for (final Path file : files)
            {
                Files.delete(file);
            }
        }
    }

    private static List<Path> packed(final Path dir) throws IOException
    {
        final List<Path> entries = new ArrayList<>();
        final String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (final String entry : classPath.split(File.pathSeparator))
        {
            final Path path = Path.of(entry).toAbsolutePath();
            if (Files.isDirectory(path))
            {
                entries.add(pack(path, dir));
            }
            else if (Files.exists(path))
            {
                entries.add(path);
            }
        }
        return entries;
    }

    private static Path pack(final Path classes, final Path dir) throws IOException
    {
        final List<Path> files;
        try (Stream<Path> found = Files.walk(classes))
        {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        final String prefix = "classes-" + fingerprint(classes.toString()) + "-";
        final Path jar = dir.resolve(prefix + fingerprint(state(files)) + ".jar");
        if (!Files.exists(jar))
        {
            // What was packed before the directory changed.
            deleteAll(dir, prefix);
            final Path unfinished = jar.resolveSibling(jar.getFileName() + ".tmp");
            try (OutputStream out = Files.newOutputStream(unfinished);
                JarOutputStream entries = new JarOutputStream(out))
            {
                entries.setLevel(Deflater.BEST_SPEED);
                for (final Path file : files)
                {
                    entries.putNextEntry(new JarEntry(
                        classes.relativize(file).toString().replace(File.separatorChar, '/'))
                        .setLastModifiedTime(FileTime.fromMillis(0)));
                    Files.copy(file, entries);
                    entries.closeEntry();
                }
            }
            Files.move(unfinished, jar, StandardCopyOption.ATOMIC_MOVE);
        }
        return jar;
    }

    /** What shows whether files are still the same. */
    private static String state(final List<Path> files) throws IOException
    {
        final StringBuilder state = new StringBuilder();
        for (final Path file : files)
        {
            state.append(file).append(' ').append(Files.size(file)).append(' ')
                .append(Files.getLastModifiedTime(file)).append('\n');
        }
        return state.toString();
    }

    private static String fingerprint(final String text)
    {
        try
        {
            return HexFormat.of().formatHex(
                MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)))
                .substring(0, NAME_LENGTH);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("every platform has SHA-256", ex);
        }
    }
}
