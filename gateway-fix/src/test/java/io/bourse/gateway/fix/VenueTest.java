// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * A venue of its own for every test.
 */
abstract class VenueTest
{
    @TempDir
    Path directory;
    Venue venue;

    @BeforeEach
    final void startVenue()
    {
        venue = new Venue(directory).startGateway();
    }

    @AfterEach
    final void closeVenue()
    {
        venue.close();
    }
}
