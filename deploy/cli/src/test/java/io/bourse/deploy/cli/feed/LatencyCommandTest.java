// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.dissector.TcpStream;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapWriter;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

class LatencyCommandTest
{
    private static final int FIX_PORT = 9_100;
    private static final String VENUE = "venue.marketdata { interface = lo, pitch { enabled = true } }";

    @TempDir
    private Path dir;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1_000]);
    private int sequence = 1;

    @Test
    void shouldMatchRequestsWithAnswersAndMarketDataToTheNanosecond() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final TcpStream requests = new TcpStream(writer, 40_001, FIX_PORT);
            final TcpStream answers = new TcpStream(writer, FIX_PORT, 40_001);
            // An order that rests: its market data is first.
            requests.segment(1_000, buffer, 0, fix("35=D|11=A|"));
            show(writer, 3_001, PitchWriter.addOrder(buffer, SequencedUnit.HEADER_LENGTH, 1, 71, true, 10,
                PitchSymbol.pack("Si-12.26"), 9_234_500_000L));
            answers.segment(5_007, buffer, 0, fix("35=8|11=A|37=71|150=0|"));
            // One that trades at once, and is in no book: its trade shows it, and behind its answer.
            requests.segment(10_000, buffer, 0, fix("35=D|11=B|"));
            final int accepted = fix("35=8|11=B|37=72|150=0|");
            answers.segment(12_000, buffer, 0, accepted + fix("35=8|11=B|37=72|150=F|527=900|", accepted));
            show(writer, 12_500, PitchWriter.orderExecuted(buffer, SequencedUnit.HEADER_LENGTH, 2, 71, 4, 900));
            // Its cancel is too late, the other one is not, and what was shown of it before does not count.
            requests.segment(20_000, buffer, 0, fix("35=F|11=C|"));
            requests.segment(20_010, buffer, 0, fix("35=F|11=D|"));
            answers.segment(20_900, buffer, 0, fix("35=9|11=C|"));
            show(writer, 21_000, PitchWriter.deleteOrder(buffer, SequencedUnit.HEADER_LENGTH, 3, 71));
            answers.segment(21_300, buffer, 0, fix("35=8|11=D|37=71|150=4|"));
            requests.segment(30_000, buffer, 0, fix("35=D|11=E|"));
        }
        final Path csv = dir.resolve("rows.csv");
        final Path page = dir.resolve("page.html");
        assertEquals(ExitCode.OK, run(capture, "--csv", csv.toString(), "--out", page.toString()), err::toString);
        assertEquals("connections=1 notUnderstood=0 answered=4 unanswered=1 datagrams=3 notUnderstood=0",
            out.toString().lines().findFirst().orElseThrow());
        final String line = "239.9.9.9:1111";
        assertEquals(List.of(
            "request_ns,answer_ns,door,connection,request,refused,order_id,line,public_ns",
            "1000,5007,FIX,0,order,false,71," + line + ",3001",
            "10000,12000,FIX,0,order,false,72," + line + ",12500",
            "20000,20900,FIX,0,cancel,true,0,,",
            "20010,21300,FIX,0,cancel,false,71," + line + ",21000"), Files.readAllLines(csv));
        assertEquals(List.of(
            "FIX order 2 2.000 2.000 4.007 4.007 4.007 4.007",
            "FIX cancel 1 1.290 1.290 1.290 1.290 1.290 1.290",
            "FIX cancel, refused 1 0.900 0.900 0.900 0.900 0.900 0.900",
            line + " FIX 66.667 3 -0.500 0.300 2.006 2.006 2.006 2.006",
            "1 s 1970-01-01T00:00:00.000001Z 4 0.900 1.290 4.007 4.007 4.007 4.007",
            "10 ms 1970-01-01T00:00:00.000001Z 4 0.900 1.290 4.007 4.007 4.007 4.007",
            "1 ms 1970-01-01T00:00:00.000001Z 4 0.900 1.290 4.007 4.007 4.007 4.007",
            "100 us 1970-01-01T00:00:00.000001Z 4 0.900 1.290 4.007 4.007 4.007 4.007",
            "0 3 1.290 2.000 4.007 4.007 4.007 4.007"), rows());
        assertTrue(Files.readString(page).contains("<td class=\"n\">4.007</td>"));
    }

    @Test
    void shouldSayWhatToLookAtWhenNothingWasAnswered() throws IOException
    {
        final Path capture = dir.resolve("day.pcap");
        new PcapWriter(capture).close();
        assertEquals(ExitCode.PRECONDITION, run(capture));
        assertTrue(err.toString().contains("is it the right port, and without TLS? file=" + capture), err::toString);
    }

    private int run(final Path capture, final String... options) throws IOException
    {
        final Path config = Files.writeString(dir.resolve("venue.conf"), VENUE);
        final CommandLine command =
            new CommandLine(new LatencyCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        final List<String> arguments = new ArrayList<>(List.of(
            capture.toString(), "--config", config.toString(), "--port", Integer.toString(FIX_PORT)));
        arguments.addAll(List.of(options));
        return command.execute(arguments.toArray(String[]::new));
    }

    /** The rows of all tables, words apart by one blank. */
    private List<String> rows()
    {
        return out.toString().lines().filter(line -> line.startsWith("|") && !line.contains(" longest "))
            .map(line -> line.replaceAll("[| ]+", " ").strip()).toList();
    }

    /** Sends a message of market data that is in the buffer behind the header of its packet. */
    private void show(final PcapWriter writer, final long timeNs, final int length) throws IOException
    {
        SequencedUnit.putHeader(buffer, 0, SequencedUnit.HEADER_LENGTH + length, 1, 1, sequence++);
        writer.append(timeNs, DatagramHeaders.ipv4(InetAddress.getLoopbackAddress()), 40_000,
            DatagramHeaders.ipv4(InetAddress.getByName("239.9.9.9")), 1_111, buffer, 0,
            SequencedUnit.HEADER_LENGTH + length);
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
}
