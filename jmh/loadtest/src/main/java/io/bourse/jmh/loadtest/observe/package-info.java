// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What is looked at around a stage of a load test: processor time and memory of the venue, its feeds, its time stamps;
 * and the machine under all of it.
 */
package io.bourse.jmh.loadtest.observe;
