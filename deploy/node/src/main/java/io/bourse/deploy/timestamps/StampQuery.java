// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.telemetry.SendStamps;
import io.bourse.engine.telemetry.StampFile;
import io.bourse.engine.telemetry.StampFiles;
import io.bourse.engine.telemetry.StampKind;
import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The stamps of one trading date in the data directories of a venue: the records of gateways, each joined with that of
 * the market data of its transaction by partition and cursor. The venue may run or not; what it writes meanwhile may be
 * seen or not.
 */
public final class StampQuery
{
    private static final String DIRECTORY = "timestamps";

    private final AnswerStamps stamps = new AnswerStamps();
    private final SendStamps send = new SendStamps();
    private final Int2ObjectHashMap<SendIndex> sends = new Int2ObjectHashMap<>();
    private final List<StampFile> answerFiles = new ArrayList<>();
    private final List<StampFile> files = new ArrayList<>();
    private final List<String> unreadable = new ArrayList<>();
    private final int tradingDate;
    private long lost;

    private StampQuery(final int tradingDate)
    {
        this.tradingDate = tradingDate;
    }

    /**
     * Where a component with this data directory writes its stamps.
     *
     * @param dataDir of the component.
     * @return directory that need not exist.
     */
    public static Path directory(final Path dataDir)
    {
        return dataDir.resolve(DIRECTORY);
    }

    /**
     * Whether there are stamps.
     *
     * @param dataDir of the venue.
     * @param tradingDate YYYYMMDD.
     * @return false when none of that date were written.
     * @throws IOException when the directory cannot be read.
     */
    public static boolean exists(final Path dataDir, final int tradingDate) throws IOException
    {
        return StampFiles.list(directory(dataDir)).files().stream()
            .anyMatch(file -> tradingDate == file.tradingDate());
    }

    /**
     * Finds the files of a date and reads when market data was sent.
     *
     * @param dataDirs of the venue, or of its components if they have directories of their own.
     * @param tradingDate YYYYMMDD; 0 for the last one there is.
     * @return query.
     * @throws IllegalStateException when there are no stamps of that date.
     * @throws IOException when a directory or file cannot be read.
     */
    public static StampQuery open(final List<Path> dataDirs, final int tradingDate) throws IOException
    {
        final List<StampFile> files = new ArrayList<>();
        final List<String> unreadable = new ArrayList<>();
        for (final Path dataDir : dataDirs)
        {
            final StampFiles.Listing listing = StampFiles.list(directory(dataDir));
            listing.files().stream().filter(file -> 0 != file.tradingDate()).forEach(files::add);
            unreadable.addAll(listing.unreadable());
        }
        final TreeSet<Integer> dates = new TreeSet<>();
        files.forEach(file -> dates.add(file.tradingDate()));
        if (dates.isEmpty() || 0 != tradingDate && !dates.contains(tradingDate))
        {
            throw new IllegalStateException("there are no time stamps" +
                (0 == tradingDate ? "" : " of this trading date") + ": date=" + tradingDate + " dates=" + dates +
                " dataDirs=" + dataDirs + " unreadable=" + unreadable);
        }
        final StampQuery query = new StampQuery(0 == tradingDate ? dates.last() : tradingDate);
        query.unreadable.addAll(unreadable);
        for (final StampFile file : files)
        {
            if (query.tradingDate == file.tradingDate())
            {
                query.add(file);
            }
        }
        return query;
    }

    /** A component may purge its old files meanwhile. */
    private long readIfThere(final StampFile file, final StampFiles.RecordHandler handler) throws IOException
    {
        try
        {
            return StampFiles.read(file, handler);
        }
        catch (final NoSuchFileException ex)
        {
            final String reason = file.path().getFileName() + ": was deleted just now";
            if (!unreadable.contains(reason))
            {
                unreadable.add(reason);
            }
            return 0;
        }
    }

    private void add(final StampFile file) throws IOException
    {
        lost += file.lost();
        files.add(file);
        if (StampKind.ANSWERS == file.kind())
        {
            answerFiles.add(file);
            return;
        }
        SendIndex index = sends.get(file.partition());
        if (null == index)
        {
            index = new SendIndex();
            sends.put(file.partition(), index);
        }
        final SendIndex target = index;
        readIfThere(file, (buffer, offset) ->
        {
            send.wrap(buffer, offset);
            target.add(send.cursor(), send.sentANs(), send.sentBNs(), file.clock());
        });
    }

    /**
     * Which day.
     *
     * @return YYYYMMDD.
     */
    public int tradingDate()
    {
        return tradingDate;
    }

    /**
     * Records that components could not write, as far as they could say so in their files.
     *
     * @return count.
     */
    public long lost()
    {
        return lost;
    }

    /** When market data of a partition was sent, null when there is no record. */
    SendIndex sends(final int partition)
    {
        return sends.get(partition);
    }

    /** Files of the date that were there. */
    List<StampFile> files()
    {
        return files;
    }

    /**
     * What the kernel said of the clock of the machine while the files were written.
     *
     * @return the worst of each file.
     */
    public List<ClockReading> clocks()
    {
        return files.stream().map(StampFile::clock).toList();
    }

    /**
     * Files that were left out, by the opening or by reading the rows.
     *
     * @return name and reason of each.
     */
    public List<String> unreadable()
    {
        return unreadable;
    }

    /**
     * Transactions of market data with a record.
     *
     * @return count over all partitions.
     */
    public long sends()
    {
        return sends.values().stream().mapToLong(SendIndex::size).sum();
    }

    /**
     * Reads all rows, those of a component in the order it wrote them.
     *
     * @param handler of the rows.
     * @return number of rows.
     * @throws IOException when a file cannot be read, or of the handler.
     */
    public long forEach(final StampRowHandler handler) throws IOException
    {
        long rows = 0;
        for (final StampFile file : answerFiles)
        {
            final StampOrigin origin = new StampOrigin(
                file.tradingDate(), file.partition(), file.component(), file.clock());
            final SendIndex index = sends.get(file.partition());
            rows += readIfThere(file, (buffer, offset) ->
            {
                stamps.wrap(buffer, offset);
                final int place = null == index ? -1 : index.find(stamps.cursor());
                handler.onRow(origin, stamps,
                    place < 0 ? StampRowHandler.NONE : index.sentANs(place),
                    place < 0 ? StampRowHandler.NONE : index.sentBNs(place));
            });
        }
        return rows;
    }
}
