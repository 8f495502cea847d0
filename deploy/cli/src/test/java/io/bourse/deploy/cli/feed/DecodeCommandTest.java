// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.decode.SamplePackets;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapWriter;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

class DecodeCommandTest
{
    /** The worked example of FAST C.2, behind a preamble. */
    private static final String FAST_ORDERS_LOG = "07000000" +
        "c09d87237c49187c2406bb818180b007ea1250b48280167e60014d7a95ff275fe3868080803390208281ab";
    private static final String TIME = "2026-11-22T04:00:00.123456789Z";

    @TempDir
    private Path dir;
    private Path capture;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void capture() throws IOException
    {
        capture = dir.resolve("day.pcap");
        final SamplePackets packets = new SamplePackets();
        final UnsafeBuffer pitch = new UnsafeBuffer(new byte[200]);
        int position = SequencedUnit.HEADER_LENGTH;
        position += PitchWriter.time(pitch, position, 25_200);
        position += PitchWriter.addOrder(pitch, position, 123, 77, true, 10, PitchSymbol.pack("Si1226"),
            9_234_500_000L);
        SequencedUnit.putHeader(pitch, 0, position, 2, 1, 41);
        final byte[] fast = HexFormat.of().parseHex(FAST_ORDERS_LOG);
        try (PcapWriter writer = new PcapWriter(capture))
        {
            append(writer, "239.195.1.1", 20_081, packets.trade(5).buffer(), packets.length());
            append(writer, "239.195.1.130", 20_082, packets.snapshot(6).buffer(), packets.length());
            append(writer, "239.9.9.9", 1_111, pitch, position);
            append(writer, "239.9.9.9", 2_222, new UnsafeBuffer(fast), fast.length);
        }
    }

    private static void append(
        final PcapWriter writer, final String group, final int port, final UnsafeBuffer buffer, final int length)
        throws IOException
    {
        writer.append(SamplePackets.SENDING_TIME_NS, DatagramHeaders.ipv4(InetAddress.getLoopbackAddress()), 40_000,
            DatagramHeaders.ipv4(InetAddress.getByName(group)), port, buffer, 0, length);
    }

    @Test
    void shouldPrintEveryFieldWhenTextIsAskedFor()
    {
        assertEquals(ExitCode.OK, run(capture.toString()), err::toString);
        assertEquals(
            List.of(
                TIME + " 127.0.0.1:40000 > 239.195.1.1:20081 simba.orders-log.incremental-a SIMBA MsgSeqNum=5 " +
                "MsgSize=215 MsgFlags=LastFragment|IncrementalPacket SendingTime=" + TIME +
                " TransactTime=2026-11-22T04:00:00.000000001Z ExchangeTradingSessionID=42",
                "  BestPrices templateId=14 version=8",
                "    NoMDEntries[0] MktBidPx=-123.45678 MktOfferPx=null MktBidSize=7 MktOfferSize=null " +
                "SecurityID=1001",
                "  OrderUpdate templateId=15 version=8 MDEntryID=9007199254740993 MDEntryPx=0.00050 MDEntrySize=5 " +
                "MDFlags=Day|BOC MDFlags2=- SecurityID=1001 RptSeq=4294967294 MDUpdateAction=New MDEntryType=Bid",
                "  OrderExecution templateId=16 version=8 MDEntryID=3 MDEntryPx=null MDEntrySize=null " +
                "LastPx=92345.00000 LastQty=5 TradeID=77 " +
                "MDFlags=NonQuote|EndOfTransaction|DuringDiscreteAuction MDFlags2=- SecurityID=1002 RptSeq=9 " +
                "MDUpdateAction=New MDEntryType=Offer",
                TIME + " 127.0.0.1:40000 > 239.195.1.130:20082 simba.orders-log.snapshot-b SIMBA MsgSeqNum=6 " +
                "MsgSize=157 MsgFlags=LastFragment|StartOfSnapshot|EndOfSnapshot SendingTime=" + TIME,
                "  OrderBookSnapshot templateId=17 version=8 SecurityID=1001 LastMsgSeqNumProcessed=12 RptSeq=8 " +
                "ExchangeTradingSessionID=42",
                "    NoMDEntries[0] MDEntryID=5 TransactTime=1795320000000000001 MDEntryPx=150.00000 " +
                "MDEntrySize=10 TradeID=null MDFlags=Day MDFlags2=- MDEntryType=Offer",
                "    NoMDEntries[1] MDEntryID=null TransactTime=0 MDEntryPx=null MDEntrySize=null TradeID=null " +
                "MDFlags=- MDFlags2=- MDEntryType=EmptyBook",
                TIME + " 127.0.0.1:40000 > 239.9.9.9:1111 PITCH HdrLength=48 HdrCount=2 HdrUnit=1 HdrSequence=41",
                "  Time sequence=41 Time=25200",
                "  AddOrder sequence=42 TimeOffset=123 OrderId=77 SideIndicator=B Quantity=10 Symbol=Si1226 " +
                "Price=92345.00000 AddFlags=Display",
                TIME + " 127.0.0.1:40000 > 239.9.9.9:2222 FAST Preamble=7",
                "  OrdersLogMessage templateId=29 MsgSeqNum=7 SendingTime=20251121101112123 LastFragment=1",
                "    MDEntries[0] MDUpdateAction=0 MDEntryType=0 MDEntryID=1001 SecurityID=305203 RptSeq=1 " +
                "MDEntryDate=null MDEntryTime=101112123456789 MDEntryPx=65123.5 MDEntrySize=5 LastPx=null " +
                "LastQty=null TradeID=null ExchangeTradingSessionID=6543 MDFlags=4097 MDFlags2=0 Revision=42"),
            out.toString().lines().toList());
    }

    @Test
    void shouldPrintOneObjectInEveryLineWhenJsonIsAskedFor() throws IOException
    {
        assertEquals(ExitCode.OK, run(capture.toString(), "--format", "json"), err::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(4, lines.size());
        final JsonNode trade = new ObjectMapper().readTree(lines.getFirst());
        assertEquals("simba.orders-log.incremental-a", trade.get("feed").asText());
        assertEquals(SamplePackets.SENDING_TIME_NS, trade.get("timeNs").asLong());
        assertEquals("LastFragment", trade.at("/header/MsgFlags/0").asText());
        assertTrue(lines.getFirst().contains("\"MktBidPx\":-123.45678,\"MktOfferPx\":null"), lines.getFirst());
        assertEquals("OrderExecution", trade.at("/messages/2/message").asText());
        assertEquals("PITCH", new ObjectMapper().readTree(lines.get(2)).get("protocol").asText());
        assertEquals(305_203,
            new ObjectMapper().readTree(lines.get(3)).at("/messages/0/MDEntries/0/SecurityID").asInt());
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "--feed simba.orders-log.snapshot",
        "--feed 239.195.1.130:20082",
        "--port 20082",
        "--feed simba --port 20082 --port 1111"})
    void shouldPrintThePacketsOfAFeedOnlyWhenItIsAskedFor(final String options)
    {
        assertEquals(ExitCode.OK, run((capture + " " + options).split(" ")), err::toString);
        assertEquals(4, out.toString().lines().count(), out::toString);
        assertTrue(out.toString().contains("simba.orders-log.snapshot-b SIMBA MsgSeqNum=6"), out::toString);
    }

    @Test
    void shouldSayWhatIsMalformedOrNotKnownAndGoOn() throws IOException
    {
        final SamplePackets packets = new SamplePackets();
        try (PcapWriter writer = new PcapWriter(capture))
        {
            packets.trade(5).buffer().putByte(16 + 12 + 8 + 2, (byte)200);
            append(writer, "239.195.1.1", 20_081, packets.buffer(), packets.length());
            append(writer, "239.9.9.9", 1, new UnsafeBuffer(new byte[5]), 5);
            append(writer, "239.9.9.9", 2, packets.heartbeat(6).buffer(), packets.length());
            packets.snapshot(7).buffer().putShort(18, (short)999);
            append(writer, "239.9.9.9", 2, packets.buffer(), packets.length());
        }
        assertEquals(ExitCode.CHECK_FAILED, run(capture.toString()));
        final List<String> lines = out.toString().lines().toList();
        assertEquals(7, lines.size(), out::toString);
        assertTrue(lines.get(1).startsWith("  MALFORMED: the packet ends within a message"), out::toString);
        assertEquals(TIME + " 127.0.0.1:40000 > 239.9.9.9:1 not known, length=5", lines.get(2));
        assertEquals("  Heartbeat templateId=1 version=8", lines.get(4));
        assertEquals("  ? templateId=999 version=8", lines.get(6));
        assertTrue(err.toString().endsWith("\nbourse decode: not understood: malformed=1 unknown=1 packets=4\n"),
            err::toString);
        assertTrue(err.toString().contains("its bytes tell no protocol: group=239.9.9.9:1 protocol=null sample=1 "),
            err::toString);
        assertTrue(err.toString().contains("guessed by its packets: group=239.9.9.9:2 protocol=SIMBA sample=2 " +
            "agreeing=2;"), err::toString);
    }

    @Test
    void shouldCallADecimalMalformedWhoseExponentIsOutOfRange() throws IOException
    {
        // An exponent of 2,000,000,000 instead of -1.
        final byte[] fast = HexFormat.of().parseHex(FAST_ORDERS_LOG.replace("ff275fe3", "0739562881275fe3"));
        try (PcapWriter writer = new PcapWriter(capture))
        {
            append(writer, "239.9.9.9", 2, new UnsafeBuffer(fast), fast.length);
        }
        assertEquals(ExitCode.CHECK_FAILED, run(capture.toString(), "--as", "fast"));
        assertTrue(out.toString().contains("  MALFORMED: A decimal has an exponent out of range: field=MDEntryPx"),
            () -> out.toString().substring(0, Math.min(2_000, out.toString().length())));
    }

    @Test
    void shouldPrintControlCharactersOfAPacketAsTextOnly() throws IOException
    {
        final UnsafeBuffer pitch = new UnsafeBuffer(new byte[200]);
        final byte[] symbol = {0x1B, '[', '2', 'J', '\n', '"'};
        int position = SequencedUnit.HEADER_LENGTH;
        position += PitchWriter.addOrder(pitch, position, 123, 77, true, 10, PitchSymbol.pack("Symbol"), 100);
        final int symbolOffset = new String(pitch.byteArray(), ISO_8859_1).indexOf("Symbol");
        pitch.putBytes(symbolOffset, symbol);
        SequencedUnit.putHeader(pitch, 0, position, 1, 1, 41);
        try (PcapWriter writer = new PcapWriter(capture))
        {
            append(writer, "239.9.9.9", 1_111, pitch, position);
        }
        assertEquals(ExitCode.OK, run(capture.toString(), "--as", "pitch"), err::toString);
        final List<String> lines = out.toString().lines().toList();
        assertEquals(2, lines.size(), out::toString);
        assertTrue(lines.getLast().contains(" Symbol=\"\\x1B[2J\\x0A\\\"\" Price="), lines.getLast());
    }

    @Test
    void shouldPrintWhatIsThereWhenTheFileEndsInTheMiddle() throws IOException
    {
        final byte[] bytes = Files.readAllBytes(capture);
        Files.write(capture, Arrays.copyOf(bytes, bytes.length - 1));
        assertEquals(ExitCode.IO, run(capture.toString()));
        assertTrue(out.toString().contains("PITCH") && !out.toString().contains("FAST"), out::toString);
        assertTrue(err.toString().contains("the file ends within a record: file=" + capture), err::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "",
        "FILE --as itch",
        "FILE --format xml",
        "FILE --port 0",
        "FILE --feed simba.orders",
        "FILE --limit 0"})
    void shouldExplainWhatIsWrongWhenTheCommandLineIs(final String line)
    {
        assertEquals(ExitCode.USAGE, run(line.isEmpty() ? new String[0] : line.replace("FILE", capture.toString())
            .split(" ")));
        assertTrue(!err.toString().isEmpty() && !err.toString().contains("\tat "), err::toString);
    }

    @Test
    void shouldJudgeAGroupByAllItsPackets() throws IOException
    {
        final Path mixed = dir.resolve("mixed.pcap");
        final byte[] fast = HexFormat.of().parseHex(FAST_ORDERS_LOG);
        // A PITCH block without messages.
        final byte[] alike = new byte[]{8, 0, 0, 0, 0, 0, 0, 0};
        try (PcapWriter writer = new PcapWriter(mixed))
        {
            append(writer, "239.9.9.9", 2_222, new UnsafeBuffer(alike), alike.length);
            append(writer, "239.9.9.9", 2_222, new UnsafeBuffer(fast), fast.length);
            append(writer, "239.9.9.9", 2_222, new UnsafeBuffer(fast), fast.length);
        }
        run(mixed.toString());
        final List<String> packets = out.toString().lines().filter(line -> line.startsWith(TIME)).toList();
        assertEquals(3, packets.size());
        assertTrue(packets.stream().allMatch(line -> line.contains(" > 239.9.9.9:2222 FAST ")), out::toString);
        assertTrue(err.toString().contains("group=239.9.9.9:2222 protocol=FAST sample=3 agreeing=2;"), err::toString);
    }

    @Test
    void shouldKnowTheFeedsThatAreDescribedBesideTheCapture() throws IOException
    {
        new VenueDescriptor(1, 1, "", "", "", "", "", "", "", "", "lo",
            Map.of("fast.orders-log.incremental-a", "239.9.9.9:2222", "pitch.a", "239.9.9.9:1111"), Map.of(), "", 0, "",
            "", null).write(dir);
        assertEquals(ExitCode.OK, run(capture.toString(), "--port", "2222"), err::toString);
        assertTrue(out.toString().contains(" fast.orders-log.incremental-a FAST Preamble=7"), out::toString);
        assertEquals("", err.toString());
    }

    private int run(final String... args)
    {
        return new CommandLine(new DecodeCommand())
            .setExecutionExceptionHandler(ExitCode::explain)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(args);
    }
}
