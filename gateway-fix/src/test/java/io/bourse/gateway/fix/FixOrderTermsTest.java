// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.gateway.fix.client.FixNewOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Orders with all their terms, from a client library through the dictionary to the engine and back.
 */
@Tag("venue")
class FixOrderTermsTest extends VenueTest
{
    private static final long E5 = 100_000;

    private Trader alpha;

    @BeforeEach
    void logOn()
    {
        alpha = venue.logOn("ALPHA");
    }

    private FixNewOrder buy(final String clOrdId)
    {
        return new FixNewOrder(clOrdId, alpha.account, Operator.CHEAP, Side.BUY, 10);
    }

    @Test
    void shouldTakeEveryKindOfOrderOverTheWire()
    {
        alpha.client().newOrder(buy("market"));
        alpha.client().newOrder(buy("mtl").marketToLimit());
        alpha.client().newOrder(buy("stop").stop(150 * E5));
        alpha.client().newOrder(buy("stoplimit").stop(150 * E5).limit(151 * E5).timeInForce(TimeInForce.GTC));
        alpha.client().newOrder(buy("iceberg").limit(100 * E5).show(3, 1));
        alpha.client().newOrder(buy("hidden").limit(100 * E5).show(0, 0));
        alpha.client().newOrder(buy("post").limit(100 * E5).postOnly().link(7));
        alpha.client().newOrder(buy("least").limit(100 * E5).atLeast(4));
        alpha.client().newOrder(buy("gtd").limit(100 * E5).goodTill(20_991_231));
        alpha.client().newOrder(buy("close").limit(100 * E5).timeInForce(TimeInForce.AT_CLOSE));
        alpha.client().newOrder(buy("auction").limit(100 * E5).timeInForce(TimeInForce.GOOD_FOR_AUCTION));
        alpha.expect(
            "0/0 market qty=10@0 leaves=10 cum=0 avg=0",
            "4/4 market qty=10@0 leaves=0 cum=0 avg=0 MARKET_REST",
            "0/0 mtl qty=10@0 leaves=10 cum=0 avg=0",
            "4/4 mtl qty=10@0 leaves=0 cum=0 avg=0 MARKET_REST",
            "0/0 stop qty=10@0 leaves=10 cum=0 avg=0",
            "0/0 stoplimit qty=10@151 leaves=10 cum=0 avg=0",
            "0/0 iceberg qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 hidden qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 post qty=10@100 leaves=10 cum=0 avg=0",
            "8/8 least qty=10@100 leaves=0 cum=0 avg=0 rej=99 MIN_QTY_NOT_FILLABLE",
            "0/0 gtd qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 close qty=10@100 leaves=10 cum=0 avg=0",
            "0/0 auction qty=10@100 leaves=10 cum=0 avg=0");
        alpha.client().orderStatus("post", Operator.CHEAP, Side.BUY);
        alpha.expect("I/0 post qty=10@100 leaves=10 cum=0 avg=0");
        alpha.client().massCancel("all");
        for (int i = 0; i < 8; i++)
        {
            alpha.expectEnding("leaves=0 cum=0 avg=0 MASS_CANCEL");
        }
        alpha.expect("r 533=8");
        alpha.expectNothingMore();
    }
}
