// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.defaults.CoverLayer;
import io.bourse.clearing.defaults.DefaultFund;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.defaults.Waterfall;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.AccountCode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The default of one of {@link DayMembers} after the end of trading: declared by one operator and approved by another,
 * its client taken in by another member, its own position taken over at a loss, the loss borne.
 */
final class DayDefault
{
    private static final String SETTLEMENT_ACCOUNT = "FF";
    /** Far below the settlement price: the loss is 3 000 roubles a lot. */
    private static final long AUCTION_PRICE_E5 = 17_000 * 100_000L;
    private static final DefaultFund FUND = new DefaultFund(
        new TreeMap<>(Map.of("AA", 5_000_000L, "BB", 5_000_000L, "CC", 5_000_000L, "DD", 5_000_000L,
            "EE", 1_000_000L, SETTLEMENT_ACCOUNT, 5_000_000L)),
        3_000_000,
        10_000_000);

    private final Path dataDir;
    private final DayChecks checks;
    private final SecondOperator second;
    private Waterfall waterfall;

    DayDefault(final Path dataDir, final DayChecks checks)
    {
        this.dataDir = dataDir;
        this.checks = checks;
        this.second = new SecondOperator(dataDir);
    }

    /** Something done about the default. */
    @FunctionalInterface
    private interface Work
    {
        void with(DefaultControl control) throws IOException;
    }

    private void with(final Work work) throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            work.with(new DefaultControl(venue.context().withSliceIntervalNs(DayClearing.SLICE_NS)
                .withOptions(options -> options.withSigner(DemoOperators.key(DemoOperators.OPERATOR)))));
        }
    }

    /**
     * Declares the default and plans what the next run carries out.
     *
     * @param owedKopecks of the call that was not met.
     * @throws IOException when files cannot be read or written.
     */
    void declare(final long owedKopecks) throws IOException
    {
        with(control ->
        {
            final long id = control.declare(SETTLEMENT_ACCOUNT, 0,
                "says before the deadline that it cannot meet its margin call: kopecks=" + owedKopecks).defaultId();
            second.approve(control, id, 0);
            final DefaultControl.Blocked blocked = control.all().getFirst().blocked();
            checks.add("defaulter stopped", 1 == blocked.cancelledOrders(), blocked.toString());
            second.approve(control, id,
                control.port(id, new TreeMap<>(Map.of(DayMembers.CLIENT, DayMembers.NEW_HOME))).number());
            second.approve(control, id, control.closeOut(id, List.of(
                new TakeOver(OptionScript.UNDERLYING, DayMembers.WINNER, AUCTION_PRICE_E5))).number());
        });
    }

    /**
     * Shares the loss out, for the run after the one that closed the position.
     *
     * @throws IOException when files cannot be read or written.
     */
    void cover() throws IOException
    {
        new ObjectMapper().writeValue(
            VenueClearing.baseDir(dataDir).resolve(DefaultControl.FUND).toFile(), FUND);
        with(control ->
        {
            final DefaultPlan plan = control.cover(1);
            waterfall = plan.waterfall();
            second.approve(control, 1, plan.number());
        });
    }

    /**
     * Looks at what the runs have made of it.
     *
     * @param closed state of the engine after the last run.
     * @throws IOException when files cannot be read.
     */
    void check(final StateReport closed) throws IOException
    {
        with(control ->
        {
            final DefaultControl.Status status = control.all().getFirst();
            checks.add("default carried out", List.of(1, 2, 3).equals(status.done()),
                "firms " + status.declaration().firms() + ", plans " + status.done());
        });
        checks.equal("positions of the defaulter", 0, closed.positions().stream()
            .filter(position -> AccountCode.unpack(position.accountCode()).startsWith(SETTLEMENT_ACCOUNT))
            .count());
        final long borne = waterfall.used().values().stream().mapToLong(Long::longValue).sum();
        checks.add("loss of the default is borne",
            waterfall.lossKopecks() > 0 && waterfall.lossKopecks() == borne && 0 == waterfall.unallocatedKopecks() &&
                waterfall.used().get(CoverLayer.SURVIVORS) > 0,
            waterfall.lossKopecks() + " kopecks by " + waterfall.used());
    }
}
