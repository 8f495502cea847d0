// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run on disk: base directory, date, number and kind, for instance {@code 20261121/2-E} (rules 4.6). Every file is
 * written completely or not at all; {@code state.json} says how far the run is and names the digest of each finished
 * file.
 *
 * @param path of the directory, which need not be there yet.
 * @param kind letter of the kind.
 * @param tradingDate YYYYMMDD.
 * @param number within the date.
 */
public record RunDirectory(Path path, String kind, int tradingDate, int number)
{
    public static final String INPUT = "input.json";
    public static final String PARAMETERS = "parameters.json";
    public static final String MARGIN_PARAMETERS = "margin-parameters.json";
    public static final String FUNDS_PARAMETERS = "funds-parameters.json";
    public static final String DEFAULTS = "defaults.json";
    public static final String PRICES_JSON = "prices.json";
    public static final String PRICES_CSV = "prices.csv";
    public static final String CHECKS = "checks.json";
    public static final String RECONCILIATION = "reconciliation";
    public static final String PUBLICATION = "publication.json";
    public static final String TIMINGS = "timings.json";
    public static final String REPORTS = "reports";
    public static final String PACKAGES = "packages";
    public static final String OPENING = "opening";
    public static final String PROGRESS = "progress.json";
    public static final String ABORT = "abort.json";
    /** From where in the stream on a correction counts. Where that is follows from clocks: it has no digest. */
    public static final String EFFECTIVE = "effective.json";
    /** How the reason of a run begins that was given up for good. */
    public static final String GIVEN_UP = "reopened without results: ";
    private static final int FIRST_REVISION = 1;
    public static final String STATE = "state.json";

    /** A directory, which need not be there yet. */
    public RunDirectory(final Path baseDir, final int tradingDate, final int number, final String kind)
    {
        this(baseDir.resolve(Integer.toString(tradingDate)).resolve(number + "-" + kind), kind, tradingDate, number);
    }

    /** A file in the directory. */
    public Path file(final String name)
    {
        return path.resolve(name);
    }

    /** Directory of the reports. */
    public Path reports()
    {
        return path.resolve(REPORTS);
    }

    /** Directory of the packages. */
    public Path packages()
    {
        return path.resolve(PACKAGES);
    }

    /** Base directory of all runs. */
    public Path baseDir()
    {
        return path.toAbsolutePath().getParent().getParent();
    }

    /** Name below the base directory. */
    public String name()
    {
        return tradingDate + "/" + number + "-" + kind;
    }

    /** Kind of the run. */
    public ClearingKind clearingKind()
    {
        return RunIds.letter(ClearingKind.EVENING).equals(kind) ? ClearingKind.EVENING : ClearingKind.INTRADAY;
    }

    /** Number of the run. */
    public long runId()
    {
        return RunIds.of(tradingDate, number);
    }

    /**
     * What binds a correcting run to the run that it corrects; null for any other run. A file that the state does not
     * know is of a correction that died before it had one; a state that went back to its beginning knows no files.
     */
    public CorrectionFile correction()
    {
        final CorrectionFile correction = CorrectionFile.read(path);
        final RunState state = null == correction ? null : state();
        if (null == state)
        {
            return null;
        }
        final boolean isBeginning = RunPhase.CORRECTING == state.phase() || RunPhase.CHECK_FAILED == state.phase() ||
            RunPhase.ABORTED == state.phase();
        return isBeginning || null != state.sha256Of(CorrectionFile.FILE_NAME) ? correction : null;
    }

    /** The run that has cut the stream, whose number the reports have: of a correction not the run itself. */
    public long originalRunId()
    {
        final CorrectionFile correction = correction();
        return null == correction ? runId() : correction.originalRunId();
    }

    /** Code of the market whose run it is; empty in a venue that is one market. */
    public String market()
    {
        return find(INPUT, RunParameters.class)
            .map(input -> input.parameters().getOrDefault(RunParameters.MARKET, "")).orElse("");
    }

    /** Revision that the reports begin with. */
    public int firstRevision()
    {
        final CorrectionFile correction = correction();
        return null == correction ? FIRST_REVISION : correction.revision();
    }

    /** How far the run is. */
    public RunPhase phase()
    {
        final RunState state = state();
        return null == state ? RunPhase.NONE : state.phase();
    }

    /** Whether the run can no longer be taken up although it has no results. */
    public boolean isGivenUp()
    {
        final RunState state = state();
        return null != state && RunPhase.ABORTED == state.phase() &&
            (state.reason().startsWith(GIVEN_UP) || null != correction());
    }

    /** Refuses what only a run that is not published allows. */
    public void requireUnpublished(final String what)
    {
        if (phase().isPublished())
        {
            throw new PreconditionException("publication of the run has begun, it can no longer be " + what +
                ", resume it: runId=" + runId() + " phase=" + phase());
        }
    }

    /**
     * Whether trading stands still for this run, by its files: it has cut the stream, and neither has resumed
     * trading nor ended the session. One that died before it knew its cut may have suspended trading or not.
     */
    public boolean isHolding()
    {
        final RunState state = state();
        if (null == state || null != correction())
        {
            return false;
        }
        return switch (state.phase())
        {
            case NONE, OPEN, CORRECTING, REOPENED, REPORTING, REPORTED -> false;
            case SUSPENDING, SUSPENDED, PREPARING, PRICES_PROPOSED, PRICES_APPROVED, CALCULATING, CHECK_FAILED, CHECKED,
                READY_TO_PUBLISH, PUBLISHING -> true;
            case ABORTED -> null != state.cut() && !isGivenUp();
            case PUBLISHED -> ClearingKind.INTRADAY == clearingKind();
        };
    }

    /** Makes the directory. */
    public void create() throws IOException
    {
        DurableFile.createDirectories(path);
    }

    /** Takes away what a correction has left that died before it had a state: its number goes to another run. */
    public void discardCorrection() throws IOException
    {
        if (null == correction())
        {
            Files.deleteIfExists(file(CorrectionFile.FILE_NAME));
            Files.deleteIfExists(file(EFFECTIVE));
            Files.deleteIfExists(file(manifestOf(RunTables.REVERSED_LEDGER)));
            Files.deleteIfExists(file(manifestOf(RunTables.REVERSED_PAYMENTS)));
        }
    }

    /**
     * Notes how far the run is. A digest that is noted already stays: taking it again would bless whatever has become
     * of the file in between.
     *
     * @param phase entered.
     * @param resumeFrom where a run that stops here is taken up.
     * @param cut of the stream, null before it is known.
     * @param reason of a stop, else empty.
     * @param files that are finished.
     */
    public void enter(
        final RunPhase phase,
        final RunPhase resumeFrom,
        final RunRecord.Cut cut,
        final String reason,
        final List<String> files) throws IOException
    {
        final RunState before = state();
        final List<RunState.FileDigest> digests = new ArrayList<>();
        for (final String name : files)
        {
            digests.add(new RunState.FileDigest(name, sha256Of(before, name)));
        }
        Json.write(
            file(STATE),
            new RunState(RunState.FORMAT, runId(), kind, phase, resumeFrom, cut, reason, List.copyOf(digests)));
    }

    private String sha256Of(final RunState noted, final String name) throws IOException
    {
        final String sha256 = null == noted ? null : noted.sha256Of(name);
        return null == sha256 ? Digests.sha256Of(file(name)) : sha256;
    }

    /** Digest of a finished file: the one that is noted, else that of what it holds now. */
    public String sha256Of(final String name) throws IOException
    {
        return sha256Of(state(), name);
    }

    /** File name of the manifest of a table. */
    public static String manifestOf(final TableSpec table)
    {
        return table.name() + "/" + TableManifest.FILE_NAME;
    }

    /** Whether a table is complete. */
    public boolean has(final TableSpec table)
    {
        return Files.exists(path.resolve(table.name()).resolve(TableManifest.FILE_NAME));
    }

    /** Opens a table. */
    public Table open(final TableSpec table) throws IOException
    {
        return Table.open(path, table);
    }

    /** Compares every file with its digest, columns of tables included. */
    public void requireUnchanged()
    {
        for (final RunState.FileDigest digest : requireState().files())
        {
            requireUnchanged(digest);
        }
    }

    /** Compares a file with its digest; of a table every column. */
    public void requireUnchanged(final String name)
    {
        for (final RunState.FileDigest digest : requireState().files())
        {
            if (name.equals(digest.name()))
            {
                requireUnchanged(digest);
                return;
            }
        }
        throw new InputCorruptException("state.json does not name the file: file=" + file(name));
    }

    private void requireUnchanged(final RunState.FileDigest digest)
    {
        final Path file = file(digest.name());
        try
        {
            final String sha256 = Digests.sha256Of(file);
            if (!sha256.equals(digest.sha256()))
            {
                throw new InputCorruptException("file of an earlier run has changed: file=" + file + " sha256=" +
                    sha256 + " recordedSha256=" + digest.sha256());
            }
            if (digest.name().endsWith("/" + TableManifest.FILE_NAME))
            {
                requireUnchangedColumns(file.getParent());
            }
        }
        catch (final IOException ex)
        {
            throw unreadable(file, ex);
        }
    }

    private static void requireUnchangedColumns(final Path table) throws IOException
    {
        for (final TableManifest.Column column : Table.manifest(table).columns())
        {
            if (column.isConstant())
            {
                continue;
            }
            final Path file = table.resolve(column.spec().fileName());
            final String sha256 = Digests.sha256Of(file);
            if (!sha256.equals(column.sha256()))
            {
                throw new InputCorruptException("column of an earlier run has changed: file=" + file + " sha256=" +
                    sha256 + " recordedSha256=" + column.sha256());
            }
        }
    }

    private static InputCorruptException unreadable(final Path file, final Exception cause)
    {
        // Parsers say more on further lines: where in the source.
        return new InputCorruptException("file of an earlier run cannot be read: file=" + file + " reason=\"" +
            cause.toString().lines().findFirst().orElse("") + "\"", cause);
    }

    /** Contents of a file of JSON. */
    public <T> T read(final String name, final Class<T> type)
    {
        try
        {
            return Json.read(file(name), type);
        }
        catch (final IOException ex)
        {
            throw unreadable(file(name), ex);
        }
    }

    /** Contents of a JSON file, if it is there. */
    public <T> Optional<T> find(final String name, final Class<T> type)
    {
        return Files.exists(file(name)) ? Optional.of(read(name, type)) : Optional.empty();
    }

    /** Null when there is none. */
    public RunState state()
    {
        return Files.exists(file(STATE)) ? requireState() : null;
    }

    private RunState requireState()
    {
        final RunState state = read(STATE, RunState.class);
        if (!RunState.FORMAT.equals(state.format()) || null == state.phase() || null == state.files() ||
            runId() != state.runId())
        {
            throw new InputCorruptException("state of an earlier run is not of this run or format: file=" +
                file(STATE) + " runId=" + state.runId() + " format=" + state.format());
        }
        return state;
    }
}
