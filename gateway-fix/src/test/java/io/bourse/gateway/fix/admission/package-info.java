// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of the rules of admission. */
package io.bourse.gateway.fix.admission;
