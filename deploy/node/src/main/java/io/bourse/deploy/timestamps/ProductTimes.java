// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.clearing.report.file.RowWriter;
import org.agrona.collections.LongArrayList;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/**
 * How long requests that moved the market took, by product. A request counts once in each product that it moved. A way
 * that lacks the stamp of one of its ends counts nowhere; one that ends before it begins, because a clock was set, is
 * counted apart.
 */
final class ProductTimes
{
    /** Columns of the file. */
    static final String COLUMNS =
        "product;kind;way;count;backwards;average_ns;median_ns;p90_ns;p99_ns;p99_9_ns";

    /** What is measured. */
    private enum Way
    {
        /** Gateway read to gateway write: the answer, public market data before it. */
        GATEWAY(request -> request.receivedNs, request -> request.answeredNs),
        /** Matcher in to matcher out: journal and matching. */
        MATCHER(request -> request.matchedNs, request -> request.publishedNs),
        /** Matcher out to the market data on both feeds, or on the one that took it. */
        PUBLICATION(request -> request.publishedNs,
            request -> StampRowHandler.publicNs(request.sentANs, request.sentBNs));

        private final ToLongFunction<MoveRequest> begin;
        private final ToLongFunction<MoveRequest> end;

        Way(final ToLongFunction<MoveRequest> begin, final ToLongFunction<MoveRequest> end)
        {
            this.begin = begin;
            this.end = end;
        }
    }

    /** Times of a way. */
    private static final class Times
    {
        private final LongArrayList timesNs = new LongArrayList();
        private long backwards;
    }

    private final SortedMap<MoveRequest.Product, Map<Way, Times>> byProduct = new TreeMap<>();

    static ProductTimes of(final List<MoveRequest> requests)
    {
        final ProductTimes times = new ProductTimes();
        final Set<MoveRequest.Product> products = new HashSet<>();
        for (final MoveRequest request : requests)
        {
            products.clear();
            for (final MoveRequest.Moved moved : request.moved)
            {
                if (products.add(moved.product()))
                {
                    times.add(request, moved.product());
                }
            }
        }
        return times;
    }

    private void add(final MoveRequest request, final MoveRequest.Product product)
    {
        final Map<Way, Times> ways = byProduct.computeIfAbsent(product, key -> new EnumMap<>(Way.class));
        for (final Way way : Way.values())
        {
            final Times times = ways.computeIfAbsent(way, key -> new Times());
            final long beginNs = way.begin.applyAsLong(request);
            final long endNs = way.end.applyAsLong(request);
            if (StampRowHandler.NONE != beginNs && StampRowHandler.NONE != endNs)
            {
                if (endNs < beginNs)
                {
                    times.backwards++;
                }
                else
                {
                    times.timesNs.addLong(endNs - beginNs);
                }
            }
        }
    }

    /** Rows by product, then way; figures of a way without times are empty. */
    void write(final RowWriter writer) throws IOException
    {
        for (final Map.Entry<MoveRequest.Product, Map<Way, Times>> product : byProduct.entrySet())
        {
            for (final Map.Entry<Way, Times> way : product.getValue().entrySet())
            {
                final Times times = way.getValue();
                writer.text(product.getKey().underlying())
                    .text(product.getKey().kind())
                    .text(way.getKey().name().toLowerCase(Locale.ROOT))
                    .number(times.timesNs.size())
                    .number(times.backwards);
                write(writer, times.timesNs);
                writer.endRow();
            }
        }
    }

    private static void write(final RowWriter writer, final LongArrayList timesNs) throws IOException
    {
        if (timesNs.isEmpty())
        {
            writer.text("").text("").text("").text("").text("");
            return;
        }
        final Distribution times = Distribution.of(timesNs.toLongArray());
        writer.number(times.meanNs()).number(times.medianNs()).number(times.p90Ns()).number(times.p99Ns())
            .number(times.p999Ns());
    }
}
