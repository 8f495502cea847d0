// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The life of an order that is valid: placement, matching, triggers, delays, auctions, replacement, expiry
 * and exit, and the changes of
 * phase that cause them.
 */
package io.bourse.engine.core.matching;
