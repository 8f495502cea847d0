// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.testing;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Events of Flight Recorder in this process, from the construction on.
 */
public final class FlightEvents implements AutoCloseable
{
    private final Recording recording = new Recording();
    private final Set<String> names;

    /**
     * Starts a recording.
     *
     * @param names of the events, however short they are.
     */
    public FlightEvents(final String... names)
    {
        this.names = Set.of(names);
        for (final String name : names)
        {
            recording.enable(name).withThreshold(Duration.ZERO);
        }
        recording.start();
    }

    /**
     * Ends the recording.
     *
     * @return what was recorded, by the time of its end.
     */
    public List<RecordedEvent> stop()
    {
        recording.stop();
        try
        {
            final Path file = Files.createTempFile("events", ".jfr");
            try
            {
                recording.dump(file);
                // Others are recorded unless they are switched off.
                return RecordingFile.readAllEvents(file).stream()
                    .filter((event) -> names.contains(event.getEventType().getName()))
                    .sorted(Comparator.comparing(RecordedEvent::getEndTime)).toList();
            }
            finally
            {
                Files.delete(file);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    @Override
    public void close()
    {
        recording.close();
    }
}
