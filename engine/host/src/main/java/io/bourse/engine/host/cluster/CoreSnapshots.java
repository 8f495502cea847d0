// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.service.Cluster;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;

/**
 * Snapshots of a core as the cluster keeps them.
 */
public interface CoreSnapshots
{
    /**
     * Reads a core.
     *
     * @param cluster for its idle strategy.
     * @param image of the snapshot.
     * @param partition of the core.
     * @param sink of its event frames.
     * @return core as it was.
     */
    MatchingEngine read(Cluster cluster, Image image, int partition, EventFrameSink sink);

    /**
     * Writes a core.
     *
     * @param cluster for its idle strategy.
     * @param engine to write.
     * @param publication of the snapshot.
     */
    void write(Cluster cluster, MatchingEngine engine, ExclusivePublication publication);
}
