// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What can be configured: the venue file, checked key by key, and the reference data tables.
 */
package io.bourse.deploy.config;
