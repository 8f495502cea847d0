// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A {@code bourse} command for a process of its own, with the Java and the classes of this one.
 */
public final class CommandProcess
{
    /** Flags of this process that Aeron needs, and those that let a process start fast. */
    public static final List<String> NEEDED = List.of("--add-opens", "--enable-native", "--sun-misc",
        "-XX:SharedArchiveFile", "-XX:AOTCache=", "-Xlog:cds", "-Xlog:aot");
    private static final String MAIN_CLASS = "io.bourse.deploy.cli.Bourse";

    private CommandProcess()
    {
    }

    /**
     * The command line.
     *
     * @param inherited beginnings of the flags of this process that are passed on.
     * @param flags further flags.
     * @param arguments of the {@code bourse} command.
     * @return program and arguments.
     */
    public static List<String> line(
        final List<String> inherited, final List<String> flags, final List<String> arguments)
    {
        final List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> inherited.stream().anyMatch(flag::startsWith))
            .forEach(line::add);
        line.addAll(flags);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
        line.addAll(arguments);
        return line;
    }
}
