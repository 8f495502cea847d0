// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.crypto.PersonalKey;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.operators.SoleOperator;
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
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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
 * An order of a FIX login goes to another partition between two sessions, the venue starts again with the file that the
 * move has written, and its client goes on with the order at the gateway there.
 */
@Tag("drill")
class FixOrdersMoveTest
{
    private static final String LOGIN = "FIXBB01";
    private static final String ACCOUNT = "BB01001";
    private static final String SYMBOL = "Si-12.26";
    private static final String INSTRUMENT = "1001";
    /** Of a run: its members have no certificates. */
    private static final int PUBLISHED_WITHOUT_PACKAGES = 10;
    private static final String PASSWORD = "correct horse";
    private static final List<String> TABLES = List.of("capacity", "clearing-firms", "brokerage-firms", "accounts",
        "logins", "instruments", "contracts", "limits", "trading-days", "partitions");
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

    private String done(final String... arguments)
    {
        final VenueProcess.Result result = execute(arguments);
        assertEquals(0, result.exitCode(), result::toString);
        return result.out();
    }

    private VenueProcess.Result execute(final String... arguments)
    {
        final List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--data", dir.resolve("data").toString(), "--as", "sole",
            "--operator-key", dir.resolve("sole.key").toString(),
            "--operator-password", dir.resolve("password").toString()));
        return VenueProcess.execute(all.toArray(String[]::new));
    }

    @Test
    void shouldGoOnWithAnOrderAtTheGatewayOfItsNewPartition() throws Exception
    {
        final Path data = dir.resolve("data");
        final SoleOperator sole =
            new SoleOperator(PersonalKey.create(dir.resolve("sole.key"), "sole", PASSWORD.toCharArray()));
        OwnerFiles.write(dir.resolve("password"), PASSWORD.getBytes(StandardCharsets.US_ASCII));
        final Path reference = referenceData();
        final Map<String, Object> options = TestVenue.options(data);
        options.putAll(sole.options());
        options.put("venue.reference-data", reference.toString());
        options.put("venue.partitions.count", 2);
        options.put("venue.trading-date", 20261120);
        options.put("venue.fix.defaults.password-required", false);
        assertEquals(0, VenueProcess.execute("keys", "init", "--data", data.toString()).exitCode());
        final Path config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        start(config);
        final FixExecution accepted;
        try (Trader trader = new Trader(data, 0))
        {
            trader.client.newOrder("standing", ACCOUNT, SYMBOL, Side.BUY, 5, PRICE_E5, TimeInForce.GTC);
            accepted = trader.await('0', "standing");
        }
        final VenueProcess.Result evening = execute("clearing", "evening");
        assertEquals(PUBLISHED_WITHOUT_PACKAGES, evening.exitCode(), evening::toString);
        final Path file = reference.resolve("partitions.csv");
        final String former = Files.readString(file);
        final String[] move = {"partition", "move", "Si", "--to", "1", "--write", file.toString()};
        final String moved = done(move);
        assertTrue(moved.contains("done") && moved.contains("written: "), moved);
        assertEquals(former + "Si,1\n", Files.readString(file));
        assertTrue(done(move).contains("they are there already"));
        processes.getFirst().stop();
        processes.getFirst().awaitExit();
        start(config);
        done("session", "open", "--next");
        try (Trader trader = new Trader(data, 1))
        {
            trader.client.orderStatus("standing", SYMBOL, Side.BUY);
            final FixExecution status = trader.await('I', "standing");
            assertEquals(accepted.orderId(), status.orderId());
            trader.client.cancel("gone", "standing", SYMBOL, Side.BUY);
            assertEquals(accepted.orderId(), trader.await('4', "gone").orderId());
        }
        // Without a number of the partition: the file says where it is.
        done("phase", "--instrument", INSTRUMENT, "HALTED");
        final VenueProcess.Result shown =
            VenueProcess.execute("session", "show", "--partition", "1", "--data", data.toString());
        assertTrue(shown.out().contains("HALTED (" + INSTRUMENT + ")"), shown::toString);
    }

    /** Tables of its own: nothing that a move changes is written into those of the program. */
    private Path referenceData() throws IOException
    {
        final Path reference = Files.createDirectories(dir.resolve("reference"));
        for (final String table : TABLES)
        {
            try (InputStream in = ReferenceDataReader.class.getResourceAsStream("/reference/" + table + ".csv"))
            {
                Files.write(reference.resolve(table + ".csv"), in.readAllBytes());
            }
        }
        return reference;
    }
}
