// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The signed manifest of a whole run, and proofs that files, audit trail, journal and margin agree with it.
 */
package io.bourse.clearing.run.proof;
