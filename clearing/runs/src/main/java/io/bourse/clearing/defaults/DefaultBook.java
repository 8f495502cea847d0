// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.json.Json;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All defaults on disk: {@code defaults/<id>/declaration.json}, and {@code defaults/<id>/plan-<n>/plan.json} for each
 * step. A declaration or plan is never changed; approvals lie beside what they approve.
 *
 * @param baseDir of the runs.
 */
public record DefaultBook(Path baseDir)
{
    /** Name of what is declared. */
    public static final String DECLARATION = "declaration.json";
    /** Name of what is planned. */
    public static final String PLAN = "plan.json";
    /** Name of what the engine has executed. */
    public static final String BLOCKED = "blocked.json";

    private static final String DIRECTORY = "defaults";
    private static final String PLAN_PREFIX = "plan-";

    /**
     * Directory of all defaults.
     *
     * @return directory, which need not be there.
     */
    public Path directory()
    {
        return baseDir.resolve(DIRECTORY);
    }

    /**
     * Directory of a default.
     *
     * @param defaultId its number.
     * @return directory, which need not be there.
     */
    public Path directory(final long defaultId)
    {
        return directory().resolve(Long.toString(defaultId));
    }

    /**
     * Directory of a plan.
     *
     * @param defaultId number of the default.
     * @param number of the plan.
     * @return directory, which need not be there.
     */
    public Path directory(final long defaultId, final int number)
    {
        return directory(defaultId).resolve(PLAN_PREFIX + number);
    }

    /**
     * All that were declared.
     *
     * @return by number.
     * @throws IOException when the directory cannot be read.
     */
    public List<Declaration> declarations() throws IOException
    {
        final List<Declaration> declarations = new ArrayList<>();
        for (final long id : numbers(directory(), ""))
        {
            if (Files.exists(directory(id).resolve(DECLARATION)))
            {
                declarations.add(read(directory(id).resolve(DECLARATION), Declaration.class));
            }
        }
        return declarations;
    }

    /**
     * One of them.
     *
     * @param defaultId its number.
     * @return what was declared.
     * @throws PreconditionException when there is none.
     */
    public Declaration require(final long defaultId)
    {
        final Path file = directory(defaultId).resolve(DECLARATION);
        if (!Files.exists(file))
        {
            throw new PreconditionException("there is no such default, see `bourse clearing default show`: defaultId=" +
                defaultId + " directory=" + directory());
        }
        return read(file, Declaration.class);
    }

    /**
     * Plans of a default.
     *
     * @param defaultId its number.
     * @return by number.
     * @throws IOException when the directory cannot be read.
     */
    public List<DefaultPlan> plans(final long defaultId) throws IOException
    {
        final List<DefaultPlan> plans = new ArrayList<>();
        for (final long number : numbers(directory(defaultId), PLAN_PREFIX))
        {
            final Path file = directory(defaultId, (int)number).resolve(PLAN);
            if (Files.exists(file))
            {
                plans.add(read(file, DefaultPlan.class));
            }
        }
        return plans;
    }

    /**
     * Writes down a request for a declaration.
     *
     * @param declaration whose number is not taken.
     * @throws IOException when it cannot be written.
     */
    public void add(final Declaration declaration) throws IOException
    {
        write(directory(declaration.defaultId()), DECLARATION, declaration);
    }

    /**
     * Writes down a plan.
     *
     * @param plan whose number is not taken.
     * @throws IOException when it cannot be written.
     */
    public void add(final DefaultPlan plan) throws IOException
    {
        write(directory(plan.defaultId(), plan.number()), PLAN, plan);
    }

    /**
     * Writes any file of a default.
     *
     * @param into directory of the default or plan.
     * @param name of the file.
     * @param contents record.
     * @throws IOException when it cannot be written.
     */
    public static void write(final Path into, final String name, final Object contents) throws IOException
    {
        DurableFile.createDirectories(into);
        DurableFile.write(into.resolve(name), Json.bytes(contents));
    }

    /**
     * Reads any file of a default.
     *
     * @param file to be read.
     * @param type of its record.
     * @param <T> the same.
     * @return record.
     * @throws InputCorruptException when it cannot be understood.
     */
    public static <T> T read(final Path file, final Class<T> type)
    {
        try
        {
            return Json.read(Files.readAllBytes(file), type);
        }
        catch (final IOException | IllegalArgumentException ex)
        {
            throw new InputCorruptException("file of a default cannot be read: file=" + file + " reason=\"" +
                ex.getMessage() + "\"", ex);
        }
    }

    private static List<Long> numbers(final Path in, final String prefix) throws IOException
    {
        if (!Files.isDirectory(in))
        {
            return List.of();
        }
        try (Stream<Path> files = Files.list(in))
        {
            return files.map(file -> file.getFileName().toString())
                .filter(name -> name.matches(prefix + "[1-9][0-9]{0,8}"))
                .map(name -> Long.parseLong(name.substring(prefix.length())))
                .sorted()
                .toList();
        }
    }
}
