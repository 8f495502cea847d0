// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A rig of its own for every test, and orders to send through it.
 */
abstract class RigTest
{
    static final String ORDER = "55=X|54=1|60=20261121-09:00:00|40=1|38=1|";

    @TempDir
    Path directory;
    TransportRig rig;

    @BeforeEach
    final void startRig() throws IOException
    {
        rig = new TransportRig(directory).start();
    }

    @AfterEach
    final void closeRig()
    {
        rig.close();
    }
}
