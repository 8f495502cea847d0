// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import io.bourse.clearing.crypto.OwnerFiles;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.engine.client.operator.PolicyRow;
import io.bourse.engine.files.OwnDirectory;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.OperatorAct;
import io.bourse.engine.protocol.OperatorActs;
import io.bourse.engine.protocol.OperatorRoles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Which role may do what, and what wants a second person, as {@code operators.conf} says.
 *
 * @param acts what the engine holds to.
 * @param requesters roles that may ask for a step of clearing.
 * @param isSiteApproved whether a second person approves that the venue moves to its other site.
 */
public record VenuePolicy(
    List<PolicyRow> acts, Map<ApprovalStep, Set<OperatorRole>> requesters, boolean isSiteApproved)
{
    private static final String RESOURCE = "operators/operators.conf";
    private static final String KEPT = "operators/operators.conf";

    /**
     * Reads a policy.
     *
     * @param file that replaces values of the one that comes with Bourse; empty for none.
     * @return policy.
     * @throws IllegalArgumentException when it cannot be understood.
     */
    public static VenuePolicy read(final String file)
    {
        return read(file, () -> file.isEmpty() ? ConfigFactory.empty() : ConfigFactory.parseFile(
            Path.of(file).toFile(), ConfigParseOptions.defaults().setAllowMissing(false)));
    }

    /**
     * Reads a policy.
     *
     * @param conf text of a file that replaces values of the one that comes with Bourse.
     * @return policy.
     * @throws IllegalArgumentException when it cannot be understood.
     */
    public static VenuePolicy parse(final String conf)
    {
        return read("", () -> ConfigFactory.parseString(conf));
    }

    private static VenuePolicy read(final String file, final Supplier<Config> values)
    {
        final Config defaults = ConfigFactory.parseResources(VenuePolicy.class.getClassLoader(), RESOURCE,
            ConfigParseOptions.defaults().setAllowMissing(false));
        try
        {
            final Config given = values.get();
            given.entrySet().stream().map(Map.Entry::getKey).filter(key -> !defaults.hasPath(key)).findFirst()
                .ifPresent(key ->
                {
                    throw new IllegalArgumentException("there is no such option: file=" + file + " key=" + key);
                });
            final Config config = given.withFallback(defaults).resolve();
            return new VenuePolicy(acts(config.getConfig("acts")), requesters(config.getConfig("steps")),
                config.getBoolean("steps.site.second-person"));
        }
        catch (final ConfigException ex)
        {
            throw new IllegalArgumentException("the policy of operators cannot be read: file=" + file + " reason=\"" +
                ex.getMessage() + "\"", ex);
        }
    }

    /**
     * Keeps a policy beside the venue: clearing holds to its steps from then on.
     *
     * @param dataDir of the venue.
     * @param conf text of the file that was put in force; empty for the policy that comes with Bourse.
     * @throws IOException when it cannot be written.
     */
    public static void keep(final Path dataDir, final String conf) throws IOException
    {
        final Path kept = dataDir.resolve(KEPT);
        if (conf.isEmpty())
        {
            Files.deleteIfExists(kept);
            return;
        }
        OwnDirectory.make(kept.getParent());
        OwnerFiles.write(kept, conf.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Policy in force for the steps of clearing.
     *
     * @param dataDir of the venue.
     * @return policy that was kept, or the one that comes with Bourse.
     */
    static VenuePolicy of(final Path dataDir)
    {
        final Path kept = dataDir.resolve(KEPT);
        return read(Files.exists(kept) ? kept.toString() : "");
    }

    private static List<PolicyRow> acts(final Config config)
    {
        final List<PolicyRow> rows = new ArrayList<>();
        for (final OperatorAct act : OperatorAct.values())
        {
            if (OperatorAct.NULL_VAL != act)
            {
                final Config row = config.getConfig(text(act));
                rows.add(new PolicyRow(act, OperatorRole.bits(roles(row)), row.getBoolean("second-person")));
            }
        }
        return List.copyOf(rows);
    }

    /**
     * What an engine holds to that may not know all of it.
     *
     * @param featureLevel of its history.
     * @return acts and roles that there are at this level.
     */
    public List<PolicyRow> acts(final int featureLevel)
    {
        final int roles = featureLevel < FeatureLevels.DELEGATED ?
            OperatorRoles.ALL : OperatorRoles.ALL | OperatorRoles.MEMBER_RISK_OFFICER;
        return acts.stream().filter(row -> featureLevel >= OperatorActs.sinceLevel(row.act()))
            .map(row -> new PolicyRow(row.act(), row.roles() & roles, row.needsApproval()))
            .filter(row -> 0 != row.roles()).toList();
    }

    private static Map<ApprovalStep, Set<OperatorRole>> requesters(final Config config)
    {
        final Map<ApprovalStep, Set<OperatorRole>> requesters = new EnumMap<>(ApprovalStep.class);
        for (final ApprovalStep step : ApprovalStep.values())
        {
            final Set<OperatorRole> roles = roles(config.getConfig(step.text()));
            if (roles.contains(OperatorRole.MEMBER_RISK_OFFICER))
            {
                throw new IllegalArgumentException("a risk officer of a member asks for no step of clearing: step=" +
                    step.text());
            }
            requesters.put(step, roles);
        }
        return Map.copyOf(requesters);
    }

    private static Set<OperatorRole> roles(final Config config)
    {
        final Set<OperatorRole> roles = EnumSet.noneOf(OperatorRole.class);
        config.getStringList("roles").forEach(role -> roles.add(OperatorRole.of(role)));
        return roles;
    }

    /** Name of an act in files. */
    public static String text(final OperatorAct act)
    {
        return act.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
