// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.bundle;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A process of a venue, as the machine shows it.
 *
 * @param pid process id.
 * @param startMs when the component began that names the process, milliseconds since the Unix epoch.
 */
record ProcessFacts(long pid, long startMs)
{
    private static final Path PROC = Path.of("/proc");
    /** What the start of a process is rounded to, and what its clock may be off. */
    private static final long START_SLACK_MS = 5_000;
    private static final long ANSWER_S = 20;
    private static final Set<String> STATUS = Set.of(
        "State", "VmPeak", "VmSize", "VmLck", "VmHWM", "VmRSS", "VmSwap", "Threads", "voluntary_ctxt_switches",
        "nonvoluntary_ctxt_switches", "Cpus_allowed_list", "Seccomp");
    private static final Set<String> WITH_VALUE = Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path");
    private static final Set<String> HARMLESS_PROPERTIES = Set.of(
        "bourse.log.level", "log4j2.contextSelector", "jdk.tls.rejectClientInitiatedRenegotiation");
    private static final Pattern HARMLESS_OPTION = Pattern.compile(
        "-XX:[+-][A-Za-z0-9]+|-XX:[A-Za-z0-9]+=[0-9]+[kmgKMG]?|-X(?:m[sxn]|ss)[0-9]+[kmgKMG]?|-X(?:int|comp|mixed)|" +
        "-(?:server|ea|esa)|--(?:add-opens|add-exports|add-modules|enable-native-access|" +
        "sun-misc-unsafe-memory-access)(?:=[A-Za-z0-9_.,/=-]+)?|[a-z.]+/[A-Za-z.]+=ALL-UNNAMED");
    private static final Pattern MAIN_CLASS = Pattern.compile("io\\.bourse\\.[A-Za-z0-9_.]+");
    private static final Pattern COMMAND = Pattern.compile("[a-z]+(?:-[a-z]+)*");

    /** Whether it still is the process that the component has named: its number may be another's by now. */
    boolean isThere()
    {
        return ProcessHandle.of(pid).filter((process) -> process.isAlive() && process.info().startInstant()
            .filter((start) -> start.toEpochMilli() <= startMs + START_SLACK_MS).isPresent() &&
            process.info().command().filter((command) -> command.endsWith("java")).isPresent()).isPresent();
    }

    String describe() throws IOException
    {
        final StringBuilder text = new StringBuilder("process " + pid + "\n");
        final String[] words = read("cmdline").split("\0");
        text.append("  options: ").append(String.join(" ", options(List.of(words).subList(1, words.length))))
            .append('\n');
        for (final String line : read("status").lines().toList())
        {
            if (STATUS.contains(line.substring(0, Math.max(0, line.indexOf(':')))))
            {
                text.append("  ").append(line).append('\n');
            }
        }
        final String[] descriptors = PROC.resolve(pid + "/fd").toFile().list();
        text.append("  open files: ").append(null == descriptors ? "unknown" : descriptors.length).append('\n');
        text.append("  standard output: ").append(streamKind(1)).append(", standard error: ").append(streamKind(2))
            .append('\n');
        read("limits").lines().forEach((line) -> text.append("    ").append(line.stripTrailing()).append('\n'));
        return text.toString();
    }

    private String read(final String name) throws IOException
    {
        return Files.readString(PROC.resolve(Long.toString(pid)).resolve(name), StandardCharsets.ISO_8859_1);
    }

    private String streamKind(final int descriptor) throws IOException
    {
        return null != file(descriptor) ? "a file, its end is in logs/" : "no file; give its log with --log";
    }

    /** The file that a stream of the process is written to; null when it is none. */
    Path file(final int descriptor) throws IOException
    {
        final Path link = PROC.resolve(pid + "/fd/" + descriptor);
        return Files.exists(link) && Files.isRegularFile(link) ? link : null;
    }

    /** Options of a Java process without values that may be secret. */
    static List<String> options(final List<String> words)
    {
        final List<String> shown = new ArrayList<>();
        boolean isOfProgram = false;
        boolean isCommand = true;
        for (int i = 0; i < words.size(); i++)
        {
            final String word = words.get(i);
            if (isOfProgram)
            {
                isCommand &= COMMAND.matcher(word).matches();
                final int equals = word.indexOf('=');
                shown.add(isCommand ? word : !word.matches("--[a-z][a-z-]*(=.*)?") ? Mask.MASKED :
                    equals < 0 ? word : word.substring(0, equals + 1) + Mask.MASKED);
            }
            else if (WITH_VALUE.contains(word))
            {
                shown.add(word + ' ' + Mask.MASKED);
                i++;
            }
            else if (MAIN_CLASS.matcher(word).matches())
            {
                shown.add(word);
                isOfProgram = true;
            }
            else
            {
                shown.add(javaOption(word));
            }
        }
        return shown;
    }

    private static String javaOption(final String word)
    {
        if (HARMLESS_OPTION.matcher(word).matches())
        {
            return word;
        }
        final int equals = word.indexOf('=');
        final String name = equals < 0 ? word : word.substring(0, equals);
        if (word.startsWith("-D") && equals > 0)
        {
            final String property = name.substring(2);
            return HARMLESS_PROPERTIES.contains(property) || property.startsWith("keystore.pkcs12.") ? word :
                name.matches("-D[A-Za-z0-9.]+") ? name + '=' + Mask.MASKED : "-D" + Mask.MASKED;
        }
        return equals > 0 && name.matches("-XX:[A-Za-z0-9]+") ? name + '=' + Mask.MASKED :
            word.matches("-[A-Za-z]+:.*") ? word.substring(0, word.indexOf(':') + 1) + Mask.MASKED : Mask.MASKED;
    }

    /** What the Java machine of the process answers to a command of `jcmd`. */
    String ask(final String... command) throws IOException, InterruptedException
    {
        final List<String> words = new ArrayList<>(List.of(
            Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid)));
        words.addAll(List.of(command));
        final Path answer = Files.createTempFile("answer", ".txt");
        try
        {
            final Process process = new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(answer.toFile())
                .start();
            final boolean hasEnded = process.waitFor(ANSWER_S, TimeUnit.SECONDS);
            if (!hasEnded)
            {
                process.toHandle().destroyForcibly();
            }
            if (!hasEnded || 0 != process.exitValue())
            {
                throw new IOException("the Java machine of the process does not answer: pid=" + pid + " timeoutS=" +
                    ANSWER_S + " exitCode=" + (hasEnded ? String.valueOf(process.exitValue()) : "none"));
            }
            return Files.readString(answer, StandardCharsets.UTF_8);
        }
        finally
        {
            Files.delete(answer);
        }
    }
}
