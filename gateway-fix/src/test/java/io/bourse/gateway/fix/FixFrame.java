// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.function.UnaryOperator;

/**
 * A message under construction, right unless a test changes it: every piece that the session layer looks at can be
 * wrong on purpose. Fields are separated by '|' in texts and by SOH on the wire.
 */
final class FixFrame
{
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS");

    private final String type;
    private final String fields;
    private final String sequence;
    private String begin = "FIX.4.4";
    private String sender;
    private String target = "BOURSE";
    private String sendingTime = time(0);
    private String length;
    private String checksum;
    private int checksumError;
    private String head;
    private String behind = "";
    private UnaryOperator<String> change = UnaryOperator.identity();

    /**
     * A message.
     *
     * @param sender    SenderCompID.
     * @param sequence  MsgSeqNum.
     * @param typeAndFields MsgType, and after a '|' the fields of header and body in their order.
     */
    FixFrame(final String sender, final long sequence, final String typeAndFields)
    {
        final int bar = typeAndFields.indexOf('|');
        this.sender = sender;
        this.sequence = Long.toString(sequence);
        this.type = bar < 0 ? typeAndFields : typeAndFields.substring(0, bar);
        this.fields = bar < 0 ? "" : typeAndFields.substring(bar + 1) + "|";
    }

    /** UTC time so many seconds from now. */
    static String time(final long secondsFromNow)
    {
        return TIME.format(LocalDateTime.now(ZoneOffset.UTC).plusSeconds(secondsFromNow));
    }

    FixFrame begin(final String value)
    {
        begin = value;
        return this;
    }

    FixFrame sender(final String value)
    {
        sender = value;
        return this;
    }

    FixFrame target(final String value)
    {
        target = value;
        return this;
    }

    FixFrame sendingTime(final String value)
    {
        sendingTime = value;
        return this;
    }

    /** What BodyLength says. */
    FixFrame length(final String value)
    {
        length = value;
        return this;
    }

    /** What CheckSum says. */
    FixFrame checksum(final String value)
    {
        checksum = value;
        return this;
    }

    /** CheckSum is of the right form and wrong by one. */
    FixFrame wrongChecksum()
    {
        checksumError = 1;
        return this;
    }

    /** The first three fields, where {@code #} stands for the length. */
    FixFrame head(final String value)
    {
        head = value;
        return this;
    }

    /** Fields behind the checksum. */
    FixFrame behind(final String value)
    {
        behind = value;
        return this;
    }

    /** Changes what stands behind MsgType, with a '|' before every field. */
    FixFrame change(final UnaryOperator<String> value)
    {
        change = value;
        return this;
    }

    /** As it goes to the wire. */
    byte[] bytes()
    {
        final String afterType = change.apply("|49=" + sender + "|56=" + target + "|34=" + sequence + "|52=" +
            sendingTime + "|" + fields).substring(1);
        final String counted = null == length ?
            Integer.toString(("35=" + type + "|" + afterType).length()) : length;
        final String beginning = null == head ?
            "8=" + begin + "|9=" + counted + "|35=" + type + "|" : head.replace("#", counted);
        final String summed = beginning + afterType;
        int sum = checksumError;
        for (final byte b : wire(summed))
        {
            sum += b & 0xFF;
        }
        final String trailer = null == checksum ? String.format(Locale.ROOT, "%03d", sum & 0xFF) : checksum;
        return wire(summed + "10=" + trailer + "|" + behind);
    }

    /** Bytes of a text. */
    static byte[] wire(final String text)
    {
        return text.replace('|', '\001').getBytes(StandardCharsets.ISO_8859_1);
    }
}
