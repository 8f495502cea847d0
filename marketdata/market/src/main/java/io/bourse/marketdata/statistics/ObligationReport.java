// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import java.math.BigDecimal;

/**
 * How one obligation was kept in one session, up to one point of the event stream. Times are engine time, and of
 * continuous trading only.
 *
 * @param provider login or brokerage firm.
 * @param kind LOGIN or FIRM.
 * @param instrumentId SecurityID.
 * @param symbol of the instrument, empty before it is defined.
 * @param sessionId trading session.
 * @param tradingDate YYYYMMDD.
 * @param asOfNs engine time up to which it counts.
 * @param state after the last transaction.
 * @param isMeasured whether time counts now: the session is open and the instrument trades continuously.
 * @param continuousNs time of continuous trading.
 * @param presentNs of it as it should be.
 * @param presencePermille presentNs of continuousNs, rounded down; 0 without continuous trading.
 * @param requiredPermille what is owed.
 * @param isKept whether presence is at least what is owed; true without continuous trading.
 * @param absentNs without any order.
 * @param oneSideNs with one side missing.
 * @param sizeNs with too small a size.
 * @param spreadNs with too wide a spread.
 * @param maxSpreadTicks what is owed, 0 when it is per mille.
 * @param maxSpreadPermille what is owed, 0 when it is in ticks.
 * @param minLots what is owed.
 * @param averageSpread best offer less best bid, by time with both sides; null without such time.
 * @param averageBidLots of all shown bids, by time with both sides; null without such time.
 * @param averageAskLots of all shown offers, by time with both sides; null without such time.
 * @param quotes entries of mass quotes that were accepted.
 * @param trades in the book.
 * @param tradedLots in the book.
 */
public record ObligationReport(
    String provider,
    String kind,
    int instrumentId,
    String symbol,
    int sessionId,
    int tradingDate,
    long asOfNs,
    QuoteState state,
    boolean isMeasured,
    long continuousNs,
    long presentNs,
    int presencePermille,
    int requiredPermille,
    boolean isKept,
    long absentNs,
    long oneSideNs,
    long sizeNs,
    long spreadNs,
    long maxSpreadTicks,
    int maxSpreadPermille,
    long minLots,
    BigDecimal averageSpread,
    Long averageBidLots,
    Long averageAskLots,
    long quotes,
    long trades,
    long tradedLots)
{
}
