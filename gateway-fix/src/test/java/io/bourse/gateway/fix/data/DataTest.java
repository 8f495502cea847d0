// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * A venue and one client of its own for every test.
 */
abstract class DataTest
{
    @TempDir
    Path directory;
    DataVenue venue;
    RecordingSession session;

    @BeforeEach
    final void startVenue() throws Exception
    {
        venue = new DataVenue(directory, 1);
        session = venue.session("FIXAA1");
    }

    @AfterEach
    final void closeVenue()
    {
        venue.close();
    }
}
