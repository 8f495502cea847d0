// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.testing;

import io.bourse.engine.protocol.Phase;
import org.agrona.collections.Long2LongHashMap;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Recorded days of real exchanges as requests for an order flow. Each recorded trade of continuous trading is an
 * immediate order that makes just that trade; an auction makes its trades by itself. The days themselves are proven
 * elsewhere.
 */
public final class RecordedDays
{
    /** The Shanghai day, below the shared folder. */
    public static final String SHANGHAI = "data/sse_600519_20230207_events.csv.gz";
    /** The Google day, below the shared folder. */
    public static final String GOOGLE = "data/LOBSTER_SampleFile_GOOG_2012-06-21_10.zip";

    private static final int CLOSING_AUCTION_FROM = 14_570_000;
    private static final long E3_TO_E5 = 100;
    private static final long E4_TO_E5 = 10;
    private static final long LOTS_E3 = 1_000;
    private static final long UNKNOWN = Long.MIN_VALUE;

    private RecordedDays()
    {
    }

    /** What a request does. */
    public enum Kind
    {
        /** The instrument changes its phase. */
        PHASE,
        /** A new order that rests. */
        REST,
        /** An immediate order. */
        TAKE,
        /** Cancels an order that rests. */
        CANCEL,
        /** Leaves an order that rests so many lots. */
        SET_REST
    }

    /**
     * A request.
     *
     * @param key of the order in the file; of an immediate order the resting one's or its own.
     * @param phase that begins.
     */
    public record Request(Kind kind, long key, boolean isBuy, long priceE5, long lots, Phase phase)
    {
    }

    private static Request phase(final Phase phase)
    {
        return new Request(Kind.PHASE, 0, false, 0, 0, phase);
    }

    /** A whole day with both auctions; the last request ends the second. */
    public static List<Request> shanghai(final Path file) throws IOException
    {
        final List<Request> requests = new ArrayList<>();
        Phase phase = Phase.OPENING_AUCTION;
        requests.add(phase(phase));
        for (final String[] row : shanghaiRows(file))
        {
            final Phase next = shanghaiPhase(row, phase);
            if (next != phase)
            {
                phase = next;
                requests.add(phase(phase));
            }
            if (!isAuctionTrade(row))
            {
                requests.add(shanghaiRequest(row));
            }
        }
        requests.add(phase(Phase.CONTINUOUS));
        return requests;
    }

    /** Trades of the Shanghai day in their sequence, those of the auctions included: lots@priceE5. */
    public static List<String> shanghaiTrades(final Path file) throws IOException
    {
        return shanghaiRows(file).stream().filter(row -> "TRD".equals(row[2]))
            .map(row -> lots(row) + "@" + priceE5(row)).toList();
    }

    private static List<String[]> shanghaiRows(final Path file) throws IOException
    {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.US_ASCII)))
        {
            return reader.lines().skip(1).map(line -> line.split(",", -1)).toList();
        }
    }

    private static boolean isAuctionTrade(final String[] row)
    {
        return "TRD".equals(row[2]) && "N".equals(row[3]);
    }

    private static Phase shanghaiPhase(final String[] row, final Phase phase)
    {
        if (Phase.OPENING_AUCTION == phase)
        {
            return isAuctionTrade(row) ? Phase.CONTINUOUS : phase;
        }
        return Integer.parseInt(row[1]) >= CLOSING_AUCTION_FROM ? Phase.CLOSING_AUCTION : phase;
    }

    private static Request shanghaiRequest(final String[] row)
    {
        final Kind kind = switch (row[2])
        {
            case "ADD" -> Kind.REST;
            case "DEL" -> Kind.CANCEL;
            default -> Kind.TAKE;
        };
        return new Request(kind, Long.parseLong(row[4]), "B".equals(row[3]), priceE5(row), lots(row), null);
    }

    private static long priceE5(final String[] row)
    {
        return Long.parseLong(row[6]) * E3_TO_E5;
    }

    private static long lots(final String[] row)
    {
        return Long.parseLong(row[7]) / LOTS_E3;
    }

    /** The first rows of the Google day; orders from before it are left out. */
    public static List<Request> google(final Path file, final int rows) throws IOException
    {
        final List<Request> requests = new ArrayList<>();
        final Long2LongHashMap rests = new Long2LongHashMap(UNKNOWN);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file)))
        {
            ZipEntry entry = zip.getNextEntry();
            while (!entry.getName().contains("_message_"))
            {
                entry = zip.getNextEntry();
            }
            final BufferedReader reader = new BufferedReader(new InputStreamReader(zip, StandardCharsets.US_ASCII));
            for (int i = 0; i < rows; i++)
            {
                final Request request = googleRequest(reader.readLine().split(","), rests);
                if (null != request)
                {
                    requests.add(request);
                }
            }
        }
        return requests;
    }

    /** Null when the row changes no order that is known: hidden executions and halts change no visible book. */
    private static Request googleRequest(final String[] row, final Long2LongHashMap rests)
    {
        final long key = Long.parseLong(row[2]);
        final long lots = Long.parseLong(row[3]);
        final long priceE5 = Long.parseLong(row[4]) * E4_TO_E5;
        final boolean isBuy = "1".equals(row[5]);
        if ("1".equals(row[1]))
        {
            rests.put(key, lots);
            return new Request(Kind.REST, key, isBuy, priceE5, lots, null);
        }
        if (UNKNOWN == rests.get(key))
        {
            return null;
        }
        final long rest = rests.get(key) - lots;
        return switch (row[1])
        {
            case "2" ->
            {
                rests.put(key, rest);
                yield 0 < rest ? new Request(Kind.SET_REST, key, isBuy, priceE5, rest, null) : null;
            }
            case "3" -> new Request(Kind.CANCEL, key, isBuy, priceE5, lots, null);
            case "4" ->
            {
                rests.put(key, rest);
                yield new Request(Kind.TAKE, key, !isBuy, priceE5, lots, null);
            }
            default -> null;
        };
    }
}
