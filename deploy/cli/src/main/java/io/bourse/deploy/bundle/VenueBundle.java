// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.MaskedConfig;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.metrics.Health;
import io.bourse.deploy.metrics.VenueMetrics;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.operators.VenueOperators;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Collects what a developer needs of a venue that runs or has died, part by part, and writes one archive. A part that
 * fails is a line of {@code errors.txt}, and the others go on. Nothing of the venue is changed.
 */
public final class VenueBundle
{
    private static final String MANIFEST = "manifest.txt";
    private static final String ERRORS = "errors.txt";

    /** Makes the text of one file of the bundle. */
    @FunctionalInterface
    interface Part
    {
        String text() throws Exception;
    }

    private record Entry(String name, String what, byte[] bytes)
    {
    }

    /**
     * What was written.
     *
     * @param files number of files in the archive.
     * @param failedParts number of parts that are missing, whose reasons are in it.
     */
    public record Written(int files, int failedParts)
    {
    }

    private final List<Entry> entries = new ArrayList<>();
    private final StringBuilder errors = new StringBuilder();
    private final List<Path> dataDirs;
    private final Path configFile;
    private final Mask mask;
    private int failedParts;

    /**
     * A bundle of what runs, or has run, on data directories.
     *
     * @param configFile of the venue; null for built-in values.
     * @param dataDirs of its engine, members and components on this machine.
     * @throws IOException when the classes of the program cannot be read.
     */
    public VenueBundle(final Path configFile, final List<Path> dataDirs) throws IOException
    {
        this.configFile = configFile;
        this.dataDirs = dataDirs.stream().map((path) -> path.toAbsolutePath().normalize()).toList();
        // People, who may be named in logs. Those of the demo are words of the program.
        final Set<String> names = new HashSet<>();
        DemoOperators.all().forEach((demo) -> names.add(demo.key().name()));
        mask = new Mask(ProgramWords.read(), names);
        for (final Path dataDir : this.dataDirs)
        {
            try
            {
                VenueOperators.read(dataDir).byName().keySet().forEach(
                    (name) -> names.add(name.toLowerCase(Locale.ROOT)));
            }
            catch (final RuntimeException | InternalError ex)
            {
                fail("names of operators, to mask them", ex);
            }
        }
    }

    /**
     * Collects everything.
     *
     * @param version of the program.
     * @param logs files with what processes of the venue have logged.
     */
    public void collect(final String version, final List<Path> logs)
    {
        add("version.txt", "Which program this is, and what it was built of.", () -> MachineFacts.program(version));
        add("machine.txt", "System, processors, memory and limits of the machine.", MachineFacts::machine);
        add("config.txt", "The configuration with everything masked that is not known to be harmless.",
            () -> String.join("\n", MaskedConfig.lines(configFile)));
        final VenueConfig config = config();
        final VenueMetrics metrics = null == config ? null : new VenueMetrics(
            config, dataDirs, (what, cause) -> fail("metrics: " + what, cause));
        addMetrics("metrics-1.txt", "All metrics, before the other parts were collected.", metrics);
        if (null != metrics)
        {
            add("health.txt", "Whether the components live and are ready, and the reasons why not.",
                () -> health(metrics.look()));
        }
        addProcesses();
        for (int i = 0; i < logs.size(); i++)
        {
            final Path log = logs.get(i);
            add("logs/given-" + (i + 1) + ".txt", "End of a log that was named on the command line, masked.",
                () -> LogTail.read(log, mask));
        }
        for (int i = 0; i < dataDirs.size(); i++)
        {
            new DirectoryParts(dataDirs.get(i), mask).addTo(this, 1 == dataDirs.size() ? "" : "data-" + (i + 1) + '/');
        }
        addMetrics("metrics-2.txt", "All metrics, after the other parts were collected: rates follow from both.",
            metrics);
    }

    /** Metrics need one, if only for certificates; a venue with a damaged one is looked at with that of the program. */
    private VenueConfig config()
    {
        final Map<String, Object> dataDir = Map.of("venue.data-dir", dataDirs.getFirst().toString());
        try
        {
            return VenueConfigLoader.loadAll(configFile, dataDir).getFirst();
        }
        catch (final RuntimeException ex)
        {
            fail("a start would refuse the configuration", ex);
        }
        try
        {
            return VenueConfigLoader.load(null, dataDir);
        }
        catch (final RuntimeException ex)
        {
            fail("metrics", ex);
            return null;
        }
    }

    /** Adds one file. */
    void add(final String name, final String what, final Part part)
    {
        try
        {
            final String text = hideDirectories(part.text());
            entries.add(new Entry(name, what, (text.endsWith("\n") ? text : text + '\n')
                .getBytes(StandardCharsets.UTF_8)));
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            fail(name, ex);
        }
        catch (final Exception | InternalError | LinkageError ex)
        {
            // InternalError: a file became shorter while it was read.
            fail(name, ex);
        }
    }

    private void fail(final String what, final Throwable cause)
    {
        failedParts++;
        errors.append("== ").append(hideDirectories(what)).append('\n').append(text(cause)).append("\n\n");
    }

    private String text(final Throwable cause)
    {
        if (cause instanceof final ConfigurationException refused)
        {
            // Its words are those of the file.
            return "a value is refused, it and the reason are not shown: key=" +
                (MaskedConfig.isOption(refused.key()) ? refused.key() : Mask.MASKED);
        }
        final StringWriter trace = new StringWriter();
        cause.printStackTrace(new PrintWriter(trace, true));
        return mask.messages(trace.toString());
    }

    private String hideDirectories(final String text)
    {
        String hidden = text;
        for (int i = 0; i < dataDirs.size(); i++)
        {
            hidden = hidden.replace(dataDirs.get(i).toString(), "DATA-" + (i + 1));
        }
        return hidden;
    }

    private void addMetrics(final String name, final String what, final VenueMetrics metrics)
    {
        if (null != metrics)
        {
            add(name, what, () -> Instant.now().truncatedTo(ChronoUnit.MILLIS) + "\n" + text(metrics.look()));
        }
    }

    /** Names of certificates in stores are chosen by people. */
    private static String text(final VenueMetrics.Look look) throws IOException
    {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrometheusTextFormatWriter.create().write(out, look.samples().snapshots());
        return Mask.addresses(out.toString(StandardCharsets.UTF_8)
            .replaceAll("(bourse_certificate_expiry\\w*\\{name=)\"[^\"]*\"", "$1\"" + Mask.MASKED + '"'));
    }

    private static String health(final VenueMetrics.Look look)
    {
        final StringBuilder text = new StringBuilder();
        for (final Health.Question question : Health.Question.values())
        {
            final List<String> problems = Health.problems(look, null, question);
            text.append(question).append(problems.isEmpty() ? ": yes" : ": no").append('\n');
            problems.forEach((problem) -> text.append("  ").append(problem).append('\n'));
        }
        look.components().forEach((component) -> text.append(component).append('\n'));
        look.drivers().forEach((driver) -> text.append(driver).append('\n'));
        return text.toString();
    }

    private void addProcesses()
    {
        final Set<ProcessFacts> processes = new TreeSet<>((a, b) -> Long.compare(a.pid(), b.pid()));
        for (final Path dataDir : dataDirs)
        {
            processes.addAll(new DirectoryParts(dataDir, mask).processes(
                (what, cause) -> fail("processes: " + what, cause)));
        }
        final StringBuilder text = new StringBuilder();
        for (final ProcessFacts process : processes)
        {
            final long pid = process.pid();
            if (!process.isThere())
            {
                text.append("process ").append(pid).append(" is not there any more\n");
                continue;
            }
            add("processes/" + pid + ".txt", "Options, memory and limits of a process, values masked.",
                process::describe);
            add("processes/" + pid + "-threads.txt", "What its threads do, by jcmd Thread.print.",
                () -> Mask.addresses(process.ask("Thread.print", "-l")));
            add("processes/" + pid + "-heap.txt", "How its heap is used, by jcmd GC.heap_info; no contents.",
                () -> process.ask("GC.heap_info"));
            add("processes/" + pid + "-java.txt", "Its Java machine, by jcmd VM.version and VM.uptime.",
                () -> process.ask("VM.version") + process.ask("VM.uptime"));
            addLog(process, 1, "out");
            addLog(process, 2, "err");
        }
        add("processes.txt", "Processes that the venue has named and that are not there.",
            () -> text.isEmpty() ? "all " + processes.size() + " are there" : text.toString());
    }

    private void addLog(final ProcessFacts process, final int descriptor, final String stream)
    {
        Path file = null;
        try
        {
            file = process.file(descriptor);
        }
        catch (final IOException ex)
        {
            fail("logs of process " + process.pid(), ex);
        }
        final Path log = file;
        if (null != log)
        {
            add("logs/" + process.pid() + '-' + stream + ".txt",
                "End of what the process has written to its standard " + stream + ", masked.",
                () -> LogTail.read(log, mask));
        }
    }

    /**
     * Writes the archive, for its owner alone.
     *
     * @param file that must not be there.
     * @return what it holds.
     * @throws IOException when the file is there, or cannot be written; then none is left.
     */
    public Written write(final Path file) throws IOException
    {
        if (failedParts > 0)
        {
            entries.addFirst(new Entry(ERRORS, "Parts that could not be collected, and why.",
                errors.toString().getBytes(StandardCharsets.UTF_8)));
        }
        entries.addFirst(new Entry(MANIFEST, "This list.", manifest().getBytes(StandardCharsets.UTF_8)));
        final OutputStream target = Channels.newOutputStream(Files.newByteChannel(file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
        try (ZipOutputStream out = new ZipOutputStream(target))
        {
            for (final Entry entry : entries)
            {
                out.putNextEntry(new ZipEntry(entry.name()));
                out.write(entry.bytes());
                out.closeEntry();
            }
        }
        catch (final IOException ex)
        {
            Files.deleteIfExists(file);
            throw ex;
        }
        return new Written(entries.size(), failedParts);
    }

    private String manifest()
    {
        final StringBuilder text = new StringBuilder("Debug bundle of a Bourse venue, made " +
            Instant.now().truncatedTo(ChronoUnit.SECONDS) + ".\nData directories: " + dataDirs.size() +
            ", named DATA-1 and so on. Parts that failed: " + failedParts + ".\n" +
            "*** stands for what is not shown. Look through the files before you send them.\n\n");
        text.append(String.format("%10s  %-36s  %s%n", "-", MANIFEST, "This list."));
        entries.forEach((entry) -> text.append(
            String.format("%10d  %-36s  %s%n", entry.bytes().length, entry.name(), entry.what())));
        return text.toString();
    }
}
