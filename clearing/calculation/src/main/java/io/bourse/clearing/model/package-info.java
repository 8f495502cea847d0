// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The arithmetic of clearing: rounding half away from zero on scaled longs, variation margin, fees, settlement prices
 * and price bands. Depends on the JDK only; never on floating point. Sections in brackets are those of
 * docs/clearing-rules.md.
 */
package io.bourse.clearing.model;
