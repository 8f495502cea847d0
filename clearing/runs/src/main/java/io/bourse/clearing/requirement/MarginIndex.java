// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.requirement;

import io.bourse.engine.protocol.LimitLevel;

import java.util.HashMap;
import java.util.Map;

/**
 * Margin of a run by register, for those who ask often.
 */
public final class MarginIndex
{
    private final Map<LimitLevel, Map<String, LevelMargin>> levels = Map.of(
        LimitLevel.BROKERAGE_FIRM, new HashMap<>(), LimitLevel.SETTLEMENT_ACCOUNT, new HashMap<>());
    private final Map<String, ClientMargin> clients = new HashMap<>();

    /**
     * Index of the margin of a run.
     *
     * @param figures of the run.
     */
    public MarginIndex(final MarginFigures figures)
    {
        figures.levels().forEach(level -> levels.get(level.level()).put(level.code(), level));
        figures.clients().forEach(client -> clients.put(client.client(), client));
    }

    /**
     * Margin with live orders.
     *
     * @param level client with a limit, brokerage firm or settlement account.
     * @param code of the register.
     * @return kopecks, 0 for one that holds and has ordered nothing.
     */
    public long requiredKopecks(final LimitLevel level, final String code)
    {
        if (LimitLevel.CLIENT == level)
        {
            return clients.containsKey(code) ? clients.get(code).requiredKopecks() : 0;
        }
        final LevelMargin margin = levels.get(level).get(code);
        return null == margin ? 0 : margin.requiredKopecks();
    }

    /**
     * What the matcher reserves.
     *
     * @param level client with a limit, brokerage firm or settlement account.
     * @param code of the register.
     * @return kopecks, 0 for one that holds and has ordered nothing.
     */
    public long matcherKopecks(final LimitLevel level, final String code)
    {
        if (LimitLevel.CLIENT == level)
        {
            return clients.containsKey(code) ? clients.get(code).matcherKopecks() : 0;
        }
        final LevelMargin margin = levels.get(level).get(code);
        return null == margin ? 0 : margin.matcherKopecks();
    }
}
