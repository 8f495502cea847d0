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

import org.agrona.DirectBuffer;

/**
 * Decodes settings and protections of members, and what only hosts and auditors read.
 */
final class MemberEventDispatcher
{
    private final MarketMakerProtectionSetDecoder marketMakerProtectionSet = new MarketMakerProtectionSetDecoder();
    private final MarketMakerProtectionTrippedDecoder marketMakerProtectionTripped =
        new MarketMakerProtectionTrippedDecoder();
    private final MarketMakerProtectionResetDecoder marketMakerProtectionReset =
        new MarketMakerProtectionResetDecoder();
    private final KillSwitchMovedDecoder killSwitchMoved = new KillSwitchMovedDecoder();
    private final LoginConnectionChangedDecoder loginConnectionChanged = new LoginConnectionChangedDecoder();
    private final LoginRightsSetDecoder loginRightsSet = new LoginRightsSetDecoder();
    private final SelfTradePreventionSetDecoder selfTradePreventionSet = new SelfTradePreventionSetDecoder();
    private final CollateralSetDecoder collateralSet = new CollateralSetDecoder();
    private final MarginSetDecoder marginSet = new MarginSetDecoder();
    private final TradingLimitsSetDecoder tradingLimitsSet = new TradingLimitsSetDecoder();
    private final TradingDaysSetDecoder tradingDaysSet = new TradingDaysSetDecoder();
    private final FeatureLevelSetDecoder featureLevelSet = new FeatureLevelSetDecoder();
    private final CommandQuarantinedDecoder commandQuarantined = new CommandQuarantinedDecoder();
    private final SnapshotDueDecoder snapshotDue = new SnapshotDueDecoder();
    private final NewsPublishedDecoder newsPublished = new NewsPublishedDecoder();
    private final EventListener listener;

    MemberEventDispatcher(final EventListener listener)
    {
        this.listener = listener;
    }

    /**
     * Delivers an event if it is of this kind.
     *
     * @param group the transaction.
     * @param templateId of the event.
     * @param buffer that holds it.
     * @param offset of its block.
     * @param blockLength of the block.
     * @param version of its schema.
     * @return false when it is of another kind.
     */
    boolean onEvent(
        final EventGroup group,
        final int templateId,
        final DirectBuffer buffer,
        final int offset,
        final int blockLength,
        final int version)
    {
        switch (templateId)
        {
            case MarketMakerProtectionSetDecoder.TEMPLATE_ID:
                listener.onMarketMakerProtectionSet(
                    group, marketMakerProtectionSet.wrap(buffer, offset, blockLength, version));
                return true;
            case MarketMakerProtectionTrippedDecoder.TEMPLATE_ID:
                listener.onMarketMakerProtectionTripped(
                    group, marketMakerProtectionTripped.wrap(buffer, offset, blockLength, version));
                return true;
            case MarketMakerProtectionResetDecoder.TEMPLATE_ID:
                listener.onMarketMakerProtectionReset(
                    group, marketMakerProtectionReset.wrap(buffer, offset, blockLength, version));
                return true;
            case KillSwitchMovedDecoder.TEMPLATE_ID:
                listener.onKillSwitchMoved(group, killSwitchMoved.wrap(buffer, offset, blockLength, version));
                return true;
            case LoginConnectionChangedDecoder.TEMPLATE_ID:
                listener.onLoginConnectionChanged(
                    group, loginConnectionChanged.wrap(buffer, offset, blockLength, version));
                return true;
            case LoginRightsSetDecoder.TEMPLATE_ID:
                listener.onLoginRightsSet(group, loginRightsSet.wrap(buffer, offset, blockLength, version));
                return true;
            case SelfTradePreventionSetDecoder.TEMPLATE_ID:
                listener.onSelfTradePreventionSet(
                    group, selfTradePreventionSet.wrap(buffer, offset, blockLength, version));
                return true;
            case CollateralSetDecoder.TEMPLATE_ID:
                listener.onCollateralSet(group, collateralSet.wrap(buffer, offset, blockLength, version));
                return true;
            case MarginSetDecoder.TEMPLATE_ID:
                listener.onMarginSet(group, marginSet.wrap(buffer, offset, blockLength, version));
                return true;
            case TradingLimitsSetDecoder.TEMPLATE_ID:
                listener.onTradingLimitsSet(group, tradingLimitsSet.wrap(buffer, offset, blockLength, version));
                return true;
            case TradingDaysSetDecoder.TEMPLATE_ID:
                listener.onTradingDaysSet(group, tradingDaysSet.wrap(buffer, offset, blockLength, version));
                return true;
            case FeatureLevelSetDecoder.TEMPLATE_ID:
                listener.onFeatureLevelSet(group, featureLevelSet.wrap(buffer, offset, blockLength, version));
                return true;
            case CommandQuarantinedDecoder.TEMPLATE_ID:
                listener.onCommandQuarantined(group, commandQuarantined.wrap(buffer, offset, blockLength, version));
                return true;
            case SnapshotDueDecoder.TEMPLATE_ID:
                listener.onSnapshotDue(group, snapshotDue.wrap(buffer, offset, blockLength, version));
                return true;
            case NewsPublishedDecoder.TEMPLATE_ID:
                listener.onNewsPublished(group, newsPublished.wrap(buffer, offset, blockLength, version));
                return true;
            default:
                return false;
        }
    }
}
