// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * SQL over the tables of a run and of its day.
 */
package io.bourse.clearing.sql;
