// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import io.bourse.marketdata.pcap.PcapReader;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The requests of a capture of order entry: when the last byte of each was seen on its way to the venue, when that of
 * its answer on its way back, and the id that the matcher gave the order. TWIME and FIX are distinguished by their
 * first bytes. For one thread.
 */
public final class CapturedRequests
{
    /** There is no trade of an order. */
    public static final long NO_TRADE = 0;

    private final List<CapturedRequest> answered = new ArrayList<>();
    private final Long2LongHashMap firstTrades = new Long2LongHashMap(NO_TRADE);
    private final Long2ObjectHashMap<Connection> connections = new Long2ObjectHashMap<>();
    private final Set<Integer> ports;
    private int connectionCount;
    private long place;

    private CapturedRequests(final Set<Integer> ports)
    {
        this.ports = ports;
    }

    /**
     * Reads a capture.
     *
     * @param capture pcap, with nanoseconds if its times shall mean something.
     * @param ports TCP ports of order entry of the venue.
     * @return requests.
     * @throws IOException when it cannot be read, is no capture or ends early.
     */
    public static CapturedRequests read(final Path capture, final Set<Integer> ports) throws IOException
    {
        final CapturedRequests read = new CapturedRequests(ports);
        try (PcapReader reader = PcapReader.ofSegments(capture))
        {
            while (reader.next())
            {
                read.take(reader);
            }
            if (null != reader.problem())
            {
                throw new IOException(reader.problem());
            }
        }
        return read;
    }

    private void take(final PcapReader segment)
    {
        if (ports.contains(segment.destinationPort()))
        {
            final Connection connection = connection(segment.sourceAddress(), segment.sourcePort(),
                segment.destinationPort());
            connection.onRequests(segment);
        }
        else if (ports.contains(segment.sourcePort()))
        {
            final Connection connection = connection(segment.destinationAddress(), segment.destinationPort(),
                segment.sourcePort());
            connection.onAnswers(segment);
        }
    }

    private Connection connection(final int address, final int port, final int venuePort)
    {
        final long key = (long)address << 32 | (long)port << 16 | venuePort;
        return connections.computeIfAbsent(key, ignored -> new Connection(connectionCount++));
    }

    /**
     * Requests that the venue has answered.
     *
     * @return in the order of their answers in the capture.
     */
    public List<CapturedRequest> answered()
    {
        return answered;
    }

    /**
     * New orders that the matcher took.
     *
     * @return in the order of their acceptances in the capture.
     */
    public List<CapturedRequest> acceptedOrders()
    {
        return answered.stream().filter(CapturedRequest::isAcceptedOrder).toList();
    }

    /**
     * The first trade of an order, by the reports of its owner.
     *
     * @param orderId of the order.
     * @return its id, or {@link #NO_TRADE}.
     */
    public long firstTrade(final long orderId)
    {
        return firstTrades.get(orderId);
    }

    /**
     * Connections to the ports.
     *
     * @return count.
     */
    public int connectionCount()
    {
        return connectionCount;
    }

    /**
     * Connections of which bytes lack, or are of another protocol or encrypted. Their requests up to there count.
     *
     * @return count.
     */
    public long brokenCount()
    {
        return connections.values().stream().filter(Connection::isBroken).count();
    }

    /**
     * Requests whose answer is not in the capture.
     *
     * @return count.
     */
    public long unansweredCount()
    {
        return unansweredCount(null);
    }

    /**
     * Requests of one kind whose answer is not in the capture.
     *
     * @param kind of them; null for all.
     * @return count.
     */
    public long unansweredCount(final CapturedRequest.Kind kind)
    {
        return connections.values().stream().flatMap(connection -> connection.waiting.values().stream())
            .filter(request -> null == kind || kind == request.kind).count();
    }

    /** When a request was seen, and after how many others. */
    private record Waiting(CapturedRequest.Kind kind, long timeNs, long place)
    {
    }

    /** A session's connection. */
    private final class Connection implements OrderMessages.Handler
    {
        private final int number;
        private final Map<String, Waiting> waiting = new HashMap<>();
        private final TcpFlow requests = new TcpFlow();
        private final TcpFlow answers = new TcpFlow();
        private OrderMessages messages;
        private boolean isFix;
        private long nowNs;

        private Connection(final int number)
        {
            this.number = number;
        }

        private boolean isBroken()
        {
            return requests.isBroken() || answers.isBroken();
        }

        private void onRequests(final PcapReader segment)
        {
            if (segment.isSyn())
            {
                messages = null;
            }
            take(requests, segment);
        }

        private void onAnswers(final PcapReader segment)
        {
            take(answers, segment);
        }

        private void take(final TcpFlow flow, final PcapReader segment)
        {
            nowNs = segment.timeNs();
            flow.add(segment);
            if (flow.end() < 2)
            {
                return;
            }
            if (null == messages)
            {
                isFix = FixOrders.isFix(flow.bytes());
                messages = isFix ? new FixOrders() : new TwimeOrders();
            }
            int begin = 0;
            int length = messages.next(flow.bytes(), begin, flow.end(), this);
            while (length > 0)
            {
                begin += length;
                length = messages.next(flow.bytes(), begin, flow.end(), this);
            }
            if (OrderMessages.GARBLED == length)
            {
                flow.breakOff();
            }
            else
            {
                flow.consume(begin);
            }
        }

        @Override
        public void onRequest(final CapturedRequest.Kind kind, final String requestId)
        {
            waiting.putIfAbsent(requestId, new Waiting(kind, nowNs, place++));
        }

        @Override
        public void onDone(final String requestId, final long orderId)
        {
            onAnswer(requestId, orderId, false);
        }

        @Override
        public void onRefused(final String requestId)
        {
            onAnswer(requestId, 0, true);
        }

        private void onAnswer(final String requestId, final long orderId, final boolean isRefused)
        {
            final Waiting request = waiting.remove(requestId);
            if (null != request)
            {
                answered.add(new CapturedRequest(
                    request.kind, request.timeNs, request.place, nowNs, orderId, isRefused, number, isFix));
            }
        }

        @Override
        public void onTrade(final long orderId, final long tradeId)
        {
            if (NO_TRADE != tradeId)
            {
                firstTrades.putIfAbsent(orderId, tradeId);
            }
        }
    }
}
