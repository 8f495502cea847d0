// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Listening, connections, TLS and admission of every protocol on TCP.
 */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.bourse.engine.net
{
    requires io.bourse.engine.files;
    requires static io.soabase.recordbuilder.core;
    requires static java.compiler;
    requires transitive org.agrona;
    requires org.slf4j;
    requires tls.channel;

    exports io.bourse.engine.net;
}
