// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.config.FeedNames;
import io.bourse.deploy.config.MarketDataConfig.Feed;
import io.bourse.deploy.config.MarketDataConfig.Protocol;
import io.bourse.deploy.decode.CaptureDecoder;
import io.bourse.deploy.decode.JsonPrinter;
import io.bourse.deploy.decode.PacketFilter;
import io.bourse.deploy.decode.PacketPrinter;
import io.bourse.deploy.decode.TextPrinter;
import io.bourse.marketdata.pcap.PcapReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Prints a capture of market data.
 */
@Command(
    name = "decode",
    sortOptions = false,
    description = {
        "Prints captured market data, SIMBA, FAST and PITCH, message by message and field by field.",
        "The file is pcap, of `bourse record`, tcpdump or Wireshark. The protocol of a packet is that of the feed it " +
                    "was sent to, or else what most packets of its group look like; a guess is marked as one. " +
                    "Where the feeds are is read from venue.json beside the file or above it, if there is one."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong, 4 some packets could not be understood, 7 the file cannot " +
            "be read or ends in the middle.",
        "",
        "Examples:",
        "  bourse decode day.pcap",
        "  bourse decode day.pcap --feed simba.orders-log.incremental-a --format json | jq .messages",
        "  bourse decode other.pcap --port 20081 --as simba --limit 100"})
public final class DecodeCommand extends CliCommand
{
    @Parameters(paramLabel = "FILE", description = "Capture file.")
    private Path file;

    @Option(names = "--feed", paramLabel = "NAME",
        description = "Prints packets of this feed only: a name, the beginning of one, or group:port; may be repeated.")
    private List<String> feeds = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", converter = PositiveConverter.OfInt.class,
        description = "Prints packets to this port only; may be repeated.")
    private Set<Integer> ports = new HashSet<>();

    @Option(names = "--as", paramLabel = "PROTOCOL",
        description = "Takes all packets for one of ${COMPLETION-CANDIDATES}.",
        completionCandidates = ProtocolConverter.class, converter = ProtocolConverter.class)
    private Protocol protocol;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
        description = "text, or json: one object in every line (default: ${DEFAULT-VALUE}).")
    private String format;

    @Option(names = "--limit", paramLabel = "N", converter = PositiveConverter.OfLong.class,
        description = "Ends after so many packets.")
    private Long limit;

    @Mixin private FeedOptions where;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final PacketPrinter printer = printer(out);
        final List<Feed> known = where.known(file);
        for (final String name : feeds)
        {
            if (name.indexOf(':') < 0 && FeedNames.select(known, List.of(name)).isEmpty())
            {
                throw new IllegalArgumentException("no feed has this name: feed=" + name + " feeds=" +
                    String.join(",", known.stream().map(Feed::name).toList()));
            }
        }
        final CaptureDecoder decoder = new CaptureDecoder(known, new PacketFilter(feeds, ports), protocol);
        sayGuesses(decoder);
        try (PcapReader reader = new PcapReader(file))
        {
            decoder.decode(reader, printer, null == limit ? Long.MAX_VALUE : limit);
            return end(reader, decoder);
        }
    }

    private void sayGuesses(final CaptureDecoder decoder) throws IOException
    {
        final PrintWriter err = err();
        try (PcapReader reader = new PcapReader(file))
        {
            decoder.guess(reader).forEach((group, guess) -> err.println("bourse decode: no feed is known there, " +
                (null == guess.protocol() ? "and its bytes tell no protocol" : "guessed by its packets") + ": group=" +
                group + " protocol=" + guess.protocol() + " sample=" + guess.sample() + " agreeing=" +
                guess.agreeing() + "; name the venue with --data or --config, or the protocol with --as"));
        }
    }

    private int end(final PcapReader reader, final CaptureDecoder decoder)
    {
        final PrintWriter err = err();
        int exit = ExitCode.OK;
        if (decoder.malformedCount() + decoder.unknownCount() > 0)
        {
            err.println("bourse decode: not understood: malformed=" + decoder.malformedCount() + " unknown=" +
                decoder.unknownCount() + " packets=" + decoder.printedCount());
            exit = ExitCode.CHECK_FAILED;
        }
        if (reader.cutCount() > 0)
        {
            err.println("bourse decode: left out, as they were not captured whole: datagrams=" + reader.cutCount());
            exit = ExitCode.CHECK_FAILED;
        }
        if (null != reader.problem())
        {
            err.println("bourse decode: " + reader.problem());
            exit = ExitCode.IO;
        }
        return exit;
    }

    private PacketPrinter printer(final PrintWriter out)
    {
        return switch (format)
        {
            case "text" -> new TextPrinter(out);
            case "json" -> new JsonPrinter(out);
            default -> throw new IllegalArgumentException("must be one of text, json: format=" + format);
        };
    }
}
