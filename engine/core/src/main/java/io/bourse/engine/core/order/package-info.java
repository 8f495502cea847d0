// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Orders as members enter them: validation, entry, mass cancels, kill switch, disconnects and negotiated orders.
 */
package io.bourse.engine.core.order;
