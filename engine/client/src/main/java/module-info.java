// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clients of an engine: commands go in, events come out, operators ask and act.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.engine.client
{
    requires transitive io.aeron.archive;
    requires transitive io.aeron.client;
    requires transitive io.aeron.cluster;
    requires io.bourse.engine.files;
    requires transitive io.bourse.engine.protocol;
    requires static io.soabase.recordbuilder.core;
    requires static java.compiler;
    requires transitive org.agrona;
    requires org.slf4j;

    exports io.bourse.engine.client;
    exports io.bourse.engine.client.checkpoint;
    exports io.bourse.engine.client.cluster;
    exports io.bourse.engine.client.operator;
    exports io.bourse.engine.client.partitions;
    exports io.bourse.engine.security;
}
