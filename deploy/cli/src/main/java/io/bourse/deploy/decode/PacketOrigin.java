// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

/**
 * Where and when a packet was captured.
 *
 * @param timeNs nanoseconds since the Unix epoch.
 * @param source sender, address:port.
 * @param destination receiver, address:port.
 * @param feed name of the feed at the destination; null if there is none.
 * @param length of the datagram in bytes.
 */
public record PacketOrigin(long timeNs, String source, String destination, String feed, int length)
{
}
