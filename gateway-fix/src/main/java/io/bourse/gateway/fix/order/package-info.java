// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Order entry: requests become commands, events become reports to the session of the order and to drop copies.
 */
package io.bourse.gateway.fix.order;
