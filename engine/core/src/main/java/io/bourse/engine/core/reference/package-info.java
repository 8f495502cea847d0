// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reference data and what operators set: instruments, members, accounts, contracts, limits, rights and the
 * feature level.
 */
package io.bourse.engine.core.reference;
