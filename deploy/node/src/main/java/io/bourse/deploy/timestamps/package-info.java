// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Makes tables and figures of the time-stamp files that the components of a venue have written.
 */
package io.bourse.deploy.timestamps;
