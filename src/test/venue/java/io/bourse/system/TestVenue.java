// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.testing.VenueNetwork;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Configuration of venues for tests: everything on loopback and on free ports.
 */
final class TestVenue
{
    /** What {@code session show} says of a demo venue besides. */
    static final String SHOWN =
        "\nvenue      feature level " + FeatureLevels.HIGHEST + "  administrators 1: clara";

    private TestVenue()
    {
    }

    static VenueConfig config(final Path dataDir) throws IOException
    {
        return VenueConfigLoader.load(null, options(dataDir));
    }

    static Map<String, Object> options(final Path dataDir) throws IOException
    {
        final Map<String, Object> options = new LinkedHashMap<>();
        options.put("venue.data-dir", dataDir.toString());
        options.put("venue.twime.port", 0);
        options.put("venue.twime.recovery-port", 0);
        options.put("venue.fix.port", 0);
        // What a password costs who guesses it costs who logs on, too.
        options.put("venue.fix.passwords.iterations", 10_000);
        options.put("venue.twime.flow.policy", "none");
        options.put("venue.fix.defaults.max-messages-per-second", 0);
        // Tests that compare books after every answer need its market data to be out, however slow the machine is.
        options.put("venue.twime.public-first-timeout", "1 s");
        options.put("venue.fix.public-first-timeout", "1 s");
        options.putAll(LoopbackFeeds.options("239.195.12"));
        // Contracts of the demo venue end today, most of them without a price of the market.
        options.put("venue.clearing.approvals", "none");
        return options;
    }

    /** Options of gateways at an address of a {@link VenueNetwork}, whose clients are on other machines. */
    static void openGateways(final Map<String, Object> options, final String address, final ReferenceData data)
    {
        options.put("venue.twime.bind", address);
        options.put("venue.fix.bind", address);
        options.put("venue.fix.defaults.password-required", false);
        data.loginNames(LoginProtocol.TWIME).forEach((name) ->
            options.put("venue.twime.access.logins." + name + ".sources", List.of(VenueNetwork.ADDRESSES)));
    }
}
