// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.machine;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.testing.VenueNetwork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The step that an operator takes as root, in a network namespace of the test's own.
 */
@Tag("venue")
class NetworkProtectionTest
{
    @TempDir
    private Path dir;
    private Path records;
    private String script;
    private String namespace;

    @BeforeEach
    void requireRoot() throws Exception
    {
        assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")),
            "only root can set up a firewall");
        script = Path.of(System.getProperty("bourse.root", "../..")).resolve("config/venue-firewall").toRealPath()
            .toString();
        records = dir.resolve("records");
        namespace = "bourse-test-" + ProcessHandle.current().pid();
        assumeTrue(0 == run("ip", "netns", "add", namespace), "this machine lets no test make a network namespace");
        assertEquals(0, run("ip", "-n", namespace, "link", "set", "lo", "up"));
    }

    @AfterEach
    void remove() throws Exception
    {
        if (null != namespace)
        {
            run("ip", "netns", "delete", namespace);
        }
    }

    @Test
    void shouldLetTheOwnerSendAndNobodyElse() throws Exception
    {
        assertEquals(0, inside(script, "add", "1234", "9100-9113"));
        final String receiver = """
            import socket, subprocess, sys
            s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            s.bind(("127.0.0.1", 9101))
            s.settimeout(1)
            send = "import socket; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9101))"
            def heard(uid):
                subprocess.run(["setpriv", "--reuid", uid, "--clear-groups", sys.executable, "-c", send],
                    stderr=subprocess.DEVNULL)
                try:
                    return s.recv(10) == b"x"
                except socket.timeout:
                    return False
            sys.exit(0 if heard("1234") and not heard("65534") and not heard("0") else 1)
            """;
        assertEquals(0, inside("python3", "-c", receiver));
    }

    @Test
    void shouldLetOnlyNamedMachinesSend() throws Exception
    {
        assumeTrue(VenueNetwork.isPossible(), "this machine lets no test make a network");
        try (VenueNetwork network = VenueNetwork.open(3, 0))
        {
            final String member = network.address(0);
            assertEquals(0, on(network, 0, script, "add", "0", "9100-9113", network.address(1)), this::output);
            final String send = """
                import socket, time
                for i in range(50):
                    socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'%s', ('%s', 9101))
                    time.sleep(0.1)
                """;
            // All at the same time: who is kept away has sent as often as who is not.
            final String receive = """
                import socket, time
                s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
                s.bind(("%s", 9101))
                s.settimeout(20)
                heard = set()
                until = None
                while until is None or time.time() < until:
                    heard.add(s.recv(10))
                    until = until or time.time() + 2
                assert heard == {b"1"}, heard
                """.formatted(member);
            final List<Process> senders = new ArrayList<>();
            try
            {
                for (int host = 1; host < 3; host++)
                {
                    final List<String> command = new ArrayList<>(network.within(host));
                    command.addAll(List.of("python3", "-c", send.formatted(host, member)));
                    senders.add(new ProcessBuilder(command).start());
                }
                assertEquals(0, on(network, 0, "python3", "-c", receive), this::output);
                assertEquals(0, on(network, 0, "nft", "list", "ruleset"));
                assertTrue(output().lines().anyMatch((line) -> line.contains("ip saddr != " + network.address(1)) &&
                    !line.contains("packets 0 ")), this::output);
            }
            finally
            {
                senders.forEach(Process::destroyForcibly);
            }
        }
    }

    private int on(final VenueNetwork network, final int host, final String... command) throws Exception
    {
        final List<String> all = new ArrayList<>(network.within(host));
        all.addAll(List.of(command));
        return run(all.toArray(new String[0]));
    }

    private String output()
    {
        try
        {
            return Files.readString(dir.resolve("output.txt"));
        }
        catch (final IOException ex)
        {
            return ex.toString();
        }
    }

    @Test
    void shouldKnowItsOwnRecordAndNoOther() throws Exception
    {
        assertTrue(reasons(9100, 9113).toString().contains("nothing was set up since the last boot"));
        // The rule is in the namespace of the test, this process is not.
        assertEquals(0, inside(script, "add", "0", "9100-9113"));
        assertTrue(reasons(9100, 9113).toString().contains("another network namespace"), reasons(9100, 9113)::toString);

        final Path file = records.resolve("ports-9100-9113");
        final String record = Files.readString(file);
        final String here = record.replaceFirst("netns=.*", "netns=" + Files.readSymbolicLink(
            Path.of("/proc/self/ns/net"))).replace("kind=firewall", "kind=namespace");
        Files.writeString(file, here);
        assertEquals(List.of(), reasons(9100, 9113));
        assertTrue(reasons(9100, 9114).toString().contains("other ports"), reasons(9100, 9114)::toString);
        assertTrue(reasons(0, 0).toString().contains("other ports"), reasons(0, 0)::toString);
        Files.writeString(file, here.replace("uid=0", "uid=1234"));
        assertTrue(reasons(9100, 9113).toString().contains("another user"), reasons(9100, 9113)::toString);
        Files.writeString(file, here.replaceFirst("bootId=.*", "bootId=0"));
        assertTrue(reasons(9100, 9113).toString().contains("another boot"), reasons(9100, 9113)::toString);
        // Root looks at the rules themselves, and here there are none.
        Files.writeString(file, here.replace("kind=namespace", "kind=firewall"));
        assertTrue(reasons(9100, 9113).toString().contains("no longer in force"), reasons(9100, 9113)::toString);
        Files.writeString(file, here);
        Files.writeString(file, here.replace("kind=namespace", "kind=firewall"));
        assertTrue(NetworkProtection.reasons(9100, 9113, false, records).toString().contains("every other machine"));
        Files.writeString(file, here);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        assertTrue(reasons(9100, 9113).toString().contains("others than root"), reasons(9100, 9113)::toString);
    }

    @Test
    void shouldWarnADemoAndRefuseAnyOtherVenue() throws Exception
    {
        final Path reference = Files.createDirectory(dir.resolve("reference"));
        assertDoesNotThrow(() -> NetworkProtection.require(config(Map.of()), 9112, records));
        final IllegalStateException refusal = assertThrows(IllegalStateException.class, () -> NetworkProtection.require(
            config(Map.of("venue.reference-data", reference.toString())), 9112, records));
        assertTrue(refusal.getMessage().contains("config/venue-firewall add 0 9100-9113"), refusal.getMessage());
    }

    @Test
    void shouldRefuseLogAndEventsInClearBetweenSites() throws Exception
    {
        final Map<String, Object> options = new HashMap<>(Map.of("venue.site.port", 9120,
            "venue.reference-data", Files.createDirectory(dir.resolve("reference")).toString()));
        final VenueConfig venue = config(options);
        assertDoesNotThrow(() -> NetworkProtection.requireEncryption(venue, List.of("127.0.0.1")));
        // Of a network for documentation, which no tunnel leads to.
        final List<String> other = List.of("127.0.0.1", "203.0.113.9");
        final IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> NetworkProtection.requireEncryption(venue, other));
        assertTrue(refusal.getMessage().contains("venue.site.network = own") &&
            refusal.getMessage().contains(": host=203.0.113.9 "), refusal.getMessage());
        options.put("venue.site.network", "own");
        assertDoesNotThrow(() -> NetworkProtection.requireEncryption(config(options), other));
        options.put("venue.site.port", 0);
        options.put("venue.site.network", "wireguard");
        assertDoesNotThrow(() -> NetworkProtection.requireEncryption(config(options), other));
        assertDoesNotThrow(() -> NetworkProtection.requireEncryption(config(Map.of("venue.site.port", 9120)), other));
    }

    private VenueConfig config(final Map<String, Object> more)
    {
        final Map<String, Object> options = new HashMap<>(Map.of("venue.host", "cluster",
            "venue.cluster.members", 3, "venue.cluster.base-port", 9100,
            "venue.credentials", dir.resolve("credentials").toString()));
        options.putAll(more);
        return VenueConfigLoader.load(null, options);
    }

    private List<String> reasons(final int firstPort, final int lastPort)
    {
        return NetworkProtection.reasons(firstPort, lastPort, true, records);
    }

    private int inside(final String... command) throws Exception
    {
        final List<String> all = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        all.addAll(List.of(command));
        return run(all.toArray(new String[0]));
    }

    private int run(final String... command) throws IOException, InterruptedException
    {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(dir.resolve("output.txt").toFile());
        builder.environment().put("BOURSE_NETWORK_RECORDS", dir.resolve("records").toString());
        final Process process = builder.start();
        if (!process.waitFor(30, TimeUnit.SECONDS))
        {
            process.destroyForcibly();
            throw new AssertionError("did not end: " + List.of(command));
        }
        return process.exitValue();
    }
}
