// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The page of a run for people: one HTML file with everything in it, made from the files of the run. It tells, it
 * decides nothing.
 */
package io.bourse.clearing.runreport;
