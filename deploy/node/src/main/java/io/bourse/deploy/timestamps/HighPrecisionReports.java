// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.report.file.CsvReader;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.telemetry.ClockReading;
import io.bourse.engine.telemetry.StampFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the high-precision time-stamp file of a trading date for every member, with times by product and the state of
 * the clocks, signed and packed as reports of clearing are. The same files of stamps and events give the same bytes of
 * reports.
 */
public final class HighPrecisionReports
{
    /** Directory of the reports, below that of the date. */
    private static final String REPORTS = "reports";
    /** Directory of the packages, below that of the date. */
    private static final String PACKAGES = "packages";

    private static final String DIRECTORY = "hpt";
    /** In the place of a run's kind. */
    private static final String KIND = "D";
    private static final String WAVE = "hpt";
    private static final String TIMES = "hpttimes";
    private static final long RUNS_PER_DATE = 100;
    private static final String UNFINISHED = ".part";
    private static final String ABSENT = "";
    private static final Pattern DATE = Pattern.compile("[0-9]{8}");
    private static final String STAMP_COLUMNS =
        "partition;isin_id;isin;product;kind;effect;request;own;login;client_code;order_id;ext_id;" +
        "t3n;t5;t7;t9a;t9b;missing;clock;clock_error_ns";
    private static final String CLOCK_COLUMNS =
        "partition;component;files;lost;clock;offset_ns;error_ns;max_error_ns;frequency_ppb";

    private final StampQuery query;
    private final MarketMoves moves;
    private final List<MoveRequest> requests;
    private final RunHeader header;

    private HighPrecisionReports(final StampQuery query, final MarketMoves moves, final String market)
    {
        this.query = query;
        this.moves = moves;
        requests = moves.all();
        header = new RunHeader(query.tradingDate() * RUNS_PER_DATE, KIND, moves.sessionId(), query.tradingDate(), 1,
            market);
    }

    /**
     * Where the reports of a date lie unless an operator says otherwise.
     *
     * @param dataDir of the venue.
     * @param tradingDate YYYYMMDD.
     * @return directory that need not exist.
     */
    public static Path directory(final Path dataDir, final int tradingDate)
    {
        return dataDir.resolve(DIRECTORY).resolve(Integer.toString(tradingDate));
    }

    /**
     * Dates whose reports lie where {@link #directory} says.
     *
     * @param dataDir of the venue.
     * @return YYYYMMDD, ascending.
     * @throws IOException when the directory cannot be read.
     */
    public static List<Integer> dates(final Path dataDir) throws IOException
    {
        final Path directory = dataDir.resolve(DIRECTORY);
        if (!Files.isDirectory(directory))
        {
            return List.of();
        }
        try (Stream<Path> dates = Files.list(directory))
        {
            return dates.map(date -> date.getFileName().toString()).filter(name -> DATE.matcher(name).matches())
                .map(Integer::valueOf).sorted().toList();
        }
    }

    /**
     * Times by product, which are the same for all members.
     *
     * @param dataDir of the venue.
     * @param tradingDate one of {@link #dates}.
     * @return rows of the report; none when no member has one.
     * @throws IOException when the report cannot be read.
     */
    public static List<List<String>> times(final Path dataDir, final int tradingDate) throws IOException
    {
        final Path reports = directory(dataDir, tradingDate).resolve(REPORTS);
        final List<List<String>> rows = new ArrayList<>();
        final Optional<Path> report;
        try (Stream<Path> files = Files.list(reports))
        {
            report = files.filter(file -> file.getFileName().toString().contains("_" + TIMES + "_")).sorted()
                .findFirst();
        }
        if (report.isPresent())
        {
            try (InputStream in = CsvReader.open(report.get()))
            {
                CsvReader.read(in, "", rows::add);
            }
        }
        return rows;
    }

    /**
     * Writes reports and packages of a date.
     *
     * @param dataDirs of engines, and of components that have one of their own.
     * @param query of the date.
     * @param market code of it; empty in a venue that is one market.
     * @param keys that sign, and certificates of the members.
     * @param target directory of the date; must not be there.
     * @return number of requests that moved the market.
     * @throws IllegalStateException when events are missing.
     * @throws ReportsFailedException when a member has no package; the others have theirs.
     * @throws IOException when a file cannot be read or written, or the directory is there.
     */
    public static int write(
        final List<Path> dataDirs, final StampQuery query, final String market, final ClearingKeys keys,
        final Path target) throws IOException
    {
        if (Files.exists(target))
        {
            throw new FileAlreadyExistsException("directory is there already, name another: directory=" + target);
        }
        final HighPrecisionReports reports =
            new HighPrecisionReports(query, MarketMoves.read(dataDirs, query), market);
        final Path unfinished = target.toAbsolutePath().resolveSibling(target.getFileName() + UNFINISHED);
        DurableFile.deleteTree(unfinished);
        final Map<String, String> failures;
        try
        {
            failures = reports.write(unfinished, keys);
            Files.move(unfinished, target.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE);
            DurableFile.syncDirectory(target.toAbsolutePath().getParent());
        }
        finally
        {
            DurableFile.deleteTree(unfinished);
        }
        if (!failures.isEmpty())
        {
            throw new ReportsFailedException("members without a good certificate have no package, put it right and " +
                "write the date again into another directory: members=" + failures, null);
        }
        return reports.requests.size();
    }

    private Map<String, String> write(final Path directory, final ClearingKeys keys) throws IOException
    {
        final Path reports = directory.resolve(REPORTS);
        DurableFile.createDirectories(reports);
        final ProductTimes times = ProductTimes.of(requests);
        final List<ManifestEntry> entries = new ArrayList<>();
        for (final String firm : moves.firms())
        {
            entries.add(ReportFileWriter.write(
                reports, name(firm, WAVE), STAMP_COLUMNS, writer -> stamps(firm, writer)));
            entries.add(ReportFileWriter.write(reports, name(firm, "hptclock"), CLOCK_COLUMNS, this::clocks));
            entries.add(ReportFileWriter.write(reports, name(firm, TIMES), ProductTimes.COLUMNS, times::write));
        }
        entries.sort(Comparator.comparing(ManifestEntry::name));
        final byte[] manifest = new Manifest(Manifest.FORMAT, header.runId(), header.kind(), header.sessionId(),
            header.tradingDate(), header.revision(), entries).toBytes();
        DurableFile.write(reports.resolve(Manifest.FILE_NAME), manifest);
        DurableFile.write(reports.resolve(Manifest.SIGNATURE_NAME), keys.signer().sign(manifest));
        final PackageWriter packages = new PackageWriter(header, WAVE, keys, 1);
        packages.write(reports, entries, directory.resolve(PACKAGES), null);
        return packages.failures();
    }

    private String name(final String firm, final String report)
    {
        return String.join("_", firm, report, header.kind(), Integer.toString(header.tradingDate()), header.serial(),
            "r" + header.revision()) + ReportFileWriter.SUFFIX;
    }

    /** Rows of all members; whose they are, which order and which register is in the member's own alone. */
    private void stamps(final String firm, final RowWriter writer) throws IOException
    {
        for (final MoveRequest request : requests)
        {
            final boolean isOwn = firm.equals(request.login.firm());
            for (final MoveRequest.Moved moved : request.moved)
            {
                writer.number(request.partition)
                    .number(moved.instrumentId())
                    .text(moved.symbol())
                    .text(moved.product().underlying())
                    .text(moved.product().kind())
                    .text(moved.effect().name().toLowerCase(Locale.ROOT))
                    .text(MarketMoves.name(request))
                    .text(isOwn ? "1" : "0")
                    .text(isOwn ? request.login.name() : ABSENT);
                order(isOwn ? request.order : null, writer);
                stamp(request.receivedNs, writer);
                stamp(request.matchedNs, writer);
                stamp(request.matchedNs, writer);
                stamp(request.sentANs, writer);
                stamp(request.sentBNs, writer);
                writer.text(missing(request));
                clock(request.clock, writer);
                writer.endRow();
            }
        }
    }

    private static void order(final MoveRequest.Order order, final RowWriter writer) throws IOException
    {
        if (null == order)
        {
            writer.text(ABSENT).text(ABSENT).text(ABSENT);
        }
        else
        {
            writer.text(AccountCode.unpack(order.accountCode())).number(order.orderId()).text(order.clientId());
        }
    }

    private static void stamp(final long timeNs, final RowWriter writer) throws IOException
    {
        if (StampRowHandler.NONE == timeNs)
        {
            writer.text(ABSENT);
        }
        else
        {
            writer.number(timeNs);
        }
    }

    private static String missing(final MoveRequest request)
    {
        final List<String> missing = new ArrayList<>();
        if (StampRowHandler.NONE == request.receivedNs)
        {
            missing.add("t3n");
        }
        if (StampRowHandler.NONE == request.sentANs)
        {
            missing.add("t9a");
        }
        if (StampRowHandler.NONE == request.sentBNs)
        {
            missing.add("t9b");
        }
        return String.join(",", missing);
    }

    /** Without a file of stamps nothing is known of the clock. */
    private static void clock(final ClockReading clock, final RowWriter writer) throws IOException
    {
        final ClockReading known = null == clock ? ClockReading.UNKNOWN : clock;
        writer.text(text(known.state()));
        if (known.state().compareTo(ClockReading.State.UNSYNCHRONISED) < 0)
        {
            writer.text(ABSENT);
        }
        else
        {
            writer.number(known.deviationNs());
        }
    }

    private static String text(final ClockReading.State state)
    {
        return state.name().toLowerCase(Locale.ROOT);
    }

    /** The worst of the files of each component, by partition. */
    private void clocks(final RowWriter writer) throws IOException
    {
        final Map<String, List<StampFile>> components = new TreeMap<>();
        for (final StampFile file : query.files())
        {
            components.computeIfAbsent("%05d %s".formatted(file.partition(), file.component()),
                key -> new ArrayList<>()).add(file);
        }
        for (final List<StampFile> files : components.values())
        {
            final ClockReading worst = files.stream().map(StampFile::clock).reduce(ClockReading::worst).orElseThrow();
            writer.number(files.getFirst().partition())
                .text(files.getFirst().component())
                .number(files.size())
                .number(files.stream().mapToLong(StampFile::lost).sum())
                .text(text(worst.state()))
                .number(worst.offsetNs())
                .number(worst.errorNs())
                .number(worst.maxErrorNs())
                .number(worst.frequencyPpb())
                .endRow();
        }
    }
}
