// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Trades of the session, to break and to correct them.
 */
package io.bourse.engine.core.trade;
