// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.trade;

import io.bourse.engine.core.command.CommandEnvelope;
import io.bourse.engine.core.command.CommandKind;
import io.bourse.engine.core.command.CommandTable;
import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.IdSource;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.BustTradeDecoder;
import io.bourse.engine.protocol.CorrectTradeDecoder;
import io.bourse.engine.protocol.RejectReason;

/**
 * Breaks and corrects trades of the open session.
 * <p>
 * Positions, and the margin and limits that follow from them, are as if the trade had not been, or had been made as
 * corrected. Nothing else goes back: orders keep what they have executed, lots do not return to the book, last prices,
 * triggered orders, volatility interruptions and protections stay. Of a strategy's trade all legs are broken with it;
 * it is not corrected, because its price is split among its legs, and a leg alone is neither.
 * <p>
 * A reversal has a trade id of its own, as clearing books it, and so has the trade that stands in the place of a
 * corrected one: that one can be broken and corrected again.
 */
public final class TradeCorrections
{
    private static final int OPERATORS = 0;

    private final BustTradeDecoder bustTrade = new BustTradeDecoder();
    private final CorrectTradeDecoder correctTrade = new CorrectTradeDecoder();
    private final TradeRegister register;
    private final ReferenceData referenceData;
    private final SessionState session;
    private final PreTradeRisk risk;
    private final IdSource ids;
    private final TradeEventPublisher publisher;

    /**
     * Corrections of a core.
     *
     * @param register of the trades.
     * @param referenceData with accounts, instruments and logins.
     * @param session that must be open.
     * @param risk to be restored.
     * @param ids for reversals and corrected trades.
     * @param publisher of what becomes of trades.
     */
    public TradeCorrections(
        final TradeRegister register,
        final ReferenceData referenceData,
        final SessionState session,
        final PreTradeRisk risk,
        final IdSource ids,
        final TradeEventPublisher publisher)
    {
        this.register = register;
        this.referenceData = referenceData;
        this.session = session;
        this.risk = risk;
        this.ids = ids;
        this.publisher = publisher;
    }

    /**
     * Enters the commands.
     *
     * @param table of all commands.
     */
    public void register(final CommandTable table)
    {
        table.add(new CommandKind(BustTradeDecoder.TEMPLATE_ID, this::onBustTrade)
            .instrumentAt(BustTradeDecoder.instrumentIdEncodingOffset()));
        table.add(new CommandKind(CorrectTradeDecoder.TEMPLATE_ID, this::onCorrectTrade)
            .instrumentAt(CorrectTradeDecoder.instrumentIdEncodingOffset()));
    }

    private RejectReason onBustTrade(final CommandEnvelope envelope)
    {
        envelope.decode(bustTrade);
        final long tradeId = bustTrade.tradeId();
        RejectReason refusal = refusal(
            envelope,
            BustTradeDecoder.reasonEncodingOffset(),
            tradeId,
            referenceData.instrument(bustTrade.instrumentId()));
        final int trades = null == refusal ? 1 + legs(tradeId) : 0;
        for (int i = 0; i < trades && null == refusal; i++)
        {
            refusal = moveRefusal(tradeId + i, 0);
        }
        for (int i = 0; i < trades && null == refusal; i++)
        {
            change(
                envelope, tradeId + i, register.find(tradeId + i).priceE5(), 0,
                BustTradeDecoder.reasonEncodingOffset());
        }
        return refusal;
    }

    private RejectReason onCorrectTrade(final CommandEnvelope envelope)
    {
        envelope.decode(correctTrade);
        final long tradeId = correctTrade.tradeId();
        final Instrument instrument = referenceData.instrument(correctTrade.instrumentId());
        final long priceE5 = correctTrade.newPriceE5();
        final long lots = correctTrade.newQtyLots();
        RejectReason refusal = refusal(envelope, CorrectTradeDecoder.reasonEncodingOffset(), tradeId, instrument);
        if (null == refusal)
        {
            refusal = termsRefusal(register.find(tradeId), instrument, priceE5, lots);
        }
        if (null == refusal)
        {
            refusal = moveRefusal(tradeId, lots);
        }
        if (null == refusal)
        {
            change(envelope, tradeId, priceE5, lots, CorrectTradeDecoder.reasonEncodingOffset());
        }
        return refusal;
    }

    private RejectReason refusal(
        final CommandEnvelope envelope, final int reasonOffset, final long tradeId, final Instrument instrument)
    {
        if (OPERATORS != envelope.gatewayId)
        {
            return RejectReason.NO_RIGHT;
        }
        if (!FieldCheck.isText(
            envelope.buffer, envelope.blockOffset + reasonOffset, BustTradeDecoder.reasonLength(), 1))
        {
            return RejectReason.INVALID_FIELD;
        }
        if (SessionState.Phase.OPEN != session.phase())
        {
            return RejectReason.WRONG_STATE;
        }
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        final Trade trade = register.find(tradeId);
        if (null == trade || trade.instrumentId() != instrument.instrumentId)
        {
            return RejectReason.UNKNOWN_TRADE;
        }
        if (TradeRegister.NO_PARENT != trade.parentTradeId())
        {
            return RejectReason.INVALID_COMBINATION;
        }
        return instrument.isExpired ? RejectReason.INSTRUMENT_EXPIRED : null;
    }

    private static RejectReason termsRefusal(
        final Trade trade, final Instrument instrument, final long priceE5, final long lots)
    {
        if (null != instrument.legs)
        {
            return RejectReason.INVALID_COMBINATION;
        }
        if (lots <= 0 || lots > trade.lots())
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        if (priceE5 == trade.priceE5())
        {
            return lots == trade.lots() ? RejectReason.INVALID_FIELD : null;
        }
        if (0 != priceE5 % instrument.priceTickE5)
        {
            return RejectReason.PRICE_OFF_TICK;
        }
        return priceE5 < instrument.lowLimitE5 || priceE5 > instrument.highLimitE5 ?
            RejectReason.PRICE_OUT_OF_LIMITS : null;
    }

    /** Legs are the trades after that of their strategy. */
    private int legs(final long tradeId)
    {
        final Instrument instrument = referenceData.instrument(register.find(tradeId).instrumentId());
        return null == instrument.legs ? 0 : instrument.legs.instruments.length;
    }

    private RejectReason moveRefusal(final long tradeId, final long newLots)
    {
        final Trade trade = register.find(tradeId);
        final Instrument instrument = referenceData.instrument(trade.instrumentId());
        final long lots = trade.lots() - newLots;
        return null != instrument.legs ||
            risk.mayMoveBack(trade.buyAccountId(), instrument, -lots) &&
            risk.mayMoveBack(trade.sellAccountId(), instrument, lots) ? null : RejectReason.POSITION_OUT_OF_RANGE;
    }

    private void change(
        final CommandEnvelope envelope,
        final long tradeId,
        final long newPriceE5,
        final long newLots,
        final int reasonOffset)
    {
        final long reversalTradeId = ids.nextTradeId();
        final long newTradeId = 0 == newLots ? TradeEventPublisher.NO_TRADE : ids.nextTradeId();
        final Trade trade = register.find(tradeId);
        final Instrument instrument = referenceData.instrument(trade.instrumentId());
        publisher.corrected(
            tradeId,
            trade,
            reversalTradeId,
            newTradeId,
            newPriceE5,
            newLots,
            referenceData.accounts(),
            envelope.buffer,
            envelope.blockOffset + reasonOffset);
        final long lots = trade.lots() - newLots;
        if (null == instrument.legs)
        {
            risk.movedBack(trade.buyAccountId(), referenceData.login(trade.buyLoginId()), instrument, -lots);
            risk.movedBack(trade.sellAccountId(), referenceData.login(trade.sellLoginId()), instrument, lots);
        }
        instrument.traded(trade.lots());
        final long[] facts = trade.copy();
        trade.lots(0);
        // From here on what was found may have given way to what is added.
        register.addReversal(reversalTradeId);
        if (0 != newLots)
        {
            register.addCorrected(newTradeId, facts, newPriceE5, newLots);
            instrument.traded(newLots);
        }
    }
}
