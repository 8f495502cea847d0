// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * What a developer needs of a sick venue, in one archive without secrets and client data. What may be shown is named;
 * all else is masked.
 */
package io.bourse.deploy.bundle;
