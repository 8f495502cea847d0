// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a load test has found, for people: the page with its PDF, {@code report.json} as a file, and the comparison of
 * two of them. Reads {@link io.bourse.jmh.loadtest.result} and knows nothing of how it was measured.
 */
package io.bourse.jmh.loadtest.report;
