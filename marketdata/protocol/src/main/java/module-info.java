// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Codecs of SIMBA, FAST and PITCH, multicast sockets and captures.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.marketdata.protocol
{
    requires transitive io.bourse.engine.telemetry;
    requires java.xml;
    requires transitive org.agrona;

    exports io.bourse.marketdata.book;
    exports io.bourse.marketdata.fast;
    exports io.bourse.marketdata.net;
    exports io.bourse.marketdata.pcap;
    exports io.bourse.marketdata.pitch;
    exports io.bourse.marketdata.simba;
    exports io.bourse.marketdata.simba.v9;
}
