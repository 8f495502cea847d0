// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The trading day: drives a venue over real sockets from the first order to signed reports and checks everything.
 */
package io.bourse.deploy.day;
