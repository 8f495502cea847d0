// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.deploy.operators.SiteActs;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.quarantine.QuarantineDirectory;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.site.FileOrigin;
import io.bourse.engine.host.site.SiteFollower;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.telemetry.SecurityLog;
import io.bourse.gateway.fix.session.store.HandedMark;
import io.bourse.gateway.fix.session.store.StoreFiles;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Whose files a failover takes, of those that several processes have given: of runs of clearing and of message stores
 * those that have gone on last, by what is in them; keys, passwords and the access file from where these are from; the
 * quarantine that has what each has, the archives of history and the security logs of all members.
 * All else is of the process of the venue.
 */
final class CopiedFiles
{
    /** What more than one process may have. */
    enum Kind
    {
        /** Runs of clearing. */
        CLEARING("clearing", false),
        /** Keys of clearing. */
        KEYS("keys", false),
        /** Message stores of FIX. */
        STORES("fix", true),
        /** Passwords of FIX. */
        PASSWORDS("fix-passwords", true),
        /** Who may log on, and from where. */
        ACCESS("access.conf", true),
        /** Commands that an engine passes over. */
        QUARANTINE(QuarantineDirectory.NAME, false),
        /** Archived history: that of all members is put together. */
        HISTORY(HistoryArchive.NAME, false);

        private final String fileName;
        /** A machine of a gateway is none to take runs and keys of clearing from. */
        private final boolean isOfGateways;

        Kind(final String fileName, final boolean isOfGateways)
        {
            this.fileName = fileName;
            this.isOfGateways = isOfGateways;
        }

        /** Name in a data directory. */
        String fileName()
        {
            return fileName;
        }

        /** Whether each partition has its own. */
        boolean isOfPartition()
        {
            return STORES == this || QUARANTINE == this || HISTORY == this;
        }

        /** Name of an option. */
        String text()
        {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What is taken.
     *
     * @param origin process that has given it.
     * @param path in the copy.
     * @param reason why from there; empty when no other has it.
     */
    record Choice(String origin, Path path, String reason)
    {
    }

    private final Map<Kind, Choice> choices = new EnumMap<>(Kind.class);
    private final SequencedMap<String, HistoryArchive> histories = new LinkedHashMap<>();
    private final Map<Kind, String> wanted;
    private final SequencedMap<String, Path> origins;
    private final String handedOverBy;

    private CopiedFiles(
        final SequencedMap<String, Path> origins, final Map<Kind, String> wanted, final String handedOverBy)
    {
        this.origins = origins;
        this.wanted = wanted;
        this.handedOverBy = handedOverBy;
    }

    /**
     * Looks at a copy.
     *
     * @param backupDir directory of a backup that does not run.
     * @param wanted origins that a person has named.
     * @return what would be taken.
     * @throws IOException when files cannot be read.
     * @throws IllegalStateException when the backup runs, or a person has to decide.
     */
    static CopiedFiles of(final Path backupDir, final Map<Kind, String> wanted) throws IOException
    {
        try (DataDirectoryLock ignored = DataDirectoryLock.acquireAny(backupDir))
        {
            final CopiedFiles files = new CopiedFiles(
                FileCopy.all(backupDir), wanted, SiteFollower.handedOverBy(backupDir));
            for (final Kind kind : Kind.values())
            {
                files.choose(kind);
            }
            return files;
        }
    }

    private void choose(final Kind kind) throws IOException
    {
        final SequencedMap<String, Path> there = new LinkedHashMap<>();
        origins.forEach((origin, root) ->
        {
            final Path path = root.resolve(kind.fileName);
            if (Files.exists(path) && (kind.isOfGateways || !FileOrigin.isGateway(origin)))
            {
                there.put(origin, path);
            }
        });
        final String named = wanted.get(kind);
        if (null != named && !there.containsKey(named))
        {
            throw new IllegalStateException("the copy has no such files of this process: kind=" + kind.text() +
                " origin=" + named + " origins=" + there.keySet());
        }
        if (Kind.HISTORY == kind && null != named)
        {
            there.keySet().retainAll(Set.of(named));
        }
        if (Kind.HISTORY == kind && !there.isEmpty())
        {
            chooseHistory(there);
        }
        else if (null != named)
        {
            take(kind, named, there, "as it was asked for");
        }
        else if (1 == there.size())
        {
            take(kind, there.firstEntry().getKey(), there, "");
        }
        else if (!there.isEmpty())
        {
            switch (kind)
            {
                case CLEARING -> chooseRuns(there);
                case KEYS -> chooseBeside(kind, Kind.CLEARING, there);
                case STORES -> chooseStores(there);
                case PASSWORDS, ACCESS -> chooseBeside(kind, Kind.STORES, there);
                case QUARANTINE -> chooseWhole(kind, there);
                case HISTORY -> throw new AssertionError("chosen before");
            }
        }
    }

    private void take(final Kind kind, final String origin, final Map<String, Path> there, final String reason)
    {
        choices.put(kind, new Choice(origin, there.get(origin), reason));
    }

    /** Those with the last published run, or else the last run, if they have all that others have published. */
    private void chooseRuns(final SequencedMap<String, Path> there) throws IOException
    {
        final Map<String, List<RunDirectory>> runs = new LinkedHashMap<>();
        for (final Map.Entry<String, Path> each : there.entrySet())
        {
            runs.put(each.getKey(), new RunStore(each.getValue()).all());
        }
        final Comparator<String> order = Comparator.comparingLong((String origin) -> last(published(runs.get(origin))))
            .thenComparingLong((origin) -> last(runs.get(origin)));
        final String chosen = highest(runs.keySet(), order);
        for (final Map.Entry<String, List<RunDirectory>> other : runs.entrySet())
        {
            for (final RunDirectory run : published(other.getValue()))
            {
                if (runs.get(chosen).stream().noneMatch((own) -> hasAllOf(own, run)))
                {
                    throw undecided(Kind.CLEARING, chosen, other.getKey(), "published run " + run.name());
                }
            }
        }
        take(Kind.CLEARING, chosen, there, "last run " + name(runs.get(chosen)) + others(runs.keySet(), chosen,
            (origin) -> name(runs.get(origin))));
    }

    private static List<RunDirectory> published(final List<RunDirectory> runs)
    {
        return runs.stream().filter((run) -> run.phase().isPublished()).toList();
    }

    private static long last(final List<RunDirectory> runs)
    {
        return runs.isEmpty() ? 0 : runs.getLast().runId();
    }

    private static String name(final List<RunDirectory> runs)
    {
        return runs.isEmpty() ? "none" : runs.getLast().name();
    }

    private static boolean hasAllOf(final RunDirectory own, final RunDirectory other)
    {
        return own.runId() == other.runId() && other.state().files().stream()
            .map(RunState.FileDigest::name).allMatch((file) ->
                other.state().sha256Of(file).equals(own.state().sha256Of(file)));
    }

    /** Those of the gateway that has had the sessions last. */
    private void chooseStores(final SequencedMap<String, Path> there) throws IOException
    {
        final Map<String, long[]> marks = new LinkedHashMap<>();
        final Map<String, Map<String, Long>> numbers = new LinkedHashMap<>();
        for (final Map.Entry<String, Path> each : there.entrySet())
        {
            final Path stores = each.getValue();
            numbers.put(each.getKey(), StoreFiles.nextSenderNumbers(stores));
            marks.put(each.getKey(), new long[]{StoreFiles.epoch(stores),
                StoreFiles.handedPosition(stores).orElse(0),
                numbers.get(each.getKey()).values().stream().mapToLong(Long::longValue).sum()});
        }
        final Comparator<String> order = Comparator.comparingLong((String origin) -> marks.get(origin)[0])
            .thenComparingLong((origin) -> marks.get(origin)[1]).thenComparingLong((origin) -> marks.get(origin)[2]);
        final String chosen = highest(marks.keySet(), order);
        for (final String other : marks.keySet())
        {
            if (marks.get(chosen)[0] <= HandedMark.NO_EPOCH && !numbers.get(other).equals(numbers.get(chosen)))
            {
                throw undecided(Kind.STORES, chosen, other, "numbers " + numbers.get(other) + ", and none says when a" +
                    " gateway has had the sessions with it");
            }
        }
        take(Kind.STORES, chosen, there, "reports up to journal position " + marks.get(chosen)[1] +
            others(marks.keySet(), chosen, (origin) -> Long.toString(marks.get(origin)[1])));
    }

    /** From where what they belong to is taken; if that has none, all have to be the same. */
    private void chooseBeside(final Kind kind, final Kind main, final SequencedMap<String, Path> there)
        throws IOException
    {
        final Choice beside = choices.get(main);
        if (null != beside && there.containsKey(beside.origin()))
        {
            take(kind, beside.origin(), there, "of the same process as " + main.text());
            return;
        }
        final String first = there.firstEntry().getKey();
        for (final Map.Entry<String, Path> other : there.entrySet())
        {
            if (!digests(there.get(first)).equals(digests(other.getValue())))
            {
                throw undecided(kind, first, other.getKey(), "other contents, and " + main.text() +
                    (null == beside ? " is of no process" : " is of " + beside.origin() + ", which has none"));
            }
        }
        take(kind, first, there, "the same everywhere");
    }

    /** Those that have every file of all others. */
    private void chooseWhole(final Kind kind, final SequencedMap<String, Path> there) throws IOException
    {
        final Map<String, Map<String, String>> files = new LinkedHashMap<>();
        for (final Map.Entry<String, Path> each : there.entrySet())
        {
            files.put(each.getKey(), digests(each.getValue()));
        }
        final String chosen = highest(files.keySet(), Comparator.comparingInt((origin) -> files.get(origin).size()));
        for (final String other : files.keySet())
        {
            if (!files.get(chosen).entrySet().containsAll(files.get(other).entrySet()))
            {
                throw undecided(kind, chosen, other, "other files: " + files.get(other).keySet());
            }
        }
        take(kind, chosen, there, "has what each has");
    }

    /**
     * Archives of all members: what one of them lacks is in another one. What was recorded has headers that differ from
     * member to member, the hash over the events does not.
     */
    private void chooseHistory(final SequencedMap<String, Path> there)
    {
        final List<String> unreadable = new ArrayList<>();
        there.forEach((origin, directory) ->
        {
            try
            {
                final HistoryArchive archive = HistoryArchive.find(directory.getParent());
                if (null != archive)
                {
                    histories.put(origin, archive);
                }
            }
            catch (final HistoryException ex)
            {
                unreadable.add(origin);
            }
        });
        final Map<String, List<ArchivedSegment>> events = new LinkedHashMap<>();
        histories.forEach((origin, archive) -> events.put(origin, archive.segments().stream().filter((segment) ->
            ArchivedSegment.Stream.EVENTS == segment.stream()).toList()));
        final String chosen = events.isEmpty() ? there.firstEntry().getKey() : highest(events.keySet(),
            Comparator.comparingLong((String origin) -> end(events.get(origin)))
            .thenComparingLong((origin) -> -begin(events.get(origin))));
        final Map<Long, ArchivedSegment> known = new HashMap<>();
        events.getOrDefault(chosen, List.of()).forEach((segment) -> known.put(segment.to(), segment));
        for (final Map.Entry<String, List<ArchivedSegment>> other : events.entrySet())
        {
            for (final ArchivedSegment segment : other.getValue())
            {
                final ArchivedSegment same = known.putIfAbsent(segment.to(), segment);
                if (null != same && same.rollingHash() != segment.rollingHash())
                {
                    throw undecided(Kind.HISTORY, chosen, other.getKey(), "other events from " + segment.from());
                }
            }
        }
        final String left = unreadable.isEmpty() ? "" : "; cannot be read and stay in the copy: " + unreadable;
        take(Kind.HISTORY, chosen, there, events.size() < 2 && left.isEmpty() ? "" : (events.isEmpty() ? "none" :
            "events " + span(events.get(chosen))) + others(events.keySet(), chosen,
            (origin) -> "with " + span(events.get(origin))) + left);
    }

    /** Each as its member has signed it. The archive of the venue is below the name that those of members have. */
    private void handOnHistory(final Path dataDir) throws IOException
    {
        final Path target = dataDir.resolve(HistoryArchive.NAME);
        IoUtil.delete(target.toFile(), true);
        Files.deleteIfExists(dataDir.resolve(HistoryArchive.KEY));
        if (histories.isEmpty())
        {
            return;
        }
        OwnDirectory.make(target);
        final SequencedMap<String, String> keys = new LinkedHashMap<>();
        for (final Map.Entry<String, HistoryArchive> each : histories.entrySet())
        {
            FileCopy.copyTree(each.getValue().directory(), target.resolve(each.getKey()));
            keys.put(each.getKey(), each.getValue().publicKey());
        }
        HistoryArchive.handOn(dataDir, keys);
    }

    private static long begin(final List<ArchivedSegment> segments)
    {
        return segments.stream().mapToLong(ArchivedSegment::from).min().orElse(0);
    }

    private static long end(final List<ArchivedSegment> segments)
    {
        return segments.stream().mapToLong(ArchivedSegment::to).max().orElse(0);
    }

    private static String span(final List<ArchivedSegment> segments)
    {
        return "from " + begin(segments) + " to " + end(segments);
    }

    private static Map<String, String> digests(final Path root) throws IOException
    {
        final Map<String, String> digests = new TreeMap<>();
        try (Stream<Path> tree = Files.walk(root))
        {
            for (final Path file : tree.filter(Files::isRegularFile).toList())
            {
                digests.put(root.relativize(file).toString(), Digests.sha256Of(file));
            }
        }
        return digests;
    }

    /** The first one of those that are equal: the process of the venue comes before all others. */
    private static String highest(final Iterable<String> origins, final Comparator<String> order)
    {
        String highest = null;
        for (final String origin : origins)
        {
            highest = null == highest || order.compare(origin, highest) > 0 ? origin : highest;
        }
        return highest;
    }

    private static String others(
        final Iterable<String> origins, final String chosen, final UnaryOperator<String> what)
    {
        final StringBuilder text = new StringBuilder();
        for (final String origin : origins)
        {
            if (!origin.equals(chosen))
            {
                text.append("; ").append(origin).append(": ").append(what.apply(origin));
            }
        }
        return text.toString();
    }

    private static IllegalStateException undecided(
        final Kind kind, final String one, final String other, final String what)
    {
        return new IllegalStateException("two processes disagree, look at both and say whose files are right, with" +
            " --take " + kind.text() + "=" + one + " or --take " + kind.text() + "=" + other + ": kind=" +
            kind.text() + " origins=" + one + "," + other + "; " + other + " has " + what);
    }

    /**
     * What is taken of a kind.
     *
     * @return null when the copy has none.
     */
    Choice of(final Kind kind)
    {
        return choices.get(kind);
    }

    /** What is taken where there was a choice, one line each. */
    List<String> lines()
    {
        final List<String> lines = new ArrayList<>();
        choices.forEach((kind, choice) ->
        {
            if (!choice.reason().isEmpty() || !FileOrigin.VENUE.equals(choice.origin()))
            {
                lines.add(kind.text() + " of " + choice.origin() +
                    (choice.reason().isEmpty() ? ", no other process has it" : ": " + choice.reason()));
            }
        });
        return lines;
    }

    /** Puts it where the files of the process of the venue are. */
    void apply(final Path dataDir) throws IOException
    {
        for (final Map.Entry<Kind, Choice> each : choices.entrySet())
        {
            if (Kind.HISTORY == each.getKey())
            {
                handOnHistory(dataDir);
            }
            else if (!FileOrigin.VENUE.equals(each.getValue().origin()))
            {
                final Path target = dataDir.resolve(each.getKey().fileName);
                IoUtil.delete(target.toFile(), true);
                FileCopy.copyTree(each.getValue().path(), target);
            }
        }
        mergeSecurityLogs(dataDir);
        mergeActs(dataDir);
    }

    /** Of members that have signed by themselves: who has handed over says last what an act with a number is. */
    private void mergeActs(final Path dataDir) throws IOException
    {
        for (final Map.Entry<String, Path> origin : origins.entrySet())
        {
            final Path acts = origin.getValue().resolve(SiteActs.DIRECTORY);
            for (final Path act : FileOrigin.isGateway(origin.getKey()) || !Files.isDirectory(acts) ? List.<Path>of() :
                DiskAccess.list("cannot list acts: dir=" + acts, acts))
            {
                final Path target = dataDir.resolve(SiteActs.DIRECTORY).resolve(act.getFileName());
                if (origin.getKey().equals(handedOverBy))
                {
                    IoUtil.delete(target.toFile(), true);
                }
                if (!Files.exists(target))
                {
                    OwnDirectory.make(target.getParent());
                    FileCopy.copyTree(act, target);
                }
            }
        }
    }

    /** What every member has noted, in order of the time. */
    private void mergeSecurityLogs(final Path dataDir) throws IOException
    {
        final SortedMap<String, List<String>> files = new TreeMap<>();
        for (final Map.Entry<String, Path> each : origins.entrySet())
        {
            final Path logs = each.getValue().resolve(SecurityLog.DIRECTORY);
            if (!FileOrigin.isGateway(each.getKey()) && Files.isDirectory(logs))
            {
                for (final Path file : DiskAccess.list("cannot list security logs: dir=" + logs, logs))
                {
                    files.computeIfAbsent(file.getFileName().toString(), (ignored) -> new ArrayList<>())
                        .addAll(Files.readAllLines(file));
                }
            }
        }
        if (!files.isEmpty())
        {
            OwnDirectory.make(dataDir.resolve(SecurityLog.DIRECTORY));
        }
        for (final Map.Entry<String, List<String>> file : files.entrySet())
        {
            // The time is first, and a fraction of a second may be missing in it.
            file.getValue().sort(Comparator.comparing((line) -> line.split("Z", 2)[0]));
            OwnerFiles.write(dataDir.resolve(SecurityLog.DIRECTORY).resolve(file.getKey()),
                (String.join("\n", file.getValue()) + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }
}
