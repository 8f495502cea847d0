// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.clearing;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.bourse.clearing.defaults.CollateralSale;
import io.bourse.clearing.defaults.Declaration;
import io.bourse.clearing.defaults.DefaultPlan;
import io.bourse.clearing.defaults.TakeOver;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.DefaultControl;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.VenueOperators;
import io.bourse.deploy.operators.acts.Act;
import io.bourse.deploy.operators.acts.ActContext;
import io.bourse.deploy.operators.forms.CodeForm;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.forms.PriceJson;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A step of a member's default. What it asks for waits for a second person, see {@link ClearingRequests}; plans are
 * carried out by the next run.
 */
public sealed interface DefaultOrder extends Act<ClearingRequests.Outcome>
{
    /**
     * Something done about defaults.
     *
     * @param <T> type of the result.
     */
    @FunctionalInterface
    interface Work<T>
    {
        /**
         * Does it.
         *
         * @param control of defaults.
         * @return the result.
         * @throws IOException when files cannot be read or written.
         */
        T with(DefaultControl control) throws IOException;
    }

    /**
     * Does something about defaults with a connection to the venue.
     *
     * @param dataDir of the venue.
     * @param actor who does it.
     * @param signer key of the actor; null in a venue without operators.
     * @param work to be done.
     * @param <T> type of the result.
     * @return the result.
     * @throws IOException when no venue runs there, or files cannot be read or written.
     */
    static <T> T connected(final Path dataDir, final String actor, final OperatorSigner signer, final Work<T> work)
        throws IOException
    {
        return VenueClearing.connected(dataDir, venue -> work.with(control(venue.context(), actor, signer)));
    }

    /**
     * Control of defaults by the files alone, to look or to approve.
     *
     * @param dataDir of the venue.
     * @return control.
     */
    static DefaultControl ofFiles(final Path dataDir)
    {
        return new DefaultControl(files(dataDir));
    }

    /**
     * Control of defaults by the files alone, for an operator who asks.
     *
     * @param dataDir of the venue.
     * @param actor who asks.
     * @param signer key of the actor; null in a venue without operators.
     * @return control.
     */
    static DefaultControl ofFiles(final Path dataDir, final String actor, final OperatorSigner signer)
    {
        return control(files(dataDir), actor, signer);
    }

    private static ClearingContext files(final Path dataDir)
    {
        return ClearingContext.builder().baseDir(VenueClearing.baseDir(dataDir)).build()
            .withOptions(options -> options.withOperators(() -> VenueOperators.read(dataDir)));
    }

    private static DefaultControl control(
        final ClearingContext context, final String actor, final OperatorSigner signer)
    {
        return new DefaultControl(context.withOptions(options -> options.with(of -> of
            .requester(actor).signer(signer))));
    }

    /** Does it. */
    ClearingRequests.Outcome ordered(DefaultControl control, Path dataDir) throws IOException;

    @Override
    default ClearingRequests.Outcome execute(final ActContext context) throws IOException
    {
        final Path venueDir = Partitions.venue(context.dataDir());
        return connected(venueDir, context.signer().name(), context.signer(), control -> ordered(control, venueDir));
    }

    private static ClearingRequests.Outcome asked(final DefaultPlan plan)
    {
        return new ClearingRequests.Outcome(ClearingRequests.plan(plan.defaultId(), plan.number()), Map.of());
    }

    /**
     * Asks for a member to be declared a defaulter.
     *
     * @param account its settlement account.
     * @param callKopecks call that was missed; null when there is another reason.
     * @param reason in words.
     */
    record Declare(String account, Long callKopecks, String reason) implements DefaultOrder
    {
        /** Checks the form. */
        public Declare
        {
            CodeForm.SETTLEMENT_ACCOUNT.require("account", account);
            Forms.positiveOrNone("callKopecks", callKopecks);
            Forms.given("reason", reason);
            Forms.require(!reason.isBlank(), "reason", "{reason} is needed");
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            final Declaration declared = control.declare(account, null == callKopecks ? 0 : callKopecks, reason);
            return new ClearingRequests.Outcome(ClearingRequests.plan(declared.defaultId(), 0), Map.of());
        }
    }

    /** Stops an approved defaulter in the engine once more. */
    record Block(Long defaultId) implements DefaultOrder
    {
        /** Checks the form. */
        public Block
        {
            Forms.positive("defaultId", defaultId);
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            return new ClearingRequests.Outcome(
                null, Map.of("cancelledOrders", control.block(defaultId).cancelledOrders()));
        }
    }

    /**
     * A client that goes to another member.
     *
     * @param register of the defaulter.
     * @param receiver register of another member.
     */
    record ClientMove(String register, String receiver)
    {
    }

    /** Plans where clients go. */
    record Port(Long defaultId, List<ClientMove> clients) implements DefaultOrder
    {
        /** Checks the form. */
        public Port
        {
            Forms.positive("defaultId", defaultId);
            Forms.given("clients", clients);
            Forms.require(!clients.isEmpty(), "clients", "{clients} are needed");
            clients.forEach(move ->
            {
                CodeForm.ACCOUNT.require("clients", move.register());
                CodeForm.ACCOUNT.require("clients", move.receiver());
            });
            Forms.require(clients.stream().map(ClientMove::register).distinct().count() == clients.size(), "clients",
                "each register in {clients} stands once");
            clients = List.copyOf(clients);
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            final TreeMap<String, String> moves = new TreeMap<>();
            clients.forEach(move -> moves.put(move.register(), move.receiver()));
            return asked(control.port(defaultId, moves));
        }
    }

    /**
     * Who has won an auction.
     *
     * @param price x 100 000; null: the settlement price of the next run.
     */
    record AuctionWinner(
        Integer instrumentId, String register, @JsonDeserialize(using = PriceJson.class) Long price)
    {
    }

    /**
     * Plans who takes over positions.
     *
     * @param winners of auctions; null: none.
     * @param balanced instruments for balancing trades; null: none.
     * @param balanceRest whether there are balancing trades in every other instrument.
     */
    record CloseOut(Long defaultId, List<AuctionWinner> winners, List<Integer> balanced, boolean balanceRest)
        implements DefaultOrder
    {
        /** Checks the form. */
        public CloseOut
        {
            Forms.positive("defaultId", defaultId);
            winners = null == winners ? List.of() : List.copyOf(winners);
            balanced = null == balanced ? List.of() : List.copyOf(balanced);
            winners.forEach(winner ->
            {
                Forms.positive("winners", winner.instrumentId());
                CodeForm.ACCOUNT.require("winners", winner.register());
            });
            balanced.forEach(instrument -> Forms.positive("balanced", instrument));
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            final List<TakeOver> takeOvers = new ArrayList<>();
            winners.forEach(winner -> takeOvers.add(
                new TakeOver(winner.instrumentId(), winner.register(), winner.price())));
            balanced.forEach(instrument -> takeOvers.add(new TakeOver(instrument, "", null)));
            if (balanceRest)
            {
                takeOvers.add(new TakeOver(0, "", null));
            }
            return asked(control.closeOut(defaultId, takeOvers));
        }
    }

    /**
     * Plans the sale of an asset of the defaulter.
     *
     * @param client register that has it.
     * @param price roubles for one of it x 100 000.
     * @param buyer register of another member.
     */
    record SellCollateral(
        Long defaultId,
        String client,
        String asset,
        @JsonFormat(shape = JsonFormat.Shape.STRING) BigDecimal units,
        @JsonDeserialize(using = PriceJson.class) Long price,
        String buyer) implements DefaultOrder
    {
        /** Checks the form. */
        public SellCollateral
        {
            Forms.positive("defaultId", defaultId);
            CodeForm.ACCOUNT.require("client", client);
            Forms.given("asset", asset);
            AssetUnits.require("units", Forms.given("units", units));
            Forms.positive("price", price);
            CodeForm.ACCOUNT.require("buyer", buyer);
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            return asked(control.sellCollateral(defaultId, List.of(new CollateralSale(
                client, asset, AssetUnits.of(dataDir).counted(asset, units), price, buyer))));
        }
    }

    /** Plans who bears the loss. */
    record Cover(Long defaultId) implements DefaultOrder
    {
        /** Checks the form. */
        public Cover
        {
            Forms.positive("defaultId", defaultId);
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            return asked(control.cover(defaultId));
        }
    }

    /** Plans to take back an approved plan that no run has carried out. */
    record Withdraw(Long defaultId, Integer plan) implements DefaultOrder
    {
        /** Checks the form. */
        public Withdraw
        {
            Forms.positive("defaultId", defaultId);
            Forms.positive("plan", plan);
        }

        @Override
        public ClearingRequests.Outcome ordered(final DefaultControl control, final Path dataDir) throws IOException
        {
            return asked(control.withdraw(defaultId, plan));
        }
    }
}
