// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.exceptions.RegistrationException;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.CommandHeaderEncoder;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.NewOrderEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.SuspendTradingEncoder;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.security.CredentialException;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Identification;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.IngressSenders;
import io.bourse.engine.testing.TestEngine;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

import static io.bourse.engine.host.execution.EngineCounter.COMMANDS_JOURNALLED;
import static io.bourse.engine.host.execution.EngineCounter.FORBIDDEN_COMMANDS;
import static io.bourse.engine.host.execution.EngineCounter.UNAUTHENTICATED_COMMANDS;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is not proven, and what is not allowed, does not get into the journal.
 */
@Tag("venue")
class SoloIngressSecurityTest
{
    private static final int HEADER = MessageHeaderEncoder.ENCODED_LENGTH;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final MessageHeaderEncoder messageHeader = new MessageHeaderEncoder();
    @TempDir
    private Path dir;
    private TestEngine engine;
    private Aeron aeron;

    @BeforeEach
    void start()
    {
        engine = TestEngine.start(dir).withDemoReferenceData();
        aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(engine.engine().aeronDirectoryName()));
    }

    @AfterEach
    void stop()
    {
        aeron.close();
        engine.close();
    }

    @Test
    void shouldDropAndCountWhatNobodyHasProven()
    {
        final StateReport before = engine.operator().reportState();
        final long journalled = counters().get(COMMANDS_JOURNALLED);
        try (ExclusivePublication publication = publication())
        {
            offer(publication, suspend(0));
            await(1, 0);
            // A sender that has another directory of secrets.
            final CredentialStore foreign = CredentialStore.at(dir.resolve("foreign")).createMissing();
            offer(publication, Identification.encode(
                foreign, Principal.OPERATOR, IngressSenders.nonce(aeron), publication.sessionId()));
            // What another publication of the operator said, and what it said to another life of the engine.
            offer(publication, Identification.encode(engine.engine().credentials(), Principal.OPERATOR,
                IngressSenders.nonce(aeron), publication.sessionId() + 1));
            offer(publication, Identification.encode(engine.engine().credentials(), Principal.OPERATOR,
                IngressSenders.nonce(aeron) + 1, publication.sessionId()));
            offer(publication, suspend(0));
            await(5, 0);
        }
        assertUnchanged(before, journalled);
    }

    @Test
    void shouldDropAndCountWhatAGatewayMayNotSend()
    {
        final StateReport before = engine.operator().reportState();
        final long journalled = counters().get(COMMANDS_JOURNALLED);
        try (ExclusivePublication publication = publication())
        {
            IngressSenders.identify(aeron, publication, engine.engine().credentials(), Principal.gateway(1));
            // As the operator, as clearing, and in its own name.
            offer(publication, suspend(0));
            offer(publication, suspend(65_535));
            offer(publication, suspend(1));
            // An order of another gateway.
            offer(publication, order(2));
            await(0, 4);
            assertUnchanged(before, journalled);
            offer(publication, order(1));
            engine.collect(0, listener -> 1 == listener.count("ACCEPTED"));
        }
    }

    /** A session id can be chosen; who sends is known by what the driver numbers. */
    @Test
    void shouldAskAgainWhenAnotherPublicationHasTheSameSession()
    {
        final int sessionId;
        try (ExclusivePublication publication = publication())
        {
            sessionId = publication.sessionId();
            IngressSenders.identify(aeron, publication, engine.engine().credentials(), Principal.OPERATOR);
        }
        try (Aeron other = Aeron.connect(new Aeron.Context()
            .aeronDirectoryName(engine.engine().aeronDirectoryName())))
        {
            final ExclusivePublication[] again = new ExclusivePublication[1];
            TestEngine.await("the session id is free", () ->
            {
                try
                {
                    again[0] = other.addExclusivePublication(
                        EngineStreams.CHANNEL + "?session-id=" + sessionId, EngineStreams.COMMANDS_STREAM_ID);
                    return true;
                }
                catch (final RegistrationException taken)
                {
                    return false;
                }
            });
            TestEngine.await("connected", again[0]::isConnected);
            offer(again[0], suspend(0));
            await(1, 0);
        }
    }

    @Test
    void shouldRefuseTheSenderInItsOwnProcessWhenItMayNotSend()
    {
        for (final CommandPublisher publisher : new CommandPublisher[]{
            engine.connect().newCommandPublisher(Principal.gateway(1)),
            engine.connect().newCommandPublisher(Principal.READER)})
        {
            assertThrows(IllegalArgumentException.class,
                () -> publisher.offer(suspend(0), 0, HEADER + SuspendTradingEncoder.BLOCK_LENGTH));
        }
    }

    @Test
    void shouldTakeTheNewKeyWhileTheEngineRuns()
    {
        final CredentialStore store = CredentialStore.in(dir);
        try (AeronEngineClient client = AeronEngineClient.connect(engine.clientOptions().build()))
        {
            store.rotate(Principal.OPERATOR);
            assertDoesNotThrow(() -> new OperatorClient(client, TestEngine.TIMEOUT_NS).reportState());
            store.retire(Principal.OPERATOR);
            assertDoesNotThrow(() -> new OperatorClient(client, TestEngine.TIMEOUT_NS).reportState());
            assertEquals(0, counters().get(UNAUTHENTICATED_COMMANDS));
        }
    }

    @Test
    void shouldNameTheMissingKey() throws Exception
    {
        final CredentialStore some = CredentialStore.at(dir.resolve("some"));
        some.add(Principal.gateway(9));
        assertThrows(CredentialException.class,
            () -> AeronEngineClient.connect(engine.clientOptions().credentials(some).build()));
        Files.copy(dir.resolve("credentials/reader.key"), dir.resolve("some/reader.key"));
        try (AeronEngineClient client = AeronEngineClient.connect(engine.clientOptions().credentials(some).build()))
        {
            final CredentialException refusal = assertThrows(CredentialException.class,
                () -> new OperatorClient(client, TestEngine.TIMEOUT_NS));
            assertTrue(refusal.getMessage().contains("principal=operator"), refusal.getMessage());
        }
    }

    /** The journal distinguishes clearing from operators. */
    @Test
    void shouldLetClearingStopADefaulterUnderItsOwnName()
    {
        try (AeronEngineClient client = AeronEngineClient.connect(engine.clientOptions().build());
            OperatorClient clearing = new OperatorClient(client, TestEngine.TIMEOUT_NS, Principal.CLEARING))
        {
            clearing.suspendTrading(1, ClearingKind.INTRADAY);
            clearing.resumeTrading(1);
            new MemberOperator(clearing).killSwitch("AA01", KillAction.STOP);
            assertThrows(IllegalArgumentException.class, () -> clearing.openSession(2, 20261122));
        }
    }

    private ExclusivePublication publication()
    {
        final ExclusivePublication publication =
            aeron.addExclusivePublication(EngineStreams.CHANNEL, EngineStreams.COMMANDS_STREAM_ID);
        TestEngine.await("connected", publication::isConnected);
        return publication;
    }

    private static void offer(final ExclusivePublication publication, final DirectBuffer message)
    {
        TestEngine.await("offered", () -> publication.offer(message, 0, message.capacity()) > 0);
    }

    private DirectBuffer suspend(final int gatewayId)
    {
        final SuspendTradingEncoder command =
            new SuspendTradingEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        head(command.header(), gatewayId);
        command.runId(1).kind(ClearingKind.INTRADAY);
        return new UnsafeBuffer(buffer, 0, HEADER + command.encodedLength());
    }

    private DirectBuffer order(final int gatewayId)
    {
        final NewOrderEncoder order = new NewOrderEncoder().wrapAndApplyHeader(buffer, 0, messageHeader);
        head(order.header(), gatewayId);
        order.clOrdId(1).expireDateNs(0).priceE5(90_000_00000L).qtyLots(1).accountCode(AccountCode.pack("AA01001"))
            .instrumentId(DemoReferenceData.SI_ID).linkId(0).side((short)Side.BUY.value())
            .timeInForce((short)TimeInForce.DAY.value()).complianceId((byte)'D').clientFlags((short)0)
            .conditions((short)0).clientRef("");
        return new UnsafeBuffer(buffer, 0, HEADER + order.encodedLength());
    }

    private static void head(final CommandHeaderEncoder header, final int gatewayId)
    {
        header.stampedNs(0).receivedNs(0).sequence(0).sessionId(1).gatewayId(gatewayId).partition(0);
    }

    private void await(final long unauthenticated, final long forbidden)
    {
        TestEngine.await("counted " + unauthenticated + " and " + forbidden, () ->
            unauthenticated == counters().get(UNAUTHENTICATED_COMMANDS) &&
                forbidden == counters().get(FORBIDDEN_COMMANDS));
    }

    private CounterSet<EngineCounter> counters()
    {
        return engine.engine().counters();
    }

    /** The report itself is the only command that came since. */
    private void assertUnchanged(final StateReport before, final long journalled)
    {
        assertEquals(journalled, counters().get(COMMANDS_JOURNALLED));
        final StateReport after = engine.operator().reportState();
        assertEquals(before.orders(), after.orders());
        assertEquals(before.orderCount(), after.orderCount());
        assertEquals(before.tradeCount(), after.tradeCount());
    }
}
