// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageParser;
import com.paritytrading.philadelphia.FIXVersion;
import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.gateway.fix.wire.FixWriter;
import io.bourse.jmh.loadtest.client.FixBytes;
import io.bourse.jmh.suite.NanosecondBenchmark;
import org.openjdk.jmh.annotations.Benchmark;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.DefaultMessageFactory;
import quickfix.Message;
import quickfix.MessageUtils;
import quickfix.ValidationSettings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * A NewOrderSingle from its bytes to the values of its fields, and an ExecutionReport from values to its bytes with
 * header and checksum: by us, by QuickFIX/J with and without its dictionary, and by Philadelphia. Run it with one
 * thread and with two, and with the profiler of allocation:
 *
 * <pre>
 * jmh/run FixCodec -t 1 -prof gc
 * jmh/run FixCodec -t 2
 * </pre>
 *
 * <p>Ours has the steps of the gateway: checksum, fields, values; body, header, checksum. QuickFIX/J and Philadelphia
 * are used as they offer it.
 */
public class FixCodecBenchmark extends NanosecondBenchmark
{
    private static final byte[] HEADER = FixBytes.ascii("35=8|49=BOURSE|56=LOAD1|34=");
    private static final byte[] SENDING_TIME = FixBytes.ascii("|52=");
    private static final byte[] END = FixBytes.ascii("|");
    private static final long TIME_NS = 1_795_341_600_123_456_789L;

    private final byte[] order = order();
    private final ByteBuffer orderBuffer = ByteBuffer.wrap(order);
    private final ByteBuffer out = ByteBuffer.allocate(4096);
    private final FixReader reader = new FixReader();
    private final FixWriter writer = new FixWriter();
    private final FixBytes frame = new FixBytes();
    private final DataDictionary dictionary = dictionary();
    private final ValidationSettings validation = new ValidationSettings();
    private final DefaultMessageFactory factory = new DefaultMessageFactory();
    private final FIXConfig config = FIXConfig.newBuilder()
        .setVersion(FIXVersion.FIX_4_4).setSenderCompID("BOURSE").setTargetCompID("LOAD1").build();
    private final FIXMessageParser parser = new FIXMessageParser(config, this::onMessage);
    private final FIXConnection connection = new FIXConnection(
        java.nio.channels.Channels.newChannel(java.io.InputStream.nullInputStream()), new Sink(), config,
        (message) ->
        {
        }, System.currentTimeMillis());
    private final FIXMessage philadelphiaReport = connection.create();
    private final FIXMessage philadelphiaOrder =
        FIXMessage.fromString(new String(order, StandardCharsets.US_ASCII).replace('\1', '|'));
    private final Message quickFixOrder = parsed(null);
    private long sequence;
    private long sum;

    /** Swallows everything. */
    private static final class Sink implements GatheringByteChannel
    {
        @Override
        public int write(final ByteBuffer source)
        {
            final int length = source.remaining();
            source.position(source.limit());
            return length;
        }

        @Override
        public long write(final ByteBuffer[] sources, final int offset, final int length)
        {
            long written = 0;
            for (int i = offset; i < offset + length; i++)
            {
                written += write(sources[i]);
            }
            return written;
        }

        @Override
        public long write(final ByteBuffer[] sources)
        {
            return write(sources, 0, sources.length);
        }

        @Override
        public boolean isOpen()
        {
            return true;
        }

        @Override
        public void close()
        {
        }
    }

    private static byte[] order()
    {
        final ByteBuffer bytes = ByteBuffer.allocate(512);
        new FixBytes().begin().put(FixBytes.ascii("35=D|49=LOAD1|56=BOURSE|34=12345|52=20261122-09:00:00.123|" +
            "11=1234567890|1=AA01000|55=Si-12.26|54=1|38=10|40=2|44=92345|59=0|60=20261122-09:00:00.123|"))
            .write(bytes);
        final byte[] order = new byte[bytes.position()];
        bytes.get(0, order);
        return order;
    }

    private static DataDictionary dictionary()
    {
        try
        {
            return new DataDictionary("FIX44.xml");
        }
        catch (final ConfigError ex)
        {
            throw new IllegalStateException("QuickFIX/J does not find its own dictionary", ex);
        }
    }

    /** By us. */
    @Benchmark
    public long parseBourse()
    {
        int checksum = 0;
        for (int i = 0; i < order.length - 7; i++)
        {
            checksum += order[i];
        }
        reader.wrap(order, 0, order.length);
        long values = checksum + reader.number(reader.find(34));
        values += reader.length(reader.find(11)) + reader.length(reader.find(1)) + reader.length(reader.find(55));
        values += reader.character(reader.find(54)) + reader.character(reader.find(40));
        values += reader.character(reader.find(59)) + reader.qtyLots(reader.find(38));
        return values + reader.priceE5(reader.find(44));
    }

    /** By QuickFIX/J, as it comes from the wire: a text. */
    @Benchmark
    public long parseQuickFix() throws Exception
    {
        return values(parsed(null));
    }

    /** By QuickFIX/J, and its dictionary is asked whether the message is right. */
    @Benchmark
    public long parseQuickFixDictionary() throws Exception
    {
        final Message message = parsed(dictionary);
        dictionary.validate(message, validation);
        return values(message);
    }

    private Message parsed(final DataDictionary with)
    {
        try
        {
            return MessageUtils.parse(
                factory, with, validation, new String(order, StandardCharsets.ISO_8859_1));
        }
        catch (final Exception ex)
        {
            throw new IllegalStateException("QuickFIX/J does not read the order", ex);
        }
    }

    private static long values(final Message message) throws Exception
    {
        return message.getHeader().getInt(34) + message.getString(11).length() + message.getString(1).length() +
            message.getString(55).length() + message.getChar(54) + message.getChar(40) + message.getChar(59) +
            message.getDecimal(38).longValue() + message.getDecimal(44).longValue();
    }

    /** By Philadelphia. */
    @Benchmark
    public long parsePhiladelphia() throws IOException
    {
        orderBuffer.clear();
        if (!parser.parse(orderBuffer))
        {
            throw new IllegalStateException("Philadelphia does not read the order");
        }
        return sum;
    }

    private void onMessage(final FIXMessage message)
    {
        sum = message.getMsgSeqNum() + message.valueOf(11).length() + message.valueOf(1).length() +
            message.valueOf(55).length() + message.valueOf(54).asChar() + message.valueOf(40).asChar() +
            message.valueOf(59).asChar() + message.valueOf(38).asInt() + (long)message.valueOf(44).asFloat();
    }

    /** By us. */
    @Benchmark
    public int formatBourse()
    {
        final long id = ++sequence;
        writer.begin("8").number(37, id).number(198, id).text(11, "1234567890").number(17, id)
            .character(150, '0').character(39, '0').text(1, "AA01000").text(55, "Si-12.26").number(48, 1001)
            .character(22, '8').character(54, '1').number(38, 10).character(40, '2').price(44, 92_345_00000L)
            .character(59, '0').number(151, 10).number(14, 0).number(6, 0).timestamp(60, TIME_NS)
            .number(336, 1).number(75, 20261122);
        out.clear();
        frame.begin().put(HEADER).put(id).put(SENDING_TIME).putTime().put(END)
            .put(writer.bytes(), writer.length()).write(out);
        return out.position();
    }

    /** By QuickFIX/J. */
    @Benchmark
    public int formatQuickFix() throws Exception
    {
        final Message report = QuickFixReports.answer(quickFixOrder, ++sequence);
        report.getHeader().setString(49, "BOURSE");
        report.getHeader().setString(56, "LOAD1");
        report.getHeader().setInt(34, (int)sequence);
        report.getHeader().setUtcTimeStamp(52, java.time.LocalDateTime.now(java.time.ZoneOffset.UTC), true);
        return report.toString().getBytes(StandardCharsets.ISO_8859_1).length;
    }

    /** By Philadelphia. */
    @Benchmark
    public long formatPhiladelphia() throws IOException
    {
        connection.setCurrentTimeMillis(System.currentTimeMillis());
        PhiladelphiaReports.fill(connection, philadelphiaReport, philadelphiaOrder, ++sequence);
        connection.send(philadelphiaReport);
        return connection.getOutMsgSeqNum();
    }
}
