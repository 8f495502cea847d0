// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The client of a load test: one process, one spinning thread, many TWIME and FIX sessions over TCP. Reads a
 * {@link io.bourse.jmh.loadtest.plan.GeneratorPlan}, writes {@link io.bourse.jmh.loadtest.result.StageResult}.
 */
package io.bourse.jmh.loadtest.generator;
