// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

/**
 * What the frames of an event stream have.
 *
 * @param transactions complete ones.
 * @param transactionCursor after the last complete transaction, in bytes.
 * @param lastFrameSequence of the last frame; 0 when there is none.
 * @param lastCommandPosition journal position of the last frame's command; 0 when there is none.
 * @param rollingHash over all events.
 */
public record EventFacts(
    long transactions, long transactionCursor, long lastFrameSequence, long lastCommandPosition, long rollingHash)
{
}
