// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Order events of a day: live orders as clearing follows them, and the segments of every clearing firm, written,
 * sealed and read.
 */
package io.bourse.clearing.ingest.order;
