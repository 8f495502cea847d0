// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.NameConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.SetSelfTrade;
import io.bourse.engine.protocol.SelfTradeMode;
import io.bourse.engine.protocol.SelfTradeScope;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Self-trade prevention of one firm.
 */
@Command(
    name = "self-trade",
    sortOptions = false,
    description = {
        "Sets what happens when an order would trade with one of its own firm's.",
        "It holds for every order that trades from now on, and against those that are live already."},
    footer = {
        "  bourse self-trade --firm AA01 --scope client --mode cancel-resting",
        "  bourse self-trade --firm AA01 --off"})
public final class SelfTradeCommand extends CliCommand
{
    @Option(names = "--firm", paramLabel = "CODE", required = true, converter = CodeConverter.OfBrokerageFirm.class,
        description = "The brokerage firm.")
    private String firm;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Prevention prevention;

    @Mixin private RunningVenue venue;

    /** A rule or none. */
    private static final class Prevention
    {
        @ArgGroup(exclusive = false, multiplicity = "1")
        private Rule rule;

        @Option(names = "--off", required = true, description = "Lets it trade with itself.")
        private boolean isOff;
    }

    /** Both belong together. */
    private static final class Rule
    {
        @Option(names = "--scope", paramLabel = "SCOPE", required = true, converter = ScopeConverter.class,
            description = "Which orders are one's own: those of the same account, of the same client (all its " +
                "accounts), or of the firm.")
        private SelfTradeScope scope;

        @Option(names = "--mode", paramLabel = "MODE", required = true, converter = ModeConverter.class,
            description = "What happens when they meet: cancel-incoming, cancel-resting, cancel-both, or decrement " +
                "(both lose the smaller quantity without a trade).")
        private SelfTradeMode mode;
    }

    /** Scopes that prevent something. */
    static final class ScopeConverter extends NameConverter<SelfTradeScope>
    {
        ScopeConverter()
        {
            super(SelfTradeScope.class, "scope", List.of(SelfTradeScope.NONE, SelfTradeScope.NULL_VAL));
        }
    }

    /** Modes. */
    static final class ModeConverter extends NameConverter<SelfTradeMode>
    {
        ModeConverter()
        {
            super(SelfTradeMode.class, "mode", List.of(SelfTradeMode.NULL_VAL));
        }
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final String before = venue.execute(form(() -> prevention.isOff ? new SetSelfTrade(firm, null, null, true) :
            new SetSelfTrade(firm, scope(), mode(), false))).before();
        out.println("self-trade prevention firm=" + firm +
            (prevention.isOff ? " off" : " scope=" + scope() + " mode=" + mode()) + "; before: " + before);
    }

    /** Which orders count as one's own. */
    SelfTradeScope scope()
    {
        return prevention.isOff ? SelfTradeScope.NONE : prevention.rule.scope;
    }

    /** What happens when they meet. */
    SelfTradeMode mode()
    {
        return prevention.isOff ? SelfTradeMode.CANCEL_INCOMING : prevention.rule.mode;
    }
}
