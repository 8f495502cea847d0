// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.HeartbeatDecoder;
import io.bourse.marketdata.simba.MessageHeaderDecoder;
import io.bourse.marketdata.simba.SecurityDefinitionDecoder;
import io.bourse.marketdata.simba.SecurityDefinitionUpdateReportDecoder;
import io.bourse.marketdata.simba.SecurityStatusDecoder;
import io.bourse.marketdata.simba.SequenceResetDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import io.bourse.marketdata.simba.TradingSessionStatusDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Packets of instrument feeds as lines of text.
 */
final class InstrumentPrinter
{
    private static final String NULL_LONG = String.valueOf(Long.MAX_VALUE);
    private static final int HEADER = 16;

    private final MessageHeaderDecoder header = new MessageHeaderDecoder();

    /** All datagrams that have come; the first is waited for, if none has come yet. */
    static List<byte[]> packets(final MulticastReceiver receiver)
    {
        final List<byte[]> packets = new ArrayList<>();
        for (int empty = 0; empty < 50;)
        {
            final int length = receiver.receive();
            if (0 == length)
            {
                empty++;
                Thread.yield();
                continue;
            }
            final byte[] packet = new byte[length];
            receiver.buffer().getBytes(0, packet);
            packets.add(packet);
        }
        return packets;
    }

    /** Number and a short form of the message of each packet. */
    List<String> lines(final MulticastReceiver receiver)
    {
        final List<String> lines = new ArrayList<>();
        for (final byte[] packet : packets(receiver))
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(packet);
            assertTrue(SimbaMessages.isWellFormed(buffer, 0, packet.length));
            assertEquals(SimbaPacketDescriptor.FLAG_LAST_FRAGMENT, SimbaPacketDescriptor.msgFlags(buffer, 0));
            lines.add(SimbaPacketDescriptor.msgSeqNum(buffer, 0) + " " + line(buffer));
        }
        return lines;
    }

    /** All fields that are not null of each definition. */
    List<String> definitions(final MulticastReceiver receiver)
    {
        final List<String> lines = new ArrayList<>();
        for (final byte[] packet : packets(receiver))
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(packet);
            final int templateId = SimbaMessages.templateId(buffer, HEADER);
            if (SecurityDefinitionDecoder.TEMPLATE_ID == templateId)
            {
                assertEquals(8, SimbaMessages.version(buffer, HEADER));
                lines.add(compact(
                    new SecurityDefinitionDecoder().wrapAndApplyHeader(buffer, HEADER, header).toString()));
            }
            else if (io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder.TEMPLATE_ID == templateId)
            {
                assertEquals(9, SimbaMessages.version(buffer, HEADER));
                lines.add(compact(new io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder().wrapAndApplyHeader(
                    buffer, HEADER, new io.bourse.marketdata.simba.v9.MessageHeaderDecoder()).toString()));
            }
        }
        return lines;
    }

    private String line(final DirectBuffer buffer)
    {
        return switch (SimbaMessages.templateId(buffer, HEADER))
        {
            case HeartbeatDecoder.TEMPLATE_ID -> "Heartbeat";
            case SequenceResetDecoder.TEMPLATE_ID -> "SequenceReset " +
                new SequenceResetDecoder().wrapAndApplyHeader(buffer, HEADER, header).newSeqNo();
            case TradingSessionStatusDecoder.TEMPLATE_ID -> session(buffer);
            case SecurityStatusDecoder.TEMPLATE_ID -> status(buffer);
            case SecurityDefinitionDecoder.TEMPLATE_ID -> definition(buffer);
            case 27 -> definition9(buffer);
            case SecurityDefinitionUpdateReportDecoder.TEMPLATE_ID -> update(buffer);
            default -> "unexpected " + SimbaMessages.templateId(buffer, HEADER);
        };
    }

    private String definition(final DirectBuffer buffer)
    {
        final SecurityDefinitionDecoder decoder =
            new SecurityDefinitionDecoder().wrapAndApplyHeader(buffer, HEADER, header);
        return "SecurityDefinition " + decoder.symbol() + " total=" + decoder.totNumReports();
    }

    private static String definition9(final DirectBuffer buffer)
    {
        final io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder decoder =
            new io.bourse.marketdata.simba.v9.SecurityDefinitionDecoder().wrapAndApplyHeader(
                buffer, HEADER, new io.bourse.marketdata.simba.v9.MessageHeaderDecoder());
        return "SecurityDefinition " + decoder.symbol() + " total=" + decoder.totNumReports();
    }

    private String status(final DirectBuffer buffer)
    {
        final SecurityStatusDecoder decoder = new SecurityStatusDecoder().wrapAndApplyHeader(buffer, HEADER, header);
        return "SecurityStatus " + decoder.symbol() + ' ' + decoder.securityTradingStatus() + " limits=" +
            decoder.lowLimitPx().mantissa() + ".." + decoder.highLimitPx().mantissa() + " margins=" +
            orNull(decoder.initialMarginOnBuy().mantissa()) + '/' + orNull(decoder.initialMarginOnSell().mantissa());
    }

    private String update(final DirectBuffer buffer)
    {
        final SecurityDefinitionUpdateReportDecoder decoder =
            new SecurityDefinitionUpdateReportDecoder().wrapAndApplyHeader(buffer, HEADER, header);
        return "SecurityDefinitionUpdateReport " + decoder.securityID() + " volatility=" +
            orNull(decoder.volatility().mantissa()) + " theor=" + orNull(decoder.theorPrice().mantissa()) +
            " limit=" + orNull(decoder.theorPriceLimit().mantissa());
    }

    private String session(final DirectBuffer buffer)
    {
        final TradingSessionStatusDecoder decoder =
            new TradingSessionStatusDecoder().wrapAndApplyHeader(buffer, HEADER, header);
        final int session = decoder.exchangeTradingSessionID();
        return "TradingSessionStatus " + decoder.tradSesStatus() + " event=" + decoder.tradSesEvent() + " session=" +
            (TradingSessionStatusDecoder.exchangeTradingSessionIDNullValue() == session ? "null" : session) +
            " open=" + decoder.tradSesOpenTime() + " close=" + decoder.tradSesCloseTime() + " clearing=" +
            decoder.clrSessBegin();
    }

    private static String orNull(final long mantissa)
    {
        return Long.MAX_VALUE == mantissa ? "null" : String.valueOf(mantissa);
    }

    /** The text that the flyweight prints, without what is null, empty or a zero without meaning. */
    private static String compact(final String text)
    {
        final String body = text.substring(text.indexOf("):") + 2);
        final int groups = body.indexOf("|noMDFeedTypes=");
        final StringBuilder line = new StringBuilder();
        for (final String field : body.substring(0, groups).split("\\|(?![^(]*\\))"))
        {
            final String name = field.substring(0, 1).toUpperCase() + field.substring(1, field.indexOf('='));
            final String value = value(field.substring(field.indexOf('=') + 1));
            if (!value.isEmpty())
            {
                line.append(name).append('=').append(value).append(' ');
            }
        }
        append(line, body, "mDFeedType=(.*?)\\|marketDepth=(.*?)\\|mDBookType=(.*?)\\)", "feed");
        append(line, body, "underlyingSymbol=(.*?)\\|", "underlying");
        append(line, body, "legSymbol=(.*?)\\|legSecurityID=(.*?)\\|legRatioQty=(.*?)\\)", "leg");
        append(line, body, "eventType=(.*?)\\|eventDate=(.*?)\\|", "event");
        return line.toString().strip();
    }

    private static void append(final StringBuilder line, final String body, final String pattern, final String name)
    {
        final Matcher matcher = Pattern.compile(pattern).matcher(body);
        while (matcher.find())
        {
            line.append(name).append('=').append(matcher.group(1));
            for (int i = 2; i <= matcher.groupCount(); i++)
            {
                line.append('/').append(matcher.group(i));
            }
            line.append(' ');
        }
    }

    private static String value(final String text)
    {
        final Matcher decimal = Pattern.compile("\\(.*mantissa=(-?\\d+).*\\)").matcher(text);
        final String value = decimal.matches() ? decimal.group(1) : text.replaceAll("^\\{|\\}$", "");
        return List.of(NULL_LONG, "NULL_VAL", "NaN", String.valueOf(Integer.MIN_VALUE), "4294967295").contains(value) ||
            "0".equals(value) && !decimal.matches() ? "" : value;
    }
}
