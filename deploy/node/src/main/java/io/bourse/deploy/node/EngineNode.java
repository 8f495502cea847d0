// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The engine alone in a process, whichever host runs it: components in other processes of the machine find it by the
 * {@code venue.json} in its data directory.
 */
public final class EngineNode implements AutoCloseable
{
    private final NodeParts parts;
    private final VenueDescriptor descriptor;

    private EngineNode(final NodeParts parts, final VenueDescriptor descriptor)
    {
        this.parts = parts;
        this.descriptor = descriptor;
    }

    /**
     * Starts the engine of a venue: recovers what the data directory holds, or enters the reference data and opens the
     * first session. A member of a cluster waits for a leader to do so; one member of a cluster founds, the others
     * {@link #join}.
     *
     * @param config checked configuration.
     * @return running engine, to be closed by the caller.
     */
    public static EngineNode start(final VenueConfig config)
    {
        return start(config, true);
    }

    /**
     * Starts a member of a cluster that another member founds.
     *
     * @param config checked configuration.
     * @return running member, to be closed by the caller.
     */
    public static EngineNode join(final VenueConfig config)
    {
        return start(config, false);
    }

    private static EngineNode start(final VenueConfig config, final boolean isFounder)
    {
        final ReferenceData data = ReferenceDataReader.read(config);
        final HeapBudget budget = HeapBudget.ofPart(config);
        final NodeParts parts = new NodeParts(config);
        try
        {
            final VenueEngine engine = VenueEngine.launch(config, null, budget, parts);
            parts.runWatch(engine.ingressWatch(parts.securityLog()));
            if (isFounder)
            {
                FirstStart.enter(config, data, budget, parts.opened(engine.connect()), () -> { });
            }
            final long leaseNs = config.twime().leaseNs();
            if (isFounder || leaseNs > 0)
            {
                parts.runWatch(new GatewayWatch(config.dataDir(), leaseNs, engine::connect, engine::isInCharge),
                    GatewayWatch.POLL_MS);
            }
            final VenueDescriptor descriptor = VenueDescriptor.of(config, engine, "", "", "", Map.of(), budget.heap());
            Files.createDirectories(config.dataDir());
            VenueKeys.allowForDemo(config);
            PartitionInstruments.write(config, data);
            descriptor.write(config.dataDir());
            parts.opened(() -> VenueDescriptor.remove(config.dataDir()));
            parts.runSnapshots(config.snapshots(), engine);
            return new EngineNode(parts, descriptor);
        }
        catch (final IOException ex)
        {
            parts.close();
            throw new UncheckedIOException("cannot describe the engine: dataDir=" + config.dataDir(), ex);
        }
        catch (final RuntimeException ex)
        {
            parts.close();
            throw ex;
        }
    }

    /**
     * Completes with the cause when something beside the engine fails; the owner then closes the node.
     *
     * @return never completes in a healthy node.
     */
    public CompletableFuture<Throwable> failure()
    {
        return parts.failure();
    }

    /**
     * Where the engine is.
     *
     * @return as it stands in the data directory.
     */
    public VenueDescriptor descriptor()
    {
        return descriptor;
    }

    /**
     * Completes when the venue is to be handed over to the other site; the owner then closes the node.
     *
     * @return never completes without a second site.
     */
    public CompletableFuture<Void> stopRequest()
    {
        return parts.stop();
    }

    @Override
    public void close()
    {
        parts.close();
    }
}
