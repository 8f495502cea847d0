// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Which settings of access are in force in a process: written into the data directory at each change.
 *
 * @param component whose process it is: {@code venue}, {@code twime} or {@code fix}.
 * @param pid of the process.
 * @param file that it reads.
 * @param request last request to read it again that it has seen; empty for none.
 * @param time when it read the file, ISO 8601.
 * @param error why the settings of then are not in force; empty when they are.
 * @param settings in force, by login; never a secret.
 */
public record AccessState(
    String component, long pid, String file, String request, String time, String error, Map<String, String> settings)
{
    /** A request to read the files again, whatever their dates say. */
    static final String REQUEST_FILE = "access-reload";
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(15);
    private static final int INTERVAL_MS = 50;
    private static final String VENUE = "venue";
    /** How rules of a blocked login begin. */
    private static final String BLOCKED = "blocked=true ";
    private static final String PREFIX = "access-";
    private static final String SUFFIX = ".json";

    /**
     * Finds the processes of a venue that have settings of access.
     *
     * @param dataDir of the venue.
     * @return of those that live, by component.
     * @throws VenueNotRunningException when there is none.
     * @throws IOException when one cannot be read.
     */
    public static List<AccessState> read(final Path dataDir) throws IOException
    {
        final List<AccessState> states = new ArrayList<>();
        if (Files.isDirectory(dataDir))
        {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(dataDir, PREFIX + "*" + SUFFIX))
            {
                for (final Path file : files)
                {
                    states.add(new ObjectMapper().readValue(file.toFile(), AccessState.class));
                }
            }
        }
        states.removeIf((state) -> ProcessHandle.of(state.pid()).isEmpty());
        if (states.isEmpty())
        {
            throw new VenueNotRunningException("no gateway runs on this data directory: dataDir=" + dataDir +
                "; start the venue with `bourse start` or name another directory with --data", null);
        }
        states.sort(Comparator.comparing(AccessState::component));
        return states;
    }

    /**
     * Whether a login may have no session, by the settings in force.
     *
     * @param states of processes.
     * @param protocol {@code twime} or {@code fix}.
     * @param login its name.
     * @return nothing when none of the processes serves the protocol.
     */
    public static Optional<Boolean> isBlocked(
        final List<AccessState> states, final String protocol, final String login)
    {
        return states.stream()
            .filter((state) -> VENUE.equals(state.component) || protocol.equals(state.component))
            .map((state) -> state.settings.getOrDefault(
                protocol + ' ' + login, state.settings.getOrDefault(protocol + " (defaults)", "")))
            .map((rules) -> rules.startsWith(BLOCKED)).reduce(Boolean::logicalOr);
    }

    private static void request(final Path dataDir, final String request) throws IOException
    {
        final Path next = Files.writeString(dataDir.resolve(REQUEST_FILE + ".tmp"), request);
        Files.move(next, dataDir.resolve(REQUEST_FILE), StandardCopyOption.ATOMIC_MOVE);
    }

    /**
     * Has all processes of a venue read their files again, and waits for them.
     *
     * @param dataDir of the venue.
     * @return settings of those that live, by component.
     * @throws VenueNotRunningException when there is none.
     * @throws IllegalStateException when one does not answer.
     * @throws IOException when one cannot be read.
     */
    public static List<AccessState> reload(final Path dataDir) throws IOException
    {
        final String request = UUID.randomUUID().toString();
        read(dataDir);
        request(dataDir, request);
        final IdleStrategy idle = new SleepingMillisIdleStrategy(INTERVAL_MS);
        final long deadlineNs = System.nanoTime() + TIMEOUT_NS;
        List<AccessState> states = read(dataDir);
        while (!states.stream().allMatch((state) -> request.equals(state.request())))
        {
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new IllegalStateException("a process of the venue does not read its settings of access," +
                    " look at its log: processes=" + states.stream()
                    .filter((state) -> !request.equals(state.request())).map(AccessState::component).toList());
            }
            idle.idle();
            states = read(dataDir);
        }
        return states;
    }

    void write(final Path dataDir) throws IOException
    {
        final Path file = file(dataDir, component);
        final Path next = dataDir.resolve(file.getFileName() + ".tmp");
        new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValue(next.toFile(), this);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    static Path file(final Path dataDir, final String component)
    {
        return dataDir.resolve(PREFIX + component + SUFFIX);
    }
}
