// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.agrona.collections.Long2LongHashMap;

/**
 * A LOBSTER day row by row: the message and the book after it. Prices are in ticks of 0.0001. The fields belong to the
 * row that was read last.
 */
final class LobsterRows implements Closeable
{
    static final int NEW = 1;
    static final int PARTIAL_CANCEL = 2;
    static final int DELETE = 3;
    static final int EXECUTION = 4;
    static final int DEPTH = 10;
    /** LOBSTER's mark for an empty level. */
    private static final long EMPTY = 9_999_999_999L;
    private static final int BUFFER_LENGTH = 1 << 16;

    int type;
    long orderId;
    long size;
    long priceTicks;
    boolean isBuy;
    /** Number of the row, from 1. */
    long row;
    LobsterSide bids = new LobsterSide(true);
    LobsterSide asks = new LobsterSide(false);
    LobsterSide bidsBefore = new LobsterSide(true);
    LobsterSide asksBefore = new LobsterSide(false);

    private final ZipFile zip;
    private final InputStream messages;
    private final InputStream books;
    private int ending;

    LobsterRows(final Path file) throws IOException
    {
        zip = new ZipFile(file.toFile());
        messages = entry("message");
        books = entry("orderbook");
    }

    /** The last row that names each order; 0 for others. */
    static Long2LongHashMap lastRows(final Path file) throws IOException
    {
        final Long2LongHashMap lastRows = new Long2LongHashMap(0);
        try (LobsterRows rows = new LobsterRows(file))
        {
            while (rows.nextMessage())
            {
                if (rows.type >= NEW && rows.type <= EXECUTION)
                {
                    lastRows.put(rows.orderId, rows.row);
                }
            }
        }
        return lastRows;
    }

    /** Reads a row; false at the end. */
    boolean next() throws IOException
    {
        if (!nextMessage())
        {
            return false;
        }
        turnSides();
        for (int level = 0; level < DEPTH; level++)
        {
            readLevel(asks);
            readLevel(bids);
        }
        skipLine(books);
        return true;
    }

    @Override
    public void close() throws IOException
    {
        zip.close();
    }

    private boolean nextMessage() throws IOException
    {
        nextLong(messages);
        if (ending < 0)
        {
            return false;
        }
        type = (int)nextLong(messages);
        orderId = nextLong(messages);
        size = nextLong(messages);
        priceTicks = nextLong(messages);
        isBuy = 1 == nextLong(messages);
        skipLine(messages);
        row++;
        return true;
    }

    private void turnSides()
    {
        final LobsterSide oldBids = bidsBefore;
        bidsBefore = bids;
        bids = oldBids;
        final LobsterSide oldAsks = asksBefore;
        asksBefore = asks;
        asks = oldAsks;
        bids.count = 0;
        asks.count = 0;
    }

    private void readLevel(final LobsterSide side) throws IOException
    {
        final long price = nextLong(books);
        final long lots = nextLong(books);
        if (Math.abs(price) < EMPTY)
        {
            side.add(price, lots);
        }
    }

    /** Whole part of the next field; what ended it is in {@code ending}. */
    private long nextLong(final InputStream in) throws IOException
    {
        long value = 0;
        boolean isNegative = false;
        boolean isWhole = true;
        int next = in.read();
        while (next >= 0 && ',' != next && '\n' != next)
        {
            isNegative |= '-' == next;
            isWhole &= '.' != next;
            if (isWhole && next >= '0' && next <= '9')
            {
                value = 10 * value + next - '0';
            }
            next = in.read();
        }
        ending = next;
        return isNegative ? -value : value;
    }

    private void skipLine(final InputStream in) throws IOException
    {
        while (ending >= 0 && '\n' != ending)
        {
            ending = in.read();
        }
    }

    private InputStream entry(final String part) throws IOException
    {
        final ZipEntry found = zip.stream()
            .filter(entry -> entry.getName().contains(part) && entry.getName().endsWith(".csv"))
            .findFirst().orElseThrow(() -> new IOException("no " + part + " file in " + zip.getName()));
        return new BufferedInputStream(zip.getInputStream(found), BUFFER_LENGTH);
    }
}
