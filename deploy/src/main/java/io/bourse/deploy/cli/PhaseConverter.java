// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.protocol.Phase;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Phases as people type them, in capitals or not.
 */
final class PhaseConverter implements ITypeConverter<Phase>, Iterable<String>
{
    private static final List<String> NAMES =
        Arrays.stream(Phase.values()).filter((phase) -> Phase.NULL_VAL != phase).map(Phase::name).toList();

    @Override
    public Phase convert(final String value)
    {
        final String name = value.toUpperCase(Locale.ROOT).replace('-', '_');
        if (!NAMES.contains(name))
        {
            throw new TypeConversionException("there is no such phase: phase=" + value + " phases=" + NAMES);
        }
        return Phase.valueOf(name);
    }

    @Override
    public Iterator<String> iterator()
    {
        return NAMES.iterator();
    }
}
