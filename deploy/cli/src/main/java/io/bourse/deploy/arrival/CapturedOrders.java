// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.arrival;

import io.bourse.marketdata.pcap.PcapReader;
import org.agrona.collections.Long2ObjectHashMap;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The new orders of a capture of order entry: when the last byte of each was seen on its way to the venue, and the id
 * that the matcher gave it. TWIME and FIX are distinguished by their first bytes. For one thread.
 */
public final class CapturedOrders
{
    private final List<CapturedOrder> orders = new ArrayList<>();
    private final Long2ObjectHashMap<Connection> connections = new Long2ObjectHashMap<>();
    private final Set<Integer> ports;
    private int connectionCount;
    private long refusedCount;
    private long place;

    private CapturedOrders(final Set<Integer> ports)
    {
        this.ports = ports;
    }

    /**
     * Reads a capture.
     *
     * @param capture pcap, with nanoseconds if its times shall mean something.
     * @param ports TCP ports of order entry of the venue.
     * @return orders.
     * @throws IOException when it cannot be read, is no capture or ends early.
     */
    public static CapturedOrders read(final Path capture, final Set<Integer> ports) throws IOException
    {
        final CapturedOrders read = new CapturedOrders(ports);
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
     * Orders that were accepted.
     *
     * @return in the order of their acceptances in the capture.
     */
    public List<CapturedOrder> orders()
    {
        return orders;
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
     * Connections of which bytes lack, or are of another protocol or encrypted. Their orders up to there count.
     *
     * @return count.
     */
    public long brokenCount()
    {
        return connections.values().stream().filter(Connection::isBroken).count();
    }

    /**
     * Orders that were refused: they have no place in the order of the matcher.
     *
     * @return count.
     */
    public long refusedCount()
    {
        return refusedCount;
    }

    /**
     * Orders whose answer is not in the capture.
     *
     * @return count.
     */
    public long unansweredCount()
    {
        return connections.values().stream().mapToLong(connection -> connection.arrivals.size()).sum();
    }

    /** When an order was seen, and after how many others. */
    private record Arrival(long timeNs, long place)
    {
    }

    /** A session's connection. */
    private final class Connection implements OrderMessages.Handler
    {
        private final int number;
        private final Map<String, Arrival> arrivals = new HashMap<>();
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
        public void onOrder(final String clientOrderId)
        {
            arrivals.putIfAbsent(clientOrderId, new Arrival(nowNs, place++));
        }

        @Override
        public void onAccepted(final String clientOrderId, final long orderId)
        {
            final Arrival arrival = arrivals.remove(clientOrderId);
            if (null != arrival)
            {
                orders.add(new CapturedOrder(arrival.timeNs, arrival.place, orderId, number, isFix));
            }
        }

        @Override
        public void onRefused(final String clientOrderId)
        {
            refusedCount += null == arrivals.remove(clientOrderId) ? 0 : 1;
        }
    }
}
