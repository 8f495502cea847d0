// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import org.agrona.DirectBuffer;

/**
 * What is common to all commands, decoded once per command and reused. The matcher is single-threaded and this is its
 * scratch area, hence the plain fields.
 */
final class CommandEnvelope
{
    long commandPosition;
    long engineTimeNs;
    long receivedNs;
    long sequence;
    int sessionId;
    int gatewayId;
    int partition;
    int templateId;
    /** Null while it is not known to be well-formed. */
    CommandKind kind;

    DirectBuffer buffer;
    int blockOffset;
    int blockLength;
    int version;
    int clientRefOffset;
    int clientRefLength;
}
