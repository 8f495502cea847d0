// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.dissector.TcpStream;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseEncoder;
import io.bourse.marketdata.pcap.PcapWriter;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

class ArrivalCommandTest
{
    private static final int TWIME_PORT = 9_000;
    private static final int FIX_PORT = 9_100;
    /** Of the second partition. */
    private static final long OTHER_PARTITION = 1L << 48;

    @TempDir
    private Path dir;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1_000]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();

    @Test
    void shouldCountInversionsByDistanceAndDoorsWhenOrdersOvertake() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final Session one = new Session(writer, 40_001, TWIME_PORT);
            final Session two = new Session(writer, 40_002, TWIME_PORT);
            final Session fix = new Session(writer, 40_003, FIX_PORT);
            // Inverted, 500 ns apart. The first order arrives with its second segment.
            final int length = twimeOrder(1);
            one.requests.segment(100, buffer, 0, 10);
            one.requests.segment(1_000, buffer, 10, length - 10);
            two.requests.segment(1_500, buffer, 0, twimeOrder(1));
            two.answers.segment(3_000, buffer, 0, twimeAccepted(1, 11));
            one.answers.segment(3_000, buffer, 0, twimeAccepted(1, 12));
            // In order, 3 us apart, across doors; a segment that was sent again is not a second order.
            one.requests.segment(10_000_000, buffer, 0, twimeOrder(2));
            fix.requests.segment(10_003_000, buffer, 0, fix("35=D|34=2|11=A 1|"));
            fix.requests.again(10_004_000, buffer, 0, fix("35=D|34=2|11=A 1|"));
            one.answers.segment(10_005_000, buffer, 0, twimeAccepted(2, 13));
            fix.answers.segment(10_006_000, buffer, 0, fix("35=8|34=2|37=14|11=A 1|150=0|") +
                fix("35=8|34=3|37=14|11=A 1|150=F|", fix("35=8|34=2|37=14|11=A 1|150=0|")));
            // One connection, in order; one is refused; another partition's order is compared with none.
            two.requests.segment(20_000_000, buffer, 0, twimeOrder(5));
            two.requests.segment(20_000_900, buffer, 0, twimeOrder(6));
            two.requests.segment(20_000_950, buffer, 0, twimeOrder(7));
            two.answers.segment(20_001_000, buffer, 0, twimeAccepted(5, 15));
            two.answers.segment(20_001_000, buffer, 0, twimeAccepted(6, 16));
            two.answers.segment(20_001_000, buffer, 0, twimeRefused(7));
            one.requests.segment(20_000_990, buffer, 0, twimeOrder(8));
            one.answers.segment(20_002_000, buffer, 0, twimeAccepted(8, OTHER_PARTITION + 1));
            two.requests.segment(30_000_000, buffer, 0, twimeOrder(9));
        }
        assertEquals(ExitCode.OK, run(capture), err::toString);
        assertEquals("connections=3 notUnderstood=0 accepted=7 refused=1 unanswered=1", out.toString().lines()
            .findFirst().orElseThrow());
        assertEquals("one connection 1 1 0 0.000,TWIME 1 1 1 100.000,TWIME and FIX 5 1 0 0.000", rows());
    }

    @Test
    void shouldFailWhenOrdersOfOneConnectionOvertakeOrBytesLack() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final Session session = new Session(writer, 40_001, TWIME_PORT);
            session.requests.segment(1_000, buffer, 0, twimeOrder(1));
            session.requests.segment(9_000, buffer, 0, twimeOrder(2));
            session.answers.segment(9_100, buffer, 0, twimeAccepted(2, 1));
            session.answers.segment(9_100, buffer, 0, twimeAccepted(1, 2));
        }
        assertEquals(ExitCode.CHECK_FAILED, run(capture));
        assertEquals("one connection 10 1 1 100.000", rows());
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final Session session = new Session(writer, 40_001, TWIME_PORT);
            session.requests.segment(1_000, buffer, 0, twimeOrder(1));
            session.answers.segment(2_000, buffer, 0, twimeAccepted(1, 1));
            session.requests.lose(1);
            session.requests.segment(3_000, buffer, 0, twimeOrder(2));
        }
        assertEquals(ExitCode.CHECK_FAILED, run(capture));
        assertTrue(out.toString().startsWith("connections=1 notUnderstood=1 accepted=1 refused=0 unanswered=0"),
            out::toString);
    }

    @Test
    void shouldFailWhenOrdersOfOnePacketOvertake() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final Session session = new Session(writer, 40_001, FIX_PORT);
            final int length = fix("35=D|34=2|11=A|");
            session.requests.segment(1_000, buffer, 0, length + fix("35=D|34=3|11=B|", length));
            session.answers.segment(2_000, buffer, 0, fix("35=8|34=2|37=1|11=B|150=0|"));
            session.answers.segment(2_000, buffer, 0, fix("35=8|34=3|37=2|11=A|150=0|"));
        }
        assertEquals(ExitCode.CHECK_FAILED, run(capture));
        assertEquals("one connection 1 1 1 100.000", rows());
    }

    @Test
    void shouldSayWhatToLookAtWhenThereIsNoOrder() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        new PcapWriter(capture).close();
        assertEquals(ExitCode.PRECONDITION, run(capture));
        assertTrue(err.toString().contains("is it the right port, and without TLS? file=" + capture), err::toString);
    }

    /** The rows of the table, words apart by one blank. */
    private String rows()
    {
        return String.join(",", Stream.of(out.toString().split("\n")).filter(line -> line.startsWith("|")).skip(1)
            .map(line -> line.replaceAll("[| ]+", " ").strip()).toList());
    }

    private int run(final Path capture)
    {
        out.getBuffer().setLength(0);
        return new CommandLine(new ArrivalCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
            .execute(capture.toString(), "--port", Integer.toString(TWIME_PORT), "--port",
            Integer.toString(FIX_PORT));
    }

    private int twimeOrder(final long clientOrderId)
    {
        final NewOrderSingleEncoder order = new NewOrderSingleEncoder().wrapAndApplyHeader(buffer, 0, header);
        order.clOrdID(clientOrderId);
        return order.limit();
    }

    private int twimeAccepted(final long clientOrderId, final long orderId)
    {
        final NewOrderSingleResponseEncoder accepted =
            new NewOrderSingleResponseEncoder().wrapAndApplyHeader(buffer, 0, header);
        accepted.clOrdID(clientOrderId).orderID(orderId);
        return accepted.limit();
    }

    private int twimeRefused(final long clientOrderId)
    {
        final BusinessMessageRejectEncoder refused =
            new BusinessMessageRejectEncoder().wrapAndApplyHeader(buffer, 0, header);
        refused.clOrdID(clientOrderId);
        return refused.limit();
    }

    private int fix(final String body)
    {
        return fix(body, 0);
    }

    private int fix(final String body, final int offset)
    {
        final String text = ("8=FIX.4.4|9=" + body.length() + '|' + body + "10=123|").replace('|', (char)1);
        buffer.putBytes(offset, text.getBytes(ISO_8859_1));
        return text.length();
    }

    /** Both directions of a connection. */
    private static final class Session
    {
        private final TcpStream requests;
        private final TcpStream answers;

        private Session(final PcapWriter writer, final int clientPort, final int venuePort)
        {
            requests = new TcpStream(writer, clientPort, venuePort);
            answers = new TcpStream(writer, venuePort, clientPort);
        }
    }
}
