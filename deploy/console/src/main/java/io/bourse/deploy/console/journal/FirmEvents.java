// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.journal;

import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.ExerciseInstructedDecoder;
import io.bourse.engine.protocol.LoginConnectionChangedDecoder;
import io.bourse.engine.protocol.LoginControlledDecoder;
import io.bourse.engine.protocol.LoginRightsSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionResetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetDecoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedDecoder;
import io.bourse.engine.protocol.MassCancelledDecoder;
import io.bourse.engine.protocol.OffBookTradeDecoder;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderActivatedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReducedDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.OrderRestatedDecoder;
import io.bourse.engine.protocol.OrderTermsDecoder;
import io.bourse.engine.protocol.PositionMovedDecoder;
import io.bourse.engine.protocol.QuoteAcknowledgedDecoder;
import io.bourse.engine.protocol.QuoteRequestedDecoder;
import io.bourse.engine.protocol.SliceShownDecoder;
import io.bourse.engine.protocol.TradeCorrectedDecoder;
import io.bourse.engine.protocol.TradeDecoder;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What of the event stream one brokerage firm may see: events of its registers and logins, of a trade its own side.
 * An event that is not named here is not shown.
 */
final class FirmEvents
{
    /** Trades, and what becomes of them. */
    static final Set<Integer> TRADES =
        Set.of(TradeDecoder.TEMPLATE_ID, OffBookTradeDecoder.TEMPLATE_ID, TradeCorrectedDecoder.TEMPLATE_ID);
    /** Sides of a trade. */
    static final List<String> SIDES = List.of("buy", "sell");
    private static final Set<Integer> OF_REGISTERS = Set.of(
        OrderAcceptedDecoder.TEMPLATE_ID, OrderReplacedDecoder.TEMPLATE_ID, OrderCancelledDecoder.TEMPLATE_ID,
        OrderActivatedDecoder.TEMPLATE_ID, OrderRestatedDecoder.TEMPLATE_ID, ExerciseInstructedDecoder.TEMPLATE_ID,
        PositionMovedDecoder.TEMPLATE_ID);
    private static final Set<Integer> OF_LOGINS = Set.of(
        OrderReducedDecoder.TEMPLATE_ID, SliceShownDecoder.TEMPLATE_ID, MassCancelledDecoder.TEMPLATE_ID,
        QuoteAcknowledgedDecoder.TEMPLATE_ID, QuoteRequestedDecoder.TEMPLATE_ID,
        MarketMakerProtectionSetDecoder.TEMPLATE_ID, MarketMakerProtectionTrippedDecoder.TEMPLATE_ID,
        MarketMakerProtectionResetDecoder.TEMPLATE_ID, LoginConnectionChangedDecoder.TEMPLATE_ID,
        LoginControlledDecoder.TEMPLATE_ID, LoginRightsSetDecoder.TEMPLATE_ID);
    /** They answer the command, or belong to the order of the command. */
    private static final Set<Integer> OF_COMMANDS =
        Set.of(CommandRejectedDecoder.TEMPLATE_ID, OrderTermsDecoder.TEMPLATE_ID);
    private static final String COUNTERPARTY = "counterparty";

    private final JournalSchema schema;
    private final String firm;
    private final long packedFirm;
    private final Set<Integer> logins;

    /**
     * What a firm may see.
     *
     * @param schema of the engine.
     * @param firm brokerage firm.
     * @param logins its logins; a login stays with its firm.
     */
    FirmEvents(final JournalSchema schema, final String firm, final Set<Integer> logins)
    {
        this.schema = schema;
        this.firm = firm;
        packedFirm = AccountCode.packPrefix(firm);
        this.logins = logins;
    }

    /** Whether a login is of the firm; 0 is none. */
    boolean isOwnLogin(final int loginId)
    {
        return logins.contains(loginId);
    }

    /** Whether an event may be shown. */
    boolean isOwn(final TransactionWalk walk, final int offset)
    {
        final int templateId = MessageFields.templateId(walk.buffer(), offset);
        if (OF_REGISTERS.contains(templateId) || TRADES.contains(templateId))
        {
            return schema.accounts().anyMatch(walk.buffer(), offset,
                (account) -> packedFirm == AccountCode.brokerageFirm(account));
        }
        return OF_LOGINS.contains(templateId) ?
            schema.loginIds().anyMatch(walk.buffer(), offset, (loginId) -> isOwnLogin((int)loginId)) :
            OF_COMMANDS.contains(templateId) && isOwnLogin(walk.loginId());
    }

    /** Takes the other firm out of the fields of an event or a command that is shown. */
    void hideOthers(final Map<String, Object> fields)
    {
        for (final String side : SIDES)
        {
            if (fields.get(side) instanceof final Map<?, ?> party && !((String)party.get("account")).startsWith(firm))
            {
                fields.put(side, null);
            }
        }
        fields.computeIfPresent(COUNTERPARTY, (name, value) -> null);
    }
}
