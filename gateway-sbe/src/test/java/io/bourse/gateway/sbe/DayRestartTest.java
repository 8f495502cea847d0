// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A gateway that starts goes on from the beginning of the trading date, and from that of the stream when its
 * checkpoints are damaged.
 */
@Tag("venue")
class DayRestartTest extends VenueTest
{
    private static final long EXPIRE_NS = 1_900_000_000_000_000_000L;

    @Override
    SbeGatewayOptionsBuilder options(final SbeGatewayOptionsBuilder context)
    {
        return context.answerLogDirectory(dir.resolve("answers"));
    }

    @Test
    void shouldGoOnFromTheTradingDateAndWithoutItFromTheBeginning() throws IOException
    {
        final RawSession former = venue.establish(TWAA1);
        final byte[] dated = former.newOrderFrame(buy(1, PX, 5).withTimeInForce(TimeInForceEnum.GTD));
        ByteBuffer.wrap(dated).order(ByteOrder.LITTLE_ENDIAN).putLong(16, EXPIRE_NS);
        former.send(dated);
        former.newOrder(buy(2, PX, 5));
        venue.awaitFrames(former, 2);
        assertEquals(0, cursor());
        venue.openNextSession();
        venue.awaitEnd(former);
        venue.await("checkpoint", () -> 1 == venue.gateway().checkpointCounters().get(CheckpointCounter.WRITTEN));
        venue.passMs(1_000);
        final RawSession session = venue.establish(TWAA1).newOrder(buy(2, PX, 7)).newOrder(buy(3, PX, 1));
        venue.awaitFrames(session, 2);
        final List<String> sent = List.copyOf(session.hexFrames);

        venue.gateway().close();
        venue.startGateway();
        assertTrue(cursor() > 0);
        assertGoesOn(sent, 10);

        damageCheckpoints();
        venue.gateway().close();
        venue.startGateway();
        assertGoesOn(sent, 20);
        // The start has read the beginning of the date again, and kept it.
        venue.await("checkpoint", () -> 1 == venue.gateway().checkpointCounters().get(CheckpointCounter.WRITTEN));
        venue.gateway().close();
        venue.startGateway();
        assertTrue(cursor() > 0);
    }

    private long cursor()
    {
        return venue.gateway().checkpointCounters().get(CheckpointCounter.CURSOR);
    }

    private void damageCheckpoints() throws IOException
    {
        try (Stream<Path> files = Files.list(dir.resolve("answers").resolve("checkpoints")))
        {
            for (final Path file : files.toList())
            {
                final byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
        }
    }

    /** The same messages, ids that are taken, and command numbers that the engine takes. */
    private void assertGoesOn(final List<String> sent, final long freeId)
    {
        venue.passMs(1_000);
        final RawSession recovery = venue.establishRecovery(TWAA1).retransmit(2, 2);
        venue.awaitFrames(recovery, 3);
        assertEquals(sent, recovery.hexFrames.subList(1, 3));
        final RawSession session = venue.establish(TWAA1);
        for (long taken = 1; taken <= 3; taken++)
        {
            final int before = session.frames.size();
            session.newOrder(buy(taken, PX, 1));
            venue.awaitFrames(session, before + 1);
            assertEquals("SessionReject " + taken + " tag=11 ClOrdIdIsNotUnique", session.frames.getLast());
        }
        session.newOrder(buy(freeId, PX, 1));
        venue.awaitFrames(session, 4);
        assertTrue(session.frames.getLast().startsWith("NewOrder " + freeId + ' '), session.frames.toString());
    }
}
