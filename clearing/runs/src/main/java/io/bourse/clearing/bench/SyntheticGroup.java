// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.engine.protocol.EventGroup;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * What is common to the events of a made-up transaction. Its number decides its place in the stream and the journal.
 */
final class SyntheticGroup implements EventGroup
{
    /** Distance between two transactions in the event stream. */
    static final int CURSOR_STEP = 64;

    private static final DirectBuffer EMPTY = new UnsafeBuffer(new byte[0]);

    private long number;
    private long engineTimeNs;

    SyntheticGroup of(final long newNumber, final long newEngineTimeNs)
    {
        number = newNumber;
        engineTimeNs = newEngineTimeNs;
        return this;
    }

    @Override
    public long cursor()
    {
        return (number + 1) * CURSOR_STEP;
    }

    @Override
    public long commandPosition()
    {
        return cursor();
    }

    @Override
    public long engineTimeNs()
    {
        return engineTimeNs;
    }

    @Override
    public long receivedNs()
    {
        return 0;
    }

    @Override
    public long publishedNs()
    {
        return 0;
    }

    @Override
    public boolean isMoreWaiting()
    {
        return false;
    }

    @Override
    public long sequence()
    {
        return 0;
    }

    @Override
    public int sessionId()
    {
        return 0;
    }

    @Override
    public int gatewayId()
    {
        return 0;
    }

    @Override
    public int partition()
    {
        return 0;
    }

    @Override
    public int commandTemplateId()
    {
        return 0;
    }

    @Override
    public long rollingHash()
    {
        return number;
    }

    @Override
    public long frameSequence()
    {
        return number + 1;
    }

    @Override
    public int clientRefLength()
    {
        return 0;
    }

    @Override
    public DirectBuffer clientRefBuffer()
    {
        return EMPTY;
    }

    @Override
    public int clientRefOffset()
    {
        return 0;
    }
}
