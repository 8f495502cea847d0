// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.host.storage.EngineDirectories;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * A venue that was started from a shell that lets everybody read new files: other users of the machine can read nothing
 * of it.
 */
@Tag("venue")
class OwnerOnlyTest
{
    private static final long LIMIT_S = 60;
    private static final int IO_FAILED = 7;
    private static final String LOGIN = "FIXBB01";
    private static final String READABLE = "for f in \"$@\"; do if [ -r \"$f\" ]; then echo \"$f\"; fi; done";

    /** Where everybody could look: others are in memory, in a directory that nobody else can enter. */
    @TempDir(factory = TempDirFactory.Standard.class)
    private Path dir;

    private Path dataDir;
    private Path driverDir;
    private Path countersDir;
    private Path configFile;

    @BeforeEach
    void openTheDirectory() throws IOException
    {
        Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-xr-x"));
        dataDir = dir.resolve("data");
        driverDir = VenueProcess.driverDirectory(dataDir);
        countersDir = EngineDirectories.countersDir(dataDir);
        configFile = VenueProcess.writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir));
    }

    @AfterEach
    void clean()
    {
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldWriteForItsOwnerAlone() throws IOException, InterruptedException
    {
        try (VenueProcess venue = VenueProcess.start(configFile))
        {
            work();
            final List<String> all =
                run("find", dataDir.toString(), driverDir.toString(), countersDir.toString(), "-type", "f");
            for (final String part : List.of(
                "data/archive/", ".rec", "/publications/", "data/fix/", "data/fix-passwords", "data/keys/",
                "data/clearing/", "data/venue.json", "/engine.counters"))
            {
                assertTrue(all.stream().anyMatch((file) -> file.contains(part)), part + " is not among " + all);
            }
            assertEquals(List.of(), run("find", dataDir.toString(), driverDir.getParent().toString(), "-maxdepth", "0",
                "-not", "-perm", "700"));
            assertEquals(List.of(), run("find", dataDir.toString(), driverDir.toString(), countersDir.toString(),
                "-not", "-type", "l", "-perm", "/077"));
            assertNothingIsReadableToOthers(all);
            venue.stop();
        }
    }

    private void assertNothingIsReadableToOthers(final List<String> files) throws IOException, InterruptedException
    {
        assumeTrue(0 == (Integer)Files.getAttribute(dir, "unix:uid"), "only root can look as another user");
        final Path open = Files.writeString(dir.resolve("open"), "");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-r--r--"));
        final List<String> command = new ArrayList<>(List.of(
            "setpriv", "--reuid", "65534", "--clear-groups", "sh", "-c", READABLE, "sh", open.toString()));
        command.addAll(files);
        final List<String> readable = run(command.toArray(String[]::new));
        assumeTrue(readable.contains(open.toString()), "others cannot enter the directory of the build: " + open);
        assertEquals(List.of(open.toString()), readable);
    }

    @Test
    void shouldNotStartWhereOthersCanRead() throws IOException
    {
        Files.createDirectory(dataDir);
        Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwxr-x---"));
        for (final List<String> command : List.of(
            List.of("start"), List.of("start", "--host", "cluster"), List.of("engine"), List.of("gateway", "fix")))
        {
            final List<String> arguments = new ArrayList<>(command);
            arguments.addAll(List.of("--config", configFile.toString()));
            final VenueProcess.Result result = VenueProcess.execute(arguments.toArray(String[]::new));
            assertEquals(IO_FAILED, result.exitCode(), result::toString);
            assertTrue(result.err().contains("chmod -R go= " + dataDir + ":"), result::toString);
            assertTrue(result.err().contains("mode=750"), result::toString);
        }
        try (Stream<Path> files = Files.list(dataDir))
        {
            assertEquals(List.of(), files.toList());
        }
    }

    /** An order over FIX, passwords, and a clearing run. */
    private void work() throws IOException
    {
        try (FixTrader fix = new FixTrader(
            VenueProcess.address(VenueProcess.descriptor(dataDir).fix()), LOGIN, 3, List.of("BB01001"),
            Map.of(1001, "Si-12.26")))
        {
            await(fix::isLoggedOn);
            final OrderAction action = new OrderAction();
            action.instrumentId = 1001;
            action.newOrder(1, true, 9_234_500_000L, 3, false);
            assertTrue(fix.send(action));
            await(() -> fix.poll() >= 0 && fix.receivedCount() >= 1);
        }
        for (final List<String> command : List.of(
            List.of("fix-password", "FIXAA02", "--generate"), List.of("clearing", "intraday")))
        {
            final List<String> arguments = new ArrayList<>(command);
            arguments.addAll(List.of("--data", dataDir.toString()));
            final VenueProcess.Result result = VenueProcess.run(arguments.toArray(String[]::new));
            assertEquals(0, result.exitCode(), result::toString);
        }
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

    /** Lines of a command of the system; files that go while it looks are no matter. */
    private static List<String> run(final String... command) throws IOException, InterruptedException
    {
        final Process process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), "a command of the system does not end");
        return output.lines().toList();
    }
}
