// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.LimitLevel;

/**
 * What a register may use.
 *
 * @param level client, brokerage firm or settlement account.
 * @param registerCode account, firm or settlement account code.
 * @param kopecks any value; below zero nothing can be opened.
 */
public record CollateralSpec(LimitLevel level, String registerCode, long kopecks)
{
}
