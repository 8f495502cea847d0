// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.ClearingKind;
import io.bourse.gateway.fix.client.FixExecution;
import io.bourse.gateway.fix.session.FixCounter;
import io.bourse.gateway.fix.session.FixSessionOptions;
import io.bourse.gateway.fix.session.FixSessionOptions.Role;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A watcher over real sockets: BETA has the copies of ALPHA's firm.
 */
@Tag("venue")
class FixCopiesTest
{
    private static final long E5 = 100_000;

    @TempDir
    private Path directory;
    private Venue venue;

    @BeforeEach
    void start()
    {
        final FixSessionOptions watcher = FixSessionOptions.builder()
            .roles(EnumSet.of(Role.DROP_COPY, Role.TRADE_CAPTURE))
            .dropCopyFirms(List.of("CF01"))
            .build();
        venue = new Venue(directory)
            .options((options) -> options.sessions(Map.of("BETA", watcher)))
            .startGateway();
    }

    @AfterEach
    void stop()
    {
        venue.close();
    }

    @Test
    void shouldGiveTheWatcherEveryReportOnceWhenGatewayAndWatcherComeAndGo()
    {
        final Trader alpha = venue.logOn("ALPHA");
        final Trader watcher = venue.logOn("BETA");
        alpha.buy("a1", 10, 100 * E5);
        alpha.sell("a2", 4, 100 * E5);
        watcher.expect(
            "0/0 a1 qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 a2 qty=4@100 leaves=4 cum=0 avg=0",
            "F/1 a1 qty=10@100 last=4@100 leaves=6 cum=4 avg=100",
            "F/2 a2 qty=4@100 last=4@100 leaves=0 cum=4 avg=100",
            "AE 533=");
        watcher.client().dropConnection();
        venue.stopGateway();
        venue.operator.suspend(ClearingKind.EVENING);
        venue.operator.state();
        venue.startGateway();
        Venue.await(() -> 5 == alpha.executions().size() && 5 == watcher.executions().size(),
            "the reports do not come");
        watcher.expect("C/C a1 qty=10@100 leaves=0 cum=4 avg=100 SESSION_END");
        assertTrue(watcher.executions().stream().allMatch(FixExecution::isCopy));
        assertTrue(alpha.executions().stream().noneMatch(FixExecution::isCopy));
        assertEquals(ids(alpha), ids(watcher));
        assertEquals(0, venue.counters().get(FixCounter.REPORTS_NOT_REPEATED));
    }

    private static List<String> ids(final Trader trader)
    {
        return trader.executions().stream().map(FixExecution::execId).collect(Collectors.toList());
    }

    @Test
    void shouldNotLetTheWatcherTrade()
    {
        final Trader watcher = venue.logOn("BETA");
        watcher.buy("b1", 10, 100 * E5);
        watcher.expect("business 6");
        assertEquals(0, venue.counters().get(FixCounter.COMMANDS));
    }
}
