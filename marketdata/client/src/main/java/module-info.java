// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Receivers of market data that arbitrate two lines and recover what is lost.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.marketdata.client
{
    requires transitive io.bourse.marketdata.protocol;
    requires static io.soabase.recordbuilder.core;
    requires static java.compiler;

    exports io.bourse.marketdata.client;
    exports io.bourse.marketdata.client.fast;
    exports io.bourse.marketdata.client.levels;
    exports io.bourse.marketdata.client.pitch;
}
