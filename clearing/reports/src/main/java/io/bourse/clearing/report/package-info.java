// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What the reports of members and of the regulator contain, row by row, from the tables of a run and its day.
 */
package io.bourse.clearing.report;
