// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Tests of the package of the same name.
 */
package io.bourse.gateway.fix.field;
