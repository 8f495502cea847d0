// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.forms.PriceJson;
import io.bourse.deploy.operators.history.TradeHistory;
import io.bourse.engine.client.operator.TradeOperator;

/**
 * Puts a trade with another price, fewer lots, or both in the place of a trade. Asks before.
 *
 * @param tradeId text in JSON.
 * @param price x 100 000, in JSON a price; null: as it is.
 * @param lots not more than it is; null: as it is.
 * @param reason why, for both members: printable ASCII, up to 80 characters.
 */
public record CorrectTrade(
    @JsonFormat(shape = JsonFormat.Shape.STRING) Long tradeId,
    @JsonDeserialize(using = PriceJson.class) Long price,
    Long lots,
    String reason) implements Act<Void>
{
    /** Checks the form. */
    public CorrectTrade
    {
        BreakTrade.require(tradeId, reason);
        Forms.positiveOrNone("lots", lots);
        Forms.require(null != price || null != lots, "price",
            "name a new price or a new quantity: {price}, {lots}");
    }

    @Override
    public String target(final ActContext context)
    {
        return tradeId.toString();
    }

    @Override
    public Void execute(final ActContext context)
    {
        final TradeHistory trade = context.history().trade(context.dataDir(), context.client(), tradeId);
        trade.require(true);
        final long newPriceE5 = null == price ? trade.priceE5() : price;
        final long newLots = null == lots ? trade.lots() : lots;
        if (newLots > trade.lots() || newLots == trade.lots() && newPriceE5 == trade.priceE5())
        {
            throw new IllegalStateException("the trade can have another price and fewer lots: tradeId=" +
                tradeId + " lots=" + trade.lots() + " newLots=" + newLots + " priceE5=" + trade.priceE5() +
                " newPriceE5=" + newPriceE5);
        }
        BreakTrade.confirm(context, trade, "change     " + TradeHistory.terms(newLots, newPriceE5));
        new TradeOperator(context.operator()).correct(tradeId, trade.instrumentId(), newPriceE5, newLots, reason);
        return null;
    }
}
