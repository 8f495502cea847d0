// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.deploy.decode.SamplePackets;
import io.bourse.gateway.sbe.twime.ComplianceIDEnum;
import io.bourse.gateway.sbe.twime.EstablishEncoder;
import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapWriter;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class DissectorTest
{
    private static final Path COMMITTED = Path.of(System.getProperty("bourse.root", "../..")).resolve("docs/wireshark");

    @TempDir
    private static Path dir;

    @BeforeAll
    static void write() throws IOException
    {
        DissectorWriter.writeAll(dir);
    }

    @Test
    void shouldBeWhatIsInTheRepositoryWhenWrittenAgain() throws IOException
    {
        for (final String name : List.of("simba.lua", "twime.lua", "pitch.lua", "fast.lua"))
        {
            assertEquals(Files.readString(COMMITTED.resolve(name)), Files.readString(dir.resolve(name)),
                "run `./bourse dissector --out docs/wireshark`: " + name);
        }
    }

    @Test
    void shouldTakeSimbaPacketsApartInTshark() throws IOException, InterruptedException
    {
        final Path capture = dir.resolve("simba.pcap");
        final SamplePackets packets = new SamplePackets();
        try (PcapWriter writer = new PcapWriter(capture))
        {
            append(writer, packets.heartbeat(4));
            append(writer, packets.trade(5));
            append(writer, packets.snapshot(6));
            append(writer, packets.definition(7));
        }
        assertEquals(
            List.of(
                "SIMBA;4;24;0x0001;;;;Heartbeat;;;;",
                "SIMBA;5;" + packets.trade(5).length() + ";0x0009;42;1001,1001,1002;-123.45678;" +
                "BestPrices,OrderUpdate,OrderExecution;0.0005;" +
                "9007199254740993,3;0x1000000000000001,0x4000000000001004;92345",
                "SIMBA;6;" + packets.snapshot(6).length() + ";0x0007;;1001;;OrderBookSnapshot;150;5;" +
                "0x0000000000000001,0x0000000000000000;",
                "SIMBA;7;" + packets.definition(7).length() + ";0x0001;;1001;;SecurityDefinition;;;;"),
            Tshark.fields(dir, capture, "_ws.col.Protocol", "simba.MsgSeqNum", "simba.MsgSize", "simba.MsgFlags",
                "simba.PacketSessionID", "simba.SecurityID", "simba.MktBidPx", "simba.message", "simba.MDEntryPx",
                "simba.MDEntryID", "simba.MDFlags", "simba.LastPx"));
        assertEquals(
            List.of(
                ";;;;",
                "Nov 22, 2026 04:00:00.000000001 UTC;0,0;1,0;0,1;0,1",
                ";;0,0;1,J;0,0",
                ";;;;"),
            Tshark.fields(dir, capture, "simba.PacketTransactTime", "simba.MDUpdateAction", "simba.MDFlags.BOC",
                "simba.MDEntryType", "simba.MDFlags.DuringDiscreteAuction"));
        assertEquals(
            List.of(";;;;", ";;;;", ";;;;",
                "Si-12.26;Si-12.26,Si-3.27;1,-1;Si-12.26 future;12345.67"),
            Tshark.fields(dir, capture, "simba.Symbol", "simba.LegSymbol", "simba.LegRatioQty", "simba.SecurityDesc",
                "simba.InitialMarginOnBuy"));
    }

    @Test
    void shouldTakeAReplayApartAndMarkWhatIsMalformed() throws IOException, InterruptedException
    {
        final Path capture = dir.resolve("replay.pcap");
        final SamplePackets packets = new SamplePackets();
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final TcpStream server = new TcpStream(writer, 20_090, 50_000);
            packets.trade(5);
            server.segment(1, packets.buffer(), 0, 30);
            server.segment(2, packets.buffer(), 30, packets.length() - 30);
            // The group of BestPrices says that it has 200 entries.
            packets.trade(6).buffer().putByte(16 + 12 + 8 + 2, (byte)200);
            append(writer, packets);
            // No version has this template; its block is passed over.
            packets.snapshot(7).buffer().putShort(18, (short)999);
            append(writer, packets);
        }
        assertEquals(
            List.of(
                ";;;",
                "5;BestPrices,OrderUpdate,OrderExecution;;",
                "6;BestPrices;1;",
                "7;Template 999;;1"),
            Tshark.fields(dir, capture, "simba.MsgSeqNum", "simba.message", "simba.malformed", "simba.unknown"));
    }

    private static void append(final PcapWriter writer, final SamplePackets packets) throws IOException
    {
        append(writer, packets.buffer(), packets.length());
    }

    private static void append(final PcapWriter writer, final UnsafeBuffer buffer, final int length) throws IOException
    {
        writer.append(SamplePackets.SENDING_TIME_NS, DatagramHeaders.ipv4(InetAddress.getLoopbackAddress()), 40_000,
            DatagramHeaders.ipv4(InetAddress.getByName("239.195.1.1")), 20_081, buffer, 0, length);
    }

    @Test
    void shouldTakeATwimeStreamApartInTshark() throws IOException, InterruptedException
    {
        final Path capture = dir.resolve("twime.pcap");
        final UnsafeBuffer bytes = new UnsafeBuffer(new byte[512]);
        final MessageHeaderEncoder header = new MessageHeaderEncoder();
        final EstablishEncoder establish = new EstablishEncoder().wrapAndApplyHeader(bytes, 0, header);
        establish.timestamp(SamplePackets.SENDING_TIME_NS).keepaliveInterval(5_000).credentials("TWAA01");
        final NewOrderSingleEncoder order = new NewOrderSingleEncoder()
            .wrapAndApplyHeader(bytes, establish.limit(), header);
        order.clOrdID(7).expireDate(NewOrderSingleEncoder.expireDateNullValue());
        order.price().mantissa(9_234_500_000L);
        order.securityID(1001).clOrdLinkID(0).orderQty(3).complianceID(ComplianceIDEnum.Manual)
            .timeInForce(TimeInForceEnum.Day).side(SideEnum.Buy);
        order.clientFlags().clear();
        order.account("AA01000");
        final int split = establish.limit() + 20;
        try (PcapWriter writer = new PcapWriter(capture))
        {
            final TcpStream client = new TcpStream(writer, 50_000, 9_000);
            client.segment(1, bytes, 0, split);
            client.segment(2, bytes, split, order.limit() - split);
            final TcpStream other = new TcpStream(writer, 50_001, 9_999);
            other.segment(3, bytes, 0, establish.limit());
        }
        assertEquals(
            List.of(
                "TWIME;Establish;Nov 22, 2026 04:00:00.123456789 UTC;5000;TWAA01;;;;;",
                "TWIME;NewOrderSingle;;;;7;92345;1;1001;AA01000",
                "TWIME;Establish;Nov 22, 2026 04:00:00.123456789 UTC;5000;TWAA01;;;;;"),
            Tshark.fields(dir, capture, "_ws.col.Protocol", "twime.message", "twime.Timestamp",
                "twime.KeepaliveInterval", "twime.Credentials", "twime.ClOrdID", "twime.Price", "twime.Side",
                "twime.SecurityID", "twime.Account"));
    }

    @Test
    void shouldTakePitchBlocksApartInTshark() throws IOException, InterruptedException
    {
        final Path capture = dir.resolve("pitch.pcap");
        final UnsafeBuffer block = new UnsafeBuffer(new byte[200]);
        int length = SequencedUnit.HEADER_LENGTH;
        length += PitchWriter.time(block, length, 25_200);
        length += PitchWriter.addOrder(block, length, 123, 77, true, 10, PitchSymbol.pack("Si-12.26"), 9_234_500_000L);
        length += PitchWriter.addOrder(block, length, 124, 78, false, 5, PitchSymbol.pack("RI"), 123_000L);
        length += PitchWriter.orderExecuted(block, length, 125, 77, 4, 900);
        block.putByte(length, (byte)3);
        block.putByte(length + 1, (byte)0xB1);
        length += 3;
        SequencedUnit.putHeader(block, 0, length, 5, 1, 41);
        final UnsafeBuffer heartbeat = new UnsafeBuffer(new byte[SequencedUnit.HEADER_LENGTH]);
        SequencedUnit.putHeader(heartbeat, 0, SequencedUnit.HEADER_LENGTH, 0, 1, 46);
        try (PcapWriter writer = new PcapWriter(capture))
        {
            append(writer, block, length);
            append(writer, heartbeat, SequencedUnit.HEADER_LENGTH);
        }
        assertEquals(
            List.of(
                "PITCH;1;41;Time,AddOrderExpanded,AddOrderShort,OrderExecuted,Type 0xB1;41,42,43,44,45;25200;" +
                "Si-12.26,RI;92345,1.23;77,78,77;B,S;10,5;N;4;1",
                "PITCH;1;46;;;;;;;;;;;"),
            Tshark.fields(dir, capture, "_ws.col.Protocol", "pitch.HdrUnit", "pitch.HdrSequence", "pitch.message",
                "pitch.sequence", "pitch.Time", "pitch.Symbol", "pitch.Price", "pitch.OrderId", "pitch.SideIndicator",
                "pitch.Quantity", "pitch.CustomerIndicator", "pitch.ExecutedQuantity", "pitch.unknown"));
    }
}
