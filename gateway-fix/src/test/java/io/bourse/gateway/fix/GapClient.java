// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A FIX client by the book, without a thread: it asks for gaps, sends again what the venue asks for, and keeps the ids
 * of reports. It fails when a number comes with other content than before, when new messages have numbers that go back,
 * and when a report comes twice without a flag that says so.
 */
final class GapClient implements AutoCloseable
{
    private static final Pattern FRAME =
        Pattern.compile("8=FIX\\.4\\.4\\|9=\\d+\\|35=(\\w+)\\|(.*?)\\|10=\\d{3}\\|", Pattern.DOTALL);
    private static final Pattern VOLATILE = Pattern.compile("(?<=^|\\|)(43|52|97|122)=[^|]*\\|");

    private final String compId;
    private final StringBuilder input = new StringBuilder();
    private final ByteBuffer bytes = ByteBuffer.allocate(64 * 1024);
    private final Map<Integer, String> sent = new HashMap<>();
    private final Map<Integer, String> seen = new HashMap<>();
    private final TreeMap<Integer, String> early = new TreeMap<>();
    private final Set<String> ids = new HashSet<>();
    private final List<String> reports = new ArrayList<>();
    private SocketChannel channel;
    private boolean isLoggedOn;
    private int nextOut = 1;
    private int expected = 1;
    private int asked;
    private int lastNew;
    private int repeated;

    GapClient(final String compId)
    {
        this.compId = compId;
    }

    /** Connects and sends a Logon. */
    void connect(final int port, final String more) throws IOException
    {
        disconnect();
        channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.configureBlocking(false);
        if (more.contains("141=Y"))
        {
            nextOut = 1;
            expected = 1;
            lastNew = 0;
            sent.clear();
            seen.clear();
        }
        write(nextOut++, "A|98=0|108=30" + more.replace("#", Integer.toString(expected)));
    }

    boolean isConnected()
    {
        return null != channel;
    }

    boolean isLoggedOn()
    {
        return isLoggedOn;
    }

    /** Ends the connection without a word. */
    void disconnect() throws IOException
    {
        isLoggedOn = false;
        asked = 0;
        input.setLength(0);
        early.clear();
        if (null != channel)
        {
            channel.close();
            channel = null;
        }
    }

    void send(final String typeAndBody) throws IOException
    {
        sent.put(nextOut, typeAndBody);
        write(nextOut++, typeAndBody);
    }

    /** ExecIDs and TradeReportIDs of the event stream, in the order in which they came first. */
    List<String> reports()
    {
        return reports;
    }

    /** Every message by its number, without what differs when it is sent again; type first. */
    Map<Integer, String> messages()
    {
        return seen;
    }

    /** Reports that came under several numbers. */
    int repeated()
    {
        return repeated;
    }

    private void write(final int number, final String typeAndBody) throws IOException
    {
        if (null == channel)
        {
            return;
        }
        final ByteBuffer message = ByteBuffer.wrap(RawFix.message(compId, number, typeAndBody));
        try
        {
            while (message.hasRemaining())
            {
                channel.write(message);
            }
        }
        catch (final IOException ex)
        {
            disconnect();
        }
    }

    /** Reads what there is. */
    void poll() throws IOException
    {
        if (null == channel)
        {
            return;
        }
        int count;
        try
        {
            count = channel.read(bytes.clear());
        }
        catch (final IOException ex)
        {
            count = -1;
        }
        if (count < 0)
        {
            disconnect();
            return;
        }
        input.append(new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1).replace('\1', '|'));
        final Matcher matcher = FRAME.matcher(input);
        int end = 0;
        while (null != channel && matcher.find())
        {
            end = matcher.end();
            onMessage(matcher.group(1), matcher.group(2) + "|");
        }
        if (null != channel)
        {
            input.delete(0, end);
        }
    }

    private void onMessage(final String type, final String message) throws IOException
    {
        final int number = Integer.parseInt(field(message, 34));
        final boolean isRepeated = message.contains("|43=Y|");
        if ("4".equals(type))
        {
            assertTrue(message.contains("|123=Y|"), message);
        }
        else
        {
            final String content = type + "|" + VOLATILE.matcher(message).replaceAll("");
            final String before = seen.putIfAbsent(number, content);
            assertTrue(null == before || before.equals(content), () -> before + "\n" + content);
        }
        if (!isRepeated)
        {
            assertTrue(number > lastNew, () -> "after " + lastNew + ": " + type + "|" + message);
            lastNew = number;
        }
        if ("A".equals(type))
        {
            isLoggedOn = true;
        }
        if ("2".equals(type))
        {
            sendAgain(Integer.parseInt(field(message, 7)), Integer.parseInt(field(message, 16)));
        }
        if ("5".equals(type))
        {
            disconnect();
            return;
        }
        if (number >= expected)
        {
            early.put(number, type + "|" + message);
        }
        while (!early.isEmpty() && early.firstKey() <= expected)
        {
            final Map.Entry<Integer, String> next = early.pollFirstEntry();
            if (next.getKey() == expected)
            {
                take(next.getValue());
            }
        }
        if (!early.isEmpty() && asked != expected)
        {
            asked = expected;
            write(nextOut++, "2|7=" + expected + "|16=0");
        }
    }

    private void take(final String message) throws IOException
    {
        switch (message.substring(0, message.indexOf('|')))
        {
            case "4" -> expected = Integer.parseInt(field(message, 36));
            case "1" ->
            {
                expected++;
                write(nextOut++, "0|112=" + field(message, 112));
            }
            case "8", "AE" ->
            {
                expected++;
                final String id = idOf(message);
                if (message.contains("|568="))
                {
                    // Asked for.
                    break;
                }
                if (!ids.add(id))
                {
                    assertTrue(message.contains("|97=Y|"), message);
                    repeated++;
                }
                else if (Character.isDigit(id.charAt(0)))
                {
                    reports.add(id);
                }
            }
            default -> expected++;
        }
    }

    private void sendAgain(final int begin, final int end) throws IOException
    {
        final int last = 0 == end ? nextOut - 1 : Math.min(end, nextOut - 1);
        for (int i = begin; i <= last; i++)
        {
            final String again = "43=Y|122=" + RawFix.now();
            final String message = sent.get(i);
            write(i, null == message ? "4|" + again + "|123=Y|36=" + (i + 1) :
                message.substring(0, 2) + again + message.substring(1));
        }
    }

    /** ExecID of a report, TradeReportID of a capture. */
    static String idOf(final String message)
    {
        return message.contains("|17=") ? field(message, 17) : field(message, 571);
    }

    static String field(final String message, final int tag)
    {
        final String text = "|" + message;
        final int begin = text.indexOf("|" + tag + "=");
        assertTrue(begin >= 0, () -> "without " + tag + ": " + message);
        final int from = begin + Integer.toString(tag).length() + 2;
        return text.substring(from, text.indexOf('|', from));
    }

    @Override
    public String toString()
    {
        return "isLoggedOn=" + isLoggedOn + " expected=" + expected + " asked=" + asked + " early=" + early.size() +
            " nextOut=" + nextOut + " repeated=" + repeated;
    }

    @Override
    public void close() throws IOException
    {
        disconnect();
    }
}
