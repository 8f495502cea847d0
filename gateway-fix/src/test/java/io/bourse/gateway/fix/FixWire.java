// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.function.UnaryOperator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

/**
 * A client of bytes: it has no session layer that would put anything right, keeps its own numbers, sends exactly what
 * it is given, and holds every message that it receives to length, checksum, CompIDs and number.
 */
final class FixWire implements AutoCloseable
{
    private static final int READ_TIMEOUT_MS = 20_000;
    private static final int HEADER_LENGTH = 16;

    private final String sender;
    private final Socket socket;
    private final InputStream in;
    private long nextOut;
    private long nextIn;
    private boolean isAnswering;

    FixWire(final int port, final String sender) throws IOException
    {
        this(port, sender, 1, 1);
    }

    /** Continues a session. */
    FixWire(final int port, final String sender, final long nextOut, final long nextIn) throws IOException
    {
        this.sender = sender;
        this.nextOut = nextOut;
        this.nextIn = nextIn;
        socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Value of a field of a message that was received, the first one if there are several; null if there is none. */
    static String field(final String message, final int tag)
    {
        final String key = "|" + tag + "=";
        final int at = message.indexOf(key);
        return at < 0 ? null : message.substring(at + key.length(), message.indexOf('|', at + 1));
    }

    String name()
    {
        return sender;
    }

    Socket socket()
    {
        return socket;
    }

    long nextOut()
    {
        return nextOut;
    }

    long nextIn()
    {
        return nextIn;
    }

    /** The number that the next message sent will have. */
    void nextOut(final long value)
    {
        nextOut = value;
    }

    /** The number that the next message received must have; 0 takes any. */
    void nextIn(final long value)
    {
        nextIn = value;
    }

    /** Sends a message under the next number. */
    void send(final String typeAndFields) throws IOException
    {
        send(typeAndFields, UnaryOperator.identity());
    }

    /** Sends a message under the next number, changed. */
    void send(final String typeAndFields, final UnaryOperator<FixFrame> change) throws IOException
    {
        sendAt(nextOut++, typeAndFields, change);
    }

    /** Sends a message under a number of its own. */
    void sendAt(final long sequence, final String typeAndFields) throws IOException
    {
        sendAt(sequence, typeAndFields, UnaryOperator.identity());
    }

    /** Sends a message under a number of its own, changed. */
    void sendAt(final long sequence, final String typeAndFields, final UnaryOperator<FixFrame> change)
        throws IOException
    {
        sendBytes(change.apply(new FixFrame(sender, sequence, typeAndFields)).bytes());
    }

    void sendBytes(final byte[] bytes) throws IOException
    {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** A new session: both sides begin with 1. */
    void logOn() throws IOException
    {
        nextOut = 1;
        nextIn = 1;
        send("A|98=0|108=30|141=Y");
        final String answer = expect("A");
        assertEquals("30", field(answer, 108), answer);
    }

    /** The session goes on. */
    void logOnAgain() throws IOException
    {
        send("A|98=0|108=30");
        expect("A");
    }

    /**
     * Asks to go on under a number, and takes whatever number the answer has.
     *
     * @return the answer, a Logon or a Logout; null when the connection was closed.
     */
    String tryLogOn(final long sequence) throws IOException
    {
        nextOut = sequence;
        nextIn = 0;
        send("A|98=0|108=30");
        return receive();
    }

    /** From now on TestRequests are answered, and passed over, by {@link #expect}. */
    FixWire answering()
    {
        isAnswering = true;
        return this;
    }

    /** The next message is of this type. */
    String expect(final String type) throws IOException
    {
        String message = receive();
        while (isAnswering && null != message && "1".equals(field(message, 35)))
        {
            send("0|112=" + field(message, 112));
            message = receive();
        }
        assertNotNull(message, "closed instead of a message: type=" + type);
        assertEquals(type, field(message, 35), message);
        return message;
    }

    /** The next message is a Reject of the session layer. */
    void expectReject(final long refSequence, final int reason, final int tag) throws IOException
    {
        final String reject = expect("3");
        assertEquals(Long.toString(refSequence), field(reject, 45), reject);
        assertEquals(Integer.toString(reason), field(reject, 373), reject);
        if (tag > 0)
        {
            assertEquals(Integer.toString(tag), field(reject, 371), reject);
        }
    }

    /** The session works: a question is answered, and by nothing else before. */
    void expectAlive() throws IOException
    {
        final String id = "alive-" + nextOut;
        send("1|112=" + id);
        assertEquals(id, field(expect("0"), 112));
    }

    /** The other side closes and says nothing more. */
    void expectClosed() throws IOException
    {
        final String message = receive();
        assertNull(message, () -> "said more: " + message);
    }

    /**
     * The next whole message; null when the other side has closed.
     *
     * @throws AssertionError when nothing comes, or it is not right in itself.
     */
    String receive() throws IOException
    {
        try
        {
            return read();
        }
        catch (final SocketTimeoutException e)
        {
            return fail("nothing came, and the connection is open: nextIn=" + nextIn);
        }
        catch (final IOException e)
        {
            return null; // a reset is an end as well
        }
    }

    private String read() throws IOException
    {
        final StringBuilder text = new StringBuilder("|");
        while (text.length() < HEADER_LENGTH || '|' != text.charAt(text.length() - 1))
        {
            final int b = in.read();
            if (b < 0)
            {
                assertEquals("|", text.toString(), "the other side closed in the middle of a message");
                return null;
            }
            text.append((char)(1 == b ? '|' : b));
        }
        final String begin = text.toString();
        assertTrue(begin.startsWith("|8=FIX.4.4|9="), begin);
        final int bodyAt = begin.indexOf('|', 13) + 1;
        final int end = bodyAt + Integer.parseInt(begin.substring(13, bodyAt - 1)) + 7;
        while (text.length() < end)
        {
            final int b = in.read();
            assertTrue(b >= 0, () -> "closed in the middle of a message: " + text);
            text.append((char)(1 == b ? '|' : b));
        }
        return check(text.toString(), end);
    }

    private String check(final String message, final int end)
    {
        int sum = 0;
        for (int i = 1; i < end - 7; i++)
        {
            sum += '|' == message.charAt(i) ? 1 : message.charAt(i);
        }
        assertEquals(String.format(Locale.ROOT, "|10=%03d|", sum & 0xFF), message.substring(end - 8), message);
        assertTrue(message.indexOf("|35=") == message.indexOf('|', 13), message);
        assertEquals("BOURSE", field(message, 49), message);
        assertEquals(sender, field(message, 56), message);
        assertNotNull(field(message, 52), message);
        final long sequence = Long.parseLong(field(message, 34));
        if (!"Y".equals(field(message, 43)))
        {
            assertTrue(0 == nextIn || nextIn == sequence, () -> "expected=" + nextIn + " " + message);
            nextIn = sequence;
            nextIn = "4".equals(field(message, 35)) ? Long.parseLong(field(message, 36)) : nextIn + 1;
        }
        return message;
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}
