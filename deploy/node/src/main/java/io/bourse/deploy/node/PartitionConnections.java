// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.partitions.PartitionLink;
import io.bourse.engine.security.Principal;
import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks for the engines of all partitions and hands their connections to a gateway: to the next process of an engine
 * when one has ended. Its own thread waits where a connection is made or closed.
 */
final class PartitionConnections implements Agent
{
    private static final Logger LOGGER = LoggerFactory.getLogger(PartitionConnections.class);

    private final List<Connection> connections = new ArrayList<>();
    private final Principal gateway;

    /**
     * No engine is connected yet.
     *
     * @param dataDirs of the partitions, in the order of their numbers.
     * @param gateway that sends commands.
     */
    PartitionConnections(final List<Path> dataDirs, final Principal gateway)
    {
        this.gateway = gateway;
        for (int partition = 0; partition < dataDirs.size(); partition++)
        {
            connections.add(new Connection(dataDirs.get(partition), new PartitionLink(partition)));
        }
    }

    List<PartitionLink> links()
    {
        return connections.stream().map(connection -> connection.link).toList();
    }

    @Override
    public int doWork()
    {
        connections.forEach(Connection::look);
        return 0;
    }

    @Override
    public void onClose()
    {
        connections.forEach(connection -> CloseHelper.quietClose(connection.client));
    }

    @Override
    public String roleName()
    {
        return "partition-connections";
    }

    /** The engine of one partition. */
    private final class Connection
    {
        private final Path dataDir;
        private final PartitionLink link;
        private EngineClient client;
        private long pid;
        private boolean isSaid;

        private Connection(final Path dataDir, final PartitionLink link)
        {
            this.dataDir = dataDir;
            this.link = link;
        }

        private void look()
        {
            if (null != client && link.isFree())
            {
                CloseHelper.quietClose(client);
                client = null;
            }
            if (null == client)
            {
                connect();
            }
            else if (!isSaid && isGone())
            {
                isSaid = true;
                link.lost();
            }
        }

        /** One that stops removes its description first. */
        private boolean isGone()
        {
            return ProcessHandle.of(pid).isEmpty() || !Files.exists(dataDir.resolve(VenueDescriptor.FILE_NAME));
        }

        private void connect()
        {
            final VenueDescriptor engine;
            try
            {
                engine = VenueDescriptor.read(dataDir);
            }
            catch (final IOException ignored)
            {
                // It does not run, or is just being started or killed; it is looked for again.
                return;
            }
            try
            {
                final EngineClient connected = VenueEngine.connect(engine, dataDir);
                client = connected;
                pid = engine.pid();
                isSaid = false;
                link.connected(connected, connected.newCommandPublisher(gateway));
            }
            catch (final IllegalStateException ex)
            {
                LOGGER.debug("the engine of a partition has gone: dataDir={}", dataDir, ex);
                CloseHelper.quietClose(client);
                client = null;
            }
        }
    }
}
