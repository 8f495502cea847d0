// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.MutableDirectBuffer;

import java.nio.ByteOrder;

/**
 * One request and when it and its answer passed the edges of the venue. A flyweight.
 *
 * <pre>
 *    0 mark        8 cursor     16 sequence   24 clOrdId
 *   32 orderId    40 t3n        48 t3'        56 t5
 *   64 t7         72 t6         80 t4'        88 t4
 *   96 loginId   100 templateId of the answer 102 templateId of the command
 *  104 flags     108 nothing, up to 128
 * </pre>
 *
 * The mark is the number of the record in its file, from 1; 0 where nothing was written.
 */
public final class AnswerStamps
{
    /** Length of a record in bytes. */
    public static final int LENGTH = 128;
    /** Flag: the answer left when the published watermark had passed its transaction. */
    public static final int PUBLIC_FIRST = 1;
    /** Flag: the answer left because the bounded wait for the published watermark ran out. */
    public static final int LATE = 2;
    /** Flag: the answer is a message of FIX, its template id is its MsgType; the client's number is not recorded. */
    public static final int FIX = 4;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int CURSOR_OFFSET = 8;
    private static final int SEQUENCE_OFFSET = 16;
    private static final int CL_ORD_ID_OFFSET = 24;
    private static final int ORDER_ID_OFFSET = 32;
    private static final int READ_NS_OFFSET = 40;
    private static final int OFFERED_NS_OFFSET = 48;
    private static final int STAMPED_NS_OFFSET = 56;
    private static final int ENGINE_TIME_NS_OFFSET = 64;
    private static final int PUBLISHED_NS_OFFSET = 72;
    private static final int EVENTS_READ_NS_OFFSET = 80;
    private static final int WRITTEN_NS_OFFSET = 88;
    private static final int LOGIN_ID_OFFSET = 96;
    private static final int TEMPLATE_ID_OFFSET = 100;
    private static final int COMMAND_TEMPLATE_ID_OFFSET = 102;
    private static final int FLAGS_OFFSET = 104;
    private static final int TEMPLATE_ID_MASK = 0xFFFF;

    private MutableDirectBuffer buffer;
    private int offset;

    /** A flyweight over nothing. */
    public AnswerStamps()
    {
    }

    /**
     * Moves to a record.
     *
     * @param source that holds it.
     * @param index where it begins.
     * @return this.
     */
    public AnswerStamps wrap(final MutableDirectBuffer source, final int index)
    {
        buffer = source;
        offset = index;
        return this;
    }

    /**
     * Copies everything but the mark.
     *
     * @param target of the copy.
     * @param index where the copy begins.
     */
    public void copyTo(final MutableDirectBuffer target, final int index)
    {
        target.putBytes(index + CURSOR_OFFSET, buffer, offset + CURSOR_OFFSET, LENGTH - CURSOR_OFFSET);
    }

    /** Sets everything to 0. */
    public void clear()
    {
        buffer.setMemory(offset, LENGTH, (byte)0);
    }

    /**
     * Which request it was, and which transaction answered it.
     *
     * @param cursor event stream position after the transaction, in bytes.
     * @param loginId whose request.
     * @param sequence of the command within its session.
     * @param commandTemplateId type of the command.
     * @return this.
     */
    public AnswerStamps request(
        final long cursor, final int loginId, final long sequence, final int commandTemplateId)
    {
        return cursor(cursor).loginId(loginId).sequence(sequence).commandTemplateId(commandTemplateId);
    }

    /**
     * What the event stream says of the request.
     *
     * @param readNs t3n.
     * @param engineTimeNs t5 and t7.
     * @param publishedNs t6, 0 if unknown.
     * @return this.
     */
    public AnswerStamps engine(final long readNs, final long engineTimeNs, final long publishedNs)
    {
        return readNs(readNs).stampedNs(engineTimeNs).engineTimeNs(engineTimeNs).publishedNs(publishedNs);
    }

    /**
     * Which transaction answered the request.
     *
     * @return event stream position after it, in bytes.
     */
    public long cursor()
    {
        return buffer.getLong(offset + CURSOR_OFFSET, ORDER);
    }

    /**
     * Which transaction answered the request.
     *
     * @param value event stream position after it, in bytes.
     * @return this.
     */
    public AnswerStamps cursor(final long value)
    {
        buffer.putLong(offset + CURSOR_OFFSET, value, ORDER);
        return this;
    }

    /**
     * Number of the command within its session.
     *
     * @return from 1.
     */
    public long sequence()
    {
        return buffer.getLong(offset + SEQUENCE_OFFSET, ORDER);
    }

    /**
     * Number of the command within its session.
     *
     * @param value from 1.
     * @return this.
     */
    public AnswerStamps sequence(final long value)
    {
        buffer.putLong(offset + SEQUENCE_OFFSET, value, ORDER);
        return this;
    }

    /**
     * The client's own number of the request.
     *
     * @return any 64 bits, unsigned.
     */
    public long clOrdId()
    {
        return buffer.getLong(offset + CL_ORD_ID_OFFSET, ORDER);
    }

    /**
     * The client's own number of the request.
     *
     * @param value any 64 bits, unsigned.
     * @return this.
     */
    public AnswerStamps clOrdId(final long value)
    {
        buffer.putLong(offset + CL_ORD_ID_OFFSET, value, ORDER);
        return this;
    }

    /**
     * The order that the answer is about.
     *
     * @return order id, 0 if the answer names none.
     */
    public long orderId()
    {
        return buffer.getLong(offset + ORDER_ID_OFFSET, ORDER);
    }

    /**
     * The order that the answer is about.
     *
     * @param value order id, 0 if the answer names none.
     * @return this.
     */
    public AnswerStamps orderId(final long value)
    {
        buffer.putLong(offset + ORDER_ID_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the gateway had read the request (t3n).
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long readNs()
    {
        return buffer.getLong(offset + READ_NS_OFFSET, ORDER);
    }

    /**
     * When the gateway had read the request (t3n).
     *
     * @param value nanoseconds since the Unix epoch.
     * @return this.
     */
    public AnswerStamps readNs(final long value)
    {
        buffer.putLong(offset + READ_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the gateway gave the command to the engine (t3').
     *
     * @return nanoseconds since the Unix epoch, 0 if unknown.
     */
    public long offeredNs()
    {
        return buffer.getLong(offset + OFFERED_NS_OFFSET, ORDER);
    }

    /**
     * When the gateway gave the command to the engine (t3').
     *
     * @param value nanoseconds since the Unix epoch, 0 if unknown.
     * @return this.
     */
    public AnswerStamps offeredNs(final long value)
    {
        buffer.putLong(offset + OFFERED_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the command got its place in the journal (t5).
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long stampedNs()
    {
        return buffer.getLong(offset + STAMPED_NS_OFFSET, ORDER);
    }

    /**
     * When the command got its place in the journal (t5).
     *
     * @param value nanoseconds since the Unix epoch.
     * @return this.
     */
    public AnswerStamps stampedNs(final long value)
    {
        buffer.putLong(offset + STAMPED_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * Time by which the command was matched (t7).
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long engineTimeNs()
    {
        return buffer.getLong(offset + ENGINE_TIME_NS_OFFSET, ORDER);
    }

    /**
     * Time by which the command was matched (t7).
     *
     * @param value nanoseconds since the Unix epoch.
     * @return this.
     */
    public AnswerStamps engineTimeNs(final long value)
    {
        buffer.putLong(offset + ENGINE_TIME_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the matcher gave the events away (t6).
     *
     * @return nanoseconds since the Unix epoch, 0 if unknown.
     */
    public long publishedNs()
    {
        return buffer.getLong(offset + PUBLISHED_NS_OFFSET, ORDER);
    }

    /**
     * When the matcher gave the events away (t6).
     *
     * @param value nanoseconds since the Unix epoch, 0 if unknown.
     * @return this.
     */
    public AnswerStamps publishedNs(final long value)
    {
        buffer.putLong(offset + PUBLISHED_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the gateway had read the events (t4').
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long eventsReadNs()
    {
        return buffer.getLong(offset + EVENTS_READ_NS_OFFSET, ORDER);
    }

    /**
     * When the gateway had read the events (t4').
     *
     * @param value nanoseconds since the Unix epoch.
     * @return this.
     */
    public AnswerStamps eventsReadNs(final long value)
    {
        buffer.putLong(offset + EVENTS_READ_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * When the gateway gave the last byte of the answer to the socket (t4).
     *
     * @return nanoseconds since the Unix epoch, 0 if the answer did not leave.
     */
    public long writtenNs()
    {
        return buffer.getLong(offset + WRITTEN_NS_OFFSET, ORDER);
    }

    /**
     * When the gateway gave the last byte of the answer to the socket (t4).
     *
     * @param value nanoseconds since the Unix epoch, 0 if the answer did not leave.
     * @return this.
     */
    public AnswerStamps writtenNs(final long value)
    {
        buffer.putLong(offset + WRITTEN_NS_OFFSET, value, ORDER);
        return this;
    }

    /**
     * Whose request it was.
     *
     * @return login id.
     */
    public int loginId()
    {
        return buffer.getInt(offset + LOGIN_ID_OFFSET, ORDER);
    }

    /**
     * Whose request it was.
     *
     * @param value login id.
     * @return this.
     */
    public AnswerStamps loginId(final int value)
    {
        buffer.putInt(offset + LOGIN_ID_OFFSET, value, ORDER);
        return this;
    }

    /**
     * What the client was answered with.
     *
     * @return template id of the gateway's protocol.
     */
    public int templateId()
    {
        return buffer.getShort(offset + TEMPLATE_ID_OFFSET, ORDER) & TEMPLATE_ID_MASK;
    }

    /**
     * What the client was answered with.
     *
     * @param value template id of the gateway's protocol.
     * @return this.
     */
    public AnswerStamps templateId(final int value)
    {
        buffer.putShort(offset + TEMPLATE_ID_OFFSET, (short)value, ORDER);
        return this;
    }

    /**
     * Type of the command.
     *
     * @return template id of a command of the engine schema.
     */
    public int commandTemplateId()
    {
        return buffer.getShort(offset + COMMAND_TEMPLATE_ID_OFFSET, ORDER) & TEMPLATE_ID_MASK;
    }

    /**
     * Type of the command.
     *
     * @param value template id of a command of the engine schema.
     * @return this.
     */
    public AnswerStamps commandTemplateId(final int value)
    {
        buffer.putShort(offset + COMMAND_TEMPLATE_ID_OFFSET, (short)value, ORDER);
        return this;
    }

    /**
     * How the answer left.
     *
     * @return {@link #PUBLIC_FIRST}, {@link #LATE} or neither, and {@link #FIX}.
     */
    public int flags()
    {
        return buffer.getInt(offset + FLAGS_OFFSET, ORDER);
    }

    /**
     * How the answer left.
     *
     * @param value {@link #PUBLIC_FIRST}, {@link #LATE} or neither, and {@link #FIX}.
     * @return this.
     */
    public AnswerStamps flags(final int value)
    {
        buffer.putInt(offset + FLAGS_OFFSET, value, ORDER);
        return this;
    }
}
