// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A bare socket that can send anything at all.
 */
final class RawFix implements AutoCloseable
{
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");
    private static final int READ_TIMEOUT_MS = 30_000;
    private final Socket socket;

    RawFix(final int port) throws IOException
    {
        this(port, "127.0.0.1");
    }

    /** From another address of this machine. */
    RawFix(final int port, final String source) throws IOException
    {
        socket = new Socket(InetAddress.getByName("127.0.0.1"), port, InetAddress.getByName(source), 0);
        socket.setSoTimeout(READ_TIMEOUT_MS);
        socket.setTcpNoDelay(true);
    }

    /** A whole message with right length and checksum; fields separated by '|', from the MsgType on. */
    static byte[] message(final String sender, final int sequence, final String typeAndBody)
    {
        final int end = typeAndBody.indexOf('|') < 0 ? typeAndBody.length() : typeAndBody.indexOf('|');
        final String body = "35=" + typeAndBody.substring(0, end) + "|49=" + sender + "|56=BOURSE|34=" + sequence +
            "|52=" + now() + "|" + (end == typeAndBody.length() ? "" : typeAndBody.substring(end + 1) + "|");
        final String head = "8=FIX.4.4|9=" + body.length() + "|" + body;
        int sum = 0;
        final byte[] bytes = head.replace('|', '\001').getBytes(StandardCharsets.ISO_8859_1);
        for (final byte b : bytes)
        {
            sum += b & 0xFF;
        }
        return (head + String.format("10=%03d|", sum & 0xFF)).replace('|', '\001')
            .getBytes(StandardCharsets.ISO_8859_1);
    }

    static String now()
    {
        return TIME.format(LocalDateTime.now(ZoneOffset.UTC));
    }

    void send(final byte[] bytes) throws IOException
    {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    void logOn(final String sender) throws IOException
    {
        send(message(sender, 1, "A|98=0|108=30|141=Y"));
        read("35=A");
    }

    /** Reads until a text has come; what came, or null when the other side closed before. */
    String read(final String until) throws IOException
    {
        final StringBuilder text = new StringBuilder();
        int b = socket.getInputStream().read();
        while (b >= 0)
        {
            text.append((char)(b == 1 ? '|' : b));
            if ('|' == text.charAt(text.length() - 1) && text.indexOf(until) >= 0 && text.indexOf("|10=") >= 0)
            {
                return text.toString();
            }
            b = socket.getInputStream().read();
        }
        return null;
    }

    /** Whether the other side closes without saying anything that matters. */
    boolean isClosedByOther()
    {
        try
        {
            int b = socket.getInputStream().read();
            while (b >= 0)
            {
                b = socket.getInputStream().read();
            }
            return true;
        }
        catch (final java.net.SocketTimeoutException e)
        {
            return false;
        }
        catch (final IOException e)
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
