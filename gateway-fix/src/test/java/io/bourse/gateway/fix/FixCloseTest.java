// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertNull;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.protocol.LoginProtocol;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import quickfix.Session;
import quickfix.SessionID;

class FixCloseTest
{
    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveBackAllSessionsWhenClosed()
    {
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect())
        {
            for (int i = 0; i < 6; i++)
            {
                venue.operator.login(10 + i, LoginProtocol.FIX, "MORE" + i, "CF01");
            }
            // Without a runner, whose interrupts would end any wait.
            final FixGateway gateway = new FixGateway(new FixGateway.Context()
                .engineClient(client)
                .storeDirectory(directory.resolve("fix")));
            Venue.await(() -> gateway.doWork() >= 0 && gateway.isAccepting(), "gateway does not come up");
            gateway.close();
            assertNull(Session.lookupSession(new SessionID("FIX.4.4", "BOURSE", "MORE5")));
        }
    }
}
