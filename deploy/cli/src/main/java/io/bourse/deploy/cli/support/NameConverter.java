// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.support;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Names of a schema's enum as people type them, in capitals or not, with hyphens or underscores.
 *
 * @param <E> the enum.
 */
public abstract class NameConverter<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String>
{
    private final Class<E> type;
    private final String noun;
    private final List<String> names;

    /**
     * Names of an enum.
     *
     * @param type of the enum.
     * @param noun what one of them is called.
     * @param excluded those that cannot be asked for.
     */
    public NameConverter(final Class<E> type, final String noun, final List<E> excluded)
    {
        this.type = type;
        this.noun = noun;
        names = Arrays.stream(type.getEnumConstants())
            .filter((value) -> !excluded.contains(value))
            .map(Enum::name)
            .toList();
    }

    @Override
    public E convert(final String value)
    {
        final String name = value.toUpperCase(Locale.ROOT).replace('-', '_');
        if (!names.contains(name))
        {
            throw new TypeConversionException(
                "there is no such " + noun + ": " + noun + "=" + value + " " + noun + "s=" + names);
        }
        return Enum.valueOf(type, name);
    }

    @Override
    public Iterator<String> iterator()
    {
        return names.iterator();
    }
}
