// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import java.nio.file.Path;

import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.testing.SignedVenue;
import io.bourse.engine.testing.TestEngine;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A solo engine with a register of operators: the secret of the principal is not enough, before and after a restart
 * from a snapshot, and its journal says who did what.
 */
@Tag("venue")
class SignedCommandsTest
{
    @TempDir
    private Path dir;

    @Test
    void shouldTakeOperatorsCommandsWithTheSignatureOfAPersonOnly()
    {
        try (TestEngine engine = TestEngine.start(dir))
        {
            final SignedVenue venue = new SignedVenue(engine.connect());
            venue.found();
            venue.requireSignatures("CC");
            venue.moveDateByTwoPersons();
            venue.takeSnapshot();
            TestEngine.await("snapshot", () -> 1 == engine.engine().counters().get(EngineCounter.SNAPSHOTS_TAKEN));
        }
        try (TestEngine engine = TestEngine.start(dir))
        {
            new SignedVenue(engine.connect()).requireSignatures("DD");
        }
        SignedVenue.verify(dir, 4, 2);
    }
}
