// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Reports, packages and page of a run, written when it is published, or late.
 */
package io.bourse.clearing.run.report;
