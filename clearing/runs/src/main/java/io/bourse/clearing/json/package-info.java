// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * JSON of what clearing keeps: parameters, books, files of a run.
 */
package io.bourse.clearing.json;
