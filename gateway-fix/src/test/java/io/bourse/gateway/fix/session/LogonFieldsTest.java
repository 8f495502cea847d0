// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.InputBuffer;
import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.gateway.fix.wire.FixReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LogonFieldsTest
{
    private static final int AT = 7;
    private final FixReader reader = new FixReader();
    private final FixConnection connection = new FixConnection(
        new AcceptedSocket(TcpServerOptions.builder().build(), null, new InetSocketAddress("127.0.0.1", 40_000), null,
            new InputBuffer(1_024), new OutputBuffer(1_024), 0, false), null, null, null, 1_024);

    @Test
    void shouldTakeTheSecretsOutOfTheBytes()
    {
        final byte[] bytes = buffer("98=0|108=30|553=ALPHA|554=my-secret|925=next-one|");
        final LogonRequest request = LogonFields.take(null, connection, null, true, reader);

        assertEquals("ALPHA", request.username());
        assertArrayEquals("my-secret".toCharArray(), request.password());
        assertArrayEquals("next-one".toCharArray(), request.newPassword());
        final byte[] expected = TestFix.message("ALPHA", 1, "A", "98=0|108=30|553=ALPHA|554=*********|925=********|");
        assertEquals(text(withoutTime(expected)), text(withoutTime(message(bytes))));
        assertTrue(isCheckSumRight(message(bytes)));
    }

    @Test
    void shouldMaskASecretThatStandsThereTwice()
    {
        final byte[] bytes = buffer("98=0|108=30|554=one|554=two|");
        assertArrayEquals("one".toCharArray(), LogonFields.take(null, connection, null, true, reader).password());
        assertTrue(text(message(bytes)).contains("|554=***|554=***|"), () -> text(bytes));
        assertTrue(isCheckSumRight(message(bytes)));
    }

    @Test
    void shouldLeaveALogonWithoutSecretsAsItIs()
    {
        final byte[] bytes = buffer("98=0|108=30|");
        final byte[] before = bytes.clone();
        final LogonRequest request = LogonFields.take(null, connection, null, true, reader);
        assertEquals("", request.username());
        assertEquals(0, request.password().length + request.newPassword().length);
        assertArrayEquals(before, bytes);
    }

    /** The message somewhere in a buffer, and the reader over it. */
    private byte[] buffer(final String body)
    {
        final byte[] message = TestFix.message("ALPHA", 1, "A", body);
        final byte[] bytes = new byte[AT + message.length];
        System.arraycopy(message, 0, bytes, AT, message.length);
        assertTrue(reader.wrap(bytes, AT, message.length));
        return bytes;
    }

    private static byte[] message(final byte[] bytes)
    {
        return Arrays.copyOfRange(bytes, AT, bytes.length);
    }

    private static byte[] withoutTime(final byte[] message)
    {
        return text(message).replaceAll("\\|(52|10)=[^|]*", "").getBytes(StandardCharsets.ISO_8859_1);
    }

    private static boolean isCheckSumRight(final byte[] message)
    {
        final int digits = message.length - "000|".length();
        int sum = 0;
        for (int i = 0; i < digits - "10=".length(); i++)
        {
            sum += message[i] & 0xFF;
        }
        return String.format("%03d", sum & 0xFF).equals(text(message).substring(digits, digits + 3));
    }

    private static String text(final byte[] bytes)
    {
        return new String(bytes, StandardCharsets.ISO_8859_1).replace('\001', '|');
    }
}
