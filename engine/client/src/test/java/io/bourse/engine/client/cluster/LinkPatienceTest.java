// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

class LinkPatienceTest
{
    private static final int MEMBERS = 3;

    private final LinkPatience patience = new LinkPatience(MEMBERS);

    @Test
    void shouldGiveMoreTimeWhenAllMembersHaveTakenTheirsInVain()
    {
        final List<Long> timeouts = new ArrayList<>();
        for (int i = 0; i < 4 * MEMBERS; i++)
        {
            timeouts.add(ms());
            patience.onFailure(patience.timeoutNs());
        }
        assertEquals(List.of(500L, 500L, 500L, 1_000L, 1_000L, 1_000L, 2_000L, 2_000L, 2_000L, 2_000L, 2_000L, 2_000L),
            timeouts);
        patience.onLink();
        assertEquals(500, ms());
    }

    @Test
    void shouldGiveNoMoreTimeWhenAttemptsFailAtOnce()
    {
        for (int i = 0; i < 1_000; i++)
        {
            patience.onFailure(TimeUnit.MILLISECONDS.toNanos(1));
        }
        assertEquals(500, ms());
    }

    private long ms()
    {
        return TimeUnit.NANOSECONDS.toMillis(patience.timeoutNs());
    }
}
