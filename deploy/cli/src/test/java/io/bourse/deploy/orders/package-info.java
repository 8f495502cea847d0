// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of the order sources, on rows written for them. */
package io.bourse.deploy.orders;
