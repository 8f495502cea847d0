// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.store.StoreFiles;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * What the stores of a FIX gateway that does not run say of how far it came.
 */
public final class StoreDirectory
{
    private StoreDirectory()
    {
    }

    /**
     * Up to where all reports are in the session stores.
     *
     * @param directory of the stores.
     * @return journal position in bytes, empty when no gateway ever ran there.
     * @throws IOException when the mark cannot be read or is not one.
     */
    public static OptionalLong handedPosition(final Path directory) throws IOException
    {
        return StoreFiles.handedPosition(directory);
    }

    /**
     * Next outgoing sequence numbers of the sessions.
     *
     * @param directory of the stores.
     * @return by name of the login.
     * @throws IOException when a store cannot be read.
     */
    public static SortedMap<String, Long> nextSenderNumbers(final Path directory) throws IOException
    {
        return StoreFiles.nextSenderNumbers(directory);
    }
}
