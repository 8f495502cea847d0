// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The reports to operators on a data directory whose venue does not run: the engine's findings, where every consumer
 * stands, and the state at a point, as text for people and JSON for programs.
 */
package io.bourse.deploy.recovery;
