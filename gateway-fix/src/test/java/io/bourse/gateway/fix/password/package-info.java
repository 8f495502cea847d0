// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of passwords: their file, their policy, their check. */
package io.bourse.gateway.fix.password;
