// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.deploy.config.VenueConfig;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Whether a venue may start by its keys of clearing. A demo has the tables of Bourse and listens on loopback alone: its
 * keys are made when they are first needed. Those of any other venue are made by an operator.
 */
public final class VenueKeys
{
    private VenueKeys()
    {
    }

    /**
     * Makes sure, before anything is started, that the venue has keys.
     *
     * @param config of the venue.
     * @throws PreconditionException when it has none, or those of a demo, and is no demo.
     */
    public static void require(final VenueConfig config)
    {
        require(config, config.clearing().keysDir());
    }

    /**
     * Makes sure that the venue has keys in a directory that need not have its name yet.
     *
     * @param config of the venue.
     * @param directory of the keys.
     * @throws PreconditionException when it has none, or those of a demo, and is no demo.
     */
    public static void require(final VenueConfig config, final Path directory)
    {
        if (isDemo(config))
        {
            return;
        }
        if (ClearingKeys.isDemo(directory))
        {
            throw new PreconditionException("the keys of clearing are those of a demo, members' private keys too; " +
                "name another directory in venue.clearing.keys-dir and make keys there with " +
                "`bourse keys init --keys DIR`: directory=" + directory);
        }
        if (!ClearingKeys.areThere(directory))
        {
            throw new PreconditionException("there are no keys of clearing; make them once with `bourse keys init " +
                "--keys " + directory + "`, or bring back those of the venue: missing=" +
                directory.resolve(ClearingKeys.KEYSTORE_NAME));
        }
    }

    /**
     * Lets the keys of a demo be made when they are first needed.
     *
     * @param config of the venue.
     * @throws IOException when the directory of the keys cannot be made.
     */
    public static void allowForDemo(final VenueConfig config) throws IOException
    {
        if (isDemo(config))
        {
            ClearingKeys.allowDemo(config.clearing().keysDir());
        }
    }

    private static boolean isDemo(final VenueConfig config)
    {
        return VenueConfig.EMBEDDED.equals(config.referenceData()) &&
            isLoopback(config.twime().bindAddress()) && isLoopback(config.fix().bindAddress());
    }

    private static boolean isLoopback(final InetSocketAddress address)
    {
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
    }
}
