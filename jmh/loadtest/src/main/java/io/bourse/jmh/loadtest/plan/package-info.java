// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a load test is to do: stages, and what the generator's process is told of them. Made from a profile, carried
 * out by the generator; knows neither.
 */
package io.bourse.jmh.loadtest.plan;
