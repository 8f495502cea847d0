// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.fix.session.TransportOptions;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("venue")
class FixGatewayContextTest
{
    @TempDir
    private Path directory;

    @Test
    void shouldNameKeyAndValueWhenAnOptionIsWrong()
    {
        assertNames(new FixGateway.Context(), "engineClient=null");
        try (TestEngine engine = TestEngine.start(directory.resolve("engine")))
        {
            assertNames(options(engine).storeDirectory(null), "storeDirectory=null");
            assertNames(options(engine).gatewayId(0), "gatewayId=0");
            assertNames(options(engine).gatewayId(65_535), "gatewayId=65535");
            assertNames(options(engine).targetCompId("A B"), "targetCompId=A B");
            assertNames(options(engine).minHeartbeatSeconds(0), "minHeartbeatSeconds=0");
            assertNames(
                options(engine).minHeartbeatSeconds(10).maxHeartbeatSeconds(9),
                "maxHeartbeatSeconds=9 minHeartbeatSeconds=10");
            assertNames(options(engine).publicFirstTimeoutNs(-1), "publicFirstTimeoutNs=-1");
            assertNames(options(engine).logonTimeoutNs(5), "logonTimeoutNs=5");
            assertNames(options(engine).endedOrdersPerLogin(0), "endedOrdersPerLogin=0");
            assertNames(
                options(engine).transport(new TransportOptions().maxConnections(0)), "maxConnections=0");
            assertNames(
                options(engine).transport(new TransportOptions().maxUnsentBytes(1)), "maxUnsentBytes=1");
        }
    }

    @Test
    void shouldServeOneGatewayOnlyWhenConcluded()
    {
        try (TestEngine engine = TestEngine.start(directory.resolve("engine")))
        {
            final FixGateway.Context context = options(engine);
            new FixGateway(context).close();
            assertThrows(IllegalStateException.class, () -> new FixGateway(context));
        }
    }

    private FixGateway.Context options(final TestEngine engine)
    {
        return new FixGateway.Context().engineClient(engine.connect()).storeDirectory(directory.resolve("fix"));
    }

    private static void assertNames(final FixGateway.Context context, final String fact)
    {
        final Exception e = assertThrows(IllegalArgumentException.class, () -> new FixGateway(context));
        assertTrue(e.getMessage().contains(fact), e.getMessage());
    }
}
