// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import static io.bourse.gateway.sbe.VenueFixture.PX;
import static io.bourse.gateway.sbe.VenueFixture.SI;
import static io.bourse.gateway.sbe.VenueFixture.TICK;
import static io.bourse.gateway.sbe.VenueFixture.TWAA1;
import static io.bourse.gateway.sbe.VenueFixture.buy;
import static io.bourse.gateway.sbe.VenueFixture.sell;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.gateway.sbe.twime.MessageHeaderEncoder;
import io.bourse.gateway.sbe.twime.ModeEnum;
import io.bourse.gateway.sbe.twime.OrderMassCancelRequestEncoder;
import io.bourse.gateway.sbe.twime.SideEnum;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of requests that a client writes without reading: they are executed in the order in which they were sent.
 */
@Tag("venue")
class PipelineTest extends VenueTest
{
    private static final int ROUNDS = 500;

    @Test
    void shouldExecuteRequestsInTheOrderInWhichTheyWereSent()
    {
        final RawSession session = venue.establish(TWAA1);
        final ByteArrayOutputStream requests = new ByteArrayOutputStream();
        final List<String> expected = new ArrayList<>();
        // TWIME names orders by ids: in a venue that has none yet they count from 1.
        for (int i = 0; i < ROUNDS; i++)
        {
            final int n = 10 * i;
            final long id = 3 * i + 1;
            requests.writeBytes(session.newOrderFrame(buy(n + 1, PX, 1)));
            requests.writeBytes(session.replaceFrame(id, ModeEnum.DontChangeOrderQty, buy(n + 2, PX - TICK, 1)));
            requests.writeBytes(session.newOrderFrame(own(sell(n + 3, PX, 1))));
            requests.writeBytes(massCancel(n + 4));
            expected.addAll(List.of(
                "NewOrder " + (n + 1) + " id=" + id,
                "Replace " + (n + 2) + " id=" + (id + 1),
                "NewOrder " + (n + 3) + " id=" + (id + 2),
                "Cancel", "Cancel", "MassCancel " + (n + 4)));
        }
        session.sendWhile(venue::cycle, requests.toByteArray());
        venue.awaitFrames(session, expected.size());
        final List<String> received = session.frames.stream().map(PipelineTest::shortened).toList();
        assertEquals(String.join("\n", expected), String.join("\n", received));
    }

    private static RawSession.Order own(final RawSession.Order order)
    {
        return order.withAccount("AA01001");
    }

    private static byte[] massCancel(final long clOrdId)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[128]);
        final OrderMassCancelRequestEncoder request =
            new OrderMassCancelRequestEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder());
        request.clOrdID(clOrdId).clOrdLinkID(0).securityID(SI).side(SideEnum.AllOrders).account("AA01%%%")
            .securityGroup("");
        request.securityType().clear().future(true).option(true).multileg(true);
        final byte[] frame = new byte[8 + OrderMassCancelRequestEncoder.BLOCK_LENGTH];
        buffer.getBytes(0, frame);
        return frame;
    }

    private static String shortened(final String frame)
    {
        final String[] words = frame.split(" ");
        return switch (words[0])
        {
            case "Cancel" -> words[0];
            case "MassCancel" -> words[0] + ' ' + words[1];
            default -> words[0] + ' ' + words[1] + ' ' + words[2];
        };
    }
}
