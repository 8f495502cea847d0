// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * What the parts of a console are given.
 *
 * @param dataDir of the venue that is looked at.
 * @param config of the venue.
 * @param operator whose console it is, with the key that signs; null when nothing can be changed by it.
 * @param firm brokerage firm that alone is shown, when the operator is a risk officer of a member; null of others.
 * @param partitions configurations of all partitions that are looked at, in order of their numbers; of a venue of one,
 *     and of one of several, its own.
 */
public record ConsoleContext(
    Path dataDir, VenueConfig config, OperatorSigner operator, String firm, List<VenueConfig> partitions)
{
    /**
     * What the parts of a console of one engine are given.
     *
     * @param dataDir of the venue, or of one of its partitions.
     * @param config of the engine.
     * @param operator of the venue whose console it is; null for none.
     * @param firm that alone is shown; null for none.
     */
    public ConsoleContext(
        final Path dataDir, final VenueConfig config, final OperatorSigner operator, final String firm)
    {
        this(dataDir, config, operator, firm, Collections.singletonList(config));
    }

    /**
     * What the parts of a console without a firm are given.
     *
     * @param dataDir of the venue that is looked at.
     * @param config of the venue.
     * @param operator of the venue whose console it is; null for none.
     */
    public ConsoleContext(final Path dataDir, final VenueConfig config, final OperatorSigner operator)
    {
        this(dataDir, config, operator, null);
    }

    /**
     * What the parts of each partition are given.
     *
     * @return one for each engine.
     */
    public List<ConsoleContext> each()
    {
        return 1 == partitions.size() ? List.of(this) : partitions.stream().map(own -> new ConsoleContext(
            Partitions.directory(dataDir, own.partition()), own, operator, firm)).toList();
    }

    /**
     * Data directory of the whole venue, where clearing is.
     *
     * @return that of all partitions, of the console of one of several.
     */
    public Path venueDir()
    {
        return Partitions.venue(dataDir);
    }

    /**
     * What the parts are given, with the firm of the operator.
     *
     * @param dataDir of the venue.
     * @param partitions configuration of each.
     * @param operator whose console it is; null for none.
     * @param register of the venue.
     * @return context.
     */
    public static ConsoleContext of(
        final Path dataDir,
        final List<VenueConfig> partitions,
        final OperatorSigner operator,
        final Operators register)
    {
        return new ConsoleContext(dataDir, partitions.getFirst(), operator,
            null == operator ? null : register.byName().get(operator.name()).firm(), List.copyOf(partitions));
    }
}
