// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

/**
 * Writes packets down.
 */
public interface PacketPrinter
{
    /**
     * Writes one packet.
     *
     * @param origin of the packet.
     * @param protocol of the packet; null if it is not known.
     * @param packet taken apart; null if the protocol is not known.
     */
    void print(PacketOrigin origin, String protocol, DecodedPacket packet);
}
