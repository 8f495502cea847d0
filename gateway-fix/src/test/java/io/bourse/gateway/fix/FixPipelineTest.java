// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.protocol.LoginRights;
import io.bourse.gateway.fix.session.FixSessionOptions;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Thousands of requests that a client writes without reading: they are executed in the order in which they were sent.
 */
@Tag("venue")
class FixPipelineTest
{
    private static final int ROUNDS = 1_000;

    @TempDir
    private Path directory;
    private final ByteArrayOutputStream requests = new ByteArrayOutputStream();
    private final List<String> expected = new ArrayList<>();
    private Venue venue;
    private int number = 1;

    @BeforeEach
    void start()
    {
        final FixSessionOptions unlimited =
            FixSessionOptions.builder().roles(EnumSet.of(FixSessionOptions.Role.ORDER_ENTRY)).build();
        venue = new Venue(directory).options((options) -> options.defaults(unlimited)).startGateway();
    }

    @AfterEach
    void stop()
    {
        CloseHelper.close(venue);
    }

    @Test
    void shouldExecuteCancelsAndReplacesBeforeWhatCameBehindThem() throws IOException
    {
        for (int i = 0; i < ROUNDS; i++)
        {
            // Every order would trade with the one before if that was still there, or still had its first price.
            order("a" + i, 1, 100);
            change("F", "b" + i, "a" + i, 1, 100);
            order("c" + i, 2, 100);
            change("G", "d" + i, "c" + i, 2, 110);
            order("e" + i, 1, 105);
            change("F", "f" + i, "d" + i, 2, 110);
            change("F", "g" + i, "e" + i, 1, 105);
            expected.addAll(List.of("0 a" + i, "4 b" + i, "0 c" + i, "5 d" + i, "0 e" + i, "4 f" + i, "4 g" + i));
        }
        assertAreExecutedInOrder();
    }

    @Test
    void shouldExecuteMassCancelsAndQuotesInTheirOrder() throws IOException
    {
        new MemberOperator(venue.engine.operator()).setLoginRights(1, LoginRights.QUOTES, -1);
        for (int i = 0; i < ROUNDS; i++)
        {
            // The sale would trade with the order, or with the quote, if that was still there.
            order("a" + i, 1, 100);
            add("q|11=b" + i + "|530=7|60=" + RawFix.now());
            add("i|117=c" + i + "|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=" + Operator.CHEAP +
                "|132=100|133=101|134=1|135=1");
            add("i|117=d" + i + "|1=CF01ABC|296=1|302=s|304=1|295=1|299=1|55=" + Operator.CHEAP +
                "|132=0|133=0|134=0|135=0");
            order("e" + i, 2, 100);
            change("F", "f" + i, "e" + i, 2, 100);
            expected.addAll(List.of("0 a" + i, "4 a" + i, " b" + i, " ", " ", "0 e" + i, "4 f" + i));
        }
        assertAreExecutedInOrder();
    }

    private void assertAreExecutedInOrder() throws IOException
    {
        order("rest", 1, 100);
        expected.add("0 rest");
        add("q|11=all|530=7|60=" + RawFix.now());
        expected.add("4 rest");
        try (RawFix client = new RawFix(venue.port()))
        {
            client.logOn("ALPHA");
            Thread.ofVirtual().start(() -> write(client));
            final List<String> received = new ArrayList<>();
            String message = client.read("|10=");
            while (!message.contains("|11=all|"))
            {
                if (!message.contains("|35=0|"))
                {
                    received.add(field(message, "|150=") + ' ' + field(message, "|11="));
                }
                message = client.read("|10=");
            }
            assertEquals(String.join("\n", expected), String.join("\n", received));
        }
    }

    private void write(final RawFix client)
    {
        try
        {
            client.send(requests.toByteArray());
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void order(final String name, final int side, final int price) throws IOException
    {
        add("D|11=" + name + "|1=CF01ABC|55=" + Operator.CHEAP + "|54=" + side + "|38=1|40=2|44=" + price +
            "|60=" + RawFix.now());
    }

    private void change(
        final String type, final String name, final String former, final int side, final int price)
        throws IOException
    {
        add(type + "|11=" + name + "|41=" + former + "|55=" + Operator.CHEAP + "|54=" + side + "|38=1" +
            ("G".equals(type) ? "|40=2|44=" + price : "") + "|60=" + RawFix.now());
    }

    private void add(final String message) throws IOException
    {
        requests.write(RawFix.message("ALPHA", ++number, message));
    }

    private static String field(final String message, final String tag)
    {
        final int begin = message.indexOf(tag) + tag.length();
        return begin < tag.length() ? "" : message.substring(begin, message.indexOf('|', begin));
    }
}
