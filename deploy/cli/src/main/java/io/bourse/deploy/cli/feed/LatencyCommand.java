// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bourse.deploy.arrival.CapturedRequest;
import io.bourse.deploy.arrival.CapturedRequests;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.TextTable;
import io.bourse.deploy.latency.CapturedFeeds;
import io.bourse.deploy.latency.LatencyFigures;
import io.bourse.deploy.latency.LatencyPage;
import io.bourse.deploy.latency.LatencyTable;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * How long members wait, and when the public knows, by a capture.
 */
@Command(
    name = "latency",
    sortOptions = false,
    description = {
        "Matches captured requests and answers, TWIME and FIX, with the packets of market data that show the same " +
            "orders and trades, and prints response times, the lead of market data over answers, line A against line " +
            "B, the fullest windows, and response times by place in the queue.",
        "The file is pcap of order entry without TLS and of the feeds, all captured in one place, as " +
            "`dumpcap -P -i lo -f 'tcp or udp' -w FILE` writes it. Where the feeds are is read from venue.json " +
            "beside the file or above it, if there is one."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 3 the capture holds no request that was answered, 4 bytes " +
            "of a connection lack, or packets could not be understood, 7 a file cannot be read or written.",
        "",
        "Example:",
        "  bourse latency day.pcap --port 9000 --port 9100 --out day.html"})
public final class LatencyCommand extends CliCommand
{
    @Parameters(paramLabel = "FILE", description = "Capture file.")
    private Path file;

    @Option(names = "--port", paramLabel = "PORT", required = true, converter = PositiveConverter.OfInt.class,
        description = "TCP port of order entry of the venue; may be repeated.")
    private Set<Integer> ports;

    @Option(names = "--out", paramLabel = "FILE", description = "Writes an HTML page.")
    private Path page;

    @Option(names = "--csv", paramLabel = "FILE", description = "Writes each request, with the times of its answer " +
        "and of its market data on each line, in nanoseconds.")
    private Path csv;

    @Mixin
    private FeedOptions where;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final CapturedRequests requests = CapturedRequests.read(file, ports);
        final CapturedFeeds feeds = CapturedFeeds.read(file, where.known(file));
        final String summary = "connections=" + requests.connectionCount() + " notUnderstood=" +
            requests.brokenCount() + " answered=" + requests.answered().size() + " unanswered=" +
            requests.unansweredCount() + " datagrams=" + feeds.packetCount() + " notUnderstood=" +
            feeds.notUnderstoodCount();
        out.println(summary);
        if (requests.answered().isEmpty())
        {
            err().println("bourse latency: no request to these ports was answered, is it the right port, and without " +
                "TLS? file=" + file + " ports=" + ports);
            return ExitCode.PRECONDITION;
        }
        final LatencyFigures figures = LatencyFigures.of(requests, feeds);
        for (final LatencyTable table : LatencyTable.of(figures))
        {
            out.println();
            out.println(table.title());
            out.println(TextTable.of(table.header().toArray(String[]::new), table.textColumns(), table.rows()));
        }
        if (null != page)
        {
            LatencyPage.write(page, file.getFileName().toString(), summary, figures);
        }
        if (null != csv)
        {
            write(figures);
        }
        return requests.brokenCount() + feeds.notUnderstoodCount() > 0 ? ExitCode.CHECK_FAILED : ExitCode.OK;
    }

    private void write(final LatencyFigures figures) throws IOException
    {
        try (CSVPrinter rows = new CSVPrinter(Files.newBufferedWriter(csv, UTF_8), CSVFormat.DEFAULT.builder()
            .setRecordSeparator('\n').setHeader("request_ns", "answer_ns", "door", "connection", "request", "refused",
            "order_id", "line", "public_ns").get()))
        {
            for (final LatencyFigures.Match match : figures.matches())
            {
                final CapturedRequest request = match.request();
                final Object[] fields = {request.arrivalNs(), request.answerNs(), request.isFix() ? "FIX" : "TWIME",
                    request.connection(), request.kind().label(), request.isRefused(), request.orderId(), null, null};
                if (match.publicNs().isEmpty())
                {
                    rows.printRecord(fields);
                }
                for (final var shown : match.publicNs().entrySet())
                {
                    fields[fields.length - 2] = shown.getKey();
                    fields[fields.length - 1] = shown.getValue();
                    rows.printRecord(fields);
                }
            }
        }
    }
}
