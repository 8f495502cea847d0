// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How the processes of a venue are, for the console: health, rates, lags and times.
 */
package io.bourse.deploy.console.venue;
