// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.VenueDescriptor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A venue that cannot start says why, in one line that names what to change, and leaves nothing behind that would keep
 * the next start from succeeding.
 */
@Tag("venue")
class BadStartTest
{
    private static final int USAGE = 2;
    private static final int PRECONDITION = 3;

    @TempDir
    private Path dir;

    private Path dataDir;

    @BeforeEach
    void nameDataDir()
    {
        dataDir = dir.resolve("data");
    }

    @AfterEach
    void clean()
    {
        VenueProcess.clean(dataDir);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "venue.twime.prot = 9000            | venue.twime.prot | 9000  | no such option",
        "venue.fix.port = 70000             | venue.fix.port   | 70000 | 0 to 65535",
        "venue.marketdata.interface = nosuch0 | venue.marketdata.interface | nosuch0 | interface"})
    void shouldNameKeyValueAndReasonWhenAnOptionIsWrong(
        final String line, final String key, final String value, final String reason) throws IOException
    {
        final Path file = config(Map.of());
        Files.writeString(file, Files.readString(file) + line + "\n");

        final VenueProcess.Result result = VenueProcess.execute("start", "--config", file.toString());

        assertRefused(USAGE, result, "key=" + key + " ", "value=" + value + " ", reason);
        assertFalse(Files.exists(dataDir), "a configuration that is wrong must not make a data directory");
    }

    @Test
    void shouldNameTheFileWhenItCannotBeRead() throws IOException
    {
        final Path absent = dir.resolve("absent.conf");
        assertRefused(
            USAGE, VenueProcess.execute("start", "--config", absent.toString()), "--config", absent.toString(), "read");
    }

    @Test
    void shouldNameTheTableWhenReferenceDataIsMissing() throws IOException
    {
        final Path nowhere = dir.resolve("nowhere");
        final Path file = config(Map.of("venue.reference-data", nowhere));
        assertRefused(PRECONDITION, VenueProcess.execute("start", "--config", file.toString()), "bourse keys init");
        assertEquals(0, VenueProcess.execute("keys", "init", "--data", dataDir.toString()).exitCode());
        assertRefused(USAGE, VenueProcess.execute("start", "--config", file.toString()),
            "venue.reference-data", nowhere.toString());
        assertNothingIsOpen();
    }

    @ParameterizedTest
    @CsvSource({"twime, TWIME", "fix, FIX"})
    void shouldNameThePortWhenItIsInUseAndStartWhenItIsFree(final String section, final String protocol)
        throws IOException
    {
        final Path file;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            file = config(Map.of("venue." + section + ".port", taken.getLocalPort()));
            final VenueProcess.Result result = VenueProcess.execute("start", "--config", file.toString());
            assertRefused(PRECONDITION, result, protocol, "127.0.0.1:" + taken.getLocalPort(), "in use");
            assertNothingIsOpen();
        }
        assertStartsAndStops(file);
    }

    @Test
    void shouldLeaveTheRunningVenueAloneWhenAnotherWantsItsDataDirectory() throws IOException
    {
        final Path file = config(Map.of());
        try (VenueProcess first = VenueProcess.start(file))
        {
            final VenueDescriptor before = VenueProcess.descriptor(dataDir);
            final VenueProcess.Result second = VenueProcess.run("start", "--config", config(Map.of()).toString());
            assertRefused(
                PRECONDITION, second, "another engine runs on this data directory", dataDir.toString(),
                "holderPid=" + first.pid());
            assertTrue(first.isAlive());
            assertEquals(before, VenueProcess.descriptor(dataDir));
            assertTrue(Files.exists(VenueProcess.driverDirectory(dataDir)));

            final VenueProcess.Result stopped = first.stop();
            assertEquals("", stopped.err(), stopped::toString);
            assertNothingIsOpen();
        }
        assertStartsAndStops(file);
    }

    @Test
    void shouldRefuseAComponentThatTheVenueRunsItselfAndLeaveTheVenueAlone() throws IOException
    {
        final Path file = config(Map.of());
        try (VenueProcess venue = VenueProcess.start(file))
        {
            final String own = config(Map.of("venue.data-dir", dir.resolve("components"))).toString();
            for (final List<String> component : List.of(
                List.of("gateway", "twime"), List.of("gateway", "fix"), List.of("marketdata")))
            {
                final List<String> command = new ArrayList<>(component);
                command.addAll(List.of("--config", own, "--engine", dataDir.toString()));
                assertRefused(
                    PRECONDITION, VenueProcess.execute(command.toArray(String[]::new)),
                    "the venue runs this component itself", "component=" + component.getLast(),
                    "venuePid=" + venue.pid());
            }
            assertTrue(venue.isAlive());
            final VenueProcess.Result result = venue.stop();
            assertEquals("", result.err(), result::toString);
        }
    }

    /** Also when there was a bad start on the directory before. */
    private void assertStartsAndStops(final Path file) throws IOException
    {
        try (VenueProcess venue = VenueProcess.start(file))
        {
            assertEquals(venue.pid(), VenueProcess.descriptor(dataDir).pid());
            final VenueProcess.Result result = venue.stop();
            assertEquals("", result.err(), result::toString);
            assertTrue(result.out().contains("data directory      " + dataDir), result::toString);
        }
        assertNothingIsOpen();
    }

    private void assertNothingIsOpen()
    {
        assertFalse(Files.exists(VenueProcess.driverDirectory(dataDir)), "shared memory is left behind");
        assertFalse(Files.exists(dataDir.resolve(VenueDescriptor.FILE_NAME)), "a venue that is not there is described");
    }

    private static void assertRefused(
        final int exitCode, final VenueProcess.Result result, final String... facts)
    {
        assertNotEquals(0, result.exitCode(), result::toString);
        for (final String fact : facts)
        {
            assertTrue(result.err().contains(fact), () -> "missing in the message: " + fact + "\n" + result);
        }
        assertFalse(result.out().contains("ready"), result::toString);
        assertEquals(exitCode, result.exitCode(), result::toString);
        assertEquals(1, result.err().lines().count(), () -> "one line is wanted: " + result);
    }

    private Path config(final Map<String, Object> changes) throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.putAll(changes);
        return VenueProcess.writeConfig(dir.resolve("venue.conf"), options);
    }
}
