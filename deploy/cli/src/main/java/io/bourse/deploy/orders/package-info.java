// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Where the orders of a day come from: a seeded generator, or recorded order files of real venues.
 */
package io.bourse.deploy.orders;
