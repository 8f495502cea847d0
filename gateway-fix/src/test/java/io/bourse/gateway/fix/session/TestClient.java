// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLContext;

/**
 * A socket that speaks FIX by hand.
 */
final class TestClient implements AutoCloseable
{
    private static final int READ_TIMEOUT_MS = 30_000;
    final String name;
    int next = 1;
    private final Socket socket;
    private final InputStream in;

    TestClient(final int port, final String name, final int receiveBuffer) throws IOException
    {
        this(new Socket(), port, name, receiveBuffer);
    }

    /** Under TLS. */
    TestClient(final int port, final String name, final SSLContext context) throws IOException
    {
        this(context.getSocketFactory().createSocket(), port, name, 0);
    }

    private TestClient(final Socket socket, final int port, final String name, final int receiveBuffer)
        throws IOException
    {
        this.socket = socket;
        this.name = name;
        if (receiveBuffer > 0)
        {
            socket.setReceiveBufferSize(receiveBuffer);
        }
        socket.connect(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port));
        socket.setSoTimeout(READ_TIMEOUT_MS);
        socket.setTcpNoDelay(true);
        in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    }

    TestClient(final int port, final String name) throws IOException
    {
        this(port, name, 0);
    }

    void send(final String type, final String body) throws IOException
    {
        send(TestFix.message(name, next++, type, body));
    }

    void send(final byte[] bytes) throws IOException
    {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    String logOn(final String more) throws IOException
    {
        send("A", "98=0|108=30|" + more);
        return expect("A");
    }

    /** The next message, fields separated by '|'; null at the end of the stream. */
    String read() throws IOException
    {
        final StringBuilder text = new StringBuilder();
        int b = in.read();
        int trailer = -1;
        while (b >= 0)
        {
            text.append((char)(1 == b ? '|' : b));
            if (trailer < 0 && text.length() > 4 && text.lastIndexOf("|10=") == text.length() - 4)
            {
                trailer = text.length();
            }
            if (1 == b && trailer > 0 && text.length() == trailer + 4)
            {
                return text.toString();
            }
            b = in.read();
        }
        return null;
    }

    /** The next message, which must have a type; heartbeats are passed over unless awaited. */
    String expect(final String type) throws IOException
    {
        String message = read();
        while (null != message && "0".equals(TestFix.field(message, 35)) && !"0".equals(type))
        {
            message = read();
        }
        assertNotNull(message, "closed instead of " + type);
        assertEquals(type, TestFix.field(message, 35), message);
        return message;
    }

    /** Whether the other side closes, whatever it says before. */
    boolean isClosedByOther()
    {
        try
        {
            int b = in.read();
            while (b >= 0)
            {
                b = in.read();
            }
            return true;
        }
        catch (final SocketTimeoutException ex)
        {
            return false;
        }
        catch (final IOException ex)
        {
            return true;
        }
    }

    @Override
    public void close() throws IOException
    {
        socket.close();
    }
}
