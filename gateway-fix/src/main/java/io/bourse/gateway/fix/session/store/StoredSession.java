// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

/**
 * Numbers of a session in its store.
 *
 * @param nextSender of the next message to the client.
 * @param nextTarget of the next message from the client.
 * @param sinceMs when the numbers began at 1, milliseconds since 1970.
 */
public record StoredSession(long nextSender, long nextTarget, long sinceMs)
{
}
