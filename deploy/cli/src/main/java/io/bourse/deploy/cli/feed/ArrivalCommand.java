// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.arrival.ArrivalOrder;
import io.bourse.deploy.arrival.CapturedRequest;
import io.bourse.deploy.arrival.CapturedRequests;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether orders were matched in the order in which they arrived.
 */
@Command(
    name = "arrival",
    sortOptions = false,
    description = {
        "Compares the order in which captured orders arrived with the order in which the matcher took them, and " +
            "prints the share of pairs that are the wrong way round, by their distance in time and by the doors " +
            "that they came through.",
        "The file is pcap of the connections of order entry, TWIME or FIX without TLS, as " +
            "`dumpcap -P -i lo -f 'tcp' -w FILE` writes it."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 the capture holds no order that was accepted, 4 orders " +
            "of one connection were taken in another order, or bytes of a connection lack, 7 the file cannot be read.",
        "",
        "Example:",
        "  bourse arrival day.pcap --port 9000 --port 9100"})
public final class ArrivalCommand extends CliCommand
{
    private static final String[] HEADER = {"doors", "less than, us apart", "pairs", "inverted", "%"};
    private static final double NS_PER_US = 1e3;
    private static final double PERCENT = 100;

    @Parameters(paramLabel = "FILE", description = "Capture file.")
    private Path file;

    @Option(names = "--port", paramLabel = "PORT", required = true, converter = PositiveConverter.OfInt.class,
        description = "TCP port of order entry of the venue; may be repeated.")
    private Set<Integer> ports;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final CapturedRequests captured = CapturedRequests.read(file, ports);
        final List<CapturedRequest> accepted = captured.acceptedOrders();
        out.println("connections=" + captured.connectionCount() + " notUnderstood=" + captured.brokenCount() +
            " accepted=" + accepted.size() + " refused=" + captured.answered().stream()
                .filter(request -> CapturedRequest.Kind.ORDER == request.kind() && request.isRefused()).count() +
            " unanswered=" + captured.unansweredCount(CapturedRequest.Kind.ORDER));
        if (accepted.isEmpty())
        {
            err().println("bourse arrival: no order to these ports was accepted, is it the right port, and without " +
                "TLS? file=" + file + " ports=" + ports);
            return ExitCode.PRECONDITION;
        }
        final List<ArrivalOrder.Row> rows = ArrivalOrder.of(accepted).rows();
        final List<String[]> lines = new ArrayList<>();
        rows.forEach(row -> lines.add(new String[]{row.doors().label(),
            String.format(Locale.ROOT, "%.0f", row.limitNs() / NS_PER_US), Long.toString(row.pairs()),
            Long.toString(row.inverted()),
            String.format(Locale.ROOT, "%.3f", PERCENT * row.inverted() / row.pairs())}));
        out.println(TextTable.of(HEADER, 1, lines));
        final boolean isWrong = rows.stream().anyMatch(row ->
            ArrivalOrder.Doors.ONE_CONNECTION == row.doors() && row.inverted() > 0);
        return isWrong || captured.brokenCount() > 0 ? ExitCode.CHECK_FAILED : ExitCode.OK;
    }
}
