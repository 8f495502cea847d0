// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/**
 * A rig of its own for every test.
 */
abstract class RigTest
{
    @TempDir
    Path directory;
    OrderRig rig;

    @BeforeEach
    final void startRig()
    {
        rig = new OrderRig(directory).start();
    }

    @AfterEach
    final void closeRig()
    {
        rig.close();
    }
}
