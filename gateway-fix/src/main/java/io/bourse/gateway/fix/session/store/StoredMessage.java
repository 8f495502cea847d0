// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

/**
 * A message to a client as its store has it.
 *
 * @param number MsgSeqNum.
 * @param timeNs SendingTime, nanoseconds since 1970.
 * @param msgType MsgType.
 * @param body fields after the header, each ended by SOH.
 */
public record StoredMessage(int number, long timeNs, String msgType, String body)
{
}
