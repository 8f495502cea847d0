// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a run is given: options, its source of days and receiver of results, and the progress that it reports.
 */
package io.bourse.clearing.run.context;
