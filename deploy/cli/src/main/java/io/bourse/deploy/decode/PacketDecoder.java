// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import org.agrona.DirectBuffer;

/**
 * Takes packets of one protocol apart.
 */
interface PacketDecoder
{
    /**
     * Whether a datagram looks like one of this protocol, whatever port it came to.
     *
     * @param buffer that holds it.
     * @param offset of its first byte.
     * @param length of it in bytes.
     * @return true if it does.
     */
    boolean isLikely(DirectBuffer buffer, int offset, int length);

    /**
     * Takes a datagram apart as far as it can be understood.
     *
     * @param buffer that holds it.
     * @param offset of its first byte.
     * @param length of it in bytes.
     * @return header, messages and what was wrong.
     */
    DecodedPacket decode(DirectBuffer buffer, int offset, int length);
}
