// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * A client of the TWIME gateway.
 */
module io.bourse.gateway.sbe.client
{
    requires transitive io.bourse.engine.protocol;
    requires transitive io.bourse.gateway.sbe.protocol;

    exports io.bourse.gateway.sbe.client;
}
