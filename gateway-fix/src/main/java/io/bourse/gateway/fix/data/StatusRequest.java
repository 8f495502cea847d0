// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.wire.FixReader;

/**
 * A SecurityStatusRequest(e) or TradingSessionStatusRequest(g).
 *
 * @param id of the request.
 * @param kind SubscriptionRequestType(263).
 * @param symbol 55 of a SecurityStatusRequest.
 * @param isAll whether a SecurityStatusRequest is about all instruments.
 * @param listing of a SecurityStatusRequest, null if unknown.
 * @param sessionId TradingSessionID(336), empty if absent.
 * @param reject how it is refused.
 */
record StatusRequest(
    String id,
    char kind,
    String symbol,
    boolean isAll,
    Listing listing,
    String sessionId,
    BusinessReject reject)
{
    private static final String NO_SYMBOL = "[N/A]";

    static StatusRequest read(final FixReader message, final DataMarkets markets, final int idTag)
    {
        final String symbol = message.string(message.find(55));
        return new StatusRequest(
            message.string(message.find(idTag)),
            message.character(message.find(263)),
            symbol,
            NO_SYMBOL.equals(symbol) && FixReader.NONE == message.find(48),
            Instruments.read(message, markets),
            message.string(message.find(336)),
            BusinessReject.of(message, idTag));
    }
}
