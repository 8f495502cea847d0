// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import io.bourse.engine.protocol.EventGroup;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A transaction of which nothing is known but its cursor. Tests say of it what matters to them.
 */
public interface BareGroup extends EventGroup
{
    @Override
    default long commandPosition()
    {
        return cursor();
    }

    @Override
    default long engineTimeNs()
    {
        return 0;
    }

    @Override
    default long receivedNs()
    {
        return 0;
    }

    @Override
    default boolean isMoreWaiting()
    {
        return false;
    }

    @Override
    default long publishedNs()
    {
        return 0;
    }

    @Override
    default long sequence()
    {
        return 0;
    }

    @Override
    default int sessionId()
    {
        return 0;
    }

    @Override
    default int gatewayId()
    {
        return 0;
    }

    @Override
    default int partition()
    {
        return 0;
    }

    @Override
    default int commandTemplateId()
    {
        return 0;
    }

    @Override
    default long rollingHash()
    {
        return 0;
    }

    @Override
    default long frameSequence()
    {
        return 0;
    }

    @Override
    default int clientRefLength()
    {
        return 0;
    }

    @Override
    default DirectBuffer clientRefBuffer()
    {
        return new UnsafeBuffer(0, 0);
    }

    @Override
    default int clientRefOffset()
    {
        return 0;
    }
}
