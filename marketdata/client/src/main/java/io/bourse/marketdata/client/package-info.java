// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The receiver that users of the SIMBA feeds may take as it is: merges A and B, fills gaps by TCP replay, joins by
 * snapshot, keeps books order by order and a directory of instruments, and says how it recovered. Books by price are in
 * {@code levels}.
 */
package io.bourse.marketdata.client;
