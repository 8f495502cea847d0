// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The language of the engine: commands, events, and what both sides must know of them. The schema of snapshots is the
 * engine's own.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.engine.protocol
{
    requires transitive java.xml;
    requires transitive org.agrona;

    exports io.bourse.engine.protocol;
}
