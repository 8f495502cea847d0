// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The two services, intraday and evening, and the run they share: cut, prices, positions, checks, run directory,
 * publication, reports. Each may live in a process of its own.
 */
package io.bourse.clearing.run;
