// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * An engine or member that does not run: survey, verification, replay, state at a point, completion of events.
 */
package io.bourse.engine.host.offline;
