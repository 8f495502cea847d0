// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.OperatorAct;

/**
 * Who may do one thing.
 *
 * @param act what is done.
 * @param roles bits of {@link io.bourse.engine.protocol.OperatorRoles}; one of them is enough.
 * @param needsApproval whether a second person must sign too.
 */
public record PolicyRow(OperatorAct act, int roles, boolean needsApproval)
{
}
