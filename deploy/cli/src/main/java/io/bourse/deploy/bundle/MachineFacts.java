// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import io.bourse.engine.protocol.FeatureLevels;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The program and the machine it runs on.
 */
final class MachineFacts
{
    private static final Path PROC = Path.of("/proc");
    private static final String OWN_JARS = "bourse-";
    private static final Set<String> MEMORY = Set.of(
        "MemTotal", "MemFree", "MemAvailable", "Buffers", "Cached", "SwapTotal", "SwapFree", "Dirty", "Writeback",
        "Shmem", "HugePages_Total", "HugePages_Free");
    private static final List<String> SETTINGS = List.of(
        "net/core/rmem_max", "net/core/wmem_max", "net/core/somaxconn", "vm/swappiness", "vm/dirty_ratio",
        "vm/dirty_background_ratio", "vm/max_map_count", "fs/file-max", "kernel/threads-max");
    private static final List<String> PROPERTIES = List.of(
        "java.vendor", "java.runtime.version", "java.vm.name", "java.vm.version", "os.name", "os.arch", "os.version");

    private MachineFacts()
    {
    }

    static String program(final String version) throws IOException, NoSuchAlgorithmException
    {
        final StringBuilder text = new StringBuilder(version + "\nhighest feature level " + FeatureLevels.HIGHEST +
            "\nclass path of this command; a running venue may have begun with other files:\n");
        final Set<Path> jars = new TreeSet<>();
        for (final String entry : System.getProperty("java.class.path").split(File.pathSeparator))
        {
            jars.add(Path.of(entry));
        }
        for (final Path jar : jars)
        {
            if (Files.isRegularFile(jar))
            {
                final String name = jar.getFileName().toString();
                text.append("  ").append(name).append("  ").append(Files.size(jar)).append(
                    name.startsWith(OWN_JARS) ? "  sha256 " + sha256(jar) : "").append('\n');
            }
        }
        return text.toString();
    }

    private static String sha256(final Path file) throws IOException, NoSuchAlgorithmException
    {
        final MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest))
        {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String machine() throws IOException
    {
        final StringBuilder text = new StringBuilder();
        PROPERTIES.forEach((name) -> text.append(name).append(' ').append(System.getProperty(name)).append('\n'));
        text.append("processors ").append(Runtime.getRuntime().availableProcessors()).append('\n');
        lines("cpuinfo").stream().filter((line) -> line.startsWith("model name")).distinct()
            .forEach((line) -> text.append(line).append('\n'));
        lines("loadavg").forEach((line) -> text.append("load ").append(line).append('\n'));
        lines("uptime").forEach((line) -> text.append("uptime seconds ").append(line).append('\n'));
        lines("meminfo").stream().filter((line) -> MEMORY.contains(line.substring(0, line.indexOf(':'))))
            .forEach((line) -> text.append(line).append('\n'));
        for (final String pressure : List.of("cpu", "memory", "io"))
        {
            lines("pressure/" + pressure).forEach((line) ->
                text.append("pressure ").append(pressure).append(' ').append(line).append('\n'));
        }
        SETTINGS.forEach((name) -> lines("sys/" + name).forEach((line) ->
            text.append(name.replace('/', '.')).append(' ').append(line).append('\n')));
        lines("net/snmp").stream().filter((line) -> line.startsWith("Udp:") || line.startsWith("Tcp:"))
            .forEach((line) -> text.append(line).append('\n'));
        final Path sharedMemory = Path.of("/dev/shm");
        if (Files.exists(sharedMemory))
        {
            text.append("shared memory ").append(space(sharedMemory)).append('\n');
        }
        return text.toString();
    }

    /** Not every machine has all of them. */
    private static List<String> lines(final String name)
    {
        try
        {
            return Files.readAllLines(PROC.resolve(name));
        }
        catch (final IOException ignored)
        {
            return List.of();
        }
    }

    static String space(final Path place) throws IOException
    {
        final FileStore store = Files.getFileStore(place);
        return "type=" + store.type() + " size=" + store.getTotalSpace() + " free=" + store.getUsableSpace() +
            " blockSize=" + store.getBlockSize() + " readOnly=" + store.isReadOnly();
    }
}
