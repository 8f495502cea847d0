// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.audit.RegisteredOperator;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.CommandSigner;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.client.operator.SignedCommands;
import io.bourse.engine.host.history.HistoryException;
import io.bourse.engine.host.recording.RecordedOperators;
import io.bourse.engine.host.site.FileCopy;
import io.bourse.engine.host.storage.EngineDirectories;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Operators of a venue by its history.
 */
public final class VenueOperators
{
    private VenueOperators()
    {
    }

    /**
     * Reads the register.
     *
     * @param dataDir of the venue, which may run or not; of several partitions the first has it.
     * @return operators; none when the history has none.
     * @throws IllegalStateException when events are damaged, or were purged and no snapshot is good.
     */
    public static Operators read(final Path dataDir)
    {
        final Path first = Partitions.directories(dataDir).getFirst();
        return of(first, RecordedOperators.read(first));
    }

    /**
     * Reads the register in a copy of a venue.
     *
     * @param backupDir directory of the copy.
     * @return operators; none when the copied history has none.
     * @throws IllegalStateException when there are no events, or they are damaged, or were purged and no snapshot is
     *     good.
     */
    static Operators ofCopy(final Path backupDir)
    {
        final RecordedOperators recorded = RecordedOperators.read(backupDir);
        if (!recorded.hasEvents())
        {
            // The log alone may have operators.
            throw new IllegalStateException("the register of operators cannot be read, this copy has no events:" +
                " backupDir=" + backupDir);
        }
        return of(backupDir.resolve(FileCopy.DIRECTORY), recorded);
    }

    /**
     * Stands in for a register that is lost: who founded the venue, by its configuration. Each may ask for what is done
     * with a site.
     *
     * @param founders of the configuration.
     * @return register without the id of a venue, so that nothing that is signed by it is good in one.
     */
    static Operators ofFounders(final List<VenueConfig.Founder> founders)
    {
        final SortedMap<String, RegisteredOperator> byName = new TreeMap<>();
        founders.forEach((founder) -> byName.put(founder.name(), new RegisteredOperator(byName.size() + 1,
            founder.name(), founder.roles(), true,
            List.of(new RegisteredOperator.Key(founder.publicKey(), RegisteredOperator.IN_FORCE)))));
        final Map<ApprovalStep, Set<OperatorRole>> requesters = new EnumMap<>(Operators.REQUESTERS_DEFAULT);
        requesters.put(ApprovalStep.SITE, EnumSet.allOf(OperatorRole.class));
        return new Operators("founders", byName, 0, requesters, Operators.WHOLE);
    }

    /** The policy lies among the files of the venue. */
    private static Operators of(final Path dataDir, final RecordedOperators recorded)
    {
        final byte[] venueId = recorded.venueId();
        if (null == venueId)
        {
            return Operators.NONE;
        }
        final SortedMap<String, RegisteredOperator> byName = new TreeMap<>();
        for (final RecordedOperators.Change change : recorded.changes())
        {
            final OperatorSpec spec = change.operator();
            byName.put(spec.name(), changed(
                byName.get(spec.name()), spec, TimeUnit.NANOSECONDS.toMillis(change.timeNs())));
        }
        return new Operators(HexFormat.of().formatHex(venueId), byName,
            TimeUnit.NANOSECONDS.toMillis(recorded.changes().getFirst().timeNs()),
            VenuePolicy.of(dataDir).requesters(),
            RecordedOperators.WHOLE == recorded.knownSinceNs() ?
                Operators.WHOLE : TimeUnit.NANOSECONDS.toMillis(recorded.knownSinceNs()));
    }

    /**
     * Whether a definition of an operator that was asked for is of a former state: to approve it would undo what has
     * changed since, and bring back a key or a role.
     *
     * @param dataDir of the venue.
     * @param operatorCommand signed, whatever it says.
     * @return false of other commands.
     */
    public static boolean isOutdated(final Path dataDir, final byte[] operatorCommand)
    {
        final int operatorId = SignedCommands.definedOperatorId(operatorCommand);
        final long askedNs = SignedCommands.askedNs(operatorCommand);
        return 0 != operatorId && RecordedOperators.read(dataDir).changes().stream()
            .anyMatch(change -> operatorId == change.operator().operatorId() && change.timeNs() > askedNs);
    }

    /**
     * Register of the venue that runs belong to, by the place where they are, with the keys in archived events.
     *
     * @param baseDir of the runs.
     * @return operators; of live events alone when archived ones cannot be read, and then it says since when it knows
     *     them; null when no events of a venue can be read above them.
     */
    public static Operators ofRuns(final Path baseDir)
    {
        final Path dataDir =
            Partitions.directories(baseDir.toAbsolutePath().normalize().getParent()).getFirst();
        try
        {
            return Files.isDirectory(EngineDirectories.archiveDir(dataDir)) ? withHistory(dataDir) : null;
        }
        catch (final IllegalStateException | UncheckedIOException ex)
        {
            return null;
        }
    }

    private static Operators withHistory(final Path dataDir)
    {
        try
        {
            return of(dataDir, RecordedOperators.readWithHistory(dataDir));
        }
        catch (final HistoryException | IllegalStateException ex)
        {
            return read(dataDir);
        }
    }

    private static RegisteredOperator changed(
        final RegisteredOperator before, final OperatorSpec spec, final long nowMs)
    {
        final List<RegisteredOperator.Key> keys = new ArrayList<>(null == before ? List.of() : before.keys());
        final String publicKey = HexFormat.of().formatHex(spec.publicKey());
        final boolean isSame = null != before && before.isActive() && spec.isActive() &&
            publicKey.equals(keys.getLast().publicKey());
        if (!isSame)
        {
            if (null != before && before.isActive())
            {
                keys.set(keys.size() - 1, new RegisteredOperator.Key(keys.getLast().publicKey(), nowMs));
            }
            if (spec.isActive())
            {
                keys.add(new RegisteredOperator.Key(publicKey, RegisteredOperator.IN_FORCE));
            }
            else if (keys.isEmpty())
            {
                keys.add(new RegisteredOperator.Key(publicKey, 0));
            }
        }
        final Set<OperatorRole> roles = OperatorRole.ofBits(spec.roles());
        final List<RegisteredOperator.FormerRoles> former =
            new ArrayList<>(null == before ? List.of() : before.formerRoles());
        if (null != before && !before.roles().equals(roles))
        {
            former.add(new RegisteredOperator.FormerRoles(before.roles(), nowMs));
        }
        return new RegisteredOperator(
            spec.operatorId(), spec.name(), roles, spec.isActive(), List.copyOf(keys), List.copyOf(former),
            spec.firm());
    }

    /**
     * Signs commands to the engine as an operator.
     *
     * @param register of the venue.
     * @param signer operator; null for none.
     * @return signer of commands; null for none.
     */
    public static CommandSigner commands(final Operators register, final OperatorSigner signer)
    {
        return null == signer ? null : new VenueSigner(register.byName().get(signer.name()).id(),
            HexFormat.of().parseHex(register.venueId()), signer);
    }
}
