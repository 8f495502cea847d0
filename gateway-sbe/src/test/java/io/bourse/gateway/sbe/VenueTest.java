// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

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
    Path dir;
    VenueFixture venue;

    @BeforeEach
    final void startVenue()
    {
        venue = VenueFixture.start(dir, this::options);
    }

    /** Options of the gateway that a test wants otherwise than the fixture. */
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        return context;
    }

    @AfterEach
    final void closeVenue()
    {
        venue.close();
    }
}
