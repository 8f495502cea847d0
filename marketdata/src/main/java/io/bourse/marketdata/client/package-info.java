// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The receiver that users of the feed may take as it is: merges A and B, joins by snapshot, keeps books.
 */
package io.bourse.marketdata.client;
