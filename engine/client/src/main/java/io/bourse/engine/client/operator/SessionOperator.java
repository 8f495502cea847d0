// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.ActivateGatewayEncoder;
import io.bourse.engine.protocol.ConfirmTimeEncoder;
import io.bourse.engine.protocol.MoveSessionDateEncoder;
import io.bourse.engine.protocol.SetFeatureLevelEncoder;
import io.bourse.engine.protocol.SetTradingDaysEncoder;
import io.bourse.engine.protocol.TradingDays;

/**
 * An operator's hand on dates, that of the open session and trading calendars, on the clock and on gateways. Uses the
 * connection of an {@link OperatorClient}, with the same exceptions, and is not thread-safe either.
 */
public final class SessionOperator
{
    private final SetFeatureLevelEncoder setFeatureLevel = new SetFeatureLevelEncoder();
    private final SetTradingDaysEncoder setTradingDays = new SetTradingDaysEncoder();
    private final OperatorClient operator;

    /**
     * Dates of an engine.
     *
     * @param operator whose connection is used, not owned.
     */
    public SessionOperator(final OperatorClient operator)
    {
        this.operator = operator;
    }

    /**
     * Puts the date of the open session right, before its first trade and its first clearing run.
     *
     * @param tradingDate YYYYMMDD that it has.
     * @param newDate YYYYMMDD that it should have.
     */
    public void moveDate(final int sessionId, final long tradingDate, final int newDate)
    {
        operator.execute(
            operator.begin(new MoveSessionDateEncoder()).sessionId(sessionId).tradingDate(tradingDate).newDate(newDate),
            "command=MoveSessionDate sessionId=" + sessionId + " tradingDate=" + tradingDate + " newDate=" + newDate);
    }

    /**
     * Ends a stop of order entry by the clock. Engine time goes forward to what is confirmed, and what is due then
     * happens.
     *
     * @param wallNs what time it is, in nanoseconds since the Unix epoch.
     * @throws CommandRefusedException with WRONG_STATE when order entry is not stopped by the clock.
     */
    public void confirmTime(final long wallNs)
    {
        operator.execute(
            operator.begin(new ConfirmTimeEncoder()).wallNs(wallNs), "command=ConfirmTime wallNs=" + wallNs);
    }

    /**
     * Raises the feature level of the history by one. What follows is judged by its rules, for good.
     *
     * @param level next level, see {@link io.bourse.engine.protocol.FeatureLevels}.
     */
    public void setFeatureLevel(final int level)
    {
        operator.execute(operator.begin(new SetFeatureLevelEncoder()).level(level),
            "command=SetFeatureLevel level=" + level);
    }

    /**
     * Has the standby of a gateway take over.
     *
     * @param gatewayId of the gateway.
     */
    public void activateGateway(final int gatewayId)
    {
        operator.execute(operator.begin(new ActivateGatewayEncoder()).gatewayId(gatewayId),
            "command=ActivateGateway gatewayId=" + gatewayId);
    }

    /**
     * Replaces the trading calendar of a market.
     *
     * @param days of the market.
     */
    public void setTradingDays(final TradingDays days)
    {
        setWeekdays(days);
        days.years().keySet().forEach((year) -> setYear(days, year));
    }

    /**
     * Sets the weekdays on which a market trades; forgets the years of the market that differ.
     *
     * @param days weekdays count.
     */
    public void setWeekdays(final TradingDays days)
    {
        setTradingDays(days.market(), 0, days.weekdays(), new byte[SetTradingDaysEncoder.daysLength()]);
    }

    /**
     * Sets the days of a year that differs from the weekdays.
     *
     * @param days of the market.
     * @param year one of them.
     */
    public void setYear(final TradingDays days, final int year)
    {
        setTradingDays(days.market(), year, 0, days.years().get(year));
    }

    private void setTradingDays(final String market, final int year, final int weekdays, final byte[] bits)
    {
        operator.begin(setTradingDays).year(year).weekdays((short)weekdays).market(market);
        for (int i = 0; i < bits.length; i++)
        {
            setTradingDays.days(i, (short)(bits[i] & 0xFF));
        }
        operator.execute(setTradingDays, "command=SetTradingDays market=" + market + " year=" + year);
    }
}
