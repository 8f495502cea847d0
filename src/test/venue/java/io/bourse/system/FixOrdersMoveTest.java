// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.client.FixClient;
import io.bourse.gateway.fix.client.FixClientListener;
import io.bourse.gateway.fix.client.FixExecution;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * An order of a FIX login goes to another partition between two sessions, and its client goes on with it at the
 * gateway there.
 */
@Tag("drill")
class FixOrdersMoveTest
{
    private static final String LOGIN = "FIXBB01";
    private static final String ACCOUNT = "BB01001";
    private static final String SYMBOL = "Si-12.26";
    private static final long PRICE_E5 = 9_000_000_000L;

    @TempDir
    private Path dir;

    private final List<VenueProcess> processes = new ArrayList<>();

    /** A client whose reports are waited for. */
    private static final class Trader implements FixClientListener, AutoCloseable
    {
        private final Queue<FixExecution> executions = new ConcurrentLinkedQueue<>();
        private final FixClient client;

        Trader(final Path data, final int partition) throws IOException
        {
            final String[] address =
                VenueProcess.descriptor(data.resolve("partition-" + partition)).fix().split(":");
            client = FixClient.connect(address[0], Integer.parseInt(address[1]), LOGIN, this);
            TestEngine.await("the logon", client::isLoggedOn);
        }

        @Override
        public void onExecution(final FixExecution execution)
        {
            executions.add(execution);
        }

        private FixExecution await(final char execType, final String clOrdId)
        {
            TestEngine.await("report " + execType + " of " + clOrdId, () -> executions.stream().anyMatch(
                each -> execType == each.execType() && clOrdId.equals(each.clOrdId())));
            return executions.stream().filter(each -> execType == each.execType() && clOrdId.equals(each.clOrdId()))
                .findFirst().orElseThrow();
        }

        @Override
        public void close()
        {
            client.close();
        }
    }

    @AfterEach
    void closeAll()
    {
        processes.reversed().forEach(VenueProcess::close);
        VenueProcess.clean(dir.resolve("data").resolve("partition-0"));
        VenueProcess.clean(dir.resolve("data").resolve("partition-1"));
    }

    private void start(final Path config) throws IOException
    {
        processes.add(VenueProcess.startReady("start", "--config", config.toString()));
    }

    private static String done(final String... arguments)
    {
        final VenueProcess.Result result = VenueProcess.execute(arguments);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }

    @Test
    void shouldGoOnWithAnOrderAtTheGatewayOfItsNewPartition() throws Exception
    {
        final Path data = dir.resolve("data");
        final Map<String, Object> options = TestVenue.options(data);
        options.put("venue.partitions.count", 2);
        options.put("venue.trading-date", 20261120);
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        start(config);
        final FixExecution accepted;
        try (Trader trader = new Trader(data, 0))
        {
            trader.client.newOrder("standing", ACCOUNT, SYMBOL, Side.BUY, 5, PRICE_E5, TimeInForce.GTC);
            accepted = trader.await('0', "standing");
        }
        done("clearing", "evening", "--data", data.toString());
        final String former = "symbol,partition\nSBER,1\n";
        final Path file = Files.writeString(dir.resolve("partitions.csv"), former);
        final String moved = done("partition", "move", "Si", "--to", "1", "--write", file.toString(), "--data",
            data.toString());
        assertTrue(moved.contains("done") && moved.contains("written: "), moved);
        assertEquals(former + "Si,1\n", Files.readString(file));
        assertTrue(done("partition", "move", "Si", "--to", "1", "--write", file.toString(), "--data",
            data.toString()).contains("they are there already"));
        done("session", "open", "--next", "--data", data.toString());
        try (Trader trader = new Trader(data, 1))
        {
            trader.client.orderStatus("standing", SYMBOL, Side.BUY);
            final FixExecution status = trader.await('I', "standing");
            assertEquals(accepted.orderId(), status.orderId());
            trader.client.cancel("gone", "standing", SYMBOL, Side.BUY);
            assertEquals(accepted.orderId(), trader.await('4', "gone").orderId());
        }
    }
}
