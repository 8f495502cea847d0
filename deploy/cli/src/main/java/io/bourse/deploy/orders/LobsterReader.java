// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.orders;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads a LOBSTER day row by row: the message file alone, or a zip with message and order book files side by side.
 */
public final class LobsterReader implements Closeable
{
    private static final int MESSAGE_COLUMNS = 6;
    private static final int VALUES_PER_LEVEL = 4;
    private static final long E4_TO_E5 = 10;
    /** Prices beyond this are LOBSTER's mark for an empty level. */
    private static final long EMPTY_LEVEL = 9_999_999_999L;

    private final Path file;
    private final ZipFile zip;
    private final BufferedReader messages;
    private final BufferedReader books;
    private long row;
    private BookRow bookRow;

    /**
     * One row of the order book file: the book after the message of the same row.
     *
     * @param askPriceE5 by level, best first; absent levels are left out.
     * @param askSize shares by level.
     * @param bidPriceE5 by level, best first.
     * @param bidSize shares by level.
     * @param depth levels that a side may have in the file: a side with fewer has nothing below them.
     */
    public record BookRow(long[] askPriceE5, long[] askSize, long[] bidPriceE5, long[] bidSize, int depth)
    {
    }

    /**
     * Opens a day.
     *
     * @param file a message file in CSV, or a zip that holds one, and may hold the order book file as well.
     * @throws IOException when it cannot be read or a zip holds no message file.
     */
    public LobsterReader(final Path file) throws IOException
    {
        this.file = file;
        if (file.getFileName().toString().endsWith(".zip"))
        {
            zip = new ZipFile(file.toFile());
            messages = entry("message");
            books = entry("orderbook");
            if (null == messages)
            {
                zip.close();
                throw new IOException("no LOBSTER message file in the zip: file=" + file);
            }
        }
        else
        {
            zip = null;
            messages = Files.newBufferedReader(file);
            books = null;
        }
    }

    /**
     * Reads the next row.
     *
     * @return message, or null at the end.
     * @throws IOException with file and row when it is malformed.
     */
    public LobsterMessage next() throws IOException
    {
        final String line = messages.readLine();
        if (null == line)
        {
            bookRow = null;
            return null;
        }
        row++;
        bookRow = null == books ? null : parseBook(books.readLine());
        final String[] column = line.split(",");
        if (column.length < MESSAGE_COLUMNS)
        {
            throw malformed(line, "needs six columns");
        }
        try
        {
            return new LobsterMessage(
                Integer.parseInt(column[1]),
                Long.parseLong(column[2]),
                Long.parseLong(column[3]),
                Math.multiplyExact(Long.parseLong(column[4]), E4_TO_E5),
                isBuy(column[5]));
        }
        catch (final IllegalArgumentException | ArithmeticException ex)
        {
            throw malformed(line, ex.getMessage());
        }
    }

    /**
     * The book after the message that was read last.
     *
     * @return row of the order book file; null when there is no such file.
     */
    public BookRow bookRow()
    {
        return bookRow;
    }

    /**
     * Number of the row that was read last.
     *
     * @return from 1.
     */
    public long row()
    {
        return row;
    }

    @Override
    public void close() throws IOException
    {
        if (null == zip)
        {
            messages.close();
        }
        else
        {
            zip.close();
        }
    }

    private BufferedReader entry(final String part) throws IOException
    {
        final ZipEntry found = zip.stream()
            .filter(entry -> entry.getName().contains(part) && entry.getName().endsWith(".csv"))
            .findFirst().orElse(null);
        return null == found ? null :
            new BufferedReader(new InputStreamReader(zip.getInputStream(found), StandardCharsets.US_ASCII));
    }

    private static boolean isBuy(final String direction)
    {
        return switch (direction)
        {
            case "1" -> true;
            case "-1" -> false;
            default -> throw new IllegalArgumentException("direction must be 1 or -1: direction=" + direction);
        };
    }

    private IOException malformed(final String line, final String reason)
    {
        return new IOException(
            "malformed LOBSTER row: file=" + file + " row=" + row + " line=" + line + " reason=" + reason);
    }

    private BookRow parseBook(final String line) throws IOException
    {
        if (null == line)
        {
            return null;
        }
        final String[] column = line.split(",");
        if (0 != column.length % VALUES_PER_LEVEL)
        {
            throw malformed(line, "needs four columns per level");
        }
        final long[] value = new long[column.length];
        try
        {
            for (int i = 0; i < value.length; i++)
            {
                value[i] = Long.parseLong(column[i]);
            }
        }
        catch (final NumberFormatException ex)
        {
            throw malformed(line, ex.getMessage());
        }
        final int asks = levels(value, 0);
        final int bids = levels(value, 2);
        return new BookRow(
            side(value, 0, asks, E4_TO_E5),
            side(value, 1, asks, 1),
            side(value, 2, bids, E4_TO_E5),
            side(value, 3, bids, 1),
            value.length / VALUES_PER_LEVEL);
    }

    private static int levels(final long[] value, final int column)
    {
        int levels = 0;
        while (levels * VALUES_PER_LEVEL + column < value.length &&
            Math.abs(value[levels * VALUES_PER_LEVEL + column]) < EMPTY_LEVEL)
        {
            levels++;
        }
        return levels;
    }

    private static long[] side(final long[] value, final int column, final int levels, final long factor)
    {
        final long[] result = new long[levels];
        for (int i = 0; i < levels; i++)
        {
            result[i] = value[i * VALUES_PER_LEVEL + column] * factor;
        }
        return result;
    }
}
