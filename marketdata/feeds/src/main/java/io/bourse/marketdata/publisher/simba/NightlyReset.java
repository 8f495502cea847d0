// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_LAST_FRAGMENT;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.INCREMENTAL_HEADER_LENGTH;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.PACKET_HEADER_LENGTH;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.marketdata.book.BookCursor;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MdFlags;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicSession;
import io.bourse.marketdata.market.PublicTransaction;
import java.util.List;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The start of a day (SIMBA B.6): numbers begin again, all books are empty, and the orders that have outlived the night
 * are sent again. Due with the transaction that opens the first session of another trading date; orders come back in
 * that transaction, so what is sent again is the books after it.
 */
final class NightlyReset
{
    private static final int HEADERS_LENGTH = PACKET_HEADER_LENGTH + INCREMENTAL_HEADER_LENGTH;

    private final BookCursor bookCursor = new BookCursor();
    private final PacketOutlet outlet;
    private final UnsafeBuffer buffer;
    private final OrderLogEncoder encoder;
    private final RptSeqs rptSeqs;
    private final List<PublicInstrument> instruments;
    private final int maxPacketLength;
    private int tradingDate;
    private long count;

    NightlyReset(
        final PacketOutlet outlet,
        final OrderLogEncoder encoder,
        final RptSeqs rptSeqs,
        final List<PublicInstrument> instruments,
        final int maxPacketLength)
    {
        this.outlet = outlet;
        buffer = outlet.buffer();
        this.encoder = encoder;
        this.rptSeqs = rptSeqs;
        this.instruments = instruments;
        this.maxPacketLength = maxPacketLength;
    }

    long count()
    {
        return count;
    }

    void state(final CheckpointState state)
    {
        tradingDate = state.number(tradingDate);
        count = state.number(count);
    }

    /**
     * Whether a day begins; to be asked once of every transaction.
     */
    boolean isDue(final PublicTransaction transaction)
    {
        if (0 == (transaction.sessionChanges() & (PublicSession.OPENED | PublicSession.DATE_MOVED)))
        {
            return false;
        }
        final int previousDate = tradingDate;
        tradingDate = transaction.session().tradingDate();
        // A session that has another date goes on.
        return 0 != (transaction.sessionChanges() & PublicSession.OPENED) && 0 != previousDate &&
            previousDate != tradingDate;
    }

    /**
     * Sends the reset and the orders, or only counts it.
     */
    void send(final PublicTransaction transaction)
    {
        count++;
        final long publishedNs = transaction.publishedNs();
        rptSeqs.restart(instruments);
        final int departure = outlet.restartNumbers();
        final int length = HEADERS_LENGTH + encoder.putEmptyBook(buffer, HEADERS_LENGTH, 0);
        outlet.send(0, length, FLAG_LAST_FRAGMENT, 0, PublicSession.NO_SESSION, departure, publishedNs);
        sendOrders(transaction, departure);
    }

    private void sendOrders(final PublicTransaction transaction, final int departure)
    {
        int remaining = 0;
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            remaining += instruments.get(i).book().orderCount();
        }
        int end = HEADERS_LENGTH;
        for (int i = 0, size = instruments.size(); i < size; i++)
        {
            final PublicInstrument instrument = instruments.get(i);
            bookCursor.wrap(instrument.book());
            for (BookOrder order = bookCursor.next(); null != order; order = bookCursor.next())
            {
                remaining--;
                final long mdFlags = 0 == remaining ? order.mdFlags() | MdFlags.END_OF_TRANSACTION : order.mdFlags();
                end += encoder.putSurvivor(buffer, end, instrument, order, mdFlags);
                if (0 == remaining || end + OrderLogEncoder.ORDER_UPDATE_LENGTH > maxPacketLength)
                {
                    outlet.send(
                        0,
                        end,
                        0 == remaining ? FLAG_LAST_FRAGMENT | FLAG_POSS_DUP : FLAG_POSS_DUP,
                        transaction.engineTimeNs(),
                        transaction.session().sessionId(),
                        departure,
                        transaction.publishedNs());
                    end = HEADERS_LENGTH;
                }
            }
        }
    }
}
