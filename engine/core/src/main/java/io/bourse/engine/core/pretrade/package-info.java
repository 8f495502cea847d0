// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The check of an order against the limits and funds of its account, its login and its firms before it may trade.
 */
package io.bourse.engine.core.pretrade;
