// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.acts;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.forms.PriceJson;
import io.bourse.deploy.operators.history.VenueSettings;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * Sets all price controls of an instrument at once: those that are null are switched off, or kept. Those of the
 * volatility interruption are kept together, and those of price limits that shift, of which all four or none are given.
 * Distances are in price x 100 000 and above 0, in JSON prices; durations are in nanoseconds, above 0 and up to a day.
 *
 * @param collar farthest a limit may be through the reference price.
 * @param protection how far from the best opposite price a market order may trade.
 * @param passiveDelayNs how long orders that would trade at once must wait.
 * @param dynamicRange around the last price; a trade beyond it starts a volatility auction.
 * @param staticRange around the price of the last auction, or the settlement price.
 * @param volatilityAuctionNs how long the auction lasts; null: until an operator ends it. Needs a range.
 * @param volatilityRandomNs up to this is added at random. Needs volatilityAuctionNs.
 * @param limitWatchNs how long the last price stays near a limit before both shift.
 * @param limitWatchPct what near is, in per cent of the distance between the limits.
 * @param limitShiftPct how far they shift, in per cent of the distance between the limits.
 * @param maxLimitShifts most shifts in a session, up to 255.
 * @param off switches all of them off.
 * @param keep keeps the present value of what is null.
 */
public record SetPriceControls(
    Integer instrumentId,
    @JsonDeserialize(using = PriceJson.class) Long collar,
    @JsonDeserialize(using = PriceJson.class) Long protection,
    Long passiveDelayNs,
    @JsonDeserialize(using = PriceJson.class) Long dynamicRange,
    @JsonDeserialize(using = PriceJson.class) Long staticRange,
    Long volatilityAuctionNs,
    Long volatilityRandomNs,
    Long limitWatchNs,
    Integer limitWatchPct,
    Integer limitShiftPct,
    Integer maxLimitShifts,
    boolean off,
    boolean keep) implements Act<Replaced>
{
    private static final int MAX_PCT = 100;
    private static final int MAX_SHIFTS = 255;
    private static final List<Control> CONTROLS = List.of(
        new Control("collar", controls -> price(controls.collarE5())),
        new Control("protection", controls -> price(controls.protectionE5())),
        new Control("passiveDelay", controls -> time(controls.passiveDelayNs())),
        new Control("dynamicRange", controls -> price(controls.dynamicRangeE5())),
        new Control("staticRange", controls -> price(controls.staticRangeE5())),
        new Control("volatilityAuction", controls -> time(controls.volatilityAuctionNs())),
        new Control("volatilityRandom", controls -> time(controls.volatilityRandomNs())),
        new Control("limitShifts", SetPriceControls::shifts));

    private record Control(String name, Function<PriceControlsSpec, String> text)
    {
    }

    /** Checks the form. */
    public SetPriceControls
    {
        Forms.positive("instrumentId", instrumentId);
        distance("collar", collar);
        distance("protection", protection);
        Forms.duration("passiveDelayNs", passiveDelayNs);
        distance("dynamicRange", dynamicRange);
        distance("staticRange", staticRange);
        Forms.duration("volatilityAuctionNs", volatilityAuctionNs);
        Forms.duration("volatilityRandomNs", volatilityRandomNs);
        Forms.duration("limitWatchNs", limitWatchNs);
        final boolean hasRange = null != dynamicRange || null != staticRange;
        Forms.require(
            (null == volatilityAuctionNs || hasRange) && (null == volatilityRandomNs || null != volatilityAuctionNs),
            "volatilityAuctionNs", "{volatilityAuctionNs} needs {dynamicRange} or {staticRange}, " +
                "and {volatilityRandomNs} needs {volatilityAuctionNs}");
        final boolean hasShifts = null != limitWatchNs;
        Forms.require(hasShifts == (null != limitWatchPct) && hasShifts == (null != limitShiftPct) &&
            hasShifts == (null != maxLimitShifts), "limitWatchNs",
            "{limitWatchNs}, {limitWatchPct}, {limitShiftPct} and {maxLimitShifts} belong together");
        Forms.positiveOrNone("limitWatchPct", limitWatchPct);
        Forms.positiveOrNone("limitShiftPct", limitShiftPct);
        Forms.positiveOrNone("maxLimitShifts", maxLimitShifts);
        Forms.somethingOrOff("control", null != collar || null != protection || null != passiveDelayNs || hasRange ||
            hasShifts, off, keep);
        Forms.require(orZero(limitWatchPct) <= MAX_PCT && orZero(limitShiftPct) <= MAX_PCT &&
            orZero(maxLimitShifts) <= MAX_SHIFTS, "limitWatchPct", "percentages must be from 0 to 100 and shifts " +
            "from 0 to 255: {limitWatchPct}=" + limitWatchPct + " {limitShiftPct}=" + limitShiftPct +
            " {maxLimitShifts}=" + maxLimitShifts);
    }

    @Override
    public Replaced execute(final ActContext context)
    {
        final VenueSettings settings = context.settings();
        settings.requireInstrument(instrumentId);
        final Replacement replacement = new Replacement(keep);
        final PriceControlsSpec replacing = replacing(replacement, settings.controls(instrumentId));
        replacement.require(context, "instrument=" + instrumentId, off, settings.isWhole());
        new PhaseOperator(context.operator()).setPriceControls(replacing);
        return replacement.result();
    }

    /** The controls that are given. */
    public PriceControlsSpec spec()
    {
        return PriceControlsSpec.off(instrumentId)
            .withCollar(orZero(collar))
            .withProtection(orZero(protection))
            .withPassiveDelay(orZero(passiveDelayNs))
            .withVolatility(orZero(dynamicRange), orZero(staticRange), orZero(volatilityAuctionNs),
                orZero(volatilityRandomNs))
            .withLimitShifts(orZero(limitWatchNs), (int)orZero(limitWatchPct), (int)orZero(limitShiftPct),
                (int)orZero(maxLimitShifts));
    }

    /** The new controls, each noted with what it was. */
    private PriceControlsSpec replacing(final Replacement replacement, final PriceControlsSpec present)
    {
        final PriceControlsSpec wanted = spec();
        PriceControlsSpec controls = wanted;
        if (keep)
        {
            controls = null == collar ? controls.withCollar(present.collarE5()) : controls;
            controls = null == protection ? controls.withProtection(present.protectionE5()) : controls;
            controls = null == passiveDelayNs ? controls.withPassiveDelay(present.passiveDelayNs()) : controls;
            controls = null == dynamicRange && null == staticRange ? controls.withVolatility(
                present.dynamicRangeE5(), present.staticRangeE5(), present.volatilityAuctionNs(),
                present.volatilityRandomNs()) : controls;
            controls = null == limitWatchNs ? controls.withLimitShifts(present.limitWatchNs(),
                present.limitWatchPct(), present.limitShiftPct(), present.maxLimitShifts()) : controls;
        }
        for (final Control control : CONTROLS)
        {
            replacement.note(control.name, !Replacement.OFF.equals(control.text.apply(wanted)),
                control.text.apply(present), control.text.apply(controls));
        }
        return controls;
    }

    private static void distance(final String field, final Long valueE5)
    {
        Forms.require(null == valueE5 || valueE5 > 0, field,
            "a distance in price is above 0 and has up to five decimals, such as 250 or 0.05: distance=" +
                (null == valueE5 ? "" : Forms.price(valueE5)) + "; leave {" + field +
                "} out to switch the control off");
    }

    private static long orZero(final Number value)
    {
        return null == value ? 0 : value.longValue();
    }

    private static String price(final long valueE5)
    {
        return 0 == valueE5 ? Replacement.OFF : Forms.price(valueE5);
    }

    private static String time(final long valueNs)
    {
        return 0 == valueNs ? Replacement.OFF : Duration.ofNanos(valueNs).toString();
    }

    private static String shifts(final PriceControlsSpec controls)
    {
        return 0 == controls.limitWatchNs() ? Replacement.OFF : time(controls.limitWatchNs()) + "/" +
            controls.limitWatchPct() + "%/" + controls.limitShiftPct() + "%/" + controls.maxLimitShifts();
    }
}
