// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client;

import io.bourse.engine.protocol.CollateralSetDecoder;
import io.bourse.engine.protocol.CommandQuarantinedDecoder;
import io.bourse.engine.protocol.FeatureLevelSetDecoder;
import io.bourse.engine.protocol.KillSwitchMovedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarginSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionResetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.NewsPublishedDecoder;
import io.bourse.engine.protocol.SelfTradePreventionSetDecoder;
import io.bourse.engine.protocol.SnapshotDueDecoder;
import io.bourse.engine.protocol.TradingDaysSetDecoder;
import io.bourse.engine.protocol.TradingLimitsSetDecoder;

/**
 * Hears settings and protections of members. Part of {@link EventListener}, which says
 * when and how it is called.
 */
public interface MemberEventListener
{
    /**
     * See {@code MarketMakerProtectionSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionSet(final EventGroup group, final MarketMakerProtectionSetDecoder event)
    {
    }

    /**
     * See {@code MarketMakerProtectionTripped} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionTripped(final EventGroup group, final MarketMakerProtectionTrippedDecoder event)
    {
    }

    /**
     * See {@code MarketMakerProtectionReset} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarketMakerProtectionReset(final EventGroup group, final MarketMakerProtectionResetDecoder event)
    {
    }

    /**
     * See {@code KillSwitchMoved} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onKillSwitchMoved(final EventGroup group, final KillSwitchMovedDecoder event)
    {
    }

    /**
     * See {@code LoginConnectionChanged} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLoginConnectionChanged(final EventGroup group, final LoginConnectionChangedDecoder event)
    {
    }

    /**
     * See {@code LoginRightsSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onLoginRightsSet(final EventGroup group, final LoginRightsSetDecoder event)
    {
    }

    /**
     * See {@code SelfTradePreventionSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSelfTradePreventionSet(final EventGroup group, final SelfTradePreventionSetDecoder event)
    {
    }

    /**
     * See {@code CollateralSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onCollateralSet(final EventGroup group, final CollateralSetDecoder event)
    {
    }

    /**
     * See {@code MarginSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onMarginSet(final EventGroup group, final MarginSetDecoder event)
    {
    }

    /**
     * See {@code TradingLimitsSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTradingLimitsSet(final EventGroup group, final TradingLimitsSetDecoder event)
    {
    }

    /**
     * See {@code FeatureLevelSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onFeatureLevelSet(final EventGroup group, final FeatureLevelSetDecoder event)
    {
    }

    /**
     * See {@code TradingDaysSet} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onTradingDaysSet(final EventGroup group, final TradingDaysSetDecoder event)
    {
    }

    /**
     * See {@code CommandQuarantined} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onCommandQuarantined(final EventGroup group, final CommandQuarantinedDecoder event)
    {
    }

    /**
     * See {@code SnapshotDue} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onSnapshotDue(final EventGroup group, final SnapshotDueDecoder event)
    {
    }

    /**
     * See {@code NewsPublished} in the engine schema.
     *
     * @param group the transaction.
     * @param event the event.
     */
    default void onNewsPublished(final EventGroup group, final NewsPublishedDecoder event)
    {
    }
}
