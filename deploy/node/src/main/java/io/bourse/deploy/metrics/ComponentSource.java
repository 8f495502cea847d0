// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.telemetry.SessionClass;
import io.prometheus.metrics.model.snapshots.Labels;
import org.agrona.DirectBuffer;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the counters file of a component. The file is opened at each scrape: a new life has a new one.
 */
final class ComponentSource
{
    static final String ENGINE = "engine";

    private ComponentSource()
    {
    }

    static ComponentState read(
        final DataDirectory directory,
        final Path path,
        final long nowMs,
        final boolean canCommit,
        final Samples samples) throws IOException
    {
        try (CountersFileReader file = CountersFileReader.open(path))
        {
            final Labels labels = Labels.of(
                "node", directory.node(), "component", file.component(),
                "partition", Integer.toString(file.partition()));
            file.counters().forEach((counterId, typeId, key, label) ->
            {
                final CounterSpec spec = CounterTable.INSTANCE.find(typeId);
                if (null != spec)
                {
                    samples.add(spec, labels.merge(labels(spec, key)), file.counters().getCounterValue(counterId));
                }
            });
            final ComponentState state = new ComponentState(directory.node(), file.component(), file.pid(),
                Math.max(0, nowMs - file.heartbeatMs()), file.isServing(),
                !canCommit && ENGINE.equals(file.component()));
            samples.add("UP", labels, state.isStale() ? 0 : 1);
            samples.add("READY", labels, state.isReady() ? 1 : 0);
            samples.add("HEARTBEAT_AGE", labels, state.ageMs());
            samples.add("START", labels, file.startMs());
            return state;
        }
    }

    private static Labels labels(final CounterSpec spec, final DirectBuffer key)
    {
        final String text = key.getStringAscii(0);
        final Labels.Builder labels = Labels.builder();
        if (null != spec.sessionClass() && !spec.isByClass())
        {
            labels.label(SessionClass.LABEL, spec.sessionClass());
        }
        for (final String pair : text.isEmpty() ? new String[0] : text.split(","))
        {
            final int equals = pair.indexOf('=');
            labels.label(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return labels.build();
    }
}
