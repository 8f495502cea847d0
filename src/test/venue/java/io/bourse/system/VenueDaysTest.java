// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.clearing.ingest.Ingest;
import io.bourse.clearing.ingest.IngestContext;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.stream.EventViews;
import io.bourse.deploy.console.stream.PartitionAnswers;
import io.bourse.deploy.console.views.ViewParts;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.ComponentNode;
import io.bourse.deploy.node.EngineNode;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.host.retention.RetentionView;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.OrderSender;
import io.bourse.engine.testing.TestEngine;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Trading dates of one venue, and how long each of its components takes to start after them. {@code -Dbourse.days} of
 * {@code -Dbourse.commands} each; components start after the first date and after every {@code -Dbourse.days.between},
 * once to read what is new and once more, which is printed. The console starts at every second of these times: what it
 * has missed was purged. A venue in {@code -Dbourse.days.directory} is kept, and
 * goes on from its last date. Prints the table of docs/results/checkpoints.md.
 */
@Tag("drill")
class VenueDaysTest
{
    private static final int DAYS = Integer.getInteger("bourse.days", 3);
    private static final int COMMANDS = Integer.getInteger("bourse.commands", 20_000);
    private static final int BETWEEN = Integer.getInteger("bourse.days.between", 10);
    private static final LocalDate FIRST_DATE = LocalDate.of(2026, 1, 1);
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(60);
    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final long LIMIT_MS = 5_000;
    /** It does not expire. */
    private static final Contract USD = new Contract(1020, 92_34_000L, 1_000, 10_00000L, 80_00000L, 105_00000L);
    /** Of the second partition; it expires at the end of the year. */
    private static final Contract SBRF =
        new Contract(1007, 30_120_00000L, 1_00000L, 1_00000L, 24_000_00000L, 36_000_00000L);
    private static final int TWIME = 1;
    private static final int FIX = 2;

    @TempDir
    private Path dir;
    private final Random random = new Random();

    @Test
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void shouldStartEveryComponentAsFastAfterManyDatesAsAfterOne() throws IOException
    {
        final Path dataDir = directory().resolve("data");
        final VenueConfig config = config(dataDir);
        int day = day(dataDir, config);
        while (day < DAYS)
        {
            try (EngineNode engine = EngineNode.start(config))
            {
                do
                {
                    final long startNs = System.nanoTime();
                    trade(dataDir, ++day, USD);
                    System.out.println("day " + day + " ms " +
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
                }
                while (1 < day && 0 != day % BETWEEN && day < DAYS);
                // Dates are made faster than they are archived.
                await("what may go is archived and purged", () -> isPurged(config));
            }
            final boolean hasConsole = 1 == day || 0 == day % (2 * BETWEEN);
            final Map<String, Long> first = starts(config, hasConsole);
            System.out.println(row(day, dataDir, first, starts(config, hasConsole)));
        }
    }

    @Test
    @Timeout(value = 12, unit = TimeUnit.HOURS)
    void shouldStartTheLowFrequencyGatewayAsFastAfterManyDatesAsAfterOne() throws IOException
    {
        final Map<String, Object> options = options(directory().resolve("several"));
        options.put("venue.partitions.count", 2);
        options.put("venue.retention.consumers", List.of());
        options.put("venue.low-frequency.enabled", true);
        options.put("venue.low-frequency.port", 0);
        options.put("venue.low-frequency.recovery-port", 0);
        final Path file = VenueProcess.writeConfig(directory().resolve("several.conf"), options);
        final List<VenueConfig> partitions = VenueConfigLoader.loadAll(file, Map.of());
        final VenueConfig gateway = VenueConfigLoader.loadLowFrequency(
            file, Map.of(), VenueConfig.LowFrequency.NAME);
        final List<Path> dirs = partitions.stream().map(VenueConfig::dataDir).toList();
        final List<Contract> contracts = List.of(USD, SBRF);
        final List<Integer> days = new ArrayList<>();
        for (final VenueConfig partition : partitions)
        {
            days.add(day(partition.dataDir(), partition));
        }
        final List<AutoCloseable> engines = new ArrayList<>();
        try
        {
            for (final VenueConfig partition : partitions)
            {
                engines.add(EngineNode.start(partition));
            }
            for (int day = Collections.min(days) + 1; day <= DAYS; day++)
            {
                for (int partition = 0; partition < dirs.size(); partition++)
                {
                    if (days.get(partition) < day)
                    {
                        trade(dirs.get(partition), day, contracts.get(partition));
                    }
                }
                if (1 == day || 0 == day % BETWEEN || DAYS == day)
                {
                    final Map<String, Long> times = new LinkedHashMap<>();
                    for (final String start : List.of("first", "second"))
                    {
                        timed(times, start, () ->
                            component(ComponentKind.LOW_FREQUENCY, gateway, dirs)).close();
                    }
                    System.out.println("day " + day + " low-frequency " + times + " live bytes of the first " +
                        bytes(dirs.getFirst().resolve("archive")));
                    assertTrue(day < DAYS || times.get("second") < LIMIT_MS, times::toString);
                }
            }
        }
        finally
        {
            CloseHelper.closeAll(engines.reversed());
        }
    }

    private static VenueConfig config(final Path dataDir) throws IOException
    {
        return VenueConfigLoader.load(null, options(dataDir));
    }

    private static Map<String, Object> options(final Path dataDir) throws IOException
    {
        final Map<String, Object> options = new LinkedHashMap<>(TestVenue.options(dataDir));
        options.put("venue.trading-date", number(FIRST_DATE));
        options.put("venue.snapshot.interval", "0 s");
        options.put("venue.retention.min-age", "0 s");
        options.put("venue.history.rate", "1 GiB");
        options.put("venue.marketdata.fast.enabled", true);
        options.put("venue.marketdata.pitch.enabled", true);
        options.put("venue.marketdata.obligations.enabled", true);
        options.put("venue.marketdata.obligations.port", 0);
        options.put("venue.marketdata.checkpoint", "1 MiB");
        return options;
    }

    private static boolean isPurged(final VenueConfig config)
    {
        final RetentionView view = RetentionView.of(config.dataDir(), config.snapshots().retention(),
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()));
        return view.plan().journalStart() <= view.journal().startPosition() &&
            view.plan().eventsStart() <= view.events().startPosition();
    }

    private Path directory()
    {
        final String kept = System.getProperty("bourse.days.directory");
        return null == kept ? dir : Path.of(kept);
    }

    /** The last date, 0 of a new venue. */
    private static int day(final Path dataDir, final VenueConfig config) throws IOException
    {
        if (!Files.exists(dataDir.resolve("archive")))
        {
            return 0;
        }
        try (EngineNode engine = EngineNode.start(config);
            VenueClearing venue = VenueClearing.connect(config.dataDir()))
        {
            return venue.history().session().sessionId();
        }
    }

    /** Ends the last date, unless this is the first one, and trades through the next. */
    private void trade(final Path dataDir, final int day, final Contract contract) throws IOException
    {
        final Operators register = VenueOperators.read(dataDir);
        try (VenueClearing venue = VenueClearing.connect(dataDir);
            OperatorClient clearing = new OperatorClient(venue.client(), OPERATOR_TIMEOUT_NS, Principal.CLEARING);
            OperatorClient operator = new OperatorClient(venue.client(), OPERATOR_TIMEOUT_NS,
                VenueOperators.commands(register, DemoOperators.key(DemoOperators.OPERATOR))))
        {
            if (1 < day)
            {
                clearing.suspendTrading(day, ClearingKind.EVENING);
                clearing.publishSettlement(day, contract.id(), contract.priceE5(), contract.tickValueE5(),
                    contract.lowE5(), contract.highE5());
                clearing.completeClearing(day, ClearingKind.EVENING);
                operator.openSession(day, number(FIRST_DATE.plusDays(day - 1)));
            }
            final long trades = operator.reportState().tradeCount();
            trade(new OrderSender(venue.client(), TWIME, 1, "AA01000"), contract);
            operator.reportState();
            trade(new OrderSender(venue.client(), FIX, 5, "AA02000"), contract);
            assertTrue(operator.reportState().tradeCount() - trades > COMMANDS / 3, "orders do not trade");
            operator.takeSnapshot();
        }
    }

    /** Prices and quantities differ. Commands of one login come in their order, so the book stays small. */
    private void trade(final OrderSender sender, final Contract contract)
    {
        // They only have to grow, and a venue that was broken off goes on.
        sender.sequence(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
        for (int i = 0; i < COMMANDS / 4; i++)
        {
            final long priceE5 = contract.priceE5() + contract.tickE5() * (random.nextInt(100) - 50);
            final int lots = 1 + random.nextInt(10);
            sender.newOrder(contract.id(), Side.SELL, priceE5, lots);
            sender.newOrder(contract.id(), Side.BUY, priceE5, lots);
        }
    }

    /** Milliseconds of each component, in the order in which they start. */
    private static Map<String, Long> starts(final VenueConfig config, final boolean hasConsole) throws IOException
    {
        final Path dataDir = config.dataDir();
        final Map<String, Long> times = new LinkedHashMap<>();
        final List<AutoCloseable> open = new ArrayList<>();
        final List<Path> orderLogs = orderLogs(dataDir);
        try
        {
            open.add(timed(times, "engine", () -> EngineNode.start(config)));
            open.add(timed(times, "market data", () -> component(ComponentKind.MARKET_DATA, config, List.of(dataDir))));
            publish(dataDir, orderLogs);
            open.add(timed(times, "TWIME", () -> component(ComponentKind.TWIME, config, List.of(dataDir))));
            open.add(timed(times, "FIX", () -> component(ComponentKind.FIX, config, List.of(dataDir))));
            timed(times, "clearing", () -> ingest(dataDir));
            if (hasConsole)
            {
                timed(times, "console", () -> console(config));
            }
            timed(times, "session show", () ->
                VenueProcess.execute("session", "show", "--data", dataDir.toString()));
        }
        finally
        {
            CloseHelper.closeAll(open.reversed());
        }
        return times;
    }

    private static <T> T timed(final Map<String, Long> times, final String name, final Start<T> start)
        throws IOException
    {
        final long startNs = System.nanoTime();
        final T started = start.start();
        times.put(name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs));
        return started;
    }

    private static ComponentNode component(
        final ComponentKind kind, final VenueConfig config, final List<Path> engines)
    {
        final CompletableFuture<String> ready = new CompletableFuture<>();
        final ComponentNode node = ComponentNode.start(kind, config, engines, progress ->
        {
            if ("ready".equals(progress))
            {
                ready.complete(progress);
            }
        });
        await(kind.id(), () -> ready.isDone() || node.end().isDone());
        assertTrue(ready.isDone(), () -> kind.id() + " ended: " + node.end().join());
        return node;
    }

    /** Sends orders until the order log writes a checkpoint: what it has not passed stays live. */
    private static void publish(final Path dataDir, final List<Path> former) throws IOException
    {
        VenueClearing.connected(dataDir, venue ->
        {
            final OrderSender sender = new OrderSender(venue.client(), TWIME, 1, "AA01000")
                .sequence(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
            await("checkpoint of the order log", () ->
            {
                sender.newOrder(USD.id(), Side.SELL, USD.priceE5(), 1);
                sender.newOrder(USD.id(), Side.BUY, USD.priceE5(), 1);
                return !former.equals(orderLogs(dataDir));
            });
            return sender.sequence();
        });
    }

    private static List<Path> orderLogs(final Path dataDir)
    {
        final File[] files = dataDir.resolve("marketdata").resolve("checkpoints").toFile()
            .listFiles((of, name) -> name.matches("simba-.*\\.checkpoint"));
        return null == files ? List.of() : Stream.of(files).map(File::toPath).sorted().toList();
    }

    private static long ingest(final Path dataDir) throws IOException
    {
        return VenueClearing.connected(dataDir, venue ->
        {
            try (Ingest ingest = Ingest.open(IngestContext.builder()
                .directory(VenueClearing.ingestDir(dataDir))
                .engineClient(venue.client())
                .build()))
            {
                final long end = venue.client().endCursor();
                ingest.followTo(end);
                return end;
            }
        });
    }

    private static long console(final VenueConfig config)
    {
        final List<ConsolePart> parts = ViewParts.of(new ConsoleContext(config.dataDir(), config, null));
        try
        {
            final EventViews views = ((PartitionAnswers)parts.getFirst()).views(config.partition());
            await("console", () -> views.status().isCaughtUp());
            return views.status().cursor();
        }
        finally
        {
            parts.forEach(ConsolePart::close);
        }
    }

    private static void await(final String what, final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        while (!done.getAsBoolean())
        {
            assertTrue(System.nanoTime() < deadlineNs, what);
            TestEngine.pause();
        }
    }

    private static String row(final int day, final Path dataDir, final Map<String, Long> first,
        final Map<String, Long> second) throws IOException
    {
        return String.format(Locale.ROOT, "| %d | %.0f | %.0f |", day, bytes(dataDir.resolve("archive")) / 1e6,
            bytes(dataDir.resolve("history")) / 1e6) + " " + second.entrySet().stream().map(entry ->
            entry.getKey() + " " + first.get(entry.getKey()) + " " + entry.getValue()).toList();
    }

    private static long bytes(final Path directory) throws IOException
    {
        if (!Files.exists(directory))
        {
            return 0;
        }
        try (Stream<Path> files = Files.list(directory))
        {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }

    private static int number(final LocalDate date)
    {
        return Integer.parseInt(date.format(DateTimeFormatter.BASIC_ISO_DATE));
    }

    /** What is traded. */
    private record Contract(int id, long priceE5, long tickE5, long tickValueE5, long lowE5, long highE5)
    {
    }

    /** Something that starts. */
    private interface Start<T>
    {
        T start() throws IOException;
    }
}
