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
    private final Map<LimitLevel, Map<String, ClientMargin>> margins = Map.of(
        LimitLevel.CLIENT, new HashMap<>(),
        LimitLevel.BROKERAGE_FIRM, new HashMap<>(),
        LimitLevel.SETTLEMENT_ACCOUNT, new HashMap<>());

    /**
     * Index of the margin of a run.
     *
     * @param figures of the run.
     */
    public MarginIndex(final MarginFigures figures)
    {
        figures.levels().forEach(level -> margins.get(level.level()).put(level.code(),
            new ClientMargin(level.code(), level.requiredKopecks(), level.matcherKopecks())));
        figures.clients().forEach(client -> margins.get(LimitLevel.CLIENT).put(client.client(), client));
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
        final ClientMargin margin = margins.get(level).get(code);
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
        final ClientMargin margin = margins.get(level).get(code);
        return null == margin ? 0 : margin.matcherKopecks();
    }
}
