// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.CancelOrders;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Cancels orders of a firm.
 */
@Command(
    name = "cancel",
    description = {
        "Cancels the live orders of a firm that match, but negotiated ones, which have a counterparty.",
        "New ones are taken. To stop a firm or a login as well: `bourse kill`."},
    footer = {
        "  bourse cancel --firm AA01",
        "  bourse cancel --firm AA01 --account AA01000 --instrument 1001"})
public final class CancelCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @Option(names = "--firm", paramLabel = "CODE", required = true, converter = CodeConverter.OfBrokerageFirm.class,
        description = "Brokerage firm.")
    private String firm;

    @Option(names = "--account", paramLabel = "CODE", converter = CodeConverter.OfAccount.class,
        description = "Of this account of it alone.")
    private String account;

    @Option(names = "--login", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
        description = "Of this login of it alone.")
    private Integer loginId;

    @Option(names = "--instrument", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
        description = "In this instrument alone.")
    private Integer instrumentId;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        out.println("cancelledOrders=" + venue.execute(
            form(() -> new CancelOrders(firm, account, loginId, instrumentId))).cancelledOrders());
    }
}
