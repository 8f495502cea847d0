// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.config.LoopbackFeeds;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Free ports for a venue of its own, so that a day can run beside another venue on the same machine.
 */
final class LoopbackPorts
{
    private LoopbackPorts()
    {
    }

    static Map<String, Object> overrides(final Path dataDir) throws IOException
    {
        final Map<String, Object> overrides = new LinkedHashMap<>();
        overrides.put("venue.data-dir", dataDir.toString());
        overrides.put("venue.twime.port", 0);
        overrides.put("venue.twime.recovery-port", 0);
        overrides.put("venue.fix.port", 0);
        // A day is a load test: its few clients send what a whole market would.
        overrides.put("venue.twime.flow.policy", "none");
        overrides.put("venue.fix.defaults.max-messages-per-second", 0);
        overrides.putAll(LoopbackFeeds.options("239.195.11"));
        return overrides;
    }
}
