// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a load test is to do: stages, and the part of them that goes to the generator's process. Made from a profile,
 * carried out by the generator; knows neither.
 */
package io.bourse.jmh.loadtest.plan;
