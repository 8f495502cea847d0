// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.Side;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What clients have asked for and been answered, and when by one clock: a line of JSON for each operation, as
 * {@code src/test/linearizability} reads it. Any thread may write.
 */
final class OperationHistory implements AutoCloseable
{
    private final Writer writer;
    private long answered;

    OperationHistory(final Path file) throws IOException
    {
        writer = Files.newBufferedWriter(file);
    }

    /**
     * An operation from its call on.
     *
     * @param client number.
     * @param instrumentId of it.
     * @param terms what was asked for, as JSON.
     * @param callNs when.
     */
    record Call(int client, int instrumentId, String terms, long callNs)
    {
        static Call place(
            final int client,
            final int instrumentId,
            final String order,
            final Side side,
            final long priceE5,
            final long lots,
            final boolean rests)
        {
            return new Call(client, instrumentId, "\"kind\":\"PLACE\",\"order\":\"" + order + "\",\"side\":\"" + side +
                "\",\"price\":" + priceE5 + ",\"lots\":" + lots + ",\"rests\":" + rests, System.nanoTime());
        }

        static Call cancel(final int client, final int instrumentId, final String order)
        {
            return new Call(client, instrumentId, "\"kind\":\"CANCEL\",\"order\":\"" + order + '"', System.nanoTime());
        }

        static Call read(final int client, final int instrumentId)
        {
            return new Call(client, instrumentId, "\"kind\":\"READ\"", System.nanoTime());
        }

        private String begin()
        {
            return "{\"client\":" + client + ",\"instrument\":" + instrumentId + ',' + terms + ",\"callNs\":" + callNs;
        }
    }

    /** The name of an order that its client gives it, and the exchange knows. */
    static String order(final int loginId, final long clOrdId)
    {
        return loginId + "/" + clOrdId;
    }

    static String fill(final String order, final long priceE5, final long lots)
    {
        return "{\"order\":\"" + order + "\",\"price\":" + priceE5 + ",\"lots\":" + lots + '}';
    }

    void accepted(final Call call, final long orderId, final List<String> fills)
    {
        answered(call, "ACCEPTED", ",\"orderId\":" + orderId + ",\"fills\":[" + String.join(",", fills) + ']');
    }

    void cancelled(final Call call, final long removedLots)
    {
        answered(call, "CANCELLED", ",\"removed\":" + removedLots);
    }

    void rejected(final Call call, final String reason)
    {
        answered(call, reason, "");
    }

    void read(final Call call, final StateReport report)
    {
        answered(call, "READ", report.orders().stream()
            .filter((order) -> order.instrumentId() == call.instrumentId())
            .map((order) -> "{\"order\":\"" + order(order.loginId(), order.clOrdId()) + "\",\"side\":\"" +
                order.side() + "\",\"price\":" + order.priceE5() + ",\"lots\":" + order.restLots() + '}')
            .collect(Collectors.joining(",", ",\"book\":[", "]")));
    }

    /** It may have been executed or not: its client hears no more of it. */
    void unanswered(final Call call)
    {
        write(call.begin() + '}');
    }

    private synchronized void answered(final Call call, final String outcome, final String answer)
    {
        write(call.begin() + ",\"returnNs\":" + System.nanoTime() + ",\"outcome\":\"" + outcome + '"' + answer + '}');
        answered++;
    }

    synchronized long answered()
    {
        return answered;
    }

    private synchronized void write(final String line)
    {
        try
        {
            writer.append(line).append('\n');
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public synchronized void close() throws IOException
    {
        writer.close();
    }
}
