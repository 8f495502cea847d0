// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.MassCancelDecoder;
import io.bourse.engine.telemetry.AnswerRecorder;
import io.bourse.engine.telemetry.AnswerStamps;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.TimestampLog;
import io.bourse.engine.telemetry.UnwrittenAnswers;
import io.bourse.gateway.sbe.twime.BusinessMessageRejectDecoder;
import io.bourse.gateway.sbe.twime.MessageHeaderDecoder;
import io.bourse.gateway.sbe.twime.NewOrderIcebergResponseDecoder;
import io.bourse.gateway.sbe.twime.NewOrderSingleResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderMassCancelResponseDecoder;
import io.bourse.gateway.sbe.twime.OrderReplaceResponseDecoder;
import io.bourse.gateway.sbe.wire.TwimeFrames;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;

import java.nio.ByteOrder;

/**
 * Which requests of TWIME are recorded, and what their answers are (docs/timestamps.md).
 */
final class RequestStamps
{
    private final MessageHeaderDecoder header = new MessageHeaderDecoder();
    private final AnswerRecorder recorder;

    /**
     * Stamps of one gateway.
     *
     * @param log to write to, or null to record nothing; closed here.
     * @param clock of the stamps.
     * @param counters to count in.
     */
    RequestStamps(final TimestampLog log, final EpochNanoClock clock, final CounterSet<GatewayCounter> counters)
    {
        recorder = new AnswerRecorder(log, clock, (recorded, lost) ->
        {
            counters.set(GatewayCounter.TIMESTAMPS_RECORDED, recorded);
            counters.set(GatewayCounter.TIMESTAMPS_LOST, lost);
        });
    }

    /** Records nothing. */
    static RequestStamps off()
    {
        return new RequestStamps(null, null, null);
    }

    /** The clock of the stamps; 0 when nothing is recorded. */
    long nowNs()
    {
        return recorder.nowNs();
    }

    void tradingDate(final int date)
    {
        recorder.tradingDate(date);
    }

    /** A command has been given to the engine. */
    void onOffered(final Login login, final long sequence, final long offeredNs)
    {
        if (recorder.isOn())
        {
            login.offerTimes.put(sequence, offeredNs);
        }
    }

    /** The transaction that a request of this login has caused is being read (t4'). */
    void begin(final EventGroup group, final Login login)
    {
        final AnswerStamps stamps = recorder.begin();
        if (null != stamps)
        {
            stamps
                .request(group.cursor(), group.sessionId(), group.sequence(), group.commandTemplateId())
                .engine(group.receivedNs(), group.engineTimeNs(), group.publishedNs())
                .offeredNs(login.offerTimes.get(group.sequence()));
        }
    }

    /** Whether the answer of a transaction is still to be found. */
    boolean isOpen()
    {
        return recorder.isOpen();
    }

    /** Whether a frame is the answer to the request of the transaction that is being read. */
    boolean isAnswer(final int loginId, final DirectBuffer buffer, final int offset)
    {
        final AnswerStamps stamps = recorder.open();
        if (loginId != stamps.loginId())
        {
            return false;
        }
        final int templateId = header.wrap(buffer, offset).templateId();
        return switch (templateId)
        {
            case OrderMassCancelResponseDecoder.TEMPLATE_ID,
                BusinessMessageRejectDecoder.TEMPLATE_ID -> true;
            case NewOrderSingleResponseDecoder.TEMPLATE_ID,
                NewOrderIcebergResponseDecoder.TEMPLATE_ID,
                OrderReplaceResponseDecoder.TEMPLATE_ID,
                // Before the answer to a mass cancel stand those for the orders that it has cancelled.
                OrderCancelResponseDecoder.TEMPLATE_ID -> MassCancelDecoder.TEMPLATE_ID != stamps.commandTemplateId();
            default -> false;
        };
    }

    /** The answer was found. Returns the record that will be written when it leaves. */
    int onAnswer(final DirectBuffer buffer, final int offset)
    {
        final int record = recorder.onAnswer();
        final int templateId = header.wrap(buffer, offset).templateId();
        final int body = offset + TwimeFrames.HEADER_LENGTH;
        final int orderIdOffset = switch (templateId)
        {
            case NewOrderSingleResponseDecoder.TEMPLATE_ID -> NewOrderSingleResponseDecoder.orderIDEncodingOffset();
            case NewOrderIcebergResponseDecoder.TEMPLATE_ID -> NewOrderIcebergResponseDecoder.orderIDEncodingOffset();
            case OrderReplaceResponseDecoder.TEMPLATE_ID -> OrderReplaceResponseDecoder.orderIDEncodingOffset();
            case OrderCancelResponseDecoder.TEMPLATE_ID -> OrderCancelResponseDecoder.orderIDEncodingOffset();
            default -> AnswerRecorder.NONE;
        };
        // Every answer begins with the ClOrdID.
        recorder.record(record)
            .templateId(templateId)
            .clOrdId(buffer.getLong(body, ByteOrder.LITTLE_ENDIAN))
            .orderId(AnswerRecorder.NONE == orderIdOffset ? 0 :
                buffer.getLong(body + orderIdOffset, ByteOrder.LITTLE_ENDIAN));
        return record;
    }

    /** The transaction has been read; it may have had no answer. */
    void end()
    {
        recorder.end();
    }

    /**
     * The answer was let go.
     *
     * @param record that {@link #onAnswer} gave.
     * @param login it is for.
     * @param flags how it left.
     * @param publishedNs when its market data was public; 0 when it was not, or when that is not known.
     */
    void onReleased(final int record, final Login login, final int flags, final long publishedNs)
    {
        recorder.record(record).flags(flags);
        final TwimeConnection connection = login.connection();
        // One without space for the answer is closing.
        if (null == connection || TwimeConnection.State.CLOSING == connection.state() ||
            TwimeConnection.State.CLOSED == connection.state())
        {
            recorder.onNotSent(record);
        }
        else
        {
            recorder.onQueued(record, connection.unwritten, connection.output().claimedPosition(), publishedNs);
        }
    }

    /** A connection has given bytes to its socket (t4). */
    void onWritten(final UnwrittenAnswers unwritten, final long writtenPosition, final long writtenNs)
    {
        recorder.onWritten(unwritten, writtenPosition, writtenNs);
    }

    /** A connection is gone: what it has not written never leaves. */
    void onClosed(final UnwrittenAnswers unwritten)
    {
        recorder.onClosed(unwritten);
    }

    void close()
    {
        recorder.close();
    }
}
