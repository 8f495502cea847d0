// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.client.PublishedWatermark;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.protocol.MassQuoteDecoder;
import io.bourse.engine.telemetry.AnswerRecorder;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.RequestLatencies;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.session.store.HandedMark;
import io.bourse.gateway.fix.wire.FixWriter;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reports as bytes, in order, until their market data is public or the bounded wait for it is over. The duty cycle goes
 * on meanwhile, so that a missing publisher costs latency but no throughput. A report is one record:
 *
 * <pre>
 *   0 length 4 | 4 loginId 4 | 8 position 8 | 16 cursor 8 | 24 deadlineNs 8 | 32 k 4 | 36 msgType 4 | 40 bodyLength 4 |
 *   44 record of time stamps 4 | 48 readNs 8 | 56 stampedNs 8 | 64 publishedNs 8 | 72 body
 * </pre>
 *
 * The last three times are 0 in a report that answers no request. A mark of numbers has k -1, no body, the mark in
 * place of readNs, and msgType 1 when it is of a process with other stores.
 */
final class TransactionOutbox implements Outbox
{
    private static final int LOGIN_OFFSET = 4;
    private static final int POSITION_OFFSET = 8;
    private static final int CURSOR_OFFSET = 16;
    private static final int DEADLINE_OFFSET = 24;
    private static final int K_OFFSET = 32;
    private static final int TYPE_OFFSET = 36;
    private static final int BODY_LENGTH_OFFSET = 40;
    private static final int RECORD_OFFSET = 44;
    private static final int READ_NS_OFFSET = 48;
    private static final int STAMPED_NS_OFFSET = 56;
    private static final int PUBLISHED_NS_OFFSET = 64;
    private static final int BODY_OFFSET = 72;
    private static final int ALIGNMENT = 8;
    private static final int INITIAL_CAPACITY = 64 * 1024;
    private static final int MARK = -1;
    private static final String EXECUTION_REPORT = "8";
    private static final int FULL = 32 * 1024 * 1024;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[INITIAL_CAPACITY]);
    private final FixSessions sessions;
    private final PublishedWatermark watermark;
    private final HandedMark mark;
    private final CounterSet<FixCounter> counters;
    private final AnswerRecorder recorder;
    /** Null when the thread beside the log of time stamps counts them. */
    private final RequestLatencies latencies;
    private final NanoClock clock;
    private final long timeoutNs;
    /** Up to where an earlier process stored all reports. */
    final long startPosition;
    private byte[] body = new byte[4096];
    private int head;
    private int committed;
    private int tail;
    private boolean isLive;
    private boolean isWanted;
    private long position;
    private long cursor;
    private long seenPosition;
    /** The transaction while its request is not answered yet, else null. */
    private EventGroup unanswered;
    /** Of the answer of the transaction. */
    private int record = AnswerRecorder.NONE;

    TransactionOutbox(
        final FixSessions sessions,
        final PublishedWatermark watermark,
        final HandedMark mark,
        final CounterSet<FixCounter> counters,
        final AnswerRecorder recorder,
        final NanoClock clock,
        final long timeoutNs)
    {
        this.sessions = sessions;
        this.watermark = watermark;
        this.mark = mark;
        this.counters = counters;
        this.recorder = recorder;
        latencies = recorder.isOn() ? null : new RequestLatencies();
        this.clock = clock;
        this.timeoutNs = timeoutNs;
        startPosition = mark.position();
        seenPosition = startPosition;
    }

    /** The replay is over: from here on market data goes first. */
    void caughtUp()
    {
        isLive = true;
    }

    /** So much waits that the event stream should not be followed for now. */
    boolean isFull()
    {
        return tail - head > FULL;
    }

    @Override
    public void begin(final EventGroup group, final long ofTransaction)
    {
        position = ofTransaction;
        cursor = isLive ? group.cursor() : 0;
        isWanted = position > startPosition;
        unanswered = isLive && isWanted ? group : null;
        record = AnswerRecorder.NONE;
    }

    @Override
    public void answers(final EventGroup group, final long offeredNs, final int tradingDate)
    {
        if (null == unanswered)
        {
            return;
        }
        recorder.tradingDate(tradingDate);
        final AnswerStamps stamps = recorder.begin();
        if (null != stamps)
        {
            stamps
                .request(group.cursor(), group.sessionId(), group.sequence(), group.commandTemplateId())
                .engine(group.receivedNs(), group.engineTimeNs(), group.publishedNs())
                .offeredNs(offeredNs)
                .flags(AnswerStamps.FIX);
        }
    }

    @Override
    public void answeredOrder(final long orderId)
    {
        if (AnswerRecorder.NONE != record)
        {
            recorder.record(record).orderId(orderId);
        }
    }

    @Override
    public long handedPosition()
    {
        return mark.position();
    }

    @Override
    public boolean isWanted()
    {
        return isWanted;
    }

    @Override
    public void add(final FixSession session, final FixWriter message)
    {
        if (!isWanted)
        {
            return;
        }
        final FixSessionImpl impl = sessions.find(session.loginId());
        final int k = impl.nextReport(position);
        if (impl.store.has(position, k))
        {
            counters.increment(FixCounter.REPORTS_NOT_REPEATED, FixSession.classOf(session));
        }
        else
        {
            final boolean isAnswer = null != unanswered && unanswered.sessionId() == impl.loginId() &&
                !isOfSeveral(message, unanswered.commandTemplateId());
            append(impl, message, k, isAnswer ? unanswered : null);
            unanswered = isAnswer ? null : unanswered;
        }
    }

    /** Before the answer to a mass cancel or a mass quote stand the reports of the orders that it concerns. */
    private static boolean isOfSeveral(final FixWriter report, final int command)
    {
        return EXECUTION_REPORT.equals(report.msgType()) &&
            (MassCancelDecoder.TEMPLATE_ID == command || MassQuoteDecoder.TEMPLATE_ID == command);
    }

    @Override
    public void addUnrepeatable(final FixSession session, final FixWriter message)
    {
        append(sessions.find(session.loginId()), message, 0, null);
    }

    @Override
    public void mark(final FixSession session, final long ofNumbers)
    {
        if (!isWanted)
        {
            return;
        }
        ensureSpace(BODY_OFFSET);
        buffer.putInt(tail, BODY_OFFSET);
        buffer.putInt(tail + LOGIN_OFFSET, session.loginId());
        buffer.putLong(tail + POSITION_OFFSET, position);
        buffer.putInt(tail + K_OFFSET, MARK);
        buffer.putInt(tail + TYPE_OFFSET, mark.isOfOthers() ? 1 : 0);
        buffer.putLong(tail + READ_NS_OFFSET, ofNumbers);
        tail += BODY_OFFSET;
    }

    private void append(
        final FixSessionImpl session, final FixWriter report, final int k, final EventGroup answered)
    {
        final FixWriter message = session.options().select(report);
        final int length = BODY_OFFSET + message.length() + ALIGNMENT - 1 & -ALIGNMENT;
        ensureSpace(length);
        buffer.putInt(tail, length);
        buffer.putInt(tail + LOGIN_OFFSET, session.loginId());
        buffer.putLong(tail + POSITION_OFFSET, position);
        buffer.putInt(tail + K_OFFSET, k);
        buffer.putInt(tail + TYPE_OFFSET, FrameEncoder.pack(message.msgType()));
        buffer.putInt(tail + BODY_LENGTH_OFFSET, message.length());
        final boolean isRecorded = null != answered && recorder.isOpen();
        buffer.putInt(tail + RECORD_OFFSET, isRecorded ? answer(message) : AnswerRecorder.NONE);
        buffer.putLong(tail + READ_NS_OFFSET, null == answered ? 0 : answered.receivedNs());
        buffer.putLong(tail + STAMPED_NS_OFFSET, null == answered ? 0 : answered.engineTimeNs());
        buffer.putLong(tail + PUBLISHED_NS_OFFSET, null == answered ? 0 : answered.publishedNs());
        buffer.putBytes(tail + BODY_OFFSET, message.bytes(), 0, message.length());
        tail += length;
    }

    private int answer(final FixWriter message)
    {
        record = recorder.onAnswer();
        recorder.record(record).templateId(FrameEncoder.pack(message.msgType()));
        return record;
    }

    private void ensureSpace(final int length)
    {
        if (tail + length <= buffer.capacity())
        {
            return;
        }
        final int used = tail - head;
        final byte[] bytes = buffer.byteArray();
        if (used + length <= bytes.length / 2)
        {
            System.arraycopy(bytes, head, bytes, 0, used);
        }
        else
        {
            final byte[] larger = new byte[Math.max(2 * bytes.length, Integer.highestOneBit(used + length) * 2)];
            System.arraycopy(bytes, head, larger, 0, used);
            buffer.wrap(larger);
        }
        committed -= head;
        tail = used;
        head = 0;
    }

    @Override
    public void end()
    {
        seenPosition = Math.max(seenPosition, position);
        unanswered = null;
        recorder.end();
        if (committed < tail)
        {
            final long deadlineNs = clock.nanoTime() + timeoutNs;
            for (int at = committed; at < tail; at += buffer.getInt(at))
            {
                // A mark has its place among the reports, and nothing public to wait for.
                buffer.putLong(at + CURSOR_OFFSET, MARK == buffer.getInt(at + K_OFFSET) ? 0 : cursor);
                buffer.putLong(at + DEADLINE_OFFSET, deadlineNs);
            }
            committed = tail;
        }
    }

    /** Gives to the sessions what may leave; reports. */
    int drain(final long nowNs)
    {
        int sent = 0;
        if (head < committed)
        {
            // The cursor first: its time may be that of a later one, and never that of an earlier one.
            final long published = watermark.get();
            final long publishedNs = watermark.publishedNs();
            while (head < committed)
            {
                final boolean isPublic = buffer.getLong(head + CURSOR_OFFSET) <= published;
                if (!isPublic && !mayLeaveUnpublished(nowNs))
                {
                    break;
                }
                sendFirst(isPublic ? publishedNs : 0, flags(isPublic));
                sent++;
            }
        }
        rest();
        return sent;
    }

    private boolean mayLeaveUnpublished(final long nowNs)
    {
        final boolean isLate = 0 != timeoutNs && buffer.getLong(head + DEADLINE_OFFSET) - nowNs <= 0;
        if (isLate)
        {
            counters.increment(FixCounter.LATE_FOR_MARKET_DATA,
                FixSession.classOf(sessions.find(buffer.getInt(head + LOGIN_OFFSET))));
        }
        return isLate || 0 == timeoutNs;
    }

    /** Sends everything, published or not: these are facts, and the gateway is about to end. */
    void flush()
    {
        while (head < committed)
        {
            sendFirst(0, 0);
        }
        rest();
    }

    private void rest()
    {
        if (head == tail)
        {
            head = 0;
            committed = 0;
            tail = 0;
            if (mark.position() < seenPosition)
            {
                mark.position(seenPosition);
            }
        }
    }

    private int flags(final boolean isPublic)
    {
        return 0 == timeoutNs ? 0 : isPublic ? AnswerStamps.PUBLIC_FIRST : AnswerStamps.LATE;
    }

    private void sendFirst(final long publishedNs, final int flags)
    {
        final int at = head;
        final FixSessionImpl session = sessions.find(buffer.getInt(at + LOGIN_OFFSET));
        final int k = buffer.getInt(at + K_OFFSET);
        final long reportPosition = buffer.getLong(at + POSITION_OFFSET);
        if (MARK == k)
        {
            session.onMark(
                reportPosition, buffer.getLong(at + READ_NS_OFFSET), 0 != buffer.getInt(at + TYPE_OFFSET));
        }
        else
        {
            sendReport(at, session, k, reportPosition, publishedNs, flags);
        }
        head += buffer.getInt(at);
        if (head < committed && buffer.getLong(head + POSITION_OFFSET) != reportPosition)
        {
            mark.position(Math.max(mark.position(), reportPosition));
        }
    }

    private void sendReport(
        final int at,
        final FixSessionImpl session,
        final int k,
        final long reportPosition,
        final long publishedNs,
        final int flags)
    {
        final int length = buffer.getInt(at + BODY_LENGTH_OFFSET);
        if (length > body.length)
        {
            body = new byte[2 * length];
        }
        buffer.getBytes(at + BODY_OFFSET, body, 0, length);
        final int msgType = buffer.getInt(at + TYPE_OFFSET);
        final long sentNs = 0 == k ?
            session.store(msgType, body, length, 0, 0) : session.report(msgType, body, length, reportPosition, k);
        final long readNs = buffer.getLong(at + READ_NS_OFFSET);
        final int ofAnswer = buffer.getInt(at + RECORD_OFFSET);
        if (AnswerRecorder.NONE != ofAnswer)
        {
            recordAnswer(ofAnswer, session, sentNs, publishedNs, flags);
        }
        else if (0 != readNs && null != latencies)
        {
            latencies.record(
                readNs, buffer.getLong(at + STAMPED_NS_OFFSET), buffer.getLong(at + PUBLISHED_NS_OFFSET), sentNs);
            recorder.lead(publishedNs, sentNs);
        }
        counters.increment(FixCounter.REPORTS, FixSession.classOf(session));
    }

    private void recordAnswer(
        final int ofAnswer,
        final FixSessionImpl session,
        final long sentNs,
        final long publishedNs,
        final int flags)
    {
        recorder.record(ofAnswer).flags(flags | AnswerStamps.FIX);
        if (0 == sentNs)
        {
            recorder.onNotSent(ofAnswer);
        }
        else
        {
            final FixConnection connection = session.connection;
            recorder.onQueued(ofAnswer, connection.unwritten, connection.output().claimedPosition(), publishedNs);
        }
    }
}
