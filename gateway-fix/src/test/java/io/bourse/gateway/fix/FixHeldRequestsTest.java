// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.Side;
import io.bourse.gateway.fix.field.FixRefusal;
import io.bourse.gateway.fix.order.NarrowClient;
import io.bourse.gateway.fix.session.FixCounter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A full engine behind the real gateway: the gateway's one thread goes on, sessions wait.
 */
@Tag("venue")
class FixHeldRequestsTest
{
    private static final long E5 = 100_000;

    @TempDir
    private Path directory;
    private final AtomicBoolean isFull = new AtomicBoolean();
    private Venue venue;

    @BeforeEach
    void start()
    {
        venue = new Venue(directory);
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    private void startGateway(final long busyTimeoutNs)
    {
        venue.clients((client) -> new NarrowClient(client, isFull::get))
            .options((options) -> options.engineBusyTimeoutNs(busyTimeoutNs))
            .startGateway();
    }

    @Test
    void shouldTakeEverythingInOrderWhenThereIsRoomAgain()
    {
        startGateway(TimeUnit.SECONDS.toNanos(60));
        final Trader alpha = venue.logOn("ALPHA");
        alpha.buy("a0", 1, 100 * E5);
        alpha.expect("0/0 a0 qty=1@100 leaves=1 cum=0 avg=0");
        isFull.set(true);
        for (int i = 1; i <= 200; i++)
        {
            alpha.buy("a" + i, i, 100 * E5);
        }
        alpha.cancel("c1", "a1", Side.BUY);
        // Who only logs on is served meanwhile.
        venue.logOn("BETA");
        alpha.expectNothingMore();
        isFull.set(false);
        for (int i = 1; i <= 200; i++)
        {
            alpha.expect("0/0 a" + i + " qty=" + i + "@100 leaves=" + i + " cum=0 avg=0");
        }
        alpha.expect("4/4 c1<a1 qty=1@100 leaves=0 cum=0 avg=0");
        assertEquals(0, venue.counters().get(FixCounter.REFUSALS));
    }

    @Test
    void shouldRefuseWhenTheEngineTakesNothingForTooLong()
    {
        startGateway(TimeUnit.MILLISECONDS.toNanos(20));
        final Trader alpha = venue.logOn("ALPHA");
        isFull.set(true);
        alpha.buy("a1", 1, 100 * E5);
        alpha.expect("8/8 a1 qty=1@100 leaves=0 cum=0 avg=0 rej=99 " + FixRefusal.ENGINE_BUSY.text());
        isFull.set(false);
        alpha.buy("a1", 1, 100 * E5);
        alpha.expect("0/0 a1 qty=1@100 leaves=1 cum=0 avg=0");
        assertEquals(1, venue.gateway().refusals().get(FixRefusal.ENGINE_BUSY));
    }
}
