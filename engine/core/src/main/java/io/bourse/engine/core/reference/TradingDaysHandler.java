// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.reference;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.event.ReferenceEventPublisher;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.SetTradingDaysDecoder;
import io.bourse.engine.protocol.TradingDates;

/**
 * Checks trading calendars and publishes them. The core keeps none: an operator may open a session on any date, and it
 * is the operator's tool that asks before it opens one on a holiday.
 */
public final class TradingDaysHandler
{
    private static final int EVERY_WEEKDAY = 0x7F;
    private static final int NO_YEAR = 0;

    private final SetTradingDaysDecoder setTradingDays = new SetTradingDaysDecoder();
    private final ReferenceEventPublisher publisher;

    public TradingDaysHandler(final ReferenceEventPublisher publisher)
    {
        this.publisher = publisher;
    }

    /**
     * Enters the command of this handler.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(SetTradingDaysDecoder.TEMPLATE_ID, this::onSetTradingDays));
    }

    private RejectReason onSetTradingDays(final CommandEnvelope envelope)
    {
        final SetTradingDaysDecoder command = envelope.decode(setTradingDays);
        final int year = command.year();
        final boolean isMarket = FieldCheck.isText(
            command.buffer(),
            command.offset() + SetTradingDaysDecoder.marketEncodingOffset(),
            SetTradingDaysDecoder.marketLength(),
            0);
        final boolean isFitting = NO_YEAR == year ?
            0 != command.weekdays() && command.weekdays() <= EVERY_WEEKDAY && hasNoDaysFrom(command, 0) :
            0 == command.weekdays() && year >= TradingDates.FIRST_YEAR && year <= TradingDates.LAST_YEAR &&
                hasNoDaysFrom(command, TradingDates.yearLength(year));
        if (!isMarket || !isFitting)
        {
            return RejectReason.INVALID_FIELD;
        }
        publisher.tradingDaysSet(command);
        return null;
    }

    private static boolean hasNoDaysFrom(final SetTradingDaysDecoder command, final int firstDay)
    {
        for (int day = firstDay; day < SetTradingDaysDecoder.daysLength() * Byte.SIZE; day++)
        {
            if (0 != (command.days(day / Byte.SIZE) >> day % Byte.SIZE & 1))
            {
                return false;
            }
        }
        return true;
    }
}
