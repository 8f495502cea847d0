// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.protocol.DefineBrokerageFirmEncoder;
import io.bourse.engine.protocol.DefineClearingFirmEncoder;
import io.bourse.engine.protocol.DefineLoginEncoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.SetVenueLimitsEncoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The alarm comes at 80 %, once, and again only after there was space.
 */
class CapacityWatchTest
{
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[512]);
    private final MessageHeaderEncoder header = new MessageHeaderEncoder();
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final MatchingEngine engine = new MatchingEngine(0, (sequence, frame, offset, length) ->
    {
    });
    private final CapacityWatch watch = new CapacityWatch(engine.limits(), counters);
    private long position;
    private int logins;

    @BeforeEach
    void define()
    {
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            final SetFeatureLevelEncoder raise = new SetFeatureLevelEncoder().wrapAndApplyHeader(buffer, 0, header);
            raise.level(level);
            execute(raise.encodedLength());
        }
        final DefineClearingFirmEncoder member = new DefineClearingFirmEncoder().wrapAndApplyHeader(buffer, 0, header);
        execute(member.code("AA").encodedLength());
        final DefineBrokerageFirmEncoder firm = new DefineBrokerageFirmEncoder().wrapAndApplyHeader(buffer, 0, header);
        execute(firm.code("AA01").encodedLength());
    }

    @Test
    void shouldSayOnceThatALimitIsNear()
    {
        limitLogins(5);
        login();
        login();
        login();
        assertEquals(0, counters.get(EngineCounter.CAPACITY_ALARMS));
        login();
        assertEquals(1, counters.get(EngineCounter.CAPACITY_ALARMS));
        login();
        assertEquals(1, counters.get(EngineCounter.CAPACITY_ALARMS));
        assertEquals(0, counters.get(EngineCounter.CAPACITY_REFUSALS));
        login();
        assertEquals(1, counters.get(EngineCounter.CAPACITY_REFUSALS));
        limitLogins(6);
        assertEquals(1, counters.get(EngineCounter.CAPACITY_ALARMS), "83 % is as near");
        limitLogins(10);
        limitLogins(6);
        assertEquals(2, counters.get(EngineCounter.CAPACITY_ALARMS));
    }

    @Test
    void shouldKnowTheLimitsAndTheHeapTheyNeed()
    {
        limitLogins(6);
        final VenueLimitsSpec limits = CapacityWatch.spec(engine.limits());
        assertEquals(new VenueLimitsSpec(0, 0, 0, 0, 6, 0), limits);
        assertTrue(CapacityWatch.heapBytes(limits) > 0);
        assertEquals(2 * CapacityWatch.heapBytes(limits),
            CapacityWatch.heapBytes(new VenueLimitsSpec(0, 0, 0, 0, 12, 0)));
    }

    private void limitLogins(final int most)
    {
        final SetVenueLimitsEncoder command = new SetVenueLimitsEncoder().wrapAndApplyHeader(buffer, 0, header);
        command.liveOrders(0).liveOrdersPerLogin(0).accounts(0).instruments(0).logins(most).exposures(0);
        execute(command.encodedLength());
    }

    private void login()
    {
        logins++;
        final DefineLoginEncoder command = new DefineLoginEncoder().wrapAndApplyHeader(buffer, 0, header);
        command.loginId(logins).protocol(LoginProtocol.TWIME).name("login-" + logins).brokerageFirm("AA01");
        execute(command.encodedLength());
    }

    private void execute(final int encodedLength)
    {
        position += 96;
        assertTrue(engine.onCommand(1, position, buffer, 0, MessageHeaderEncoder.ENCODED_LENGTH + encodedLength));
        watch.check();
        buffer.setMemory(0, buffer.capacity(), (byte)0);
    }
}
