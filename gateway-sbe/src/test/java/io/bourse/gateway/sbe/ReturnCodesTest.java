// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.MemberOperator;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import io.bourse.engine.protocol.KillAction;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.DemoReferenceData;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.TWBB1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Return codes (TWIME A.8) and session events that an operator's hand causes, over real sockets.
 */
@Tag("venue")
class ReturnCodesTest extends VenueTest
{
    private RawSession session;

    @BeforeEach
    void establish()
    {
        session = venue.establish(TWAA1);
    }

    @Test
    void shouldSayWhoseKillSwitchStands()
    {
        final MemberOperator members = new MemberOperator(venue.engine().operator());
        members.killSwitch("AA01", KillAction.STOP);
        assertCode(1, 25);
        members.killSwitch(DemoReferenceData.TWAA1_LOGIN_ID, KillAction.STOP);
        assertCode(2, 4220);
        members.killSwitch(DemoReferenceData.TWAA1_LOGIN_ID, KillAction.LIFT);
        members.killSwitch("AA01", KillAction.LIFT);
        members.killSwitch("AA", KillAction.STOP);
        assertCode(3, 310);

        // The same from the event stream alone.
        final SbeGateway killed = venue.gateway();
        venue.startGateway();
        session = venue.establish(TWAA1);
        assertCode(4, 310);
        killed.close();
    }

    @Test
    void shouldSayWhichLimitRefused()
    {
        limit(LimitLevel.CLIENT, "AA01001", new TradingLimitsSpec(5, 0, 0, 0, 0));
        assertCode(1, 336);
        limit(LimitLevel.CLIENT, "AA01001", new TradingLimitsSpec(0, 5, 0, 0, 0));
        assertCode(2, 317);
        limit(LimitLevel.CLIENT, "AA01001", new TradingLimitsSpec(0, 0, 0, 0, 0));
        limit(LimitLevel.BROKERAGE_FIRM, "AA01", new TradingLimitsSpec(5, 0, 0, 0, 0));
        assertCode(3, 337);
    }

    @Test
    void shouldDistinguishALoginThatIsTooFastFromAClientThatIs()
    {
        limit(LimitLevel.LOGIN, "1", new TradingLimitsSpec(0, 0, 0, 0, 1));
        assertRateCode(1, 9999);
        limit(LimitLevel.LOGIN, "1", new TradingLimitsSpec(0, 0, 0, 0, 0));
        limit(LimitLevel.CLIENT, "AA01001", new TradingLimitsSpec(0, 0, 0, 0, 1));
        assertRateCode(101, 54);
    }

    @Test
    void shouldAnnounceAnAuctionAndItsEnd()
    {
        final PhaseOperator phases = new PhaseOperator(venue.engine().operator());
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.OPENING_AUCTION));
        venue.awaitFrames(session, 1);
        session.newOrder(buy(1, PX, 5));
        venue.awaitFrames(session, 2);
        final RawSession seller = venue.establish(TWBB1).newOrder(sell(2, PX, 5));
        venue.awaitFrames(seller, 1);
        phases.changePhase(PhaseChangeSpec.ofMarket(Phase.CONTINUOUS));
        venue.awaitFrames(session, 5);
        assertEquals(List.of(
            "SystemEvent 2 session=7001 AuctionCollectOrderStarted",
            "NewOrder 1 id=1 bits_0 px=9000000000 qty=5 instrument=1001 link=11 session=7001 expire=-1 Buy Algorithm",
            "SystemEvent 3 session=7001 AuctionCollectOrderFinished",
            "Trade 1 id=1 match=1 bits_0_42_62 px=9000000000 qty=5 rest=0 instrument=1001 link=11 session=7001 Buy",
            "SystemEvent 4 session=7001 AuctionFinished"), session.frames);
    }

    private void limit(final LimitLevel level, final String registerCode, final TradingLimitsSpec limits)
    {
        new RiskOperator(venue.engine().operator()).setTradingLimits(level, registerCode, limits);
    }

    private void assertCode(final int clOrdId, final int code)
    {
        session.frames.clear();
        session.newOrder(buy(clOrdId, PX, 10));
        venue.await("refusal, seen so far " + session.frames, () -> session.frames.stream().anyMatch((frame) ->
            frame.startsWith("BusinessMessageReject")));
        assertEquals(List.of("BusinessMessageReject " + clOrdId + " code=" + code), session.frames);
    }

    /** Some of many orders at once are more than one in a second. */
    private void assertRateCode(final int firstClOrdId, final int code)
    {
        session.frames.clear();
        for (int i = 0; i < 20; i++)
        {
            session.newOrder(buy(firstClOrdId + i, PX, 1));
        }
        venue.awaitFrames(session, 20);
        final List<String> codes = session.frames.stream().filter((frame) -> frame.startsWith("BusinessMessageReject"))
            .map((frame) -> frame.replaceAll(".*code=", "")).distinct().toList();
        assertEquals(List.of(Integer.toString(code)), codes);
    }
}
