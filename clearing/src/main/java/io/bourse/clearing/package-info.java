// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Clearing: intraday and evening services that follow the event stream to a cut, revalue, charge fees, check that
 * everything sums to zero, publish back to the engine and write signed reports.
 */
package io.bourse.clearing;
