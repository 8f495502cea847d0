// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What becomes of contracts on their last day: exercise with instructions, assignment, futures at the strike,
 * obligations to deliver (rules 1.6, 1.7).
 */
package io.bourse.clearing.expiry;
