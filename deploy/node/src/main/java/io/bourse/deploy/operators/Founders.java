// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators;

import io.bourse.clearing.run.audit.OperatorRole;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.operator.OperatorAdministration;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.OperatorRegister;
import io.bourse.engine.client.operator.OperatorSpec;
import io.bourse.engine.protocol.OperatorSignature;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The operators that a venue begins with: of the demo venue the demo ones, of every other one those of its
 * configuration.
 */
public final class Founders
{
    private static final String KEY = "venue.operators.founders";

    private Founders()
    {
    }

    /**
     * Refuses a venue that no operator could act in, and keys that everybody has.
     *
     * @param config of the venue.
     * @param register as the history has it.
     * @param isWanted whether the venue is to have operators.
     * @throws ConfigurationException when it may not start.
     */
    public static void check(final VenueConfig config, final OperatorRegister register, final boolean isWanted)
    {
        if (config.isDemo())
        {
            return;
        }
        for (final OperatorSpec operator : register.operators())
        {
            if (operator.isActive() && isDemoKey(operator.publicKey()))
            {
                throw new ConfigurationException("venue.reference-data", config.referenceData(), "this history has " +
                    "operators of the demo venue, whose keys everybody has; it only starts as the demo venue, with " +
                    "embedded tables on loopback: operator=" + operator.name());
            }
        }
        if (!isWanted || register.isInForce())
        {
            return;
        }
        final List<VenueConfig.Founder> founders = config.operators().founders();
        if (founders.stream().noneMatch(founder -> founder.roles().contains(OperatorRole.ADMINISTRATOR)))
        {
            throw new ConfigurationException(KEY, founders.toString(), "has no administrator: a venue that is not " +
                "the demo one needs one to begin; `bourse operators init NAME` makes a key and prints the line");
        }
        for (final VenueConfig.Founder founder : founders)
        {
            if (founder.roles().contains(OperatorRole.MEMBER_RISK_OFFICER))
            {
                throw new ConfigurationException(KEY, founder.name(), "is a risk officer of a member, who is no " +
                    "founder; `bourse operators add --firm` adds one to a venue that runs");
            }
            if (isDemoKey(bytes(founder)))
            {
                throw new ConfigurationException(KEY, founder.name(), "has the key of a demo operator, which " +
                    "everybody has; make another one with `bourse operators init NAME`");
            }
        }
    }

    /**
     * Enters operators and policy.
     *
     * @param config of the venue.
     * @param register as the history has it: not in force yet.
     * @param featureLevel of the history.
     * @param operator unsigned.
     */
    public static void enter(
        final VenueConfig config,
        final OperatorRegister register,
        final int featureLevel,
        final OperatorClient operator)
    {
        final OperatorAdministration administration = new OperatorAdministration(operator);
        operators(config).forEach(administration::define);
        final byte[] venueId = new byte[OperatorSignature.VENUE_ID_LENGTH];
        new SecureRandom().nextBytes(venueId);
        administration.policy(null == register.venueId() ? venueId : register.venueId(),
            VenuePolicy.read(config.operators().policy()).acts(featureLevel));
        try
        {
            final String file = config.operators().policy();
            VenuePolicy.keep(config.dataDir(), file.isEmpty() ? "" : Files.readString(Path.of(file)));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot keep the policy of operators: dataDir=" + config.dataDir(), ex);
        }
    }

    private static List<OperatorSpec> operators(final VenueConfig config)
    {
        final List<OperatorSpec> operators = new ArrayList<>();
        if (config.operators().founders().isEmpty())
        {
            operators.addAll(DemoOperators.specs());
        }
        config.operators().founders().forEach(founder -> operators.add(new OperatorSpec(
            operators.size() + 1, founder.name(), OperatorRole.bits(founder.roles()), true, bytes(founder))));
        return operators;
    }

    private static byte[] bytes(final VenueConfig.Founder founder)
    {
        try
        {
            return HexFormat.of().parseHex(founder.publicKey());
        }
        catch (final IllegalArgumentException ex)
        {
            throw new ConfigurationException(KEY, founder.name(), "has a public key that is not hexadecimal");
        }
    }

    private static boolean isDemoKey(final byte[] publicKey)
    {
        return DemoOperators.isDemoKey(HexFormat.of().formatHex(publicKey));
    }
}
