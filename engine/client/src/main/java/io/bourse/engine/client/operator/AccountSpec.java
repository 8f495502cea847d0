// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

/**
 * A client register to be defined.
 *
 * @param code seven characters; the first four are its brokerage firm, which is known.
 * @param clientId whose register it is; 0: a client of its own.
 */
public record AccountSpec(String code, long clientId)
{
}
