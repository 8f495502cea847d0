// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Quotes of market makers: entry, replacement, withdrawal, and their protection.
 */
package io.bourse.engine.core.quote;
