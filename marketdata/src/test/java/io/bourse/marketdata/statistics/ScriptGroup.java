// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.EventGroup;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A transaction of a script: nothing but a cursor and a time.
 *
 * @param cursor of it.
 * @param engineTimeNs of it.
 */
record ScriptGroup(long cursor, long engineTimeNs) implements EventGroup
{
    @Override
    public long commandPosition()
    {
        return cursor;
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
        return 0;
    }

    @Override
    public long frameSequence()
    {
        return 0;
    }

    @Override
    public int clientRefLength()
    {
        return 0;
    }

    @Override
    public DirectBuffer clientRefBuffer()
    {
        return new UnsafeBuffer(new byte[0]);
    }

    @Override
    public int clientRefOffset()
    {
        return 0;
    }
}
