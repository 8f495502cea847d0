// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.verify.RunPlace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * A clearing run by its files; the venue may run or not.
 *
 * @param place of the run.
 * @param state how far it is.
 */
record StoredRun(RunPlace place, RunState state)
{
    private static final String STATE = "state.json";

    static StoredRun find(final Path baseDir, final String run) throws IOException
    {
        return of(RunPlace.find(baseDir, run));
    }

    static StoredRun of(final RunPlace place)
    {
        final Path file = place.directory().resolve(STATE);
        try
        {
            final RunState state = new ObjectMapper().readValue(Files.readAllBytes(file), RunState.class);
            if (!RunState.FORMAT.equals(state.format()) || null == state.phase() || null == state.files())
            {
                throw new InputCorruptException("state of the run is of another format: file=" + file + " format=" +
                    state.format() + " wanted=" + RunState.FORMAT);
            }
            return new StoredRun(place, state);
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("state of the run cannot be read: file=" + file, ex);
        }
    }

    /** Whether the run was ended, for instance by a kill, before it had written how far it is, or anything else. */
    static boolean isUnbegun(final RunPlace place) throws IOException
    {
        return !Files.exists(place.directory().resolve(STATE)) && !place.hasTables();
    }

    /** SHA-256 by name. */
    Map<String, String> digests()
    {
        final Map<String, String> digests = new TreeMap<>();
        state.files().forEach(file -> digests.put(file.name(), file.sha256()));
        return digests;
    }

    /** Event stream position of the cut; -1 when it is not known. */
    long cutCursor()
    {
        return null == state.cut() ? -1 : state.cut().cursor();
    }
}
