// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.testing.TestEngine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

/**
 * A gateway that cannot be made, because its engine has just died, gives back what it took: the next one can be made.
 */
@Tag("venue")
class GatewayStartTest
{
    @TempDir
    private Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"newCommandPublisher", "publishedWatermark", "follow"})
    void shouldGiveBackItsAnswersWhenTheEngineGoesDuringItsStart(final String call)
    {
        try (TestEngine engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
            EngineClient client = engine.connect())
        {
            final EngineClient failing = failingAt(call, client);
            assertEquals(call,
                assertThrows(IllegalStateException.class, () -> new SbeGateway(options(), failing)).getMessage());

            new SbeGateway(options(), client).close();
        }
    }

    private SbeGatewayOptions options()
    {
        return SbeGatewayOptions.builder().answerLogDirectory(dir.resolve("answers")).build();
    }

    private static EngineClient failingAt(final String call, final EngineClient client)
    {
        return (EngineClient)Proxy.newProxyInstance(GatewayStartTest.class.getClassLoader(),
            new Class<?>[]{EngineClient.class}, (proxy, method, args) ->
            {
                if (method.getName().equals(call))
                {
                    throw new IllegalStateException(call);
                }
                try
                {
                    return method.invoke(client, args);
                }
                catch (final InvocationTargetException ex)
                {
                    throw ex.getCause();
                }
            });
    }
}
