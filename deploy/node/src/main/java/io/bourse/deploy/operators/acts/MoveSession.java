// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import io.bourse.deploy.node.SessionDates;
import io.bourse.deploy.node.SessionMoves;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.engine.protocol.TradingDates;
import io.bourse.engine.protocol.TradingDays;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Asks for the open session to have another date; a second person approves it. Asks when the date is no trading day,
 * jumps over one, or lies more than a week ahead.
 *
 * @param date YYYYMMDD.
 * @param reason why, for the audit trail.
 * @param market whose trading days count; null: those of the whole venue.
 */
public record MoveSession(Integer date, String reason, String market) implements Act<MoveSession.Asked>
{
    /**
     * What was asked for.
     *
     * @param move null when the date has moved at once.
     */
    public record Asked(SessionMoves.Move move)
    {
    }

    /** Checks the form. */
    public MoveSession
    {
        market = null == market ? TradingDays.WHOLE_VENUE : market;
        Forms.given("date", date);
        Forms.require(TradingDates.isDate(date), "date", "this is no date, write YYYYMMDD: {date}=" + date);
        Forms.given("reason", reason);
        Forms.require(!reason.isBlank(), "reason", "a reason has words: {reason}=" + reason);
    }

    /** Requests of a venue, or of one of its partitions. */
    public static SessionMoves moves(final Path dataDir)
    {
        return new SessionMoves(dataDir, System::currentTimeMillis, () -> VenueOperators.read(dataDir));
    }

    @Override
    public Asked execute(final ActContext context) throws IOException
    {
        final SessionDates dates = context.history().dates();
        final String refusal = dates.moveRefusal(date);
        if (null != refusal)
        {
            throw new IllegalStateException(refusal);
        }
        context.confirm(dates.doubts(date, dates.clearedDate(), market), "");
        if (null == context.signer())
        {
            throw new IllegalStateException("the venue has no operators, and none who could ask; see " +
                "`bourse operators init`");
        }
        return new Asked(moves(context.dataDir()).request(context.client(), dates, date, reason, context.signer()));
    }
}
