// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The process of a generator, see {@link GeneratorPlan}. One thread does everything that counts; between two stages it
 * parks.
 */
public final class Generator
{
    private static final long KEEP_ALIVE_MS = 200;
    private static final String END = "";

    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final GeneratorPlan plan;
    private final Path directory;

    /**
     * A generator without sessions.
     *
     * @param file with its plan.
     * @throws IOException when it cannot be read.
     */
    Generator(final Path file) throws IOException
    {
        plan = mapper.readValue(file.toFile(), GeneratorPlan.class);
        directory = Files.createDirectories(Path.of(plan.directory()));
    }

    /**
     * Opens the sessions, and carries out what its input asks for.
     *
     * @param args file of the plan.
     * @throws IOException when a session cannot be opened or a file not be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        if (1 != args.length)
        {
            throw new IllegalArgumentException("give the file of the plan: arguments=" + args.length);
        }
        new Generator(Path.of(args[0])).run(System.in, System.out);
    }

    /**
     * Opens the sessions and carries out what is asked for, until the input ends.
     *
     * @param in requests.
     * @param out gets a line when a stage is done.
     * @throws IOException when a session cannot be opened or a file not be written.
     */
    void run(final InputStream in, final PrintStream out) throws IOException
    {
        try (Sessions sessions = new Sessions(plan))
        {
            out.println(GeneratorPlan.READY);
            final BlockingQueue<String> requests = requests(in);
            String request = next(requests, sessions);
            while (!END.equals(request))
            {
                if (request.startsWith(GeneratorPlan.RUN))
                {
                    carryOutOrTell(request.substring(GeneratorPlan.RUN.length()).strip().split(" "), sessions, out);
                }
                request = next(requests, sessions);
            }
        }
    }

    /** A request is the name of a stage, and the moment when it begins if that is to be one. */
    private void carryOutOrTell(final String[] request, final Sessions sessions, final PrintStream out)
        throws IOException
    {
        try
        {
            carryOut(request[0], request.length > 1 ? Long.parseLong(request[1]) : Loop.soon(), sessions);
            out.println(GeneratorPlan.DONE + request[0]);
        }
        catch (final IOException | RuntimeException ex)
        {
            out.println(JavaProcess.FAILED + String.valueOf(ex.getMessage()).replaceAll("\\s+", " "));
            throw ex;
        }
    }

    private void carryOut(final String name, final long beginNs, final Sessions sessions) throws IOException
    {
        final StagePlan stage = plan.stages().stream().filter((known) -> known.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("the plan has no such stage: name=" + name));
        if (!stage.kind().isLoad())
        {
            throw new IllegalArgumentException("a generator has no such kind of stage: name=" + name + " kind=" +
                stage.kind());
        }
        mapper.writeValue(directory.resolve(name + ".json").toFile(),
            new Stage(plan, stage, sessions, directory).run(beginNs));
    }

    /** The next line of the input; meanwhile the sessions are kept alive. Empty at its end. */
    private static String next(final BlockingQueue<String> requests, final Sessions sessions) throws IOException
    {
        try
        {
            String request = requests.poll(KEEP_ALIVE_MS, TimeUnit.MILLISECONDS);
            while (null == request)
            {
                sessions.keepAlive();
                request = requests.poll(KEEP_ALIVE_MS, TimeUnit.MILLISECONDS);
            }
            return request;
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted between two stages", ex);
        }
    }

    /** Reads the input on a thread of its own, which blocks; its end is an empty line. */
    private static BlockingQueue<String> requests(final InputStream in)
    {
        final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
        final BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        Thread.ofPlatform().name("requests").daemon().start(() ->
        {
            reader.lines().filter((line) -> !line.isEmpty()).forEach(requests::add);
            requests.add(END);
        });
        return requests;
    }
}
