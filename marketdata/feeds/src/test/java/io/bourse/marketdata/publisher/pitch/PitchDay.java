// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.MassCancelEncoder;
import io.bourse.engine.protocol.MassCancelScope;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.security.Principal;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.OrderFlow;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.file.Path;
import java.util.Random;

/**
 * An engine and a random day on it: orders of all kinds, auctions and halts of one instrument at a time, mass cancels,
 * intraday and evening clearing.
 */
final class PitchDay implements AutoCloseable
{
    private static final Phase[] PHASES = {
        Phase.CONTINUOUS, Phase.OPENING_AUCTION, Phase.CONTINUOUS, Phase.HALTED, Phase.CONTINUOUS,
        Phase.INTRADAY_AUCTION, Phase.CONTINUOUS, Phase.PRE_OPEN, Phase.CONTINUOUS, Phase.CLOSING_AUCTION};
    private static final int GATEWAY_ID = 9;
    private static final short BOTH_SIDES = 89;
    private static final short ALL_TYPES = 7;

    final TestEngine engine;
    final EngineClient client;
    final OrderFlow flow;
    private final Random random;
    private final CommandPublisher publisher;
    private final PhaseOperator phases;
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
    private int session = DemoReferenceData.SESSION_ID;
    private int run;
    private int phase;
    private int massCancels;

    PitchDay(final Path dir, final Random random)
    {
        this.random = random;
        engine = TestEngine.start(dir).withDemoReferenceData();
        client = engine.connect();
        flow = new OrderFlow(client, random);
        publisher = client.newCommandPublisher(Principal.gateway(GATEWAY_ID));
        phases = new PhaseOperator(engine.operator());
    }

    /** One order; now and then something of the market besides. */
    void step()
    {
        flow.step();
        final int kind = random.nextInt(1_000);
        if (kind < 12)
        {
            changePhase(random.nextBoolean() ? DemoReferenceData.SI_ID : DemoReferenceData.RI_ID,
                PHASES[random.nextInt(PHASES.length)]);
        }
        else if (kind < 16)
        {
            massCancel();
        }
        else if (kind < 17)
        {
            evening();
        }
        else if (kind < 19)
        {
            flow.listen(0);
            run++;
            engine.operator().suspendTrading(run, ClearingKind.INTRADAY);
            engine.operator().resumeTrading(run);
        }
    }

    /** Everything trades again and everybody has his answer. */
    void settle()
    {
        changePhase(DemoReferenceData.SI_ID, Phase.CONTINUOUS);
        changePhase(DemoReferenceData.RI_ID, Phase.CONTINUOUS);
        flow.listen(0);
    }

    void changePhase(final int instrumentId, final Phase to)
    {
        phase++;
        phases.changePhase(PhaseChangeSpec.ofInstrument(instrumentId, to));
    }

    void evening()
    {
        flow.listen(0);
        run++;
        session++;
        engine.operator().suspendTrading(run, ClearingKind.EVENING);
        engine.operator().completeClearing(run, ClearingKind.EVENING);
        engine.operator().openSession(session, DemoReferenceData.TRADING_DATE + session - DemoReferenceData.SESSION_ID);
    }

    int phaseChanges()
    {
        return phase;
    }

    int massCancels()
    {
        return massCancels;
    }

    private void massCancel()
    {
        massCancels++;
        final MassCancelEncoder massCancel =
            new MassCancelEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        massCancel.header().stampedNs(0).receivedNs(0).sequence(0)
            .sessionId(1 + random.nextInt(2)).gatewayId(GATEWAY_ID).partition(0);
        massCancel.clOrdId(1)
            .accountCode(0)
            .instrumentId(random.nextBoolean() ? 0 : DemoReferenceData.SI_ID)
            .linkId(0)
            .scope(MassCancelScope.LOGIN)
            .accountLength((short)0)
            .side(BOTH_SIDES)
            .securityTypes(ALL_TYPES)
            .securityGroup("")
            .clientRef("");
        while (!publisher.offer(buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + massCancel.encodedLength()))
        {
            Thread.yield();
        }
    }

    @Override
    public void close()
    {
        CloseHelper.closeAll(flow, engine);
    }
}
