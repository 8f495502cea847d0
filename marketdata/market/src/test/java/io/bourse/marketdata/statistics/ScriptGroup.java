// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.testing.BareGroup;

/**
 * A transaction of a script: nothing but a cursor and a time.
 *
 * @param cursor of it.
 * @param engineTimeNs of it.
 */
record ScriptGroup(long cursor, long engineTimeNs) implements BareGroup
{
}
