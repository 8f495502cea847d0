// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.wire.FixReader;
import io.bourse.marketdata.market.PublicInstrument;

/**
 * A SecurityListRequest(x).
 *
 * @param id SecurityReqID(320).
 * @param kind SubscriptionRequestType(263).
 * @param type SecurityListRequestType(559).
 * @param listing wanted by symbol, null if none or unknown.
 * @param cfiCode 461, empty if absent.
 * @param securityType 167, empty if absent.
 * @param sessionId 336, empty if absent.
 * @param underlying 311, empty if absent.
 * @param reject how it is refused.
 */
record ListRequest(
    String id,
    char kind,
    char type,
    Listing listing,
    String cfiCode,
    String securityType,
    String sessionId,
    String underlying,
    BusinessReject reject)
{
    static final char BY_SYMBOL = '0';
    static final char BY_TYPE = '1';
    static final char BY_SESSION = '3';
    static final char ALL = '4';

    static ListRequest read(final FixReader message, final DataMarkets markets)
    {
        final int kind = message.find(263);
        return new ListRequest(
            message.string(message.find(320)),
            FixReader.NONE == kind ? BookRequest.SNAPSHOT : message.character(kind),
            message.character(message.find(559)),
            Instruments.read(message, markets),
            message.string(message.find(461)),
            message.string(message.find(167)),
            message.string(message.find(336)),
            message.string(message.find(311)),
            BusinessReject.of(message, 320));
    }

    /** Whether it can be served at all. */
    boolean isSupported()
    {
        return switch (type)
        {
            case BY_SYMBOL, BY_SESSION, ALL -> true;
            case BY_TYPE -> !cfiCode.isEmpty() || !securityType.isEmpty();
            default -> false;
        };
    }

    /** Whether it is known without a search that it asks for nothing there is now. */
    boolean isVain(final DataMarkets markets)
    {
        return BY_SYMBOL == type && null == listing ||
            BY_SESSION == type && !sessionId.isEmpty() && !markets.hasSession(sessionId);
    }

    /** Whether it asks for an instrument. */
    boolean matches(final Listing candidate)
    {
        final PublicInstrument instrument = candidate.instrument;
        if (!underlying.isEmpty() && !underlying.equals(instrument.underlying()))
        {
            return false;
        }
        return switch (type)
        {
            case BY_SYMBOL -> candidate == listing;
            case BY_TYPE -> hasCfiCode(instrument) &&
                is(securityType, SecurityEncoder.securityType(instrument.kind()));
            case BY_SESSION -> sessionId.isEmpty() ||
                sessionId.equals(Integer.toString(candidate.market.sessionId()));
            default -> true;
        };
    }

    /** Its own code, or that of all contracts of its kind. */
    private boolean hasCfiCode(final PublicInstrument candidate)
    {
        return is(cfiCode, SecurityEncoder.cfiCode(candidate)) ||
            is(cfiCode, SecurityEncoder.cfiCode(candidate.kind()));
    }

    private static boolean is(final String wanted, final String value)
    {
        return wanted.isEmpty() || wanted.equals(value);
    }
}
