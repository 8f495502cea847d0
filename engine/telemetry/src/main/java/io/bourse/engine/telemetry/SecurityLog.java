// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import io.bourse.engine.files.OwnDirectory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The security log of a venue: files {@code security/security-YYYYMMDD.jsonl} (UTC) in its data directory, for their
 * owner only, one line of JSON for each event, appended with one write so that processes may share them. A thread of
 * its own writes. Of one kind from one source a limited number of lines is written in each interval; a line follows
 * that says how many were left out.
 *
 * <p>What others have sent is cut, and everything but printable ASCII in it is replaced: no line can be forged.
 */
public final class SecurityLog implements SecuritySink, AutoCloseable
{
    /** Directory of the files in the data directory. */
    public static final String DIRECTORY = "security";
    /** Characters of a name at most. */
    public static final int NAME_LENGTH = 20;

    static final int LINES_PER_INTERVAL = 10;
    private static final int TEXT_LENGTH = 200;
    private static final int MOST_WAITING = 4_096;
    private static final int MOST_KEYS = 1_024;
    private static final long INTERVAL_MS = TimeUnit.SECONDS.toMillis(10);
    private static final long POLL_MS = 500;
    private static final long CLOSE_MS = TimeUnit.SECONDS.toMillis(5);
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7e;
    private static final Logger LOGGER = LoggerFactory.getLogger(SecurityLog.class);

    private record Waiting(SecurityEvent event, Instant time)
    {
    }

    private record Key(SecurityEvent.Type type, InetAddress source)
    {
    }

    /** Wakes the thread at the end. */
    private static final Waiting END = new Waiting(null, Instant.EPOCH);

    private static final class Share
    {
        private final long sinceMs;
        private final String component;
        private int lines;
        private long leftOut;

        private Share(final long sinceMs, final String component)
        {
            this.sinceMs = sinceMs;
            this.component = component;
        }
    }

    private final BlockingQueue<Waiting> queue = new ArrayBlockingQueue<>(MOST_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private final Map<Key, Share> shares = new LinkedHashMap<>();
    private final Path directory;
    private final InstantSource clock;
    private final Thread thread;
    private FileChannel file;
    private String fileDate = "";
    private boolean isFailed;
    private volatile boolean isClosed;

    private SecurityLog(final Path directory, final InstantSource clock)
    {
        this.directory = directory;
        this.clock = clock;
        thread = Thread.ofPlatform().daemon().name("security-log").unstarted(this::run);
    }

    /**
     * Opens the log of a venue.
     *
     * @param dataDir of the venue.
     * @return log, to be closed by the caller.
     * @throws IOException when another user owns the directory, or others can use it.
     */
    public static SecurityLog open(final Path dataDir) throws IOException
    {
        return open(dataDir, InstantSource.system());
    }

    static SecurityLog open(final Path dataDir, final InstantSource clock) throws IOException
    {
        final Path directory = dataDir.resolve(DIRECTORY);
        OwnDirectory.make(directory);
        final SecurityLog log = new SecurityLog(directory, clock);
        log.thread.start();
        return log;
    }

    /**
     * Notes that a person has used a privilege, from a process of its own.
     *
     * @param dataDir of the venue.
     * @param person who; never a secret.
     * @param command what; never a secret.
     * @throws IOException when another user owns the directory, or others can use it.
     */
    public static void privilegeUsed(final Path dataDir, final String person, final String command) throws IOException
    {
        try (SecurityLog log = open(dataDir))
        {
            log.write(SecurityEvent.of(SecurityEvent.Type.PRIVILEGE_USED, "operator", person, null, command));
        }
    }

    /**
     * The file of a date.
     *
     * @param dataDir of the venue.
     * @param date YYYYMMDD, UTC.
     * @return file, whether it is there or not.
     */
    public static Path file(final Path dataDir, final String date)
    {
        return dataDir.resolve(DIRECTORY).resolve("security-" + date + ".jsonl");
    }

    /**
     * The date that names a file.
     *
     * @param time of an event.
     * @return YYYYMMDD, UTC.
     */
    public static String date(final Instant time)
    {
        return DateTimeFormatter.BASIC_ISO_DATE.format(time.atOffset(ZoneOffset.UTC).toLocalDate());
    }

    @Override
    public void write(final SecurityEvent event)
    {
        if (!queue.offer(new Waiting(event, clock.instant())))
        {
            lost.incrementAndGet();
        }
    }

    /** Writes what waits, and what was left out, and closes the file. */
    @Override
    public void close()
    {
        isClosed = true;
        // Not by an interrupt, which would close the file under a write. A full queue wakes the thread as well.
        queue.offer(END);
        try
        {
            thread.join(CLOSE_MS);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
        }
    }

    private void run()
    {
        while (!isClosed)
        {
            try
            {
                final Waiting next = queue.poll(POLL_MS, TimeUnit.MILLISECONDS);
                if (null != next)
                {
                    take(next);
                }
            }
            catch (final InterruptedException ex)
            {
                LOGGER.debug("the security log goes on, only its end stops it", ex);
            }
            endIntervals(false);
        }
        for (Waiting left = queue.poll(); null != left; left = queue.poll())
        {
            take(left);
        }
        endIntervals(true);
        closeFile();
    }

    private void take(final Waiting waiting)
    {
        final SecurityEvent event = waiting.event();
        if (null == event)
        {
            return;
        }
        endIntervals(false);
        if (null == event.source())
        {
            // The venue's own: no stranger can make many of them.
            append(waiting.time(), line(waiting.time(), event, 0));
            return;
        }
        Key key = new Key(event.type(), event.source());
        if (shares.size() >= MOST_KEYS && !shares.containsKey(key))
        {
            // As many sources as this share one allowance.
            key = new Key(event.type(), null);
        }
        final Share share = shares.computeIfAbsent(
            key, (ignored) -> new Share(waiting.time().toEpochMilli(), event.component()));
        if (share.lines < LINES_PER_INTERVAL)
        {
            share.lines++;
            append(waiting.time(), line(waiting.time(), event, 0));
        }
        else
        {
            share.leftOut++;
        }
    }

    private void endIntervals(final boolean isEnd)
    {
        final Instant now = clock.instant();
        final Iterator<Map.Entry<Key, Share>> entries = shares.entrySet().iterator();
        while (entries.hasNext())
        {
            final Map.Entry<Key, Share> entry = entries.next();
            final Share share = entry.getValue();
            if (isEnd || now.toEpochMilli() - share.sinceMs >= INTERVAL_MS)
            {
                entries.remove();
                appendLeftOut(now, share.component, entry.getKey().source(), text(entry.getKey().type()),
                    share.leftOut);
            }
        }
        appendLeftOut(now, "security-log", null, "queue", lost.getAndSet(0));
    }

    private void appendLeftOut(
        final Instant now, final String component, final InetAddress source, final String reason, final long count)
    {
        if (count > 0)
        {
            append(now, line(
                now, SecurityEvent.of(SecurityEvent.Type.LEFT_OUT, component, null, source, reason), count));
        }
    }

    static String line(final Instant time, final SecurityEvent event, final long count)
    {
        final StringBuilder line = new StringBuilder(256);
        line.append("{\"time\":\"").append(DateTimeFormatter.ISO_INSTANT.format(time)).append('"');
        field(line, "component", event.component(), TEXT_LENGTH);
        field(line, "event", text(event.type()), TEXT_LENGTH);
        field(line, "name", event.name(), NAME_LENGTH);
        field(line, "source", null == event.source() ? null : event.source().getHostAddress(), TEXT_LENGTH);
        field(line, "reason", event.reason(), TEXT_LENGTH);
        field(line, "certificate", event.certificate(), TEXT_LENGTH);
        if (count > 0)
        {
            line.append(",\"count\":").append(count);
        }
        return line.append("}\n").toString();
    }

    private static void field(final StringBuilder line, final String key, final String value, final int maxLength)
    {
        if (null == value)
        {
            return;
        }
        line.append(",\"").append(key).append("\":\"");
        for (int i = 0; i < Math.min(value.length(), maxLength); i++)
        {
            final char character = value.charAt(i);
            if ('"' == character || '\\' == character)
            {
                line.append('\\');
            }
            line.append(character < FIRST_PRINTABLE || character > LAST_PRINTABLE ? '?' : character);
        }
        line.append('"');
    }

    private static String text(final SecurityEvent.Type type)
    {
        return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void append(final Instant time, final String line)
    {
        try
        {
            final String date = date(time);
            if (null == file || !fileDate.equals(date))
            {
                closeFile();
                file = FileChannel.open(directory.resolve("security-" + date + ".jsonl"),
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND,
                        LinkOption.NOFOLLOW_LINKS),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
                fileDate = date;
            }
            final ByteBuffer bytes = StandardCharsets.US_ASCII.encode(line);
            while (bytes.hasRemaining())
            {
                file.write(bytes);
            }
            isFailed = false;
        }
        catch (final IOException ex)
        {
            if (!isFailed)
            {
                LOGGER.error("the security log cannot be written, events are lost until it can: directory={}",
                    directory, ex);
            }
            isFailed = true;
            closeFile();
        }
    }

    private void closeFile()
    {
        if (null != file)
        {
            try
            {
                file.close();
            }
            catch (final IOException ex)
            {
                LOGGER.debug("a file of the security log could not be closed", ex);
            }
            file = null;
        }
    }
}
