// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What each generator of a stage has counted, and what all of them together come to: a
 * {@link io.bourse.jmh.loadtest.result.StageResult}. Written by the generators, put together by the run.
 */
package io.bourse.jmh.loadtest.tally;
