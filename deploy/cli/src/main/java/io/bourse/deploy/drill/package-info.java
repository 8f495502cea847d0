// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Drills with real processes: engine, gateways, publisher and clients are killed with {@code kill -9} under load, and
 * afterwards what every client received is compared with the event stream. See docs/drills.md.
 */
package io.bourse.deploy.drill;
