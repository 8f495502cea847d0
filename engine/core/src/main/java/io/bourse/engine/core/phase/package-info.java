// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What follows from the phase of an instrument: calendars, schedules, auction orders and prices, price
 * limits and corridors.
 */
package io.bourse.engine.core.phase;
