// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.pitch;

import java.math.BigDecimal;
import java.util.Locale;

import org.agrona.DirectBuffer;

/**
 * Writes blocks down for people: a line for the header, then one for each message, indented, with its number in front.
 * For datagrams of a unit and for both directions of the recovery servers. Times of day appear once a Time has been
 * seen. Passwords are not printed. Not thread-safe; keeps the second of one unit, so use one printer for each.
 */
public final class PitchPrinter
{
    private static final int SECONDS_PER_HOUR = 3600;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int DECIMALS = 5;
    private static final String[] BLOCK_FAULTS = {"", "more bytes are needed", "its messages do not fill it"};

    private final StringBuilder text = new StringBuilder();
    private final PitchListener messages = new MessageLines();
    private final RecoveryListener recovery = new RecoveryLines();
    private int secondOfDay = -1;

    /**
     * A printer that has not seen a Time yet.
     */
    public PitchPrinter()
    {
    }

    /**
     * Writes all blocks of a datagram, or of a piece of a TCP stream, down.
     *
     * @param buffer to read.
     * @param offset of the first block.
     * @param length bytes.
     * @return lines, each with a line feed at its end.
     */
    public String print(final DirectBuffer buffer, final int offset, final int length)
    {
        text.setLength(0);
        final int limit = offset + length;
        int position = offset;
        while (position < limit)
        {
            final int verdict = SequencedUnit.check(buffer, position, limit - position);
            if (SequencedUnit.WHOLE != verdict)
            {
                text.append("not a PITCH block: ").append(BLOCK_FAULTS[verdict])
                    .append(" bytes=").append(limit - position).append('\n');
                break;
            }
            printBlock(buffer, position);
            position += SequencedUnit.length(buffer, position);
        }
        return text.toString();
    }

    private void printBlock(final DirectBuffer buffer, final int offset)
    {
        final int count = SequencedUnit.count(buffer, offset);
        final long sequence = SequencedUnit.sequence(buffer, offset);
        final int unit = SequencedUnit.unit(buffer, offset);
        text.append("unit=").append(unit)
            .append(" sequence=").append(sequence)
            .append(" count=").append(count)
            .append(" length=").append(SequencedUnit.length(buffer, offset))
            .append(0 == count ? " Heartbeat\n" : "\n");
        int position = offset + SequencedUnit.HEADER_LENGTH;
        for (int i = 0; i < count; i++)
        {
            text.append("  ");
            if (0 != unit)
            {
                text.append(sequence + i & 0xFFFF_FFFFL).append(' ');
            }
            if (!RecoveryReader.readMessage(buffer, position, recovery))
            {
                PitchReader.readMessage(buffer, position, messages);
            }
            text.append('\n');
            position += buffer.getByte(position) & 0xFF;
        }
    }

    private StringBuilder line(final int timeOffsetNs, final String name)
    {
        if (0 > secondOfDay)
        {
            text.append("+.");
        }
        else
        {
            text.append(String.format(
                Locale.ROOT,
                "%02d:%02d:%02d.",
                secondOfDay / SECONDS_PER_HOUR,
                secondOfDay / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE,
                secondOfDay % SECONDS_PER_MINUTE));
        }
        return text.append(String.format(Locale.ROOT, "%09d ", timeOffsetNs)).append(name);
    }

    private void order(final long orderId)
    {
        text.append(" order=").append(Long.toUnsignedString(orderId));
    }

    private void execution(final long executionId)
    {
        text.append(" execution=").append(Long.toUnsignedString(executionId));
    }

    private void symbol(final long symbol)
    {
        text.append(' ');
        PitchSymbol.append(symbol, text);
    }

    private void lots(final boolean isBid, final long qtyLots, final long priceE5)
    {
        text.append(isBid ? " B " : " S ").append(qtyLots).append('@');
        price(priceE5);
    }

    private void price(final long priceE5)
    {
        text.append(BigDecimal.valueOf(priceE5, DECIMALS).stripTrailingZeros().toPlainString());
    }

    private final class MessageLines implements PitchListener
    {
        @Override
        public void onTime(final int second)
        {
            secondOfDay = second;
            line(0, "Time");
        }

        @Override
        public void onUnitClear(final int timeOffsetNs)
        {
            line(timeOffsetNs, "UnitClear");
        }

        @Override
        public void onAddOrder(
            final int timeOffsetNs,
            final long orderId,
            final boolean isBid,
            final long qtyLots,
            final long symbol,
            final long priceE5,
            final int flags)
        {
            line(timeOffsetNs, "AddOrder");
            symbol(symbol);
            lots(isBid, qtyLots, priceE5);
            order(orderId);
            text.append(" flags=").append(flags);
        }

        @Override
        public void onOrderExecuted(
            final int timeOffsetNs, final long orderId, final long executedLots, final long executionId)
        {
            line(timeOffsetNs, "OrderExecuted");
            order(orderId);
            text.append(" lots=").append(executedLots);
            execution(executionId);
        }

        @Override
        public void onOrderExecutedAtPriceSize(
            final int timeOffsetNs,
            final long orderId,
            final long executedLots,
            final long remainingLots,
            final long executionId,
            final long priceE5)
        {
            line(timeOffsetNs, "OrderExecutedAtPriceSize");
            order(orderId);
            text.append(" lots=").append(executedLots).append(" price=");
            price(priceE5);
            text.append(" remaining=").append(remainingLots);
            execution(executionId);
        }

        @Override
        public void onReduceSize(final int timeOffsetNs, final long orderId, final long canceledLots)
        {
            line(timeOffsetNs, "ReduceSize");
            order(orderId);
            text.append(" lots=").append(canceledLots);
        }

        @Override
        public void onModifyOrder(
            final int timeOffsetNs, final long orderId, final long qtyLots, final long priceE5, final int flags)
        {
            line(timeOffsetNs, "ModifyOrder");
            order(orderId);
            text.append(' ').append(qtyLots).append('@');
            price(priceE5);
            text.append(" flags=").append(flags);
        }

        @Override
        public void onDeleteOrder(final int timeOffsetNs, final long orderId)
        {
            line(timeOffsetNs, "DeleteOrder");
            order(orderId);
        }

        @Override
        public void onTrade(
            final int timeOffsetNs,
            final long orderId,
            final boolean isBid,
            final long qtyLots,
            final long symbol,
            final long priceE5,
            final long executionId)
        {
            line(timeOffsetNs, "Trade");
            symbol(symbol);
            lots(isBid, qtyLots, priceE5);
            order(orderId);
            execution(executionId);
        }

        @Override
        public void onTradeBreak(final int timeOffsetNs, final long executionId)
        {
            line(timeOffsetNs, "TradeBreak");
            execution(executionId);
        }

        @Override
        public void onEndOfSession(final int timeOffsetNs)
        {
            line(timeOffsetNs, "EndOfSession");
        }

        @Override
        public void onTradingStatus(
            final int timeOffsetNs, final long symbol, final byte status, final byte regShoAction)
        {
            line(timeOffsetNs, "TradingStatus");
            symbol(symbol);
            text.append(" status=").append((char)status).append(" regSho=").append((char)regShoAction);
        }

        @Override
        public void onAuctionUpdate(
            final int timeOffsetNs,
            final long symbol,
            final byte auctionType,
            final long referencePriceE5,
            final long buyLots,
            final long sellLots,
            final long indicativePriceE5,
            final long auctionOnlyPriceE5)
        {
            line(timeOffsetNs, "AuctionUpdate");
            symbol(symbol);
            text.append(" type=").append((char)auctionType).append(" reference=");
            price(referencePriceE5);
            text.append(" buy=").append(buyLots).append(" sell=").append(sellLots).append(" indicative=");
            price(indicativePriceE5);
            text.append(" auctionOnly=");
            price(auctionOnlyPriceE5);
        }

        @Override
        public void onAuctionSummary(
            final int timeOffsetNs, final long symbol, final byte auctionType, final long priceE5, final long qtyLots)
        {
            line(timeOffsetNs, "AuctionSummary");
            symbol(symbol);
            text.append(" type=").append((char)auctionType).append(' ').append(qtyLots).append('@');
            price(priceE5);
        }

        @Override
        public void onUnknown(final int type, final int length)
        {
            text.append(String.format(Locale.ROOT, "Unknown type=0x%02X length=%d", type, length));
        }
    }

    private final class RecoveryLines implements RecoveryListener
    {
        @Override
        public void onLogin(final String sessionSubId, final String username, final String password)
        {
            text.append("Login sessionSubId=").append(sessionSubId).append(" username=").append(username);
        }

        @Override
        public void onLoginResponse(final byte status)
        {
            text.append("LoginResponse status=").append((char)status);
        }

        @Override
        public void onGapRequest(final int unit, final long sequence, final int count)
        {
            gap("GapRequest", unit, sequence, count);
        }

        @Override
        public void onGapResponse(final int unit, final long sequence, final int count, final byte status)
        {
            gap("GapResponse", unit, sequence, count);
            text.append(" status=").append((char)status);
        }

        @Override
        public void onSpinImageAvailable(final long sequence)
        {
            text.append("SpinImageAvailable sequence=").append(sequence);
        }

        @Override
        public void onSpinRequest(final long sequence)
        {
            text.append("SpinRequest sequence=").append(sequence);
        }

        @Override
        public void onSpinResponse(final long sequence, final long orderCount, final byte status)
        {
            text.append("SpinResponse sequence=").append(sequence).append(" orders=").append(orderCount)
                .append(" status=").append((char)status);
        }

        @Override
        public void onSpinFinished(final long sequence)
        {
            text.append("SpinFinished sequence=").append(sequence);
        }

        private void gap(final String name, final int unit, final long sequence, final int count)
        {
            text.append(name).append(" unit=").append(unit).append(" sequence=").append(sequence)
                .append(" count=").append(count);
        }
    }
}
