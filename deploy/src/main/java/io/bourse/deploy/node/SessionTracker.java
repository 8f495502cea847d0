// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventGroup;
import io.bourse.engine.client.EventListener;
import io.bourse.engine.protocol.ClearingCompletedDecoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.SessionOpenedDecoder;

/**
 * What the event stream says about the trading session: a restarted venue continues it instead of opening another.
 */
public final class SessionTracker implements EventListener
{
    private int sessionId;
    private long tradingDate;
    private boolean open;
    private int featureLevel = FeatureLevels.BASE;

    /**
     * Reads the stream up to where it ends now.
     *
     * @param client of the engine.
     * @return state of the session at that point.
     */
    public static SessionTracker read(final EngineClient client)
    {
        final SessionTracker tracker = new SessionTracker();
        StreamHistory.read(client, tracker);
        return tracker;
    }

    /**
     * Whether no session was ever opened: a new venue.
     *
     * @return true before the first session.
     */
    public boolean isNew()
    {
        return 0 == sessionId;
    }

    /**
     * Whether orders may be entered, or could if no clearing run were under way.
     *
     * @return false before the first session and after an evening run.
     */
    public boolean isOpen()
    {
        return open;
    }

    /**
     * The last session.
     *
     * @return its id, 0 before the first.
     */
    public int sessionId()
    {
        return sessionId;
    }

    /**
     * Date of the last session.
     *
     * @return YYYYMMDD.
     */
    public long tradingDate()
    {
        return tradingDate;
    }

    /**
     * By which rules the engine judges commands.
     *
     * @return see {@link FeatureLevels}.
     */
    public int featureLevel()
    {
        return featureLevel;
    }

    @Override
    public void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
    {
        featureLevel = event.level();
    }

    @Override
    public void onSessionOpened(final EventGroup group, final SessionOpenedDecoder event)
    {
        sessionId = event.sessionId();
        tradingDate = event.tradingDate();
        open = true;
    }

    @Override
    public void onClearingCompleted(final EventGroup group, final ClearingCompletedDecoder event)
    {
        open = ClearingKind.EVENING != event.kind();
    }
}
