// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a load test has found: {@code report.json} as records. Written by the run, read by the page and by the
 * comparison; knows neither. Times are nanoseconds unless their name says otherwise.
 */
package io.bourse.jmh.loadtest.result;
