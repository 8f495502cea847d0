// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import org.agrona.CloseHelper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The process of a generator, see {@link GeneratorPlan}. One thread does everything that counts; between two stages it
 * parks. It has a plan for each partition of the venue: they know the same stages, and carry them out together.
 */
public final class Generator
{
    private static final long KEEP_ALIVE_MS = 200;
    private static final String END = "";

    private final ObjectMapper mapper = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private final List<GeneratorPlan> plans = new ArrayList<>();
    private final List<Sessions> sessions = new ArrayList<>();

    /**
     * A generator without sessions.
     *
     * @param files with its plans, one for each partition of the venue.
     * @throws IOException when one cannot be read.
     */
    Generator(final Path... files) throws IOException
    {
        for (final Path file : files)
        {
            plans.add(mapper.readValue(file.toFile(), GeneratorPlan.class));
            Files.createDirectories(Path.of(plans.getLast().directory()));
        }
    }

    /**
     * Opens the sessions, and carries out what its input asks for.
     *
     * @param args files of the plans.
     * @throws IOException when a session cannot be opened or a file not be read or written.
     */
    public static void main(final String[] args) throws IOException
    {
        if (0 == args.length)
        {
            throw new IllegalArgumentException("give the file of the plan, or those of several partitions");
        }
        new Generator(Stream.of(args).map(Path::of).toArray(Path[]::new)).run(System.in, System.out);
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
        try
        {
            for (final GeneratorPlan plan : plans)
            {
                sessions.add(new Sessions(plan, sessions.isEmpty() ? null : sessions.getFirst().floor()));
            }
            out.println(GeneratorPlan.READY);
            final BlockingQueue<String> requests = requests(in);
            String request = next(requests);
            while (!END.equals(request))
            {
                if (request.startsWith(GeneratorPlan.RUN))
                {
                    carryOutOrTell(request.substring(GeneratorPlan.RUN.length()).strip().split(" "), out);
                }
                request = next(requests);
            }
        }
        finally
        {
            CloseHelper.closeAll(sessions);
        }
    }

    /** A request is the name of a stage, and the moment when it begins if that is to be one. */
    private void carryOutOrTell(final String[] request, final PrintStream out) throws IOException
    {
        try
        {
            carryOut(request[0], request.length > 1 ? Long.parseLong(request[1]) : Loop.soon());
            out.println(GeneratorPlan.DONE + request[0]);
        }
        catch (final IOException | RuntimeException ex)
        {
            out.println(JavaProcess.FAILED + String.valueOf(ex.getMessage()).replaceAll("\\s+", " "));
            throw ex;
        }
    }

    private void carryOut(final String name, final long beginNs) throws IOException
    {
        final List<Stage> stages = new ArrayList<>();
        try
        {
            for (int i = 0; i < plans.size(); i++)
            {
                final GeneratorPlan plan = plans.get(i);
                stages.add(new Stage(plan, stage(plan, name), sessions.get(i), Path.of(plan.directory())));
                stages.getLast().prepare(beginNs);
            }
            Stage.run(stages);
            final long endNs = System.nanoTime();
            for (int i = 0; i < plans.size(); i++)
            {
                mapper.writeValue(Path.of(plans.get(i).directory(), name + ".json").toFile(), stages.get(i).end(endNs));
            }
        }
        finally
        {
            for (final Stage stage : stages)
            {
                stage.close();
            }
        }
    }

    private static StagePlan stage(final GeneratorPlan plan, final String name)
    {
        final StagePlan stage = plan.stages().stream().filter((known) -> known.name().equals(name)).findFirst()
            .orElseThrow(() -> new IllegalArgumentException("the plan has no such stage: name=" + name));
        if (!stage.kind().isLoad())
        {
            throw new IllegalArgumentException("a generator has no such kind of stage: name=" + name + " kind=" +
                stage.kind());
        }
        return stage;
    }

    /** The next line of the input; meanwhile the sessions are kept alive. Empty at its end. */
    private String next(final BlockingQueue<String> requests) throws IOException
    {
        try
        {
            String request = requests.poll(KEEP_ALIVE_MS, TimeUnit.MILLISECONDS);
            while (null == request)
            {
                for (final Sessions ofPlan : sessions)
                {
                    ofPlan.keepAlive();
                }
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
