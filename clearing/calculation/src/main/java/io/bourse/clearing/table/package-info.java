// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Column tables: written once from front to back, mapped when read. Each column is a file of little-endian values of
 * one width, so a scan reads what it needs and nothing else, and any tool can read them (rules 4.3, 4.6).
 */
package io.bourse.clearing.table;
