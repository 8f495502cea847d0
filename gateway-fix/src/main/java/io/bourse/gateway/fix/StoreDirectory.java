// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import io.bourse.gateway.fix.session.store.StoreFiles;
import io.bourse.gateway.fix.session.store.StoredMessage;
import io.bourse.gateway.fix.session.store.StoredSession;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * What the stores of a FIX gateway say of how far it came, whether it runs or not.
 */
public final class StoreDirectory
{
    /** Where the gateway keeps its checkpoints: no login has so long a name. */
    static final String CHECKPOINTS = "checkpoints-of-the-gateway";

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

    /**
     * Numbers of one session.
     *
     * @param directory of the stores.
     * @param login name of the login.
     * @return empty when the login never had a session there.
     * @throws IOException when the store cannot be read.
     */
    public static Optional<StoredSession> session(final Path directory, final String login) throws IOException
    {
        return StoreFiles.session(directory, login);
    }

    /**
     * The last messages to a client, of those in the newest file of its log.
     *
     * @param directory of the stores.
     * @param login name of the login.
     * @param limit most messages.
     * @return in their order; empty when there are none.
     * @throws IOException when the store cannot be read.
     */
    public static List<StoredMessage> lastMessages(final Path directory, final String login, final int limit)
        throws IOException
    {
        return StoreFiles.lastMessages(directory, login, limit);
    }
}
