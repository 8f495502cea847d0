// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What operators do besides starting runs: schedule, status, approvals, abortion, reopening, instructions of funds,
 * plans of defaults.
 */
package io.bourse.clearing.run.operator;
