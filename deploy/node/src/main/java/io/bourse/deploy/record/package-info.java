// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Feeds recorded to capture files by their receivers.
 */
package io.bourse.deploy.record;
