// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.PublishNews;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * News from an operator to members.
 */
@Command(
    name = "news",
    description = {
        "Publishes news to members: News(B) to the FIX sessions with the role market-data that are logged on.",
        "It stands in the journal. Who is not there does not get it later."},
    footer = {
        "  bourse news \"Trading begins at 10:00 today\"",
        "  bourse news \"New tick\" --text \"From Monday on the tick is 0.5.\" --instrument 1001",
        "  bourse news \"Your limits were changed\" --firm AA01"})
public final class NewsCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @Parameters(paramLabel = "HEADLINE", description = "Up to 100 characters of printable ASCII.")
    private String headline;

    @Option(names = "--text", paramLabel = "LINE",
        description = "A line of text; may be repeated. Up to 320 characters in all.")
    private List<String> lines = List.of();

    @Option(names = "--instrument", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
        description = "What it is about. Default: the whole market.")
    private Integer instrumentId;

    @ArgGroup
    private Target target = new Target();

    /** Whom it is for; all if neither is given. */
    private static final class Target
    {
        @Option(names = "--login", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
            description = "For one login only.")
        private Integer loginId;

        @Option(names = "--firm", paramLabel = "CODE", converter = CodeConverter.OfBrokerageFirm.class,
            description = "For the logins of one brokerage firm only.")
        private String firm;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        venue.execute(form(() -> new PublishNews(headline, lines, instrumentId, target.loginId, target.firm)));
        out.println("news published");
    }
}
