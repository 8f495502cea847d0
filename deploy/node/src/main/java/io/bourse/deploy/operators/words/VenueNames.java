// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.words;

import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueNotRunningException;
import io.bourse.deploy.operators.history.VenueSettings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Names of what commands number; a number that has none is written as it is.
 *
 * @param instruments symbols by number.
 * @param logins by number.
 * @param operators by number.
 */
public record VenueNames(Map<Integer, String> instruments, Map<Integer, String> logins, Map<Integer, String> operators)
{
    /**
     * Names of a venue.
     *
     * @param settings null when the venue cannot be asked.
     * @param register of its operators.
     * @return names that are known.
     */
    public static VenueNames of(final VenueSettings settings, final Operators register)
    {
        return null == settings ? of(Map.of(), Map.of(), register) :
            of(settings.symbols(), settings.loginNames(), register);
    }

    /**
     * Names of a venue.
     *
     * @param instruments symbols by number.
     * @param logins by number.
     * @param register of its operators.
     * @return names that are known.
     */
    public static VenueNames of(
        final Map<Integer, String> instruments, final Map<Integer, String> logins, final Operators register)
    {
        return new VenueNames(instruments, logins,
            register.byName().values().stream()
                .collect(Collectors.toMap(RegisteredOperator::id, RegisteredOperator::name)));
    }

    /**
     * Names of a venue that may run or not.
     *
     * @param dataDir of the venue.
     * @param register of its operators.
     * @return names; of operators alone when the venue does not run.
     * @throws IOException when its description cannot be read.
     */
    public static VenueNames read(final Path dataDir, final Operators register) throws IOException
    {
        try
        {
            return VenueClearing.connected(dataDir, venue -> of(venue.history().settings(), register));
        }
        catch (final VenueNotRunningException ex)
        {
            return of(null, register);
        }
    }

    /** Whether instruments and logins are known. */
    public boolean isWhole()
    {
        return !logins.isEmpty() || !instruments.isEmpty();
    }

    String instrument(final long id)
    {
        return named("instrument ", instruments, id);
    }

    String login(final long id)
    {
        return named("login ", logins, id);
    }

    String operator(final long id)
    {
        return named("operator ", operators, id);
    }

    private static String named(final String noun, final Map<Integer, String> names, final long id)
    {
        final String name = names.get((int)id);
        return null == name ? noun + id : name + " (" + id + ")";
    }
}
