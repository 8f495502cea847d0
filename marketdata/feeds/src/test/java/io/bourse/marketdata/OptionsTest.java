// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.client.SimbaReceiverOptionsBuilder;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.MarketDataPublisherOptionsBuilder;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptionsBuilder;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLogOptionsBuilder;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("venue")
class OptionsTest
{
    private static void assertNamed(final String fact, final SimbaReceiverOptionsBuilder options)
    {
        final String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
        assertTrue(message.contains(fact), message);
    }

    @Test
    void shouldNameReceiverOptionThatIsWrong()
    {
        assertNamed("windowPackets=1000", SimbaReceiverOptions.builder().windowPackets(1_000));
        assertNamed("maxHeldPackets=0", SimbaReceiverOptions.builder().maxHeldPackets(0));
        assertNamed("maxHeldPackets=9", SimbaReceiverOptions.builder().windowPackets(8).maxHeldPackets(9));
        assertNamed("gapTimeoutNs=-1", SimbaReceiverOptions.builder().gapTimeoutNs(-1));
        assertNamed("receiveBufferLength=0", SimbaReceiverOptions.builder().receiveBufferLength(0));
        assertNamed("interfaceName=nowhere0", SimbaReceiverOptions.builder().interfaceName("nowhere0"));
        assertNamed("incrementalB=239.195.1.1:20081", SimbaReceiverOptions.builder().endpoints(FeedEndpoints.of(
            "239.195.1.1:20081", "239.195.1.1:20081", "239.195.1.2:20082", "239.195.1.130:20082")));
        assertNamed("snapshotB=null", SimbaReceiverOptions.builder().endpoints(FeedEndpoints.of(
            "239.195.1.1:20081", "239.195.1.129:20081", "239.195.1.2:20082", null)));
        assertThrows(IllegalArgumentException.class, () -> FeedEndpoints.of(null, null, "10.0.0.1:1", null));
    }

    private static void assertNamed(final String fact, final PitchRecoveryOptionsBuilder options)
    {
        final String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
        assertTrue(message.contains(fact), message);
    }

    @Test
    void shouldNamePitchRecoveryOptionThatIsWrong()
    {
        final PitchLogin login = new PitchLogin("0001", "USR1", "open");
        final InetSocketAddress address = new InetSocketAddress("127.0.0.1", 0);
        assertNamed("logins=0", PitchRecoveryOptions.builder().spinServer(address));
        assertNamed("retransmission=null",
            PitchRecoveryOptions.builder().logins(List.of(login)).gapServer(address).retransmission(null));
        assertNamed("A login is given twice", PitchRecoveryOptions.builder().logins(List.of(login, login)));
        assertNamed("historyCapacity=255", PitchRecoveryOptions.builder().historyCapacity(255));
        assertNamed("historyCapacity=1000", PitchRecoveryOptions.builder().historyCapacity(1_000));
    }

    private static void assertNamed(final String fact, final SimbaOrderLogOptionsBuilder context)
    {
        final PublicMarket market = new PublicMarket(PublicTransaction::cursor);
        final String message =
            assertThrows(IllegalArgumentException.class, () -> new SimbaOrderLog(context.build(), market)).getMessage();
        assertTrue(message.contains(fact), message);
    }

    private static void assertNamed(final String fact, final MarketDataPublisherOptionsBuilder options)
    {
        final String message = assertThrows(IllegalArgumentException.class, options::build).getMessage();
        assertTrue(message.contains(fact), message);
    }

    @Test
    void shouldNamePublisherOptionThatIsWrong(@TempDir final Path dir)
    {
        assertNamed("engineClient=null", MarketDataPublisherOptions.builder());
        try (TestEngine engine = TestEngine.start(dir))
        {
            assertNamed("feeds=0", MarketDataPublisherOptions.builder().engineClient(engine.connect()));
        }
    }

    @Test
    void shouldNameOrderLogOptionThatIsWrong()
    {
        assertNamed("maxPacketLength=127", SimbaOrderLogOptions.builder().maxPacketLength(127));
        assertNamed("maxPacketLength=1473", SimbaOrderLogOptions.builder().maxPacketLength(1473));
        assertNamed("heartbeatIntervalNs=0", SimbaOrderLogOptions.builder().heartbeatIntervalNs(0));
        assertNamed("snapshotCycleNs=0", SimbaOrderLogOptions.builder().snapshotCycleNs(0));
        assertNamed("version=7", SimbaOrderLogOptions.builder().version(7));
        assertNamed("version=10", SimbaOrderLogOptions.builder().version(10));
        assertNamed("burstTimeoutNs=0", SimbaOrderLogOptions.builder().burstTimeoutNs(0));
        assertNamed("maxRepeatedPackets=-1", SimbaOrderLogOptions.builder().maxRepeatedPackets(-1));
        assertNamed("endpointA=null endpointB=null",
            SimbaOrderLogOptions.builder().incrementalA(null).incrementalB(null));
        assertNamed("endpointA=null endpointB=null", SimbaOrderLogOptions.builder().snapshotA(null).snapshotB(null));
        assertNamed("timeToLive=256", SimbaOrderLogOptions.builder().timeToLive(256));
        assertNamed("interfaceName=nowhere0", SimbaOrderLogOptions.builder().interfaceName("nowhere0"));
        assertNamed("snapshotB=239.195.1.1:20081",
            SimbaOrderLogOptions.builder().snapshotB(MulticastEndpoint.parse("239.195.1.1:20081")));
    }
}
