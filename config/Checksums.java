// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares what Maven has fetched (jars and POMs of libraries and plugins) with the list of the project. The build runs
 * it from the source, on the JDK of Maven.
 *
 * <pre>
 * java config/Checksums.java verify LIST LOCAL_REPOSITORY [DIRECTORY]   # of DIRECTORY every jar has to be listed
 * java config/Checksums.java write LIST LOCAL_REPOSITORY                # of one that the build alone has filled
 * </pre>
 */
public final class Checksums
{
    private static final String OWN = "bourse-";
    private static final int DIGITS = 64;
    private static final int BUFFER_BYTES = 1 << 20;

    private Checksums()
    {
    }

    /**
     * Verifies or writes.
     *
     * @param args what to do, list, local repository, and a directory of jars that have to be listed.
     * @throws IOException when a file cannot be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        final Path list = Path.of(args[1]);
        final Path repository = Path.of(args[2]);
        if ("write".equals(args[0]))
        {
            write(list, repository);
            return;
        }
        final Map<String, String> known = read(list);
        final Set<String> wrong = new TreeSet<>();
        known.entrySet().parallelStream().forEach(entry ->
        {
            final Path file = repository.resolve(entry.getKey());
            if (Files.exists(file))
            {
                compare(file, Set.of(entry.getValue()), wrong);
            }
        });
        if (args.length > 3)
        {
            final Set<String> digests = Set.copyOf(known.values());
            try (Stream<Path> jars = Files.list(Path.of(args[3])))
            {
                jars.filter(jar -> !jar.getFileName().toString().startsWith(OWN))
                    .parallel().forEach(jar -> compare(jar, digests, wrong));
            }
        }
        if (!wrong.isEmpty())
        {
            System.err.println("Files of libraries or plugins are not those of the list, do not use this build. " +
                "Delete them and build again; if a library was changed on purpose see docs/dependencies.md: list=" +
                list);
            wrong.forEach(System.err::println);
            System.exit(1);
        }
    }

    private static void compare(final Path file, final Set<String> wanted, final Set<String> wrong)
    {
        final String sha256 = sha256(file);
        if (!wanted.contains(sha256))
        {
            synchronized (wrong)
            {
                wrong.add("  file=" + file + " sha256=" + sha256 + " wanted=" +
                    (1 == wanted.size() ? wanted.iterator().next() : "one of the list"));
            }
        }
    }

    private static Map<String, String> read(final Path list) throws IOException
    {
        final Map<String, String> known = new TreeMap<>();
        for (final String line : Files.readAllLines(list))
        {
            if (!line.startsWith("#"))
            {
                known.put(line.substring(DIGITS + 2), line.substring(0, DIGITS));
            }
        }
        return known;
    }

    private static void write(final Path list, final Path repository) throws IOException
    {
        final List<Path> files;
        try (Stream<Path> all = Files.walk(repository, FileVisitOption.FOLLOW_LINKS))
        {
            files = all.filter(file -> file.toString().endsWith(".jar") || file.toString().endsWith(".pom"))
                .sorted().toList();
        }
        final StringBuilder text = new StringBuilder(
            "# SHA-256 of every jar and POM that the build fetches; made by config/Checksums.java write\n");
        for (final Path file : files)
        {
            text.append(sha256(file)).append("  ").append(repository.relativize(file)).append('\n');
        }
        Files.writeString(list, text);
    }

    private static String sha256(final Path file)
    {
        try (var in = Files.newInputStream(file))
        {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            final byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer))
            {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("a file cannot be read: file=" + file, ex);
        }
        catch (final NoSuchAlgorithmException ex)
        {
            throw new IllegalStateException("the platform has no SHA-256", ex);
        }
    }
}
