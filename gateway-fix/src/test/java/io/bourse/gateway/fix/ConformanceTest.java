// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * One venue for the scenarios of a class, and a session that is logged on for each.
 */
abstract class ConformanceTest
{
    @TempDir
    static Path directory;
    static ConformanceVenue conformance;
    FixWire wire;

    @BeforeAll
    static void start()
    {
        conformance = new ConformanceVenue(directory);
    }

    @AfterAll
    static void stop()
    {
        conformance.close();
    }

    @BeforeEach
    final void logOn() throws IOException
    {
        wire = conformance.logOn();
    }

    @AfterEach
    final void close() throws IOException
    {
        wire.close();
    }
}
