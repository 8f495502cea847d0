// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Counters, health and histograms of components.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.engine.telemetry
{
    requires io.bourse.engine.files;
    requires transitive jdk.jfr;
    requires transitive org.agrona;
    requires org.slf4j;

    exports io.bourse.engine.telemetry;
}
