// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What receivers of every protocol hold until it is its turn.
 */
package io.bourse.marketdata.client.window;
