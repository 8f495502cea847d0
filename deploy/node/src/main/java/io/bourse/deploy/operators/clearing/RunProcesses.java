// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import io.bourse.clearing.ApprovalException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.file.AppendLock;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.deploy.node.CommandProcess;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.AskedSigner;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.engine.files.OwnDirectory;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Processes of their own that work at runs, for those who cannot wait for them: {@code processes/N} beside the runs has
 * who wanted what, what the command has written, and its exit status. A process outlives the one that has started it,
 * which signs for it as long as it can; later another one of the same operator may.
 *
 * @param dataDir of the venue.
 */
public record RunProcesses(Path dataDir)
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RunProcesses.class);
    private static final String DIRECTORY = "processes";
    private static final String PID = "pid";
    private static final String END = "end";
    private static final String OUT = "out";
    private static final String ERR = "err";
    /** Signals of the terminal are for the starter alone; the shell outlives the command to note its status. */
    private static final String SCRIPT = "trap '' HUP INT TSTP; umask 077; dir=$1; shift; echo $$ >\"$dir/" + PID +
        "\"; \"$@\" </dev/null >\"$dir/" + OUT + "\" 2>\"$dir/" + ERR +
        "\"; echo $? >\"$dir/" + END + ".tmp\"; mv \"$dir/" + END + ".tmp\" \"$dir/" + END + "\"";
    private static final List<String> INHERITED = Stream.concat(CommandProcess.NEEDED.stream(), Stream.of("-Xm", "-Xs",
        "-XX:+Use", "-XX:TieredStopAtLevel", "-Dbourse.root", "-Dlog4j2.", "-Djdk.tls.", "-Dkeystore.")).toList();
    /** What the starter was given to open its key. */
    private static final String SECRETS = "BOURSE_OPERATOR";
    private static final long LOOK_MS = 20;
    private static final long BEGIN_MS = TimeUnit.SECONDS.toMillis(10);
    private static final int MOST = 100;
    private static final int MAX_TEXT = 32 * 1024;

    /**
     * A process that was started.
     *
     * @param process its number.
     * @param command what it does, in words.
     */
    public record Started(int process, String command)
    {
    }

    /**
     * What a process was started for.
     *
     * @param number from 1.
     * @param command in words.
     * @param operator who wanted it.
     * @param atMs milliseconds since 1970.
     */
    public record Order(int number, String command, String operator, long atMs)
    {
    }

    /** How far a process is. */
    public enum State
    {
        /** It is at work. */
        RUNNING,
        /** It has ended and left its exit status. */
        ENDED,
        /** It was killed, or the machine has stopped. */
        LOST
    }

    /**
     * A process.
     *
     * @param order what it was started for.
     * @param state how far it is.
     * @param exitCode of the command; null while it runs, and of a lost one.
     * @param toSign digests of what waits for the signature of the operator.
     */
    public record Status(Order order, State state, Integer exitCode, List<String> toSign)
    {
    }

    private Path directory()
    {
        return VenueClearing.baseDir(dataDir).resolve(DIRECTORY);
    }

    private Path directory(final int number)
    {
        return directory().resolve(Integer.toString(number));
    }

    private RunControl control()
    {
        return new RunControl(
            VenueClearing.baseDir(dataDir), System::currentTimeMillis, () -> VenueOperators.read(dataDir));
    }

    /**
     * Starts a process, and signs for it while this one lives.
     *
     * @param order what it does.
     * @param signer who wants it.
     * @return number of the process.
     * @throws IOException when it cannot be started, or files cannot be written.
     * @throws PreconditionException when another one works at runs.
     */
    Started start(final RunOrder order, final OperatorSigner signer) throws IOException
    {
        DurableFile.createDirectories(VenueClearing.baseDir(dataDir));
        OwnDirectory.make(directory());
        try (AppendLock lock = AppendLock.acquire(directory().resolve("start")))
        {
            final List<Status> all = all();
            requireIdle(all);
            final int number = all.isEmpty() ? 1 : all.getLast().order().number() + 1;
            final Path directory = directory(number);
            OwnDirectory.make(directory);
            final List<String> arguments = new ArrayList<>(order.arguments(directory));
            arguments.addAll(List.of("--data", dataDir.toString(), "--as", signer.name(),
                "--operator-key", directory.toString()));
            OwnerFiles.write(directory.resolve(AskedSigner.ORDER), Json.bytes(
                new Order(number, order.text(), signer.name(), System.currentTimeMillis())));
            final List<String> line = new ArrayList<>(List.of("sh", "-c", SCRIPT, "bourse", directory.toString()));
            line.addAll(CommandProcess.line(INHERITED, List.of(), arguments));
            final ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().keySet().removeIf(name -> name.startsWith(SECRETS));
            final Process process = builder.start();
            Thread.ofVirtual().name("run-process-" + number).start(() -> serve(process, directory, signer));
            return new Started(number, order.text());
        }
    }

    private void requireIdle(final List<Status> all) throws IOException
    {
        for (final Status status : all)
        {
            if (State.RUNNING == status.state())
            {
                throw new PreconditionException("a process works at runs already, wait for it or abort its run: " +
                    "process=" + status.order().number() + " command=\"" + status.order().command() + "\" operator=" +
                    status.order().operator());
            }
        }
        if (control().isBusy())
        {
            throw new PreconditionException("a run, a dry run or the writing of reports is at work already, wait for " +
                "it or abort it: baseDir=" + VenueClearing.baseDir(dataDir));
        }
    }

    private void serve(final Process process, final Path directory, final OperatorSigner signer)
    {
        final IdleStrategy idle = new SleepingMillisIdleStrategy(LOOK_MS);
        final Set<String> seen = new TreeSet<>();
        while (process.isAlive())
        {
            try
            {
                for (final AskedSigner.Wanted wanted : AskedSigner.wanted(directory))
                {
                    if (seen.add(wanted.sha256()))
                    {
                        sign(wanted, signer);
                    }
                }
            }
            catch (final ClearingException ex)
            {
                LOGGER.warn("a process gets no signature: directory={} reason=\"{}\"", directory, ex.getMessage());
            }
            catch (final IOException | RuntimeException ex)
            {
                LOGGER.error("a process gets no more signatures: directory={}", directory, ex);
                return;
            }
            idle.idle();
        }
    }

    private void sign(final AskedSigner.Wanted wanted, final OperatorSigner signer) throws IOException
    {
        control().requireQuestion(new String(wanted.bytes(), StandardCharsets.UTF_8), signer.name());
        wanted.sign(signer);
    }

    /**
     * Signs for a process that was started by an earlier process of the operator.
     *
     * @param number of the process.
     * @param sha256 of what waits for a signature.
     * @param signer the operator who has started it.
     * @throws IOException when files cannot be read or written.
     * @throws ApprovalException when another operator has started it, or it is no question of a run.
     * @throws PreconditionException when there is no such process, or nothing of the digest waits.
     */
    public void sign(final int number, final String sha256, final OperatorSigner signer) throws IOException
    {
        final Order order = status(number).order();
        if (!order.operator().equals(signer.name()))
        {
            throw new ApprovalException("the operator who has started the process signs for it: process=" + number +
                " operator=" + order.operator() + " name=" + signer.name());
        }
        for (final AskedSigner.Wanted wanted : AskedSigner.wanted(directory(number)))
        {
            if (wanted.sha256().equals(sha256))
            {
                sign(wanted, signer);
                return;
            }
        }
        throw new PreconditionException("nothing of this digest waits for a signature: process=" + number + " sha256=" +
            sha256);
    }

    /**
     * The last hundred processes.
     *
     * @return by number.
     * @throws IOException when files cannot be read.
     */
    public List<Status> all() throws IOException
    {
        final List<Integer> numbers;
        if (!Files.isDirectory(directory()))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory()))
        {
            numbers = files.filter(file -> Files.exists(file.resolve(AskedSigner.ORDER)))
                .map(file -> Integer.parseInt(file.getFileName().toString())).sorted().toList();
        }
        final List<Status> all = new ArrayList<>();
        for (final int number : numbers.subList(Math.max(0, numbers.size() - MOST), numbers.size()))
        {
            all.add(status(number));
        }
        return all;
    }

    /**
     * One process.
     *
     * @param number of it.
     * @return how far it is.
     * @throws IOException when files cannot be read.
     * @throws PreconditionException when there is no such process.
     */
    public Status status(final int number) throws IOException
    {
        final Path directory = directory(number);
        if (!Files.exists(directory.resolve(AskedSigner.ORDER)))
        {
            throw new PreconditionException("there is no such process: process=" + number + " directory=" +
                directory());
        }
        final Order order = Json.read(directory.resolve(AskedSigner.ORDER), Order.class);
        // First: it is there before the end, so what is read of a process that ends meanwhile is of a running one.
        final boolean isAlive = isAlive(order, directory.resolve(PID));
        if (Files.exists(directory.resolve(END)))
        {
            return new Status(order, State.ENDED, Integer.valueOf(number(directory.resolve(END))), List.of());
        }
        return new Status(order, isAlive ? State.RUNNING : State.LOST, null, isAlive ?
            AskedSigner.wanted(directory).stream().map(AskedSigner.Wanted::sha256).toList() : List.of());
    }

    /** A number may have gone to another process by now: that one began at another time. */
    private static boolean isAlive(final Order order, final Path pid) throws IOException
    {
        final long sinceMs = System.currentTimeMillis() - order.atMs();
        if (!Files.exists(pid) || 0 == Files.size(pid))
        {
            return sinceMs < BEGIN_MS;
        }
        return ProcessHandle.of(number(pid)).flatMap(handle -> handle.info().startInstant())
            .map(Instant::toEpochMilli).filter(beganMs -> Math.abs(beganMs - order.atMs()) < BEGIN_MS).isPresent();
    }

    private static int number(final Path file) throws IOException
    {
        return Integer.parseInt(Files.readString(file).strip());
    }

    /**
     * What the command has written.
     *
     * @param number of the process.
     * @param isError whether of its second stream, which has what went wrong.
     * @return the last 32 KiB.
     * @throws IOException when the file cannot be read.
     */
    public String text(final int number, final boolean isError) throws IOException
    {
        final Path file = directory(number).resolve(isError ? ERR : OUT);
        if (!Files.exists(file))
        {
            return "";
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r"))
        {
            final long begin = Math.max(0, in.length() - MAX_TEXT);
            final byte[] bytes = new byte[(int)(in.length() - begin)];
            in.seek(begin);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }
}
