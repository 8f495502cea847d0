// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Commands and events of the journal over the API, read from files, and the life of an order.
 */
package io.bourse.deploy.console.journal;
