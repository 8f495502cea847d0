// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.orders.OrderAction;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A bundle of a venue that runs, of one that was killed, and of one whose files are damaged; and that nothing in it
 * is a secret or of a client.
 */
@Tag("venue")
class DebugBundleTest
{
    private static final long LIMIT_S = 120;
    private static final int IO_FAILED = 7;
    private static final String LOGIN = "FIXBB01";
    private static final String ACCOUNT = "BB01001";
    private static final long PRICE_E5 = 9_234_500_000L;
    private static final String PASSWORD = "planted-password-71";
    private static final String SECRET = "planted-s-72";
    private static final String ADDRESS = "10.77.66.55";

    @TempDir
    private Path dir;

    private final Map<String, byte[]> secrets = new LinkedHashMap<>();
    private Path dataDir;
    private Path configFile;
    private Path bundle;

    @BeforeEach
    void plantSecrets() throws IOException
    {
        dataDir = dir.resolve("data");
        bundle = dir.resolve("bundle.zip");
        final Path secretFile = Files.writeString(dir.resolve("secret-of-a-login"), SECRET + "\n");
        Files.setPosixFilePermissions(secretFile, PosixFilePermissions.fromString("rw-------"));
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.twime.access.logins.TWAA01.secret-file", secretFile.toString());
        configFile = VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
        for (final String text : List.of(PASSWORD, SECRET, ADDRESS, LOGIN, "TWAA01", ACCOUNT, "BB01", "FIXAA02",
            Long.toString(PRICE_E5), "secret-of-a-login", "anna", "boris"))
        {
            secrets.put(text, text.getBytes(StandardCharsets.US_ASCII));
        }
        secrets.put("price in a message",
            ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(PRICE_E5).array());
    }

    @AfterEach
    void clean()
    {
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldHoldWhatADeveloperNeedsOfARunningVenueAndOfAKilledOneAndNoSecrets() throws IOException
    {
        final Path log = Files.writeString(dir.resolve("venue.log"),
            "2026-11-29T01:02:03.456Z WARN  i.b.g.f.FixGateway - session refused: login=" + LOGIN + " source=" +
            ADDRESS + " position=77 reason=\"boris has given " + PASSWORD + "\"\n" +
            "java.lang.IllegalStateException: order of " + ACCOUNT + " at " + PRICE_E5 + "\n" +
            "\tat io.bourse.Some.where(Some.java:1)\n");
        final List<String> startOptions = List.of(
            "-cp", System.getProperty("java.class.path"), "-Dplanted.password=" + PASSWORD);
        try (VenueProcess venue =
            VenueProcess.launch(startOptions, "start", "--config", configFile.toString()))
        {
            venue.awaitReady();
            trade();
            takeSecretsOfTheDataDirectory();
            final VenueProcess.Result result = make("--log", log.toString());
            assertEquals(0, result.exitCode(), result::toString);
            assertTrue(result.out().contains("Look through it before you send it"), result::toString);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(bundle)));

            final Map<String, String> entries = entries();
            assertEquals(null, entries.get("errors.txt"));
            assertManifestNamesAll(entries);
            assertNoSecrets();
            final String pid = Long.toString(venue.pid());
            assertContains(entries, "processes/" + pid + ".txt", "-Dplanted.password=***");
            assertContains(entries, "processes/" + pid + ".txt", "io.bourse.deploy.cli.Bourse start --config ***");
            assertContains(entries, "processes/" + pid + "-threads.txt", "\"main\"");
            assertContains(entries, "processes/" + pid + "-heap.txt", "used");
            assertContains(entries, "config.txt", "venue.durability = ram (built in)");
            assertContains(entries, "health.txt", "READY: yes");
            assertContains(entries, "metrics-1.txt", "bourse_engine_live_orders{");
            assertContains(entries, "metrics-2.txt", "bourse_engine_live_orders{");
            assertContains(entries, "journal.txt", "NewOrder");
            assertContains(entries, "archive.txt", "event stream");
            assertContains(entries, "driver-counters.txt", "Errors");
            assertContains(entries, "files.txt", "archive/archive.catalog");
            assertContains(entries, "logs/given-1.txt", "login=*** source=*** position=77 reason=***");
            assertContains(entries, "logs/given-1.txt", "\tat io.bourse.Some.where(Some.java:1)");

            final VenueProcess.Result again = make();
            assertEquals(IO_FAILED, again.exitCode(), again::toString);
            assertEquals(entries.keySet(), entries().keySet());
            venue.kill();
        }
        final Map<String, String> ofRunning = entries();
        Files.delete(bundle);
        final VenueProcess.Result result = make();
        assertEquals(0, result.exitCode(), result::toString);
        final Map<String, String> entries = entries();
        assertManifestNamesAll(entries);
        assertNoSecrets();
        assertContains(entries, "processes.txt", "is not there any more");
        assertContains(entries, "archive.txt", "not closed");
        assertEquals(count(ofRunning, "NewOrder"), count(entries, "NewOrder"));
        assertTrue(count(entries, "NewOrder") > 0, entries.get("journal.txt"));
    }

    @Test
    void shouldGoOnWithoutWhatIsDamaged() throws IOException
    {
        try (VenueProcess venue = VenueProcess.start(configFile))
        {
            venue.stop();
        }
        Files.write(dataDir.resolve("archive/archive.catalog"), new byte[100], StandardOpenOption.WRITE);
        Files.writeString(configFile, "venue {\n  " + PASSWORD + " } }\n");
        final VenueProcess.Result unparsed = make();
        assertEquals(0, unparsed.exitCode(), unparsed::toString);
        Map<String, String> entries = entries();
        assertContains(entries, "errors.txt", "the configuration file cannot be parsed: line=2");
        assertContains(entries, "errors.txt",
            "== archive.txt\njava.io.IOException: the catalog of the archive is damaged");
        assertContains(entries, "errors.txt", "== journal.txt\n");
        assertFalse(entries.containsKey("config.txt"), entries.keySet()::toString);
        for (final String name : List.of("metrics-1.txt", "metrics-2.txt", "health.txt", "files.txt", "machine.txt",
            "version.txt", "disk.txt", "snapshots.txt", "clearing.txt", "security.txt"))
        {
            assertTrue(entries.containsKey(name), name + " is not among " + entries.keySet());
        }
        assertManifestNamesAll(entries);
        assertNoSecrets();

        Files.delete(bundle);
        Files.writeString(configFile, "venue.fix.passwords.file = \"" + PASSWORD + "\"\nvenue.durability = " +
            PASSWORD + "\nvenue." + SECRET + " = 1\n");
        final VenueProcess.Result refused = make();
        assertEquals(0, refused.exitCode(), refused::toString);
        entries = entries();
        assertContains(entries, "errors.txt", "a value is refused, it and the reason are not shown: key=***");
        assertContains(entries, "config.txt", "venue.durability = *** (set)");
        assertContains(entries, "config.txt", "venue.*** = ***");
        assertNoSecrets();
    }

    @Test
    void shouldRefuseADirectoryThatIsNotThere()
    {
        final VenueProcess.Result result = make();
        assertEquals(IO_FAILED, result.exitCode(), result::toString);
        assertTrue(result.err().contains("this is no directory: file=" + dataDir), result::toString);
        assertFalse(Files.exists(bundle));
    }

    private VenueProcess.Result make(final String... more)
    {
        final List<String> arguments = new ArrayList<>(List.of("debug-bundle", "--config", configFile.toString(),
            "--data", dataDir.toString(), "--out", bundle.toString()));
        arguments.addAll(List.of(more));
        return VenueProcess.execute(arguments.toArray(String[]::new));
    }

    /** A password, a session that trades, and a clearing run. */
    private void trade() throws IOException
    {
        final VenueProcess.Result password =
            VenueProcess.execute("fix-password", "FIXAA02", "--generate", "--data", dataDir.toString());
        assertEquals(0, password.exitCode(), password::toString);
        final String generated = password.out().lines().toList().getLast();
        assertTrue(generated.matches("\\S{12,}"), password::toString);
        secrets.put("generated password " + generated, generated.getBytes(StandardCharsets.US_ASCII));
        try (FixTrader fix = new FixTrader(
            VenueProcess.address(VenueProcess.descriptor(dataDir).fix()), LOGIN, 3, List.of(ACCOUNT),
            Map.of(1001, "Si-12.26")))
        {
            await(fix::isLoggedOn);
            final OrderAction action = new OrderAction();
            action.instrumentId = 1001;
            action.newOrder(1, true, PRICE_E5, 3, false);
            assertTrue(fix.send(action));
            await(() -> fix.poll() >= 0 && fix.receivedCount() >= 1);
        }
        final VenueProcess.Result run = VenueProcess.execute("clearing", "intraday", "--data", dataDir.toString());
        assertEquals(0, run.exitCode(), run::toString);
    }

    /** Whatever the venue keeps as a secret: as it is, as the first line, and in hexadecimal. */
    private void takeSecretsOfTheDataDirectory() throws IOException
    {
        final List<Path> files = new ArrayList<>();
        for (final String name : List.of("credentials", "keys", "fix-passwords", "operators"))
        {
            final Path place = dataDir.resolve(name);
            try (Stream<Path> found = Files.exists(place) ? Files.walk(place) : Stream.empty())
            {
                files.addAll(found.filter(Files::isRegularFile).toList());
            }
        }
        assertTrue(files.size() > 3, files::toString);
        for (final Path file : files)
        {
            final byte[] bytes = Files.readAllBytes(file);
            if (bytes.length >= Long.BYTES)
            {
                secrets.put("bytes of " + file, bytes);
                secrets.put("hexadecimal of " + file,
                    HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII));
                final String line =
                    new String(bytes, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
                if (line.length() >= Long.BYTES)
                {
                    secrets.put("first line of " + file, line.getBytes(StandardCharsets.ISO_8859_1));
                }
            }
        }
    }

    private Map<String, String> entries() throws IOException
    {
        final Map<String, String> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(bundle.toFile()))
        {
            for (final Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements();)
            {
                final ZipEntry entry = all.nextElement();
                entries.put(entry.getName(),
                    new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.ISO_8859_1));
            }
        }
        return entries;
    }

    private static void assertContains(final Map<String, String> entries, final String name, final String text)
    {
        assertTrue(entries.getOrDefault(name, "").contains(text),
            () -> text + " is not in " + name + ":\n" + entries.get(name) + "\n" + entries.keySet());
    }

    private static void assertManifestNamesAll(final Map<String, String> entries)
    {
        entries.keySet().forEach((name) -> assertContains(entries, "manifest.txt", "  " + name + " "));
        assertEquals(entries.size(), entries.get("manifest.txt").lines().filter((line) -> line.matches(
            " *(-|[0-9]+)  \\S+ +\\S.*\\.")).count(), entries.get("manifest.txt"));
    }

    private void assertNoSecrets() throws IOException
    {
        final List<String> found = new ArrayList<>();
        entries().forEach((name, text) -> secrets.forEach((what, bytes) ->
        {
            final String secret = new String(bytes, StandardCharsets.ISO_8859_1);
            if (text.contains(secret) || name.contains(secret))
            {
                final int at = text.indexOf(secret);
                found.add(what + " in " + name + ": " + (at < 0 ? "" :
                    text.substring(Math.max(0, at - 60), Math.min(text.length(), at + 60))));
            }
        }));
        assertEquals(List.of(), found);
    }

    /** Of commands and of event frames. */
    private static long count(final Map<String, String> entries, final String template)
    {
        return entries.get("journal.txt").lines().filter((line) -> line.endsWith("  " + template))
            .mapToLong((line) -> Long.parseLong(line.strip().split(" ")[0])).sum();
    }

    private static void await(final BooleanSupplier condition)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!condition.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, "the client is not served");
            idle.idle();
        }
    }
}
