// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * How long the arithmetic of a clearing run takes on a day of any size, without a venue and without files of a run.
 */
package io.bourse.jmh.clearing;
