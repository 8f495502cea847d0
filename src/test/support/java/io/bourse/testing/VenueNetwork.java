// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Hosts of a venue on one machine: network namespaces, each with an address of its own, and a switch between them and
 * the test that delays every frame and cuts links both ways or one way. Needs root and {@code python3}. What it made is
 * removed by {@link #close}, also when the test has failed.
 */
public final class VenueNetwork implements AutoCloseable
{
    /** Name of the network interface of each host. */
    public static final String INTERFACE = "eth0";
    /** All addresses of hosts and tests. */
    public static final String ADDRESSES = "198.18.0.0/16";

    private static final AtomicInteger COUNT = new AtomicInteger();
    /** Of the network for tests between networks (RFC 2544), which is nowhere else. */
    private static final String NETWORK = "198.18.";
    private static final String TUNNELS = "198.19.";
    private static final int TUNNEL_PORT = 51_820;
    private static final String TUNNEL_MTU = "1420";
    private static final int TEST_HOST = 254;
    private static final int LIMIT_S = 20;

    private final String name = ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet();
    private final int number = Math.floorMod(name.hashCode(), 250);
    private final List<String> namespaces = new ArrayList<>();
    private final List<Process> tunnels = new ArrayList<>();
    private Process switchProcess;
    private BufferedReader answers;

    /** Which frames of a host a cut takes. */
    public enum Way
    {
        /** Those that go to it. */
        IN,
        /** Those that come from it. */
        OUT,
        /** All. */
        BOTH
    }

    private VenueNetwork()
    {
    }

    /**
     * Whether this machine allows it.
     *
     * @return false without root, network namespaces, or Python.
     */
    public static boolean isPossible()
    {
        final String name = "bourse-try-" + ProcessHandle.current().pid();
        try
        {
            return 0 == exitCode("ip", "netns", "add", name) && 0 == exitCode("ip", "netns", "delete", name) &&
                0 == exitCode("python3", "--version");
        }
        catch (final IOException ex)
        {
            return false;
        }
    }

    /**
     * Whether {@link #encrypt} can work here.
     *
     * @return false without WireGuard in user space, its tool, and nftables.
     */
    public static boolean canEncrypt()
    {
        return Files.exists(Path.of("/usr/bin/wireguard-go")) && Files.exists(Path.of("/usr/bin/wg")) &&
            Files.exists(Path.of("/dev/net/tun")) && Files.exists(Path.of("/usr/sbin/nft"));
    }

    /**
     * Makes hosts that see each other and the test.
     *
     * @param hosts how many.
     * @param delayUs that a frame takes from one to another, in microseconds.
     * @return network, to be closed by the caller.
     */
    public static VenueNetwork open(final int hosts, final int delayUs) throws IOException
    {
        final VenueNetwork network = new VenueNetwork();
        try
        {
            network.make(hosts, delayUs);
            return network;
        }
        catch (final IOException | RuntimeException | AssertionError ex)
        {
            network.close();
            throw ex;
        }
    }

    private void make(final int hosts, final int delayUs) throws IOException
    {
        final String middle = namespace("switch");
        final List<String> ports = new ArrayList<>();
        for (int host = 0; host < hosts; host++)
        {
            ports.add("port" + host);
            link(namespace(Integer.toString(host)), INTERFACE, middle, "port" + host, address(host));
        }
        ports.add("test");
        run("ip", "link", "add", "name", testInterface(), "type", "veth", "peer", "name", "test", "netns", middle);
        run("ip", "address", "add", testAddress() + "/24", "dev", testInterface());
        run("ip", "link", "set", testInterface(), "up");
        run("ip", "-n", middle, "link", "set", "test", "up", "promisc", "on");
        final Path script = Files.createTempFile("network-switch", ".py");
        try (InputStream in = VenueNetwork.class.getResourceAsStream("/network-switch.py"))
        {
            Files.write(script, in.readAllBytes());
        }
        final List<String> command = new ArrayList<>(List.of(
            "ip", "netns", "exec", middle, "python3", script.toString(), Integer.toString(delayUs)));
        command.addAll(ports);
        switchProcess = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        answers = switchProcess.inputReader(StandardCharsets.UTF_8);
        requireOk("start");
        Files.delete(script);
    }

    private String namespace(final String part) throws IOException
    {
        final String namespace = "bourse-" + name + "-" + part;
        run("ip", "netns", "add", namespace);
        namespaces.add(namespace);
        run("ip", "-n", namespace, "link", "set", "lo", "up");
        return namespace;
    }

    private static void link(
        final String host, final String ofHost, final String middle, final String port, final String address)
        throws IOException
    {
        run("ip", "-n", host, "link", "add", "name", ofHost, "type", "veth", "peer", "name", port, "netns", middle);
        run("ip", "-n", host, "address", "add", address + "/24", "dev", ofHost);
        run("ip", "-n", host, "link", "set", ofHost, "up");
        run("ip", "-n", middle, "link", "set", port, "up", "promisc", "on");
    }

    /**
     * Address of a host.
     *
     * @param host from 0.
     * @return IPv4.
     */
    public String address(final int host)
    {
        return NETWORK + number + "." + (host + 1);
    }

    /**
     * Connects the hosts by WireGuard, each with each. Between their other addresses nothing passes any more but
     * multicast; the test sees them as before.
     *
     * @throws IOException when it cannot be set up.
     */
    public void encrypt() throws IOException
    {
        final int hosts = namespaces.size() - 1;
        final List<String> privateKeys = new ArrayList<>();
        final List<String> publicKeys = new ArrayList<>();
        for (int host = 0; host < hosts; host++)
        {
            privateKeys.add(output("", "wg", "genkey"));
            publicKeys.add(output(privateKeys.getLast(), "wg", "pubkey"));
        }
        for (int host = 0; host < hosts; host++)
        {
            tunnel(host, privateKeys.get(host), publicKeys);
        }
    }

    private void tunnel(final int host, final String privateKey, final List<String> publicKeys) throws IOException
    {
        final List<String> inHost = within(host);
        // Sockets of all namespaces' interfaces are in one directory.
        final String tunnel = "wg" + number + "h" + host;
        final Path socket = Path.of("/var/run/wireguard", tunnel + ".sock");
        final ProcessBuilder builder = new ProcessBuilder(words(inHost, "wireguard-go", "--foreground", tunnel));
        builder.environment().put("WG_I_PREFER_BUGGY_USERSPACE_TO_POLISHED_KMOD", "1");
        final Process process =
            builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        tunnels.add(process);
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!Files.exists(socket))
        {
            if (!process.isAlive() || System.nanoTime() - deadlineNs > 0)
            {
                throw new IOException("WireGuard does not start: host=" + host + " isAlive=" + process.isAlive());
            }
            Thread.onSpinWait();
        }
        final Path key = Files.createTempFile("wireguard", ".key");
        Files.writeString(key, privateKey);
        run(words(inHost, "wg", "set", tunnel, "listen-port", Integer.toString(TUNNEL_PORT), "private-key",
            key.toString()));
        Files.delete(key);
        final List<String> others = new ArrayList<>();
        for (int other = 0; other < publicKeys.size(); other++)
        {
            if (other != host)
            {
                others.add(address(other));
                run(words(inHost, "wg", "set", tunnel, "peer", publicKeys.get(other), "allowed-ips",
                    tunnelAddress(other) + "/32", "endpoint", address(other) + ":" + TUNNEL_PORT));
            }
        }
        final String inClear =
            "add rule inet venue in ip daddr " + address(host) + " ip saddr { " + String.join(", ", others) + " } ";
        run(words(inHost, "nft", "add table inet venue; " +
            "add chain inet venue in { type filter hook input priority 0; }; " +
            inClear + "meta l4proto tcp drop; " + inClear + "udp dport != " + TUNNEL_PORT + " drop"));
        run(words(inHost, "ip", "address", "add", tunnelAddress(host) + "/24", "dev", tunnel));
        run(words(inHost, "ip", "link", "set", tunnel, "mtu", TUNNEL_MTU, "up"));
    }

    /**
     * Address of a host in the tunnels of {@link #encrypt}.
     *
     * @param host from 0.
     * @return IPv4.
     */
    public String tunnelAddress(final int host)
    {
        return TUNNELS + number + "." + (host + 1);
    }

    private static String[] words(final List<String> first, final String... others)
    {
        final List<String> all = new ArrayList<>(first);
        all.addAll(List.of(others));
        return all.toArray(String[]::new);
    }

    private static String output(final String input, final String... command) throws IOException
    {
        final Process process = new ProcessBuilder(command).start();
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8))
        {
            process.outputWriter(StandardCharsets.UTF_8).append(input).close();
            return reader.readLine();
        }
    }

    /**
     * Address of the test itself.
     *
     * @return IPv4.
     */
    public String testAddress()
    {
        return address(TEST_HOST - 1);
    }

    /**
     * Gives a host one address more.
     *
     * @param host from 0.
     * @param address IPv4, of this network.
     */
    public void addAddress(final int host, final String address) throws IOException
    {
        run("ip", "-n", namespaces.get(host + 1), "address", "add", address + "/24", "dev", INTERFACE);
    }

    /**
     * The interface by which the test is on this network.
     *
     * @return name in the namespace of the test.
     */
    public String testInterface()
    {
        return "bv" + name;
    }

    /**
     * What a command begins with that is to run on a host.
     *
     * @param host from 0.
     * @return words.
     */
    public List<String> within(final int host)
    {
        return List.of("ip", "netns", "exec", namespaces.get(host + 1));
    }

    /**
     * Changes the delay.
     *
     * @param delayUs that a frame takes from now on, in microseconds.
     */
    public void delay(final int delayUs) throws IOException
    {
        command("delay " + delayUs);
    }

    /** Frames of a host are lost from now on. */
    public void cut(final int host, final Way way) throws IOException
    {
        command("cut " + host + " " + way.name().toLowerCase(Locale.ROOT));
    }

    /** Frames of a host arrive again. */
    public void heal(final int host) throws IOException
    {
        command("heal " + host + " both");
    }

    /** Two hosts do not see each other from now on; others see both. */
    public void separate(final int one, final int other) throws IOException
    {
        command("separate " + one + " " + other);
    }

    /** Two hosts see each other again. */
    public void join(final int one, final int other) throws IOException
    {
        command("join " + one + " " + other);
    }

    private void command(final String text) throws IOException
    {
        switchProcess.outputWriter(StandardCharsets.UTF_8).append(text).append('\n').flush();
        requireOk(text);
    }

    private void requireOk(final String command) throws IOException
    {
        final String answer = answers.readLine();
        if (!"ok".equals(answer))
        {
            throw new IOException("the switch has ended: command=" + command + " answer=" + answer);
        }
    }

    private static void run(final String... command) throws IOException
    {
        final int exitCode = exitCode(command);
        if (0 != exitCode)
        {
            throw new IOException("failed: command=" + String.join(" ", command) + " exitCode=" + exitCode);
        }
    }

    private static int exitCode(final String... command) throws IOException
    {
        final Process process = new ProcessBuilder(command).redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        try
        {
            if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS))
            {
                process.destroyForcibly();
                throw new IOException("does not end: command=" + String.join(" ", command));
            }
            return process.exitValue();
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
            throw new IOException("interrupted: command=" + String.join(" ", command), ex);
        }
    }

    @Override
    public void close()
    {
        if (null != switchProcess)
        {
            switchProcess.destroyForcibly().onExit().join();
        }
        tunnels.forEach((tunnel) -> tunnel.destroy());
        tunnels.forEach((tunnel) -> tunnel.onExit().join());
        // With the namespace at its other end each pair goes, that of the test too.
        namespaces.reversed().forEach((namespace) ->
        {
            try
            {
                run("ip", "netns", "delete", namespace);
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException(ex);
            }
        });
        namespaces.clear();
    }
}
