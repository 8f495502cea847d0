// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * TWIME 7: flyweights and frames.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.gateway.sbe.protocol
{
    requires transitive io.bourse.engine.net;
    requires transitive org.agrona;

    exports io.bourse.gateway.sbe.twime;
    exports io.bourse.gateway.sbe.wire;
}
