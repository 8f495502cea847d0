// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.deploy.decode.SamplePackets;
import io.bourse.marketdata.fast.FastField;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastOperator;
import io.bourse.marketdata.fast.FastTemplate;
import io.bourse.marketdata.fast.FastTemplates;
import io.bourse.marketdata.fast.FastType;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.pcap.DatagramHeaders;
import io.bourse.marketdata.pcap.PcapWriter;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * What our encoder writes with every template, tshark shows by the dissector.
 */
class FastDissectorTest
{
    private static final long SENDING_TIME = 20251121101112123L;
    private static final String UNICODE_TEXT = "\u0424\u044c\u044e\u0447\u0435\u0440\u0441";
    private static final int ROUNDS = 5;
    private static final int LATEST_SEQUENCE = 1_000_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[8_000]);
    private final FastWriter writer = new FastWriter();
    private final Map<String, List<String>> values = new LinkedHashMap<>();
    private int sequence;

    @TempDir
    private Path dir;

    @Test
    void shouldTakeEveryTemplateApartInTshark() throws IOException, InterruptedException
    {
        final FastTemplates templates = FastTemplates.bourse();
        templates.all().forEach((template) -> name(template.fields()));
        final List<String> expected = new ArrayList<>();
        final Path capture = dir.resolve("fast.pcap");
        DissectorWriter.writeAll(dir);
        try (PcapWriter pcap = new PcapWriter(capture))
        {
            for (int i = 0; i < ROUNDS; i++)
            {
                for (final FastTemplate template : templates.all())
                {
                    values.values().forEach(List::clear);
                    begin(template.id(), 0, 1 + random.nextInt(LATEST_SEQUENCE));
                    write(template.fields());
                    append(pcap, writer.position());
                    expected.add("FAST;" + sequence + ';' + template.name() + ";;" + values.values().stream()
                        .map((list) -> String.join(",", list)).collect(Collectors.joining(";")));
                }
            }
        }
        final List<String> names = new ArrayList<>(List.of(
            "_ws.col.Protocol", "fast.Preamble", "fast.message", "fast.malformed"));
        values.keySet().forEach((name) -> names.add("fast." + name));
        assertEquals(expected, Tshark.fields(dir, capture, names.toArray(new String[0])), "seed=" + seed);
    }

    @Test
    void shouldTakeAReplayApartAndMarkWhatIsMalformed() throws IOException, InterruptedException
    {
        DissectorWriter.writeAll(dir);
        final Path capture = dir.resolve("replay.pcap");
        final String logon = "8=FIXT.1.1\0019=26\00135=A\00134=1\001553=u\001554=p\00110=000\001";
        final UnsafeBuffer request = new UnsafeBuffer(logon.getBytes(UTF_8));
        begin(FastMessages.LOGON, 0, 1);
        final int first = putLength(0, writer.position());
        begin(FastMessages.HEARTBEAT, first, 2);
        final int second = putLength(first, writer.position());
        try (PcapWriter pcap = new PcapWriter(capture))
        {
            new TcpStream(pcap, 50_000, 21_190).segment(1, request, 0, request.capacity());
            final TcpStream server = new TcpStream(pcap, 21_190, 50_000);
            server.segment(2, packet, 0, first + 3);
            server.segment(3, packet, first + 3, second - first - 3);
            // Two bytes more than the message has.
            server.segment(4, packet, 0, putLength(0, first + 2));
        }
        assertEquals(
            List.of(
                "FIX;;;;",
                "FAST;" + (first - 4) + ";Logon;1;",
                "FAST;" + (second - first - 4) + ";Heartbeat;2;",
                "FAST;" + (first - 2) + ";Logon,?;1;1"),
            Tshark.fields(dir, capture, "_ws.col.Protocol", "fast.Length", "fast.message", "fast.MsgSeqNum",
                "fast.malformed"));
    }

    private int putLength(final int at, final int end)
    {
        packet.putInt(at, end - at - FastMessages.PREAMBLE_LENGTH, LITTLE_ENDIAN);
        return end;
    }

    private void begin(final int templateId, final int at, final int number)
    {
        sequence = number;
        packet.putInt(at, number, LITTLE_ENDIAN);
        writer.wrap(packet, at + FastMessages.PREAMBLE_LENGTH).beginMessage(templateId, number, SENDING_TIME);
    }

    private void append(final PcapWriter pcap, final int length) throws IOException
    {
        pcap.append(SamplePackets.SENDING_TIME_NS, DatagramHeaders.ipv4(InetAddress.getLoopbackAddress()), 40_000,
            DatagramHeaders.ipv4(InetAddress.getByName("239.195.2.1")), 21_101, packet, 0, length);
    }

    private void name(final List<FastField> fields)
    {
        for (final FastField field : fields)
        {
            if (FastType.SEQUENCE == field.type())
            {
                name(field.entryFields());
            }
            else
            {
                values.computeIfAbsent(field.name(), (ignore) -> new ArrayList<>());
            }
        }
    }

    private void write(final List<FastField> fields)
    {
        for (final FastField field : fields)
        {
            if (FastOperator.CONSTANT == field.operator())
            {
                values.get(field.name()).add(field.initialText());
            }
            else if ("MsgSeqNum".equals(field.name()) || "SendingTime".equals(field.name()))
            {
                values.get(field.name()).add("" + ("MsgSeqNum".equals(field.name()) ? sequence : SENDING_TIME));
            }
            else if (field.isOptional() && random.nextInt(3) == 0)
            {
                writer.putNull();
            }
            else
            {
                writeValue(field);
            }
        }
    }

    private void writeValue(final FastField field)
    {
        final boolean isOptional = field.isOptional();
        final String value = switch (field.type())
        {
            case UINT ->
            {
                // The greatest optional value is sent as one more.
                final long number = random.nextLong(-1, Long.MAX_VALUE) >>> random.nextInt(Long.SIZE) & Long.MAX_VALUE;
                yield Long.toString(put(number, isOptional, writer::putUIntNullable, writer::putUInt));
            }
            case INT ->
            {
                final long number = random.nextLong() >> random.nextInt(1, Long.SIZE);
                yield Long.toString(put(number, isOptional, writer::putIntNullable, writer::putInt));
            }
            case DECIMAL ->
            {
                final int mantissa = random.nextInt(-9_999, 10_000) * 10 + 5;
                writer.putDecimal(mantissa, -1);
                yield (mantissa < 0 ? "-" : "") + Math.abs(mantissa / 10) + ".5";
            }
            case ASCII ->
            {
                final String text = "Si-" + random.nextInt(100);
                writer.putAscii(text);
                yield text;
            }
            case UNICODE, BYTES ->
            {
                final byte[] text = UNICODE_TEXT.getBytes(UTF_8);
                if (isOptional)
                {
                    writer.putBytesNullable(text);
                }
                else
                {
                    writer.putBytes(text);
                }
                yield UNICODE_TEXT;
            }
            case SEQUENCE ->
            {
                final int count = (int)put(random.nextInt(4), isOptional, writer::putUIntNullable, writer::putUInt);
                for (int i = 0; i < count; i++)
                {
                    write(field.entryFields());
                }
                yield "";
            }
        };
        if (FastType.SEQUENCE != field.type())
        {
            values.get(field.name()).add(value);
        }
    }

    private interface Put
    {
        FastWriter put(long value);
    }

    private static long put(final long value, final boolean isOptional, final Put nullable, final Put mandatory)
    {
        (isOptional ? nullable : mandatory).put(value);
        return value;
    }
}
