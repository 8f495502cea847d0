// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * The order in which captured requests arrived, against the order in which the matcher took them.
 */
package io.bourse.deploy.arrival;
