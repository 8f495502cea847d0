// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import io.bourse.gateway.fix.session.FixSession;
import io.bourse.marketdata.market.PublicInstrument;

/**
 * News of an operator to members.
 *
 * @param headline printable ASCII.
 * @param text printable ASCII, lines separated by line feeds; may be empty.
 * @param instrument what it is about, null for the whole market.
 * @param loginId of the receiver, 0 for not one login.
 * @param firm of the receivers, empty for not one firm.
 * @param timeNs of the engine, nanoseconds since the Unix epoch.
 */
record NewsItem(String headline, String text, PublicInstrument instrument, int loginId, String firm, long timeNs)
{
    /** Whether a session is among the receivers. */
    boolean isFor(final FixSession session)
    {
        return (0 == loginId || session.loginId() == loginId) &&
            (firm.isEmpty() || firm.equals(session.brokerageFirm()));
    }
}
