// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Server-sent events: a snapshot, then updates in sequence; a client that falls too far back gets another snapshot.
 */
package io.bourse.deploy.console.live;
