// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Runs on disk: their numbers, directories, state and reports, and the lock that lets one run at a time work in them.
 */
package io.bourse.clearing.run.store;
