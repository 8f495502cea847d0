// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.EngineClient;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import io.bourse.gateway.fix.session.FixGatewayOptionsBuilder;
import io.bourse.gateway.fix.session.LogonCheck;
import java.lang.reflect.Proxy;
import java.net.BindException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("venue")
class FixTakeoverTest
{
    @TempDir
    private Path directory;

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldGiveUpItsSessionsWhenAnotherGatewayTakesItsId()
    {
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect();
            FixGateway old = gateway(client, "old"); FixGateway young = gateway(client, "young"))
        {
            Venue.await(() -> old.doWork() >= 0 && old.isAccepting(), "the old gateway does not come up");
            Venue.await(() -> young.doWork() >= 0 && young.isAccepting(), "the young gateway does not come up");
            final IllegalStateException fenced = assertThrows(IllegalStateException.class, () ->
            {
                for (int i = 0; i < 1_000_000; i++)
                {
                    old.doWork();
                }
            });
            assertEquals("another gateway with the same id has started, this one gave up its sessions and " +
                "must stay down, or start as its standby: gatewayId=2", fenced.getMessage());
            young.doWork();
            assertTrue(young.isAccepting());
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLeaveAGatewayAloneWhenItCannotListenOnTheSameAddress()
    {
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect();
            FixGateway old = gateway(client, "old"))
        {
            Venue.await(() -> old.doWork() >= 0 && old.isAccepting(), "the old gateway does not come up");
            try (FixGateway young = gateway(options("young").bindAddress(old.localAddress()), client))
            {
                final IllegalStateException refused = assertThrows(IllegalStateException.class, young::doWork);
                assertInstanceOf(BindException.class, refused.getCause());
            }
            // Another gateway's barrier comes behind anything that the refused one may have said.
            try (FixGateway other = gateway(options("other").gatewayId(7), client))
            {
                Venue.await(() -> other.doWork() >= 0 && other.isAccepting(), "the other gateway does not come up");
            }
            Venue.await(() -> 0 == old.doWork(), "the old gateway does not come to rest");
            assertTrue(old.isAccepting());
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldLeaveItsStoresToTheNextOneWhenItsEngineIsGoneBeforeItBegins()
    {
        try (Venue venue = new Venue(directory); EngineClient client = venue.engine.connect())
        {
            // As the client of a process does when its engine has died.
            final EngineClient gone = (EngineClient)Proxy.newProxyInstance(
                EngineClient.class.getClassLoader(), new Class<?>[]{EngineClient.class}, (proxy, method, arguments) ->
                {
                    if ("newCommandPublisher".equals(method.getName()))
                    {
                        throw new IllegalStateException("the engine does not take commands");
                    }
                    return method.invoke(client, arguments);
                });
            assertThrows(IllegalStateException.class, () -> gateway(gone, "store"));
            try (FixGateway next = gateway(client, "store"))
            {
                Venue.await(() -> next.doWork() >= 0 && next.isAccepting(), "the next gateway does not come up");
            }
        }
    }

    private FixGateway gateway(final EngineClient client, final String store)
    {
        return gateway(options(store), client);
    }

    private static FixGateway gateway(final FixGatewayOptionsBuilder options, final EngineClient client)
    {
        return new FixGateway(options.build(), client, LogonCheck.ACCEPT_ALL);
    }

    private FixGatewayOptionsBuilder options(final String store)
    {
        return FixGatewayOptions.builder().storeDirectory(directory.resolve(store));
    }
}
