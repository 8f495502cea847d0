// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.net.InetSocketAddress;

/**
 * What a {@link TcpServer} gives a new {@link TcpConnection}.
 *
 * @param options of the server.
 * @param channel its bytes, plain or under TLS.
 * @param remoteAddress of the peer.
 * @param port what the protocol calls the listening socket that it came to.
 * @param input buffer, empty.
 * @param output buffer; with the last words when the peer is refused.
 * @param openedNs time of the poll that accepted it.
 * @param isRefused whether it only hears why it is not let in.
 */
public record AcceptedSocket(
    TcpServerOptions options,
    ClientChannel channel,
    InetSocketAddress remoteAddress,
    Object port,
    InputBuffer input,
    OutputBuffer output,
    long openedNs,
    boolean isRefused)
{
}
