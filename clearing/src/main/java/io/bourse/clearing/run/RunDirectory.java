// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.report.CsvReader;
import io.bourse.clearing.report.CsvWriter;
import io.bourse.clearing.report.ReportFile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run on disk: base directory, date, number and kind, for instance {@code 20261121/2-E} (sheet 4.6). Every file is
 * written completely or not at all; {@code state.json} names the digest of each and says how far the run is.
 */
final class RunDirectory
{
    static final String INPUT = "input.json";
    static final String PRICES = "prices.csv";
    static final String POSITIONS = "positions.csv";
    static final String LEDGER = "ledger.csv";
    static final String MONEY = "money.csv";
    static final String CHECKS = "checks.json";
    static final String TIMINGS = "timings.json";
    static final String REPORTS = "reports";
    private static final String STATE = "state.json";
    private static final List<String> DIGESTED = List.of(INPUT, PRICES, POSITIONS, LEDGER, MONEY, CHECKS);

    private final Path path;
    private final int tradingDate;
    private final int number;
    private final String kind;

    RunDirectory(final Path baseDir, final int tradingDate, final int number, final String kind)
    {
        this.path = baseDir.resolve(Integer.toString(tradingDate)).resolve(number + "-" + kind);
        this.tradingDate = tradingDate;
        this.number = number;
        this.kind = kind;
    }

    Path path()
    {
        return path;
    }

    Path reports()
    {
        return path.resolve(REPORTS);
    }

    int number()
    {
        return number;
    }

    String kind()
    {
        return kind;
    }

    int tradingDate()
    {
        return tradingDate;
    }

    long runId()
    {
        return RunIds.of(tradingDate, number);
    }

    RunPhase phase()
    {
        return Files.exists(path.resolve(STATE)) ? state().phase() : RunPhase.NONE;
    }

    /**
     * Notes how far the run is. The digests are taken once, when the files are ready: taking them again later would
     * bless whatever has become of a file in between.
     */
    void enter(final RunPhase phase) throws IOException
    {
        final boolean isReady = phase().compareTo(RunPhase.READY_TO_PUBLISH) >= 0;
        Json.write(path.resolve(STATE), new RunState(
            RunState.FORMAT, runId(), kind, phase, phase, null, "", isReady ? state().files() : digests()));
    }

    private List<RunState.FileDigest> digests() throws IOException
    {
        final List<RunState.FileDigest> digests = new ArrayList<>();
        for (final String name : DIGESTED)
        {
            if (Files.exists(path.resolve(name)))
            {
                digests.add(new RunState.FileDigest(name, Digests.sha256Of(path.resolve(name))));
            }
        }
        return digests;
    }

    /** The digest that {@code state.json} has of a file. */
    String recordedSha256(final String name)
    {
        return state().files().stream()
            .filter(digest -> name.equals(digest.name()))
            .map(RunState.FileDigest::sha256)
            .findFirst()
            .orElseThrow(() -> new InputCorruptException(
                "state.json does not name the file: file=" + path.resolve(name)));
    }

    /** Compares every file with its digest. */
    void requireUnchanged()
    {
        for (final String name : DIGESTED)
        {
            requireUnchanged(name);
        }
    }

    private void requireUnchanged(final String name)
    {
        final Path file = path.resolve(name);
        final String recorded = recordedSha256(name);
        final String sha256;
        try
        {
            sha256 = Digests.sha256Of(file);
        }
        catch (final IOException ex)
        {
            throw unreadable(file, ex);
        }
        if (!sha256.equals(recorded))
        {
            throw new InputCorruptException("file of an earlier run has changed: file=" + file + " sha256=" + sha256 +
                " recordedSha256=" + recorded);
        }
    }

    private static InputCorruptException unreadable(final Path file, final Exception cause)
    {
        return new InputCorruptException(
            "file of an earlier run cannot be read: file=" + file + " reason=\"" + cause.getMessage() + "\"", cause);
    }

    void create() throws IOException
    {
        DurableFile.createDirectories(path);
    }

    void writeCsv(final String name, final String columns, final ReportFile.Rows rows) throws IOException
    {
        DurableFile.write(
            path.resolve(name),
            out ->
            {
                final CsvWriter csv = new CsvWriter(out, columns);
                rows.writeTo(csv);
                csv.finish();
            });
    }

    void writeJson(final String name, final Object contents) throws IOException
    {
        Json.write(path.resolve(name), contents);
    }

    /** Reads a CSV of this run after comparing it with its digest. */
    void readCsv(final String name, final CsvReader.RowConsumer consumer)
    {
        requireUnchanged(name);
        final Path file = path.resolve(name);
        try (InputStream in = Files.newInputStream(file))
        {
            CsvReader.read(in, "", consumer);
        }
        catch (final IOException | IndexOutOfBoundsException | IllegalArgumentException ex)
        {
            throw unreadable(file, ex);
        }
    }

    private RunState state()
    {
        final Path file = path.resolve(STATE);
        try
        {
            final RunState state = Json.read(file, RunState.class);
            if (!RunState.FORMAT.equals(state.format()) || null == state.phase() || null == state.files() ||
                runId() != state.runId())
            {
                throw new InputCorruptException("state of an earlier run is not of this run or format: file=" + file +
                    " runId=" + state.runId() + " format=" + state.format());
            }
            return state;
        }
        catch (final IOException ex)
        {
            throw new InputCorruptException("state of an earlier run cannot be read: file=" + file + " reason=\"" +
                ex.getMessage() + "\"", ex);
        }
    }
}
