// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

/** Tests of the sources of a day's orders. */
package io.bourse.deploy.orders;
