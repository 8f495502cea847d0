// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.testing.TestEngine;
import io.bourse.gateway.sbe.twime.SideEnum;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * The golden frames of TWIME A.10, spoken to a venue whose firms, logins, instrument and session are those of the
 * frames: every frame a client sends is golden, and so is every answer but for its time and the ids that a venue gives.
 */
@Tag("venue")
class GoldenSessionTest
{
    private static final String ESTABLISH =
        "20008813454d070000002a36fe9c9717e80300004c4f47494e310000000000000000000000000000";
    private static final String ESTABLISHMENT_ACK = "14008913454d070000002a36fe9c9717e80300000100000000000000";
    private static final String SEQUENCE = "08008e13454d0700ffffffffffffffff";
    private static final String NEW_ORDER_SINGLE =
        "2f007017454d07000100000000000000ffffffffffffffffe0cf29840100000033a80400ffffff7f" +
        "050000005200010041303030303031";
    private static final String EXECUTION_SINGLE_REPORT =
        "4d006b1b454d0700010000000000000001002a36fe9c9717e9030000000000002923000000000000" +
        "01000000000200000000000000000000e0cf29840100000002000000030000008f190000ffffff7f33a8040001";
    private static final int TRADING_SESSION_ID = 6543;
    private static final int SECURITY_ID = 305203;
    private static final long PRICE_E5 = 6_512_300_000L;
    /** Behind the header: ClOrdID, then Timestamp, OrderID and TrdMatchID, which depend on the venue. */
    private static final int VENUE_FROM = 2 * 16;
    private static final int VENUE_TO = 2 * 40;

    @TempDir
    private Path dir;
    private VenueFixture venue;

    @BeforeEach
    void startVenue()
    {
        final TestEngine engine = TestEngine.start(dir);
        final OperatorClient operator = engine.operator();
        operator.defineClearingFirm("A0");
        operator.defineBrokerageFirm("A000");
        operator.defineAccounts(List.of("A000001", "A000002"), 0);
        operator.defineInstrument(new InstrumentSpec(
            SECURITY_ID, "GOLD", InstrumentKind.FUTURE, "GOLD", "RUB", 100_000L, 100_000L, PRICE_E5 - 1_000_000_000L,
            PRICE_E5 + 1_000_000_000L, PRICE_E5, 1_320, 880, 20261217));
        operator.openSession(TRADING_SESSION_ID, 20261123);
        // Behind the opening of the session, so that its event is not their first message.
        operator.defineLogin(1, LoginProtocol.TWIME, "LOGIN1", "A000");
        operator.defineLogin(2, LoginProtocol.TWIME, "LOGIN2", "A000");
        venue = new VenueFixture(engine);
    }

    @AfterEach
    void closeVenue()
    {
        venue.close();
    }

    @Test
    @DisplayName("A.10: Establish, EstablishmentAck, Sequence, NewOrderSingle and ExecutionSingleReport byte for byte")
    void shouldSpeakTheGoldenFrames()
    {
        final RawSession other = venue.connect().establish("LOGIN2", 10_000);
        venue.awaitFrames(other, 1);
        other.newOrder(new RawSession.Order(
            1, SECURITY_ID, SideEnum.Sell, PRICE_E5, 2, TimeInForceEnum.Day, "A000002", Integer.MAX_VALUE));
        venue.awaitFrames(other, 2);

        final RawSession session = venue.connect().sendHex(ESTABLISH);
        venue.awaitFrames(session, 1);
        assertEquals(ESTABLISHMENT_ACK, session.hexFrames.getFirst());

        session.sendHex(SEQUENCE).sendHex(NEW_ORDER_SINGLE);
        venue.awaitFrames(session, 3);
        assertEquals(
            "NewOrder 1 id=2 bits_0 px=6512300000 qty=5 instrument=305203 link=2147483647 session=6543 expire=-1 Buy " +
            "Algorithm", session.frames.get(1));
        final String report = session.hexFrames.get(2);
        assertEquals(EXECUTION_SINGLE_REPORT.substring(0, VENUE_FROM), report.substring(0, VENUE_FROM));
        assertEquals(EXECUTION_SINGLE_REPORT.substring(VENUE_TO), report.substring(VENUE_TO));
    }
}
