// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a bundle must not show.
 */
package io.bourse.deploy.bundle;
