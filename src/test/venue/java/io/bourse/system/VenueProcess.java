// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import io.bourse.deploy.cli.Bourse;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueEngine;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.files.Umask;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.testing.StartArchive;
import io.bourse.testing.DriverDirectories;
import org.agrona.IoUtil;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The {@code bourse} command in a process of its own, as an operator runs it: the same class path and JVM flags, output
 * collected, every wait bounded, killed by its own handle when the test is done with it.
 */
final class VenueProcess implements AutoCloseable
{
    /** Of waits that nothing but a hang makes as long as this. */
    private static final long LIMIT_S = 180;
    private static final String READY = "ready";

    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final List<String> out = Collections.synchronizedList(new ArrayList<>());
    private final List<String> err = Collections.synchronizedList(new ArrayList<>());
    private final List<String> arguments;
    private final Process process;
    private final Thread outReader;
    private final Thread errReader;

    /** What a command that has ended left behind. */
    record Result(int exitCode, String out, String err)
    {
        @Override
        public String toString()
        {
            return "exitCode=" + exitCode + "\n--- out\n" + out + "\n--- err\n" + err;
        }
    }

    private VenueProcess(
        final List<String> program, final Map<String, String> environment, final List<String> arguments)
        throws IOException
    {
        this.arguments = arguments;
        // A shell of an operator lets everybody read new files: that others cannot is the process's own doing.
        final List<String> command = new ArrayList<>(List.of("sh", "-c", "umask 022; exec \"$0\" \"$@\""));
        command.addAll(program);
        command.addAll(arguments);
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        process = builder.start();
        outReader = collect(process.getInputStream(), out);
        errReader = collect(process.getErrorStream(), err);
        process.onExit().thenRun(() ->
            ready.completeExceptionally(new IllegalStateException("the process has ended")));
    }

    private static List<String> program(final List<String> within, final List<String> startOptions)
    {
        final List<String> program = new ArrayList<>(within);
        program.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // What the build opens for the tests, the launcher opens for the venue: one property says both.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("--add-opens") || flag.startsWith("--enable-native") ||
                flag.startsWith("--sun-misc"))
            .forEach(program::add);
        program.addAll(jvmOptions());
        program.add("-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector");
        program.addAll(startOptions);
        program.add(Bourse.class.getName());
        return program;
    }

    /** What makes a process of a test smaller and faster than that of an operator. */
    static List<String> jvmOptions()
    {
        final List<String> options =
            new ArrayList<>(List.of("-XX:+UseParallelGC", "-Xmx512m", "-XX:TieredStopAtLevel=1"));
        // Key stores are opened, and drivers started, at the price that the build sets.
        System.getProperties().stringPropertyNames().stream()
            .filter(name -> name.startsWith("keystore.pkcs12.") || name.startsWith("aeron.counters."))
            .forEach(name -> options.add("-D" + name + "=" + System.getProperty(name)));
        return options;
    }

    /** Starts a command of a program that is started otherwise, and returns at once. */
    static VenueProcess launch(final List<String> command, final Map<String, String> environment) throws IOException
    {
        return new VenueProcess(command, environment, List.of());
    }

    /** Starts a command and returns at once. */
    static VenueProcess launch(final String... arguments) throws IOException
    {
        return launch(startOptions(), arguments);
    }

    /** Starts a command with other classes than everybody's, and returns at once. */
    static VenueProcess launch(final List<String> startOptions, final String... arguments) throws IOException
    {
        return launch(List.of(), startOptions, arguments);
    }

    /** Starts a command by another one, which becomes it, and returns at once. */
    static VenueProcess launch(final List<String> within, final List<String> startOptions, final String... arguments)
        throws IOException
    {
        return new VenueProcess(program(within, startOptions), Map.of(), List.of(arguments));
    }

    /** Of a JVM that starts a venue faster. */
    static List<String> startOptions() throws IOException
    {
        return StartArchive.options("venue", VenueProcess::train);
    }

    /** A venue that starts and stops loads most of what any command does. */
    private static void train(final List<String> startOptions) throws IOException
    {
        final Path dir = Files.createTempDirectory("training");
        final Path dataDir = dir.resolve("data");
        final Path configFile = writeConfig(dir.resolve("venue.conf"), TestVenue.options(dataDir));
        try (VenueProcess venue =
            launch(startOptions, "start", "--config", configFile.toString()))
        {
            venue.awaitReady();
            venue.stop();
        }
        finally
        {
            clean(dataDir);
            IoUtil.delete(dir.toFile(), true);
        }
    }

    /** Starts a venue and waits until it says that it is ready. */
    static VenueProcess start(final Path configFile) throws IOException
    {
        return startReady("start", "--config", configFile.toString());
    }

    /** Starts a command that runs until it is stopped, and waits until it says that it is ready. */
    static VenueProcess startReady(final String... arguments) throws IOException
    {
        final VenueProcess venue = launch(arguments);
        venue.awaitReady();
        return venue;
    }

    void awaitReady()
    {
        try
        {
            ready.get(LIMIT_S, TimeUnit.SECONDS);
        }
        catch (final ExecutionException | TimeoutException ex)
        {
            close();
            throw new AssertionError("the process did not get ready: " + describe(), ex);
        }
        catch (final InterruptedException ex)
        {
            close();
            throw interrupted(ex);
        }
    }

    /** Runs a command to its end in a process of its own. */
    static Result run(final String... arguments) throws IOException
    {
        try (VenueProcess command = launch(arguments))
        {
            return command.awaitExit();
        }
    }

    /** Runs a command to its end in a process of its own, with variables of its environment. */
    static Result run(final Map<String, String> environment, final List<String> arguments) throws IOException
    {
        try (VenueProcess command = new VenueProcess(program(List.of(), startOptions()), environment, arguments))
        {
            return command.awaitExit();
        }
    }

    /** Executes a command in this process: to start one takes longer than most commands do. */
    static Result execute(final String... arguments)
    {
        // As the main method does: what commands write is for the owner alone.
        Umask.ownerOnly();
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final int status = Bourse.commandLine(arguments)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
        return new Result(status, text(out.toString().lines().toList()), text(err.toString().lines().toList()));
    }

    /** Executes a command in this process, and keeps sessions alive that would end for want of heartbeats meanwhile. */
    static Result execute(final IntSupplier sessions, final List<String> arguments)
    {
        final FutureTask<Result> command = new FutureTask<>(() -> execute(arguments.toArray(String[]::new)));
        Thread.ofPlatform().daemon().name("command").start(command);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!command.isDone())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, () -> "the command does not end: " + arguments);
            idle.idle(sessions.getAsInt());
        }
        return command.resultNow();
    }

    /** Writes a configuration file of the given options and returns it. */
    static Path writeConfig(final Path file, final Map<String, Object> options) throws IOException
    {
        return Files.writeString(file, options.entrySet().stream()
            .map(option -> option.getKey() + " = " + ConfigValueFactory.fromAnyRef(
                option.getValue() instanceof final List<?> list ? list : option.getValue().toString())
                .render(ConfigRenderOptions.concise()) + "\n")
            .collect(Collectors.joining()));
    }

    /** Where the venue of a data directory says it is. */
    static VenueDescriptor descriptor(final Path dataDir) throws IOException
    {
        return VenueDescriptor.read(dataDir);
    }

    /** Connects to the engine of the venue that runs on a data directory, from this process. */
    static EngineClient connect(final Path dataDir) throws IOException
    {
        return VenueEngine.connect(descriptor(dataDir));
    }

    static InetSocketAddress address(final String hostAndPort)
    {
        final int colon = hostAndPort.lastIndexOf(':');
        return new InetSocketAddress(
            hostAndPort.substring(0, colon), Integer.parseInt(hostAndPort.substring(colon + 1)));
    }

    /** The shared-memory directory that the venue of a data directory uses while it runs. */
    static Path driverDirectory(final Path dataDir)
    {
        return Path.of(EngineDirectories.aeronDirectoryName(dataDir));
    }

    /** Removes what a venue that was killed for good left in shared memory. */
    static void clean(final Path dataDir)
    {
        EngineDirectories.deleteShared(dataDir);
    }

    long pid()
    {
        return process.pid();
    }

    /** kill -9, and waits until the process is gone. */
    void kill()
    {
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /** Asks the process to stop, as Ctrl-C does, and waits until it has. */
    Result stop()
    {
        // By its handle: the process object would close the streams as well, and the last words would be lost.
        process.toHandle().destroy();
        return awaitExit();
    }

    /** Waits for the end of the process. */
    Result awaitExit()
    {
        return awaitExit(LIMIT_S);
    }

    /** Waits for the end of a process that has long to do. */
    Result awaitExit(final long limitS)
    {
        try
        {
            if (!process.waitFor(limitS, TimeUnit.SECONDS))
            {
                throw new AssertionError("the process does not end: " + describe());
            }
            outReader.join();
            errReader.join();
            return new Result(process.exitValue(), text(out), text(err));
        }
        catch (final InterruptedException ex)
        {
            throw interrupted(ex);
        }
    }

    boolean isAlive()
    {
        return process.isAlive();
    }

    /** What the process has written so far. */
    List<String> out()
    {
        synchronized (out)
        {
            return List.copyOf(out);
        }
    }

    /** What the process has written so far, for messages. */
    String describe()
    {
        return "arguments=" + arguments + " pid=" + process.pid() + " alive=" + process.isAlive() +
            "\n--- out\n" + text(out) + "\n--- err\n" + text(err);
    }

    private static String text(final List<String> lines)
    {
        synchronized (lines)
        {
            return String.join("\n", lines);
        }
    }

    private Thread collect(final InputStream stream, final List<String> lines)
    {
        return Thread.ofPlatform().daemon().name("output-of-" + process.pid()).start(() ->
        {
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8)))
            {
                for (String line = reader.readLine(); null != line; line = reader.readLine())
                {
                    lines.add(line);
                    if (READY.equals(line))
                    {
                        ready.complete(null);
                    }
                }
            }
            catch (final IOException ex)
            {
                throw new UncheckedIOException("cannot read the output of a process of ours: pid=" + pid(), ex);
            }
        });
    }

    private static AssertionError interrupted(final InterruptedException cause)
    {
        Thread.currentThread().interrupt();
        return new AssertionError("interrupted while waiting for a process of ours", cause);
    }

    /** Leaves neither the process nor what it has started, nor what a process that is killed has in shared memory. */
    @Override
    public void close()
    {
        final List<ProcessHandle> started = process.descendants().toList();
        process.toHandle().destroyForcibly();
        process.onExit().join();
        started.forEach(ProcessHandle::destroyForcibly);
        started.forEach((each) -> each.onExit().join());
        final Path shared = EngineDirectories.sharedMemoryOrNull();
        final File[] left = null == shared ? null : shared.toFile().listFiles();
        if (null != left)
        {
            List.of(left).forEach(this::deleteOwn);
        }
    }

    /** Not what a process has that was started in its place. Others delete there meanwhile. */
    private void deleteOwn(final File left)
    {
        try
        {
            if (left.getName().endsWith(".lock") && Files.readString(left.toPath()).startsWith(pid() + " "))
            {
                DriverDirectories.delete(left.getPath().substring(0, left.getPath().length() - ".lock".length()));
            }
            for (final Path file : left.isDirectory() ? CountersFileReader.list(left.toPath()) : List.<Path>of())
            {
                deleteOwnCounters(file);
            }
        }
        catch (final IOException ex)
        {
            // It is gone by now, or none of this program.
        }
    }

    private void deleteOwnCounters(final Path file) throws IOException
    {
        final boolean isOwn;
        try (CountersFileReader reader = CountersFileReader.open(file))
        {
            isOwn = pid() == reader.pid();
        }
        if (isOwn)
        {
            Files.deleteIfExists(file);
            // With counters of others it stays.
            file.getParent().toFile().delete();
        }
    }
}
