// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.node.Idling;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.YieldingIdleStrategy;

/**
 * The venue's ways of waiting, for others.
 */
final class Waiting
{
    private Waiting()
    {
    }

    static IdleStrategy of(final String name)
    {
        return switch (name)
        {
            case "spin" -> BusySpinIdleStrategy.INSTANCE;
            case "yield" -> YieldingIdleStrategy.INSTANCE;
            case "park" -> Idling.parking();
            default -> throw new IllegalArgumentException("wait by park, yield or spin: idle=" + name);
        };
    }
}
