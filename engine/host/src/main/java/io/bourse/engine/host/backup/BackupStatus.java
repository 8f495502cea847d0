// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.bourse.engine.host.storage.DiskAccess;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How far a copy has come. It keeps this in a file of its directory, and writes it anew every second.
 *
 * @param timeMs when this was so, milliseconds since the Unix epoch.
 * @param pid process that copies.
 * @param state what the copying of the log does, as {@code ClusterBackup} names it.
 * @param logSource member that the log comes from, -1 when none.
 * @param logPosition end of the copied log.
 * @param venueLogPosition end of the member's log, what is not committed yet included; -1 when not known.
 * @param snapshotPosition log position of the last snapshot that was copied, -1 when there is none.
 * @param eventSource member that the events come from, -1 when none.
 * @param eventPosition end of the copied event recording.
 * @param venueEventPosition end of the member's event recording; -1 when not known.
 * @param wholeMs when the venue had no command and no event that the copy lacks, milliseconds since the Unix epoch; -1
 *     when not known.
 * @param lagNs how long the copy has lacked at most, in the second before, what the venue had when it was asked;
 *     nanoseconds, with the time that the question takes; -1 when the venue was not asked.
 * @param files when each process had no file that the copy lacks, by the name of the origin; -1 when not known; none
 *     when no files are copied.
 * @param members where each member answers its backup, HOST:PORT by the name of the origin; none when no files are
 *     copied.
 * @param problem why events, or the log, are not copied at the moment; empty when they are.
 */
public record BackupStatus(
    long timeMs,
    long pid,
    String state,
    int logSource,
    long logPosition,
    long venueLogPosition,
    long snapshotPosition,
    int eventSource,
    long eventPosition,
    long venueEventPosition,
    long wholeMs,
    long lagNs,
    SortedMap<String, Long> files,
    SortedMap<String, String> members,
    String problem)
{
    private static final String FILE_NAME = "backup.status";
    private static final String FILES = "files.";
    private static final String MEMBERS = "members.";

    /**
     * Whether a copy keeps its status here.
     *
     * @param dataDir to look at.
     * @return false when none has run.
     */
    public static boolean isIn(final Path dataDir)
    {
        return Files.exists(dataDir.resolve(FILE_NAME));
    }

    /**
     * When no process had a file that the copy lacks.
     *
     * @return milliseconds since the Unix epoch; 0 when one has never given its files, -1 when no files are copied.
     */
    public long filesMs()
    {
        return files.values().stream().mapToLong((ms) -> Math.max(0, ms)).min().orElse(-1);
    }

    /**
     * How much of the log the copy lacks.
     *
     * @return bytes; -1 when not known.
     */
    public long logBehind()
    {
        return venueLogPosition < 0 ? -1 : Math.max(0, venueLogPosition - logPosition);
    }

    /**
     * How much of the event stream the copy lacks.
     *
     * @return bytes; -1 when not known.
     */
    public long eventsBehind()
    {
        return venueEventPosition < 0 ? -1 : Math.max(0, venueEventPosition - eventPosition);
    }

    /**
     * Reads what a copy has written last, whether it runs or not.
     *
     * @param dataDir of the copy.
     * @return status.
     * @throws IllegalStateException when the directory is none of a copy.
     */
    public static BackupStatus read(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        if (!isIn(dataDir))
        {
            throw new IllegalStateException("no backup has run on this directory: dataDir=" + dataDir);
        }
        return DiskAccess.get("cannot read the status of the backup: file=" + file, () ->
        {
            final Properties values = new Properties();
            values.load(new StringReader(Files.readString(file)));
            return new BackupStatus(
                number(values, "timeMs"), number(values, "pid"), values.getProperty("state"),
                (int)number(values, "logSource"), number(values, "logPosition"), number(values, "venueLogPosition"),
                number(values, "snapshotPosition"), (int)number(values, "eventSource"),
                number(values, "eventPosition"), number(values, "venueEventPosition"),
                number(values, "wholeMs"), number(values, "lagNs"),
                named(values, FILES, (name) -> number(values, name)), named(values, MEMBERS, values::getProperty),
                values.getProperty("problem"));
        });
    }

    private static <T> SortedMap<String, T> named(
        final Properties values, final String prefix, final Function<String, T> value)
    {
        final SortedMap<String, T> named = new TreeMap<>();
        values.stringPropertyNames().stream().filter((name) -> name.startsWith(prefix))
            .forEach((name) -> named.put(name.substring(prefix.length()), value.apply(name)));
        return named;
    }

    private static String lines(final String prefix, final Map<String, ?> named)
    {
        return named.entrySet().stream().map((each) -> "\n" + prefix + each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining());
    }

    private static long number(final Properties values, final String name)
    {
        // What a former version did not write is not known.
        return Long.parseLong(values.getProperty(name, "-1"));
    }

    /** The directory is no longer that of a copy. */
    static void remove(final Path dataDir)
    {
        DiskAccess.run("cannot remove the status of a copy: dataDir=" + dataDir,
            () -> Files.deleteIfExists(dataDir.resolve(FILE_NAME)));
    }

    /** Replaces the file at once: a reader never sees half of it. */
    void write(final Path dataDir)
    {
        final String text = "timeMs=" + timeMs + "\npid=" + pid + "\nstate=" + state + "\nlogSource=" + logSource +
            "\nlogPosition=" + logPosition + "\nvenueLogPosition=" + venueLogPosition + "\nsnapshotPosition=" +
            snapshotPosition + "\neventSource=" + eventSource + "\neventPosition=" + eventPosition +
            "\nvenueEventPosition=" + venueEventPosition + "\nwholeMs=" + wholeMs + "\nlagNs=" + lagNs +
            lines(FILES, files) + lines(MEMBERS, members) + "\nproblem=" +
            problem.replace("\\", "/").replace('\n', ' ') + "\n";
        final Path next = dataDir.resolve(FILE_NAME + ".next");
        DiskAccess.run("cannot write the status of the backup: file=" + next, () ->
        {
            Files.writeString(next, text, StandardCharsets.UTF_8);
            Files.move(next, dataDir.resolve(FILE_NAME), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        });
    }
}
