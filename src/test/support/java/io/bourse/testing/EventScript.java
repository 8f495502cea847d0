// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.TradeSideEncoder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;

/**
 * Shows a listener transactions that were written by hand: for consumers of the event stream whose answer to a certain
 * sequence of events is to be seen without an engine that has to be led there.
 */
public final class EventScript implements BareGroup
{
    private static final int CURSOR_STEP = 64;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[1024]);
    private final EventListener listener;
    private long engineTimeNs = 1_000;
    private long cursor;
    private long sequence;
    private int sessionId;
    private int gatewayId;
    private int commandTemplateId;
    private String clientRef = "";
    private boolean isMoreWaiting;

    /**
     * A script before its first transaction.
     *
     * @param listener that is shown the events.
     */
    public EventScript(final EventListener listener)
    {
        this.listener = listener;
    }

    /** Begins a transaction one nanosecond later than the last one, caused by nobody. */
    public EventScript begin()
    {
        return begin(0, 0, 0, 0, "");
    }

    /** Begins a transaction caused by the command of a gateway's session. */
    public EventScript begin(
        final int gateway, final int session, final long commandSequence, final int templateId, final String ref)
    {
        engineTimeNs++;
        cursor += CURSOR_STEP;
        gatewayId = gateway;
        sessionId = session;
        sequence = commandSequence;
        commandTemplateId = templateId;
        clientRef = ref;
        listener.onGroupBegin(this);
        return this;
    }

    /** The next transaction follows this one at once. */
    public EventScript more(final boolean isMoreWaiting)
    {
        this.isMoreWaiting = isMoreWaiting;
        return this;
    }

    /** Ends the transaction. */
    public EventScript end()
    {
        listener.onGroupEnd(this);
        return this;
    }

    /**
     * One event; fields that are not filled are 0.
     *
     * @param encoder of the event.
     * @param fill writes its fields.
     * @param <E> kind of encoder.
     */
    public <E> EventScript event(final E encoder, final Consumer<E> fill)
    {
        buffer.setMemory(0, buffer.capacity(), (byte)0);
        final Class<?> encoderType = encoder.getClass();
        final String name = encoderType.getSimpleName().replace("Encoder", "");
        try
        {
            encoderType.getMethod("wrap", MutableDirectBuffer.class, int.class).invoke(encoder, buffer, 0);
            fill.accept(encoder);
            final Class<?> decoderType = Class.forName(encoderType.getPackageName() + "." + name + "Decoder");
            final Object decoder = decoderType.getConstructor().newInstance();
            decoderType.getMethod("wrap", DirectBuffer.class, int.class, int.class, int.class).invoke(
                decoder,
                buffer,
                0,
                encoderType.getField("BLOCK_LENGTH").getInt(null),
                encoderType.getField("SCHEMA_VERSION").getInt(null));
            EventListener.class.getMethod("on" + name, EventGroup.class, decoderType).invoke(listener, this, decoder);
        }
        catch (final InvocationTargetException ex)
        {
            if (ex.getCause() instanceof RuntimeException cause)
            {
                throw cause;
            }
            throw new IllegalStateException(ex);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalStateException("no such event: encoder=" + encoderType.getName(), ex);
        }
        return this;
    }

    /** One party of a trade. */
    public static void party(
        final TradeSideEncoder side,
        final int loginId,
        final long orderId,
        final long orderPriceE5,
        final long restLots)
    {
        side.loginId(loginId).orderId(orderId).clOrdId(orderId * 10).orderPriceE5(orderPriceE5).restLots(restLots);
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    @Override
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    @Override
    public boolean isMoreWaiting()
    {
        return isMoreWaiting;
    }

    @Override
    public long sequence()
    {
        return sequence;
    }

    @Override
    public int sessionId()
    {
        return sessionId;
    }

    @Override
    public int gatewayId()
    {
        return gatewayId;
    }

    @Override
    public int commandTemplateId()
    {
        return commandTemplateId;
    }

    @Override
    public long frameSequence()
    {
        return cursor / CURSOR_STEP;
    }

    @Override
    public int clientRefLength()
    {
        return clientRef.length();
    }

    @Override
    public DirectBuffer clientRefBuffer()
    {
        final UnsafeBuffer text = new UnsafeBuffer(new byte[clientRef.length()]);
        text.putStringWithoutLengthAscii(0, clientRef);
        return text;
    }
}
